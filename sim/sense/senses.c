/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* What agents with senses of their own see.
 *
 * In every step each of them measures those in range, in view and not hidden, with noise, late, and
 * sometimes not at all; beliefs are corrected by what was measured, or go on by themselves; and the
 * nearest of those believed in are what it decides on. Noise and dropout depend on the scenario's
 * seed, on the two agents and on the step alone. What is private to the other, its share of the
 * avoidance among it, is taken from the world: senses blur where others are and how they move. */

#include "sense/senses.h"
#include "sample/draw.h"
#include "sample/elementary.h"
#include "sense/history.h"
#include "sense/tracks.h"

#include <math.h>
#include <stdlib.h>

/* An agent slower than this part of its max speed keeps its heading. */
static const double turning_from = 0.01;

typedef struct named_place {
    uint64_t id;
    size_t place; /* among those present */
} named_place;

/* A neighbour before the nearest are chosen. */
typedef struct candidate {
    double gap;
    sst_neighbor neighbor;
} candidate;

struct ssti_senses {
    const sst_scenario *scenario;
    ssti_history history;
    ssti_beliefs *beliefs; /* by number */
    sst_vec2 *headings;    /* by number; zero before the first step */
    named_place *by_id;    /* those present, sorted */
    size_t *place_of;      /* by number; SIZE_MAX = not present */
    sst_vec2 *velocities;  /* by place */
    sst_agent_id *found;   /* around one agent */
    candidate *candidates; /* of one agent */
    sst_sight *sights;     /* by place */
    sst_neighbor *shown;   /* of all sights, one after the other */
    size_t shown_count, shown_capacity;
};

/* --- Memory -------------------------------------------------------------------------------- */

static uint64_t delay_steps(const sst_scenario *scenario, const ssti_sense *sense) {
    return (uint64_t)floor(sense->delay / scenario->time_step + 0.5);
}

static size_t greatest_delay(const sst_scenario *scenario) {
    uint64_t greatest = 0;
    for (size_t i = 0; i < scenario->sense_count; i++) {
        uint64_t delay = delay_steps(scenario, &scenario->senses[i]);
        greatest = delay > greatest ? delay : greatest;
    }
    return (size_t)greatest;
}

static bool has_senses(const sst_scenario *scenario) {
    for (size_t i = 0; i < scenario->agent_count; i++)
        if (scenario->agents[i].sense)
            return true;
    return false;
}

static bool allocate(ssti_senses *made, size_t count) {
    made->beliefs = calloc(count, sizeof *made->beliefs);
    made->headings = calloc(count, sizeof *made->headings);
    made->by_id = calloc(count, sizeof *made->by_id);
    made->place_of = calloc(count, sizeof *made->place_of);
    made->velocities = calloc(count, sizeof *made->velocities);
    made->found = calloc(count, sizeof *made->found);
    made->candidates = calloc(count, sizeof *made->candidates);
    made->sights = calloc(count, sizeof *made->sights);
    return made->beliefs && made->headings && made->by_id && made->place_of && made->velocities &&
           made->found && made->candidates && made->sights &&
           ssti_history_init(&made->history, count, greatest_delay(made->scenario) + 1);
}

bool ssti_senses_create(const sst_scenario *scenario, ssti_senses **senses) {
    *senses = NULL;
    if (!has_senses(scenario))
        return true;
    ssti_senses *made = calloc(1, sizeof *made);
    if (!made)
        return false;
    made->scenario = scenario;
    if (!allocate(made, scenario->agent_count)) {
        ssti_senses_destroy(made);
        return false;
    }
    *senses = made;
    return true;
}

void ssti_senses_destroy(ssti_senses *senses) {
    if (!senses)
        return;
    for (size_t i = 0; senses->beliefs && i < senses->scenario->agent_count; i++)
        ssti_beliefs_free(&senses->beliefs[i]);
    ssti_history_free(&senses->history);
    free(senses->beliefs);
    free(senses->headings);
    free(senses->by_id);
    free(senses->place_of);
    free(senses->velocities);
    free(senses->found);
    free(senses->candidates);
    free(senses->sights);
    free(senses->shown);
    free(senses);
}

/* --- Who is where -------------------------------------------------------------------------- */

static int by_id(const void *left, const void *right) {
    const named_place *a = left, *b = right;
    return (a->id > b->id) - (a->id < b->id);
}

static size_t place_of_id(const ssti_senses *senses, size_t count, sst_agent_id id) {
    named_place key = {.id = id.value};
    const named_place *found = bsearch(&key, senses->by_id, count, sizeof key, by_id);
    return found ? found->place : SIZE_MAX;
}

static void turn(ssti_senses *senses, const ssti_crowd *crowd, size_t place) {
    uint32_t number = crowd->numbers[place];
    sst_vec2 *heading = &senses->headings[number], v = senses->velocities[place];
    double least = turning_from * (double)senses->scenario->agents[number].def.max_speed;
    bool is_first = heading->x == 0.0f && heading->y == 0.0f;
    if (is_first && !(hypot((double)v.x, (double)v.y) > least))
        v = crowd->preferred[place];
    double speed = sqrt((double)v.x * (double)v.x + (double)v.y * (double)v.y);
    if (speed > (is_first ? 0 : least))
        *heading = (sst_vec2){(float)((double)v.x / speed), (float)((double)v.y / speed)};
}

/* The velocity that the world shows of an agent is the one in how it looks to itself. */
static sst_result note_all(ssti_senses *senses, const sst_world *world, const ssti_crowd *crowd,
                           uint64_t step) {
    for (size_t i = 0; i < senses->scenario->agent_count; i++)
        senses->place_of[i] = SIZE_MAX;
    sst_result result =
        sst_world_get_velocities(world, crowd->ids, senses->velocities, crowd->count);
    for (size_t i = 0; i < crowd->count && result == SST_OK; i++) {
        sst_neighbor shown;
        result = sst_world_see(world, crowd->ids[i], crowd->ids[i], &shown);
        ssti_history_note(&senses->history, step, crowd->numbers[i], crowd->positions[i],
                          shown.velocity);
        senses->by_id[i] = (named_place){crowd->ids[i].value, i};
        senses->place_of[crowd->numbers[i]] = i;
        turn(senses, crowd, i);
    }
    qsort(senses->by_id, crowd->count, sizeof *senses->by_id, by_id);
    return result;
}

/* --- What is in view ----------------------------------------------------------------------- */

/* One agent that looks around. */
typedef struct observer {
    ssti_senses *senses;
    sst_world *world;
    const ssti_crowd *crowd;
    uint64_t step;
    size_t place;
    uint32_t number;
    const ssti_sense *sense;
    size_t found_count;
} observer;

static bool is_in_view(const observer *o, sst_point other) {
    if (o->sense->field_of_view >= 360)
        return true;
    sst_point self = o->crowd->positions[o->place];
    sst_vec2 heading = o->senses->headings[o->number];
    double x = other.x - self.x, y = other.y - self.y;
    double ahead = x * (double)heading.x + y * (double)heading.y;
    return ahead >= ssti_cos_turns(o->sense->field_of_view / 720) * sqrt(x * x + y * y);
}

/* Whether a disc reaches the segment from a to b, whose ends lie outside of it. */
static bool covers(sst_point centre, double radius, sst_point a, sst_point b) {
    double ex = b.x - a.x, ey = b.y - a.y, cx = centre.x - a.x, cy = centre.y - a.y;
    double along = cx * ex + cy * ey, length_sq = ex * ex + ey * ey;
    double across = cx * ey - cy * ex;
    return along > 0 && along < length_sq && across * across < radius * radius * length_sq;
}

static bool is_hidden_by_agents(const observer *o, size_t other) {
    const ssti_crowd *crowd = o->crowd;
    for (size_t i = 0; i < o->found_count; i++) {
        size_t third = place_of_id(o->senses, crowd->count, o->senses->found[i]);
        if (third == o->place || third == other)
            continue;
        double radius = (double)o->senses->scenario->agents[crowd->numbers[third]].def.radius;
        if (covers(crowd->positions[third], radius, crowd->positions[o->place],
                   crowd->positions[other]))
            return true;
    }
    return false;
}

static sst_result is_seen(const observer *o, size_t other, bool *seen) {
    const ssti_crowd *crowd = o->crowd;
    *seen = is_in_view(o, crowd->positions[other]);
    if (*seen && o->sense->occlusion == SSTI_OCCLUSION_ALL)
        *seen = !is_hidden_by_agents(o, other);
    if (!*seen || o->sense->occlusion == SSTI_OCCLUSION_NONE)
        return SST_OK;
    return sst_world_query_visibility(o->world, crowd->positions[o->place], crowd->positions[other],
                                      0, SST_ALL_LAYERS, seen);
}

/* --- What is measured ---------------------------------------------------------------------- */

static double noise(ssti_stream *stream, float deviation) {
    return deviation > 0.0f ? (double)deviation * ssti_draw_normal(stream) : 0;
}

/* False where the measurement is missing. */
static bool measure(const observer *o, uint32_t other, sst_measurement *measured) {
    const ssti_sense *sense = o->sense;
    uint64_t pair = (uint64_t)o->number << 32 | other;
    ssti_stream stream =
        ssti_stream_of(o->senses->scenario->seed, ssti_hash_text("senses"), pair, o->step);
    uint64_t delay = delay_steps(o->senses->scenario, sense);
    const ssti_moment *moment =
        o->step >= delay ? ssti_history_at(&o->senses->history, o->step - delay, other) : NULL;
    if (!moment || ssti_draw_unit(&stream) < sense->dropout)
        return false;
    double x = moment->position.x + noise(&stream, sense->filter_def.position_noise);
    double y = moment->position.y + noise(&stream, sense->filter_def.position_noise);
    double vx = (double)moment->velocity.x + noise(&stream, sense->filter_def.velocity_noise);
    double vy = (double)moment->velocity.y + noise(&stream, sense->filter_def.velocity_noise);
    *measured = (sst_measurement){{x, y}, {(float)vx, (float)vy}};
    return true;
}

/* A measurement beyond the world's bounds counts as missing. */
static sst_result believe(const observer *o, uint32_t other, const sst_measurement *measured) {
    ssti_belief *belief = ssti_beliefs_about(&o->senses->beliefs[o->number], other);
    if (!belief)
        return SST_ERROR_OUT_OF_MEMORY;
    float interval = belief->unseen > 0 ? (float)belief->unseen : sst_world_time_step(o->world);
    if (sst_track_update(&o->sense->filter_def, interval, measured, &belief->track) == SST_OK)
        belief->unseen = 0;
    return SST_OK;
}

static sst_result measure_all(const observer *o) {
    const ssti_agent *self = &o->senses->scenario->agents[o->number];
    for (size_t i = 0; i < o->found_count; i++) {
        size_t other = place_of_id(o->senses, o->crowd->count, o->senses->found[i]);
        uint32_t number = other < SIZE_MAX ? o->crowd->numbers[other] : o->number;
        bool is_nobody = number == o->number ||
                         !(o->senses->scenario->agents[number].def.layers & self->def.mask);
        bool seen = false;
        sst_measurement measured;
        sst_result result = is_nobody ? SST_OK : is_seen(o, other, &seen);
        if (result == SST_OK && seen && measure(o, number, &measured))
            result = believe(o, number, &measured);
        if (result != SST_OK)
            return result;
    }
    return SST_OK;
}

/* --- What is believed ---------------------------------------------------------------------- */

static float within(double value, float limit) {
    return (float)fmax(-(double)limit, fmin(value, (double)limit));
}

static sst_result picture(const observer *o, const ssti_belief *belief, size_t other,
                          candidate *made) {
    sst_track now = belief->track;
    sst_point self = o->crowd->positions[o->place];
    float margin = 0, horizon = o->senses->scenario->agents[o->number].def.time_horizon;
    sst_result result =
        sst_world_see(o->world, o->crowd->ids[o->place], o->crowd->ids[other], &made->neighbor);
    if (result == SST_OK)
        result = sst_track_predict(&o->sense->filter_def, (float)o->sense->delay, &now);
    if (result == SST_OK)
        result = sst_track_margin(&now, (float)o->sense->inflate, horizon, &margin);
    sst_neighbor *n = &made->neighbor;
    float far = 2.0f * (float)SST_MAX_COORDINATE;
    n->position =
        (sst_vec2){within(now.position.x - self.x, far), within(now.position.y - self.y, far)};
    n->velocity = (sst_vec2){within((double)now.velocity.x, SST_MAX_SPEED),
                             within((double)now.velocity.y, SST_MAX_SPEED)};
    n->radius = within((double)n->radius + (double)margin, SST_MAX_LENGTH);
    made->gap = hypot((double)n->position.x, (double)n->position.y) - (double)n->radius;
    return result;
}

static int by_gap(const void *left, const void *right) {
    const candidate *a = left, *b = right;
    if (a->gap != b->gap)
        return a->gap < b->gap ? -1 : 1;
    return (a->neighbor.key > b->neighbor.key) - (a->neighbor.key < b->neighbor.key);
}

static bool show(ssti_senses *senses, const candidate *chosen, size_t count) {
    if (senses->shown_count + count > senses->shown_capacity) {
        size_t capacity = 2 * (senses->shown_count + count) + 64;
        sst_neighbor *grown = realloc(senses->shown, capacity * sizeof *grown);
        if (!grown)
            return false;
        senses->shown = grown;
        senses->shown_capacity = capacity;
    }
    for (size_t i = 0; i < count; i++)
        senses->shown[senses->shown_count++] = chosen[i].neighbor;
    return true;
}

/* The nearest of those believed in. */
static sst_result choose(const observer *o, sst_sight *sight) {
    ssti_senses *senses = o->senses;
    const ssti_beliefs *beliefs = &senses->beliefs[o->number];
    size_t count = 0, most = senses->scenario->agents[o->number].def.max_neighbors;
    for (size_t i = 0; i < beliefs->count; i++) {
        const ssti_belief *belief = &beliefs->list[i];
        size_t other = senses->place_of[belief->other];
        bool is_believed = belief->track.updates > 0 && other < SIZE_MAX &&
                           (belief->unseen == 0 || belief->unseen <= o->sense->memory + 1e-9);
        if (!is_believed)
            continue;
        sst_result result = picture(o, belief, other, &senses->candidates[count++]);
        if (result != SST_OK)
            return result;
    }
    qsort(senses->candidates, count, sizeof *senses->candidates, by_gap);
    count = count < most ? count : most;
    *sight = (sst_sight){.agent = o->crowd->ids[o->place], .neighbor_count = count};
    return show(senses, senses->candidates, count) ? SST_OK : SST_ERROR_OUT_OF_MEMORY;
}

static sst_result look_around(observer *o, sst_sight *sight) {
    ssti_senses *senses = o->senses;
    ssti_beliefs_age(&senses->beliefs[o->number], o->sense, sst_world_time_step(o->world));
    sst_result result =
        sst_world_query_agents(o->world, o->crowd->positions[o->place], o->sense->range,
                               senses->found, senses->scenario->agent_count, &o->found_count);
    if (result == SST_OK)
        result = measure_all(o);
    return result == SST_OK ? choose(o, sight) : result;
}

/* --- All ----------------------------------------------------------------------------------- */

/* Sights point into `shown` once it grows no more. */
static void point_sights(ssti_senses *senses, size_t count) {
    const sst_neighbor *next = senses->shown;
    for (size_t i = 0; i < count; i++) {
        senses->sights[i].neighbors = next;
        next += senses->sights[i].neighbor_count;
    }
}

sst_result ssti_senses_look(ssti_senses *senses, sst_world *world, const ssti_crowd *crowd,
                            uint64_t step, const sst_sight **sights, size_t *count) {
    size_t made = 0;
    senses->shown_count = 0;
    sst_result result = note_all(senses, world, crowd, step);
    for (size_t i = 0; i < crowd->count && result == SST_OK; i++) {
        uint32_t number = crowd->numbers[i], sense = senses->scenario->agents[number].sense;
        if (!sense || senses->scenario->agents[number].def.scripted)
            continue;
        observer o = {.senses = senses,
                      .world = world,
                      .crowd = crowd,
                      .step = step,
                      .place = i,
                      .number = number,
                      .sense = &senses->scenario->senses[sense - 1]};
        result = look_around(&o, &senses->sights[made++]);
    }
    point_sights(senses, made);
    *sights = senses->sights;
    *count = made;
    return result;
}
