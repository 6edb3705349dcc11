/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The picture of a run: everyone's trail is collected step by step, whatever is recorded of them;
 * obstacles, goals and figures are gathered at the end. The file is created before the first step,
 * so that a long run does not find out last that it cannot be written. */

#include "run/run.h"
#include "scenario/periodic.h"
#include "tree/tree.h"

#include <stdlib.h>
#include <string.h>

static const ssti_place nowhere = {0, 0};

sst_outcome ssti_picture_open(ssti_run *run) {
    const char *path = run->options->picture_path;
    ssti_picture *p = &run->picture;
    if (!path)
        return SST_DONE;
    p->report = (ssti_report){.to = run->reporter, .file = path};
    p->kind = ssti_picture_kind_of(path);
    if (p->kind == SSTI_PICTURE_NONE) {
        ssti_error(
            &p->report, nowhere,
            "the name tells no kind of picture, expected one that ends in .png, .svg or .pdf");
        return SST_BAD_INPUT;
    }
    size_t agents = run->scenario->agent_count;
    p->placed = calloc(agents + 1, sizeof *p->placed);
    p->collisions = calloc(agents + 1, sizeof *p->collisions);
    if (!ssti_trails_init(&p->trails, agents) || !p->placed || !p->collisions)
        return ssti_out_of_memory(&run->report);
    return ssti_whole_file_open(&p->file, path, &p->report) ? SST_DONE : SST_FAILED;
}

static void place_collisions(ssti_run *run) {
    ssti_picture *p = &run->picture;
    for (size_t i = 0; i < run->present_count; i++) {
        uint32_t agent = run->present[i];
        bool collided = run->metrics.collisions.agents[agent].ever;
        if (collided && !p->placed[agent])
            p->collisions[p->collision_count++] = run->positions[i];
        p->placed[agent] = collided;
    }
}

sst_outcome ssti_picture_frame(ssti_run *run) {
    bool wanted = run->picture.file.stream != NULL;
    if (wanted)
        place_collisions(run);
    if (!wanted || ssti_trails_frame(&run->picture.trails, ssti_run_time(run), run->present,
                                     run->positions, run->present_count))
        return SST_DONE;
    return ssti_out_of_memory(&run->report);
}

void ssti_picture_free(ssti_picture *picture) {
    ssti_whole_file_drop(&picture->file);
    ssti_trails_free(&picture->trails);
    free(picture->placed);
    free(picture->collisions);
}

/* --- What is on it ------------------------------------------------------------------------- */

/* The parts of the scene that need memory of their own. */
typedef struct parts {
    ssti_plot_agent *agents;
    ssti_plot_obstacle *obstacles;
    sst_obstacle_id *ids;
    sst_point *goals, *waypoints;
    bool *is_waypoint; /* by number of the point: a group has its goals in common */
    size_t obstacle_count, goal_count, waypoint_count;
} parts;

static bool allocate(const ssti_run *run, parts *p) {
    size_t obstacles = sst_world_obstacle_count(run->world), points = run->scenario->point_count;
    size_t agents = run->scenario->agent_count;
    p->agents = calloc(agents + 1, sizeof *p->agents);
    p->obstacles = calloc(obstacles + 1, sizeof *p->obstacles);
    p->ids = calloc(obstacles + 1, sizeof *p->ids);
    p->goals = calloc(agents + 1, sizeof *p->goals);
    p->waypoints = calloc(points + 1, sizeof *p->waypoints);
    p->is_waypoint = calloc(points + 1, sizeof *p->is_waypoint);
    return p->agents && p->obstacles && p->ids && p->goals && p->waypoints && p->is_waypoint;
}

static void free_parts(parts *p) {
    free(p->agents);
    free(p->obstacles);
    free(p->ids);
    free(p->goals);
    free(p->waypoints);
    free(p->is_waypoint);
}

static void add_goals(const ssti_run *run, const ssti_journey *journey, parts *p) {
    ssti_range goals = journey->agent->goals;
    const sst_point *points = run->scenario->points;
    size_t last = goals.first + goals.count - 1;
    for (size_t i = goals.first; goals.count && i < last; i++) {
        if (!p->is_waypoint[i])
            p->waypoints[p->waypoint_count++] = points[i];
        p->is_waypoint[i] = true;
    }
    if (goals.count)
        p->goals[p->goal_count++] = points[last];
}

static void gather_agents(const ssti_run *run, parts *p) {
    for (size_t i = 0; i < run->scenario->agent_count; i++) {
        const ssti_journey *journey = &run->metrics.journeys[i];
        p->agents[i].radius = run->scenario->agents[i].def.radius;
        if (!journey->agent) /* never entered */
            continue;
        p->agents[i].marks =
            ssti_journey_is_stuck(journey) ? SSTI_MARK_STUCK | SSTI_MARK_GONE : SSTI_MARK_GONE;
        p->agents[i].time = journey->arrived ? (float)(journey->entered + journey->took)
                                             : run->picture.trails.trails[i].last.time;
        add_goals(run, journey, p);
    }
    for (size_t i = 0; i < run->present_count; i++)
        p->agents[run->present[i]].marks &= SSTI_MARK_STUCK;
}

static void gather_obstacles(const ssti_run *run, parts *p) {
    size_t count = 0;
    double time = ssti_run_time(run);
    sst_world_list_obstacles(run->world, p->ids, sst_world_obstacle_count(run->world), &count);
    for (size_t i = 0; i < count; i++) {
        sst_obstacle_def def;
        sst_obstacle_def_init(&def);
        if (sst_world_get_obstacle(run->world, p->ids[i], &def) != SST_OK)
            continue;
        p->obstacles[p->obstacle_count++] = (ssti_plot_obstacle){
            .kind = def.kind,
            .vertices = def.vertices,
            .vertex_count = def.vertex_count,
            .velocity = def.velocity,
            .offset = {(double)def.velocity.x * time, (double)def.velocity.y * time}};
    }
}

/* --- What it says -------------------------------------------------------------------------- */

/* The scenario's name, or its file's without the folders; as UTF-8 whatever the bytes. */
static ssti_shown choose_title(const sst_scenario *scenario) {
    const char *slash = strrchr(scenario->file, '/');
    const char *file = slash ? slash + 1 : scenario->file;
    const char *name = sst_scenario_name(scenario);
    ssti_shown title = ssti_show(*name ? name : file);
    ssti_report nobody = {0};
    if (!ssti_text_is_clean(title.text, strlen(title.text), &nobody))
        for (char *c = title.text; *c; c++)
            *c = (unsigned char)*c < 0x80 ? *c : '?';
    return title;
}

static const char *plural(uint64_t count) {
    return count == 1 ? "" : "s";
}

static void describe(const sst_summary *s, char text[static 200]) {
    char arrived[40] = "", replayed[40] = "", stuck[40] = "";
    if (s->replayed < s->agents || s->agents == 0)
        snprintf(arrived, sizeof arrived, "%zu arrived", s->arrived);
    if (s->replayed)
        snprintf(replayed, sizeof replayed, "%s%zu replayed", *arrived ? ", " : "", s->replayed);
    if (s->stuck)
        snprintf(stuck, sizeof stuck, ", %zu stuck", s->stuck);
    snprintf(text, 200, "%zu agent%s: %s%s%s  \302\267  %llu collision%s  \302\267  %.10g s",
             s->agents, plural(s->agents), arrived, replayed, stuck,
             (unsigned long long)s->collisions, plural(s->collisions), s->time);
}

static bool write(ssti_run *run, const sst_summary *summary, const parts *p) {
    ssti_shown title = choose_title(run->scenario);
    char subtitle[200], footnote[120];
    describe(summary, subtitle);
    snprintf(footnote, sizeof footnote, "Sidestep %s, profile %s, state hash %016llx",
             SIDESTEP_VERSION,
             run->scenario->profile == SST_PROFILE_CLASSIC ? "classic" : "default",
             (unsigned long long)summary->state_hash);
    sst_point length = ssti_periodic_length(&run->scenario->periodic);
    ssti_plot_scene scene = {.title = title.text,
                             .subtitle = subtitle,
                             .footnote = footnote,
                             .duration = summary->time,
                             .time_step = run->scenario->time_step,
                             .jump = {length.x / 2, length.y / 2},
                             .trails = &run->picture.trails,
                             .agents = p->agents,
                             .obstacles = p->obstacles,
                             .obstacle_count = p->obstacle_count,
                             .goals = p->goals,
                             .goal_count = p->goal_count,
                             .waypoints = p->waypoints,
                             .waypoint_count = p->waypoint_count,
                             .collisions = run->picture.collisions,
                             .collision_count = run->picture.collision_count};
    ssti_picture *picture = &run->picture;
    if (ssti_picture_write(&scene, picture->kind, picture->file.stream, &picture->report))
        return ssti_whole_file_close(&picture->file, &picture->report);
    ssti_whole_file_drop(&picture->file);
    return false;
}

sst_outcome ssti_picture_finish(ssti_run *run, const sst_summary *summary) {
    if (!run->picture.file.stream)
        return SST_DONE;
    parts p = {0};
    sst_outcome outcome = SST_DONE;
    if (!allocate(run, &p)) {
        outcome = ssti_out_of_memory(&run->report);
    } else {
        gather_agents(run, &p);
        gather_obstacles(run, &p);
        outcome = write(run, summary, &p) ? SST_DONE : SST_FAILED;
    }
    free_parts(&p);
    return outcome;
}
