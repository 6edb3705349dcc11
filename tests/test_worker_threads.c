/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The workers: every item is done once, by whatever threads, however many; and pools come and go.
 */
#include "harness.h"

#include "platform/clock.h"
#include "platform/threads.h"

enum { MOST_ITEMS = 5000 };

typedef struct marks {
    atomic_int times[MOST_ITEMS];
    atomic_int wrong_workers;
    uint32_t worker_count;
    size_t block;
    atomic_int wrong_blocks;
} marks;

static void mark(size_t begin, size_t end, uint32_t worker, void *context) {
    marks *m = context;
    if (worker >= m->worker_count) {
        atomic_fetch_add(&m->wrong_workers, 1);
    }
    if (begin % m->block != 0 || end - begin > m->block || begin >= end) {
        atomic_fetch_add(&m->wrong_blocks, 1);
    }
    for (size_t i = begin; i < end; i++) {
        atomic_fetch_add(&m->times[i], 1);
    }
}

static void check_run(ssti_workers *workers, marks *m, size_t count, size_t block) {
    for (size_t i = 0; i < MOST_ITEMS; i++) {
        atomic_store(&m->times[i], 0);
    }
    m->block = block;
    ssti_workers_run(workers, count, block, mark, m);
    size_t wrong = 0;
    for (size_t i = 0; i < MOST_ITEMS; i++) {
        wrong += atomic_load(&m->times[i]) != (i < count ? 1 : 0);
    }
    CHECK_INT(wrong, 0);
    CHECK(atomic_load(&m->wrong_workers) == 0 && atomic_load(&m->wrong_blocks) == 0);
}

static void check_pool(uint32_t count) {
    static marks m;
    sst_allocator allocator = {0};
    const sst_scheduler none = {0};
    ssti_workers *workers = NULL;
    REQUIRE(ssti_allocator_complete(&allocator) == SST_OK);
    REQUIRE(ssti_workers_create(count, &none, &allocator, &workers) == SST_OK);
    m.worker_count = ssti_workers_count(workers);
    CHECK(count == 0 ? m.worker_count >= 1 : m.worker_count == count);
    const size_t counts[] = {0, 1, 31, 32, 33, 64, 1000, MOST_ITEMS};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        check_run(workers, &m, counts[i], 32);
        check_run(workers, &m, counts[i], 1);
        check_run(workers, &m, counts[i], MOST_ITEMS);
    }
    ssti_workers_destroy(workers, &allocator);
}

TEST(every_item_is_done_once) {
    for (uint32_t count = 0; count <= 8; count++) {
        check_pool(count);
    }
}

TEST(pools_come_and_go) {
    sst_allocator allocator = {0};
    const sst_scheduler none = {0};
    REQUIRE(ssti_allocator_complete(&allocator) == SST_OK);
    for (uint32_t i = 0; i < 200; i++) {
        ssti_workers *workers = NULL;
        CHECK(ssti_workers_create(1 + i % 5, &none, &allocator, &workers) == SST_OK);
        ssti_workers_destroy(workers, &allocator);
    }
    ssti_workers_destroy(NULL, &allocator);
}

TEST(the_clock_never_goes_back) {
    uint64_t last = ssti_clock_ns();
    for (int i = 0; i < 1000; i++) {
        uint64_t now = ssti_clock_ns();
        CHECK(now >= last);
        last = now;
    }
}

SUITE(worker_threads, CASE(every_item_is_done_once), CASE(pools_come_and_go),
      CASE(the_clock_never_goes_back))
