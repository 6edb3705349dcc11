/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Any sequence of calls on a world, beside a naive model of what it must hold: a list of agents and
 * of obstacles. Results of calls, ids, values and counts must be those of the model; a refused call
 * must not change the hash; a step must give finite velocities within the speed limits. */
#include "sidestep/world.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 48 };

typedef struct byte_source {
    const uint8_t *data;
    size_t size;
} byte_source;

static uint8_t take(byte_source *source) {
    if (source->size == 0) {
        return 0;
    }
    source->size--;
    return *source->data++;
}

static float take_number(byte_source *source) {
    return (float)(take(source) % 65 - 32) * 0.25f;
}

static sst_vec2 take_vector(byte_source *source) {
    float x = take_number(source);
    return (sst_vec2){x, take_number(source)};
}

static sst_point take_point(byte_source *source) {
    double x = (double)take_number(source);
    return (sst_point){x, (double)take_number(source)};
}

static void require(bool holds) {
    if (!holds) {
        abort();
    }
}

/* --- The model ----------------------------------------------------------------------------- */

typedef struct model_agent {
    sst_agent_id id;
    sst_agent_def def;
    bool alive;
} model_agent;

typedef struct model_obstacle {
    sst_obstacle_id id;
    bool alive, enabled;
} model_obstacle;

typedef struct model {
    sst_world *world;
    byte_source *source;
    model_agent agents[MOST];
    size_t agent_count; /* ever added; the removed stay, as stale ids to try */
    model_obstacle obstacles[MOST];
    size_t obstacle_count;
    sst_axis axis; /* along which the world repeats */
} model;

/* So wide that half of it is more than any agent sees. */
static const double period_from = -6.0, period_to = 154.0;

static double image_of(double at) {
    double period = period_to - period_from;
    return at < period_from ? at + period : at >= period_to ? at - period : at;
}

static sst_point to_range(const model *m, sst_point p) {
    return (sst_point){m->axis == SST_AXIS_X ? image_of(p.x) : p.x,
                       m->axis == SST_AXIS_Y ? image_of(p.y) : p.y};
}

/* Between a coordinate and another or, if the world repeats, its nearest image. */
static double apart(const model *m, sst_axis axis, double a, double b) {
    double distance = a < b ? b - a : a - b, other_way = period_to - period_from - distance;
    return m->axis == axis && other_way < distance ? other_way : distance;
}

static size_t count_alive(const model *m) {
    size_t alive = 0;
    for (size_t i = 0; i < m->agent_count; i++) {
        alive += m->agents[i].alive;
    }
    return alive;
}

static bool key_is_taken(const model *m, uint64_t key) {
    for (size_t i = 0; i < m->agent_count; i++) {
        if (m->agents[i].alive && m->agents[i].def.key == key) {
            return true;
        }
    }
    return false;
}

static model_agent *take_agent(model *m) {
    return m->agent_count ? &m->agents[take(m->source) % m->agent_count] : NULL;
}

static sst_result expected_of(const model_agent *agent) {
    return agent->alive ? SST_OK : SST_ERROR_STALE_ID;
}

/* The model takes over what the world says of an agent that it may have changed. */
static void read_back(model *m) {
    for (size_t i = 0; i < m->agent_count; i++) {
        model_agent *agent = &m->agents[i];
        sst_agent_def def;
        require(sst_world_get_agent(m->world, agent->id, &def) == expected_of(agent));
        if (agent->alive) {
            require(def.key == agent->def.key && def.radius == agent->def.radius);
            agent->def = def;
        }
    }
}

static void check_agent(const model *m, const model_agent *agent) {
    sst_agent_def def;
    require(sst_world_has_agent(m->world, agent->id) == agent->alive);
    require(sst_world_get_agent(m->world, agent->id, &def) == expected_of(agent));
    if (agent->alive) {
        const sst_agent_def *own = &agent->def;
        require(def.position.x == own->position.x && def.position.y == own->position.y);
        require(def.velocity.x == own->velocity.x && def.velocity.y == own->velocity.y);
        require(def.radius == own->radius && def.key == own->key);
        require(def.max_neighbors == own->max_neighbors && def.scripted == own->scripted);
        require(def.decide_every == own->decide_every);
        require(def.share == own->share);
    }
}

/* --- Calls --------------------------------------------------------------------------------- */

static sst_agent_def take_def(model *m) {
    sst_agent_def def;
    require(sst_agent_def_init(&def) == SST_OK);
    uint8_t options = take(m->source);
    def.position = take_point(m->source);
    def.velocity = take_vector(m->source);
    def.preferred_velocity = take_vector(m->source);
    def.radius = (float)(take(m->source) % 8) * 0.25f;
    def.max_speed = (float)(options % 4);
    def.scripted = (options & 0x0c) == 0x0c;
    def.max_neighbors = options >> 4 & 7;
    def.model = (sst_model)(options >> 4 & 3);
    def.decide_every = 1 + options % 3;
    def.mask = options & 0x80 ? 2 : SST_ALL_LAYERS;
    uint8_t key = take(m->source);
    def.key = 1000 + key % 60;
    def.share = (sst_share)(key / 60 % 4);
    return def;
}

static void add_agent(model *m) {
    sst_agent_def def = take_def(m);
    sst_agent_id id;
    if (m->agent_count == MOST) {
        return;
    }
    sst_result expected = key_is_taken(m, def.key) ? SST_ERROR_DUPLICATE_KEY : SST_OK;
    require(sst_world_add_agent(m->world, &def, &id) == expected);
    if (expected == SST_OK) {
        def.position = to_range(m, def.position);
        m->agents[m->agent_count++] = (model_agent){id, def, true};
    }
}

static void set_agent(model *m) {
    model_agent *agent = take_agent(m);
    sst_agent_def def = take_def(m);
    if (!agent) {
        return;
    }
    sst_result expected = expected_of(agent);
    if (expected == SST_OK && def.key != agent->def.key && key_is_taken(m, def.key)) {
        expected = SST_ERROR_DUPLICATE_KEY;
    }
    require(sst_world_set_agent(m->world, agent->id, &def) == expected);
    if (expected == SST_OK) {
        agent->def = def;
        agent->def.position = to_range(m, def.position);
    }
}

static sst_result expected_removal(const model *m, const size_t *chosen, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (!m->agents[chosen[i]].alive) {
            return SST_ERROR_STALE_ID;
        }
        for (size_t k = 0; k < i; k++) {
            if (chosen[k] == chosen[i]) {
                return SST_ERROR_DUPLICATE_ID;
            }
        }
    }
    return SST_OK;
}

static void remove_agents(model *m) {
    size_t chosen[4], count = take(m->source) % 5;
    sst_agent_id ids[4];
    for (size_t i = 0; i < count && m->agent_count; i++) {
        chosen[i] = take(m->source) % m->agent_count;
        ids[i] = m->agents[chosen[i]].id;
    }
    count = m->agent_count ? count : 0;
    sst_result expected = expected_removal(m, chosen, count);
    require(sst_world_remove_agents(m->world, ids, count) == expected);
    for (size_t i = 0; i < count && expected == SST_OK; i++) {
        m->agents[chosen[i]].alive = false;
    }
}

static void teleport(model *m) {
    model_agent *agent = take_agent(m);
    sst_point position = take_point(m->source);
    sst_vec2 velocity = take_vector(m->source);
    if (!agent) {
        return;
    }
    require(sst_world_teleport_agent(m->world, agent->id, position, velocity) ==
            expected_of(agent));
    agent->def.position = to_range(m, position);
    agent->def.velocity = velocity;
}

static void give_bad_values(model *m) {
    model_agent *agent = take_agent(m);
    float zero = 0.0f;
    if (!agent || !agent->alive) {
        return;
    }
    require(sst_world_set_velocity(m->world, agent->id, (sst_vec2){zero / zero, 0.0f}) ==
            SST_ERROR_NOT_FINITE);
    require(sst_world_move_agent(m->world, agent->id, (sst_point){1e9, 0.0}) == SST_ERROR_POSITION);
    require(sst_world_set_time_step(m->world, -1.0f) == SST_ERROR_TIME_STEP);
}

static void add_obstacle(model *m) {
    sst_obstacle_def def;
    sst_obstacle_id id;
    sst_point vertices[8];
    require(sst_obstacle_def_init(&def) == SST_OK);
    def.vertices = vertices;
    def.vertex_count = take(m->source) % 9;
    def.kind = (sst_obstacle_kind)(take(m->source) % 4);
    for (size_t i = 0; i < def.vertex_count; i++) {
        vertices[i] = take_point(m->source);
    }
    uint8_t options = take(m->source);
    def.velocity.x = options & 1 ? 0.5f : 0.0f;
    def.enabled = (options & 6) != 6;
    if (m->obstacle_count == MOST) {
        return;
    }
    uint64_t before = sst_world_hash(m->world);
    if (sst_world_add_obstacle(m->world, &def, &id, NULL) == SST_OK) {
        m->obstacles[m->obstacle_count++] = (model_obstacle){id, true, def.enabled};
    } else {
        require(sst_world_hash(m->world) == before);
    }
}

static void change_obstacle(model *m) {
    if (m->obstacle_count == 0) {
        return;
    }
    model_obstacle *obstacle = &m->obstacles[take(m->source) % m->obstacle_count];
    sst_result expected = obstacle->alive ? SST_OK : SST_ERROR_STALE_ID;
    switch (take(m->source) % 4) {
    case 0:
        require(sst_world_remove_obstacle(m->world, obstacle->id) == expected);
        obstacle->alive = false;
        break;
    case 1:
        obstacle->enabled = !obstacle->enabled;
        require(sst_world_enable_obstacle(m->world, obstacle->id, obstacle->enabled) == expected);
        break;
    case 2:
        require(sst_world_move_obstacle(m->world, obstacle->id, take_point(m->source)) == expected);
        break;
    default:
        require(sst_world_set_obstacle_velocity(m->world, obstacle->id, take_vector(m->source)) ==
                expected);
        break;
    }
    require(sst_world_has_obstacle(m->world, obstacle->id) == obstacle->alive);
}

static void check_speed(const model_agent *agent, sst_vec2 v) {
    float speed_sq = v.x * v.x + v.y * v.y, limit = agent->def.max_speed * 1.00001f;
    require(agent->def.scripted || agent->def.decide_every > 1 || speed_sq <= limit * limit);
}

static void step(model *m) {
    sst_step_report report;
    require(sst_world_step(m->world, &report) == SST_OK);
    require(report.agent_count == count_alive(m));
    read_back(m);
    for (size_t i = 0; i < m->agent_count; i++) {
        if (m->agents[i].alive) {
            check_speed(&m->agents[i], m->agents[i].def.velocity);
        }
    }
}

static void query(model *m) {
    sst_point point = take_point(m->source);
    double radius = (double)(take(m->source) % 20) * 0.5;
    sst_agent_id found[MOST];
    size_t count, expected = 0;
    for (size_t i = 0; i < m->agent_count; i++) {
        sst_point at = m->agents[i].def.position, image = to_range(m, point);
        double x = apart(m, SST_AXIS_X, at.x, image.x), y = apart(m, SST_AXIS_Y, at.y, image.y);
        expected += m->agents[i].alive && x * x + y * y <= radius * radius;
    }
    require(sst_world_query_agents(m->world, point, radius, found, MOST, &count) == SST_OK);
    require(count == expected);
    bool visible;
    require(sst_world_query_visibility(m->world, point, take_point(m->source), radius * 0.1, 1,
                                       &visible) == SST_OK);
}

static void watch(model *m) {
    model_agent *agent = take_agent(m);
    sst_agent_trace trace;
    if (!agent) {
        return;
    }
    bool on = take(m->source) & 1;
    require(sst_world_watch_agent(m->world, agent->id, on) == expected_of(agent));
    sst_result expected = !agent->alive ? SST_ERROR_STALE_ID : on ? SST_OK : SST_ERROR_NOT_WATCHED;
    require(sst_world_trace_agent(m->world, agent->id, &trace) == expected);
}

/* Into another world, which goes on as this one. */
static void move_house(model *m) {
    size_t size;
    sst_world_def def;
    sst_world *other;
    require(sst_world_snapshot_size(m->world, &size) == SST_OK);
    void *bytes = malloc(size);
    require(bytes && sst_world_snapshot(m->world, bytes, size) == SST_OK);
    require(sst_world_def_init(&def, SST_PROFILE_CLASSIC) == SST_OK);
    require(sst_world_create(&def, &other) == SST_OK);
    require(sst_world_restore(other, bytes, size) == SST_OK);
    require(sst_world_hash(other) == sst_world_hash(m->world));
    free(bytes);
    sst_world_destroy(m->world);
    m->world = other;
}

static void check_all(const model *m) {
    require(sst_world_agent_count(m->world) == count_alive(m));
    for (size_t i = 0; i < m->agent_count; i++) {
        check_agent(m, &m->agents[i]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static void (*const calls[])(model *) = {
        add_agent,       add_agent,    add_agent,    set_agent,       remove_agents, teleport,
        give_bad_values, add_obstacle, add_obstacle, change_obstacle, step,          step,
        query,           watch,        move_house,
    };
    byte_source source = {data, size};
    sst_world_def def;
    model m = {.source = &source};
    uint8_t options = take(&source);
    sst_profile profile = options & 1 ? SST_PROFILE_CLASSIC : SST_PROFILE_DEFAULT;
    require(sst_world_def_init(&def, profile) == SST_OK);
    m.axis = (sst_axis)((options >> 1) % 3);
    def.periodic_axis = m.axis;
    def.periodic_from = m.axis == SST_AXIS_NONE ? def.periodic_from : period_from;
    def.periodic_to = m.axis == SST_AXIS_NONE ? def.periodic_to : period_to;
    require(sst_world_create(&def, &m.world) == SST_OK);
    while (source.size > 0) {
        calls[take(&source) % (sizeof calls / sizeof *calls)](&m);
        check_all(&m);
    }
    sst_world_destroy(m.world);
    return 0;
}
