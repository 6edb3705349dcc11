/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The number of threads, and whose they are, changes no bit. */
#include "harness.h"

#include <pthread.h>

#include "scenes.h"
#include "sidestep/sidestep.h"

enum { AGENTS = 400, STEPS = 60 };

/* --- Hosts --------------------------------------------------------------------------------- */

typedef struct host_task {
    void (*run)(void *context);
    void *context;
    pthread_t thread;
    bool is_threaded;
} host_task;

/* A host as awkward as the rules allow: some tasks run inside enqueue, some in a thread of their
 * own, some only when they are waited for. */
typedef struct awkward_host {
    test_rng rng;
    host_task tasks[64];
    size_t task_count, started, finished;
} awkward_host;

static void *run_task(void *context) {
    host_task *task = context;
    task->run(task->context);
    return NULL;
}

static void *enqueue(void (*run)(void *), void *task_context, void *context) {
    awkward_host *host = context;
    uint64_t way = test_below(&host->rng, 3);
    if (way == 0) {
        run(task_context);
        return NULL;
    }
    host_task *task = &host->tasks[host->task_count++ % 64];
    *task = (host_task){run, task_context, pthread_self(), false};
    task->is_threaded = way == 1 && pthread_create(&task->thread, NULL, run_task, task) == 0;
    host->started++;
    return task;
}

static void finish(void *handle, void *context) {
    awkward_host *host = context;
    host_task *task = handle;
    if (task->is_threaded) {
        pthread_join(task->thread, NULL);
    } else {
        run_task(task);
    }
    host->finished++;
}

/* --- Runs ---------------------------------------------------------------------------------- */

typedef struct outcome {
    uint64_t hash, sums;
} outcome;

/* What a report says but for its times. */
static uint64_t mixed(uint64_t sums, const sst_step_report *report) {
    const uint64_t values[] = {report->relaxed,         report->overlapping,
                               report->truncated,       report->coincident,
                               report->inside_obstacle, report->contact,
                               report->blocked,         report->neighbor_count,
                               report->edge_count,      report->touching_obstacle};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        sums = sums * UINT64_C(6364136223846793005) + values[i] + 1;
    }
    return sums;
}

static outcome run(sst_profile profile, uint32_t workers, const sst_scheduler *scheduler) {
    sst_world_def def;
    sst_world *world;
    outcome result = {0, 0};
    sst_world_def_init(&def, profile);
    def.worker_count = workers;
    if (scheduler) {
        def.scheduler = *scheduler;
    }
    if (!CHECK(sst_world_create(&def, &world) == SST_OK)) {
        return result;
    }
    CHECK(scene_crowd(world, AGENTS, 11, 0) == SST_OK);
    for (int i = 0; i < STEPS; i++) {
        sst_step_report report;
        CHECK(sst_world_step(world, &report) == SST_OK);
        result.sums = mixed(result.sums, &report);
    }
    result.hash = sst_world_hash(world);
    sst_world_destroy(world);
    return result;
}

static void check_same(outcome a, outcome b) {
    CHECK(a.hash == b.hash);
    CHECK(a.sums == b.sums);
}

static void check_thread_counts(sst_profile profile) {
    outcome one = run(profile, 1, NULL);
    check_same(one, run(profile, 2, NULL));
    check_same(one, run(profile, 4, NULL));
    check_same(one, run(profile, 7, NULL));
    check_same(one, run(profile, 0, NULL));
}

TEST(any_number_of_threads_default) {
    check_thread_counts(SST_PROFILE_DEFAULT);
}

TEST(any_number_of_threads_classic) {
    check_thread_counts(SST_PROFILE_CLASSIC);
}

TEST(an_awkward_host_scheduler) {
    awkward_host host = {.rng = {3}};
    sst_scheduler scheduler = {enqueue, finish, &host};
    outcome one = run(SST_PROFILE_DEFAULT, 1, NULL);
    check_same(one, run(SST_PROFILE_DEFAULT, 2, &scheduler));
    check_same(one, run(SST_PROFILE_DEFAULT, 5, &scheduler));
    CHECK(host.started > 100 && host.started == host.finished);
}

/* Watching, and workers that come and go, are no part of the state either. */
TEST(watching_changes_nothing) {
    sst_world *plain = scene_world(SST_PROFILE_DEFAULT),
              *watched = scene_world(SST_PROFILE_DEFAULT);
    REQUIRE(plain && watched);
    CHECK(scene_crowd(plain, 100, 4, 0) == SST_OK && scene_crowd(watched, 100, 4, 0) == SST_OK);
    sst_agent_view view;
    sst_world_view_agents(watched, &view);
    for (size_t i = 0; i < view.count; i += 3) {
        CHECK(sst_world_watch_agent(watched, view.ids[i], true) == SST_OK);
    }
    for (int i = 0; i < 20; i++) {
        CHECK(sst_world_step(plain, NULL) == SST_OK && sst_world_step(watched, NULL) == SST_OK);
    }
    CHECK(sst_world_hash(plain) == sst_world_hash(watched));
    sst_world_destroy(plain);
    sst_world_destroy(watched);
}

SUITE(step_determinism_threads, CASE(any_number_of_threads_default),
      CASE(any_number_of_threads_classic), CASE(an_awkward_host_scheduler),
      CASE(watching_changes_nothing))
