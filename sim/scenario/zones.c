/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Zones. A zone changes what an agent prefers, never what it can: avoidance and `max_speed` are the
 * same inside, so that others' knowledge of the agent holds. The least of overlapping zones counts,
 * for then their order does not matter. Guidelines give the speed on a slope or stair as a part of
 * that on the level (IMO MSC.1/Circ.1533, RiMEA 4.1). */

#include "scenario/zones.h"
#include "scenario/area.h"
#include "scenario/periodic.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_ZONES = 1000 };

enum { AREA, FACTOR, MAX_SPEED, ZONE_KEYS };

static const ssti_field fields[ZONE_KEYS] = {
    [AREA] = {"area", ssti_value_area, SSTI_FIELD(ssti_zone, area), -SST_MAX_COORDINATE,
              SST_MAX_COORDINATE, "m", NULL},
    /* Not 0: nobody would ever come out. */
    [FACTOR] = {"factor", ssti_value_double, SSTI_FIELD(ssti_zone, factor), 1e-3, 100, NULL, NULL},
    [MAX_SPEED] = {"max_speed", ssti_value_double, SSTI_FIELD(ssti_zone, max_speed), 1e-3,
                   (double)SST_MAX_SPEED, "m/s", NULL},
};

static void read_zone(ssti_reader *reader, const ssti_node *map, ssti_zone *zone) {
    *zone = (ssti_zone){.factor = 1, .max_speed = HUGE_VAL};
    if (map->kind != SSTI_MAP) {
        ssti_expected(reader, map, "zones", "a map with `area` and `factor` or `max_speed`");
        return;
    }
    uint64_t good = ssti_read_map(reader, map, fields, ZONE_KEYS, zone);
    if (good >> AREA & 1)
        ssti_area_box(&zone->area, reader->scenario->points, zone->box);
    else if (!ssti_map_find(map, "area"))
        ssti_error(reader->report, map->place, "the zone has no `area`");
    if (!ssti_map_find(map, "factor") && !ssti_map_find(map, "max_speed"))
        ssti_error(reader->report, map->place, "the zone has neither `factor` nor `max_speed`");
}

void ssti_read_zones(ssti_reader *reader, const ssti_node *list) {
    sst_scenario *s = reader->scenario;
    if (list->kind != SSTI_LIST || list->count > MOST_ZONES) {
        ssti_expected(reader, list, "zones", "a list of at most %d zones", (int)MOST_ZONES);
        return;
    }
    s->zones = calloc(list->count, sizeof *s->zones);
    if (!s->zones) {
        reader->out_of_memory = list->count > 0;
        return;
    }
    for (const ssti_node *node = list->first; node; node = node->next)
        read_zone(reader, node, &s->zones[s->zone_count++]);
}

/* --- Speeds -------------------------------------------------------------------------------- */

static bool holds_image(const sst_scenario *s, const ssti_zone *zone, sst_point at) {
    return at.x >= zone->box[0].x && at.y >= zone->box[0].y && at.x <= zone->box[1].x &&
           at.y <= zone->box[1].y && ssti_area_holds(&zone->area, s->points, at);
}

static bool holds(const sst_scenario *s, const ssti_zone *zone, sst_point at) {
    sst_point images[3];
    int count = ssti_periodic_images(&s->periodic, ssti_periodic_place(&s->periodic, at), images);
    for (int i = 0; i < count; i++)
        if (holds_image(s, zone, images[i]))
            return true;
    return false;
}

static double speed_in(const ssti_zone *zone, const ssti_agent *agent, double speed) {
    return fmin(fmin(zone->factor * speed, zone->max_speed), (double)agent->def.max_speed);
}

double ssti_zone_speed(const sst_scenario *scenario, const ssti_agent *agent, sst_point at,
                       double speed) {
    double least = HUGE_VAL;
    for (size_t i = 0; i < scenario->zone_count && !agent->def.scripted; i++)
        if (holds(scenario, &scenario->zones[i], at))
            least = fmin(least, speed_in(&scenario->zones[i], agent, speed));
    return least < HUGE_VAL ? least : speed;
}

sst_vec2 ssti_zone_velocity(const sst_scenario *scenario, const ssti_agent *agent, sst_point at) {
    sst_vec2 wanted = agent->def.preferred_velocity;
    double x = (double)wanted.x, y = (double)wanted.y, speed = sqrt(x * x + y * y);
    double left = ssti_zone_speed(scenario, agent, at, speed);
    if (left == speed)
        return wanted;
    return (sst_vec2){(float)(x * (left / speed)), (float)(y * (left / speed))};
}

/* --- Times --------------------------------------------------------------------------------- */

/* Cuts the part of a line, from + t way, that lies between two bounds. */
static void cut(double from, double way, double low, double high, double part[2]) {
    if (way == 0) {
        part[1] = from >= low && from <= high ? part[1] : part[0];
        return;
    }
    double a = (low - from) / way, b = (high - from) / way;
    part[0] = fmax(part[0], fmin(a, b));
    part[1] = fmin(part[1], fmax(a, b));
}

/* How much of the way from a to b is in the box. */
static double share_in(const sst_point box[2], sst_point a, sst_point b) {
    double part[2] = {0, 1};
    cut(a.x, b.x - a.x, box[0].x, box[1].x, part);
    cut(a.y, b.y - a.y, box[0].y, box[1].y, part);
    return fmax(part[1] - part[0], 0);
}

static double time_of_leg(const sst_scenario *s, const ssti_agent *agent, sst_point a,
                          sst_point b) {
    double length = hypot(b.x - a.x, b.y - a.y), speed = agent->preferred_speed;
    double time = length / speed;
    for (size_t i = 0; i < s->zone_count && !agent->def.scripted; i++) {
        double slower = 1 / speed_in(&s->zones[i], agent, speed) - 1 / speed;
        time += fmax(slower, 0) * length * share_in(s->zones[i].box, a, b);
    }
    return time;
}

double ssti_time_of_way(const sst_scenario *scenario, const ssti_agent *agent) {
    sst_point from = agent->def.position;
    double time = 0;
    if (agent->preferred_speed <= 0)
        return HUGE_VAL;
    for (size_t i = 0; i < agent->goals.count; i++) {
        sst_point to = scenario->points[agent->goals.first + i];
        time += time_of_leg(scenario, agent, from, to);
        from = to;
    }
    return time;
}
