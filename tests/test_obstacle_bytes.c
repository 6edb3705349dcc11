/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Obstacles written and read, bytes that nobody wrote, and scenes that are turned, mirrored and
 * shifted: the same bits. */
#include "base/lattice.h"
#include "failing_allocator.h"
#include "harness.h"
#include "world/obstacles.h"

#define MOST 2000

static void make_set(ssti_obstacles *set, failing_allocator *books) {
    failing_allocator_init(books);
    sst_allocator allocator = failing_allocator_interface(books);
    ssti_obstacles_init(set, &allocator, false);
}

/* How a scene is turned, mirrored or shifted. */
typedef struct {
    int quarter_turns;
    bool mirrored;
    sst_point shift;
} transform;

static sst_point turned(const transform *t, sst_point p) {
    p.y = t->mirrored ? -p.y : p.y;
    for (int i = 0; i < t->quarter_turns; i++) {
        p = (sst_point){-p.y, p.x};
    }
    return p;
}

static sst_vec2 turned_f(const transform *t, sst_vec2 v) {
    sst_point p = turned(t, (sst_point){(double)v.x, (double)v.y});
    return (sst_vec2){(float)p.x, (float)p.y};
}

static sst_point placed(const transform *t, sst_point p) {
    p = turned(t, p);
    return (sst_point){p.x + t->shift.x, p.y + t->shift.y};
}

static const transform as_is = {0, false, {0, 0}};

/* The same for the same seed, but for the transform. Long walls among small things. */
static void fill(ssti_obstacles *set, uint64_t seed, const transform *t) {
    test_rng rng = {seed};
    for (int n = 0; n < 12; n++) {
        sst_point v[8];
        size_t count = 2 + (size_t)test_below(&rng, 7);
        double size = test_below(&rng, 4) ? 3.0 : 2000.0;
        sst_point middle = {test_uniform(&rng, -8, 8), test_uniform(&rng, -8, 8)};
        for (size_t i = 0; i < count; i++) {
            double angle = 6.2831853 * (double)i / (double)count, r = test_uniform(&rng, 0.5, 1);
            sst_point p = {middle.x + size * r * cos(angle), middle.y + size * r * sin(angle)};
            v[i] = placed(t, ssti_lattice_point(p));
        }
        sst_obstacle_def def;
        sst_obstacle_def_init(&def);
        def.kind = count > 2 ? (sst_obstacle_kind)test_below(&rng, 4) : SST_OBSTACLE_CHAIN;
        def.vertices = v;
        def.vertex_count = count;
        def.layers = 1u << test_below(&rng, 3);
        def.enabled = test_below(&rng, 6) > 0;
        sst_vec2 velocity = {test_uniform_f(&rng, -2, 2), test_uniform_f(&rng, -2, 2)};
        def.velocity = test_below(&rng, 2) ? turned_f(t, velocity) : (sst_vec2){0, 0};
        sst_obstacle_id id;
        CHECK_INT(ssti_obstacles_add(set, &def, &id, NULL), SST_OK);
    }
    sst_obstacle_id gone = {set->all[test_below(&rng, 12)].id};
    CHECK_INT(ssti_obstacles_remove(set, gone), SST_OK);
}

static size_t look(ssti_obstacles *set, const transform *t, sst_point from, sst_edge *edges) {
    ssti_edge_rank ranks[200];
    CHECK(set->edge_count <= 200);
    ssti_edge_query query = {.position = placed(t, ssti_lattice_point(from)),
                             .radius = 0.5f,
                             .reach = 6.0f,
                             .horizon = 1.0f,
                             .obstacle_mask = SST_ALL_LAYERS,
                             .closed = true,
                             .bring_out = true};
    ssti_obstacles_refresh(set);
    return ssti_obstacles_gather(set, &query, ranks, edges);
}

/* --- Written and read ------------------------------------------------------------------------- */

static size_t write_set(const ssti_obstacles *set, uint8_t *bytes) {
    ssti_writer counter = {0}, writer = {.bytes = bytes, .capacity = MOST * 8};
    ssti_obstacles_write(set, &counter);
    ssti_obstacles_write(set, &writer);
    CHECK(!writer.failed && writer.used == counter.used);
    return writer.used;
}

static sst_result read_set(ssti_obstacles *set, const uint8_t *bytes, size_t size) {
    ssti_reader reader = {bytes, size, 0, false};
    return ssti_obstacles_read(set, &reader);
}

static void check_same(ssti_obstacles *a, ssti_obstacles *b) {
    sst_edge from_a[200], from_b[200];
    CHECK(ssti_obstacles_hash(a) == ssti_obstacles_hash(b));
    CHECK_INT(a->created, b->created);
    for (int i = -6; i < 6; i++) {
        size_t count = look(a, &as_is, (sst_point){i, 0.5 * i}, from_a);
        CHECK_INT(look(b, &as_is, (sst_point){i, 0.5 * i}, from_b), count);
        CHECK(memcmp(from_a, from_b, count * sizeof *from_a) == 0);
    }
    for (size_t i = 0; i < a->count; i++) {
        sst_obstacle_id id = {a->all[i].id};
        const ssti_obstacle *other = ssti_obstacles_find(b, id);
        CHECK(other && other->key == a->all[i].key);
    }
}

TEST(what_is_written_is_read) {
    static uint8_t bytes[MOST * 8];
    for (uint64_t seed = 0; seed < 50; seed++) {
        failing_allocator books, more_books;
        ssti_obstacles set, read;
        make_set(&set, &books);
        make_set(&read, &more_books);
        fill(&set, seed, &as_is);
        ssti_obstacles_advance(&set, 0.1f);
        size_t size = write_set(&set, bytes);
        CHECK_INT(read_set(&read, bytes, size), SST_OK);
        check_same(&set, &read);
        ssti_obstacles_advance(&set, 0.1f);
        ssti_obstacles_advance(&read, 0.1f);
        check_same(&set, &read);
        ssti_obstacles_free(&set);
        ssti_obstacles_free(&read);
        CHECK_INT(books.live_blocks + more_books.live_blocks, 0);
        CHECK_INT(books.mistakes + more_books.mistakes, 0);
    }
}

/* Read into a set and free it, whatever comes. */
static sst_result try_bytes(const uint8_t *bytes, size_t size, long fail_at, bool *failed) {
    failing_allocator books;
    ssti_obstacles set;
    make_set(&set, &books);
    books.until_failure = fail_at;
    sst_result result = read_set(&set, bytes, size);
    if (result == SST_OK) {
        sst_edge edges[200];
        if (set.edge_count <= 200) {
            look(&set, &as_is, (sst_point){0, 0}, edges);
        }
    }
    ssti_obstacles_free(&set);
    CHECK_INT(books.live_blocks, 0);
    CHECK_INT(books.mistakes, 0);
    *failed = books.failures > 0;
    return result;
}

TEST(cut_and_damaged_bytes_are_refused) {
    static uint8_t bytes[MOST * 8], damaged[MOST * 8];
    test_rng rng = test_seed(31);
    failing_allocator books;
    ssti_obstacles set;
    bool failed;
    make_set(&set, &books);
    fill(&set, 3, &as_is);
    size_t size = write_set(&set, bytes);
    ssti_obstacles_free(&set);
    for (size_t cut = 0; cut < size; cut++) {
        CHECK_INT(try_bytes(bytes, cut, -1, &failed), SST_ERROR_SNAPSHOT);
    }
    int refused = 0;
    for (long i = 0; i < test_count(20000, 1000000); i++) {
        memcpy(damaged, bytes, size);
        for (uint64_t k = test_below(&rng, 3) + 1; k > 0; k--) {
            damaged[test_below(&rng, size)] = (uint8_t)test_below(&rng, 256);
        }
        sst_result result = try_bytes(damaged, size, -1, &failed);
        CHECK(result == SST_OK || result == SST_ERROR_SNAPSHOT);
        refused += result == SST_ERROR_SNAPSHOT;
    }
    CHECK(refused > 1000);
}

TEST(a_failed_allocation_while_reading_leaks_nothing) {
    static uint8_t bytes[MOST * 8];
    failing_allocator books;
    ssti_obstacles set;
    make_set(&set, &books);
    fill(&set, 3, &as_is);
    size_t size = write_set(&set, bytes);
    ssti_obstacles_free(&set);
    bool failed = true;
    long fail_at = 0;
    for (; failed; fail_at++) {
        sst_result result = try_bytes(bytes, size, fail_at, &failed);
        CHECK_INT(result, failed ? SST_ERROR_OUT_OF_MEMORY : SST_OK);
    }
    CHECK(fail_at > 8);
}

/* Bytes of two obstacles, the first of them with fields that nobody would write. */
typedef struct {
    uint64_t created, first_id, first_key;
    uint8_t kind;
    sst_point vertices[4];
} forgery;

static const sst_point square[4] = {{4, 0}, {5, 0}, {5, 1}, {4, 1}};

static void write_forged(ssti_writer *w, uint64_t id, uint64_t key, uint8_t kind,
                         const sst_point *vertices) {
    ssti_write_u64(w, id);
    ssti_write_u64(w, key);
    ssti_write_u8(w, kind);
    ssti_write_bool(w, true);
    ssti_write_u32(w, 1);
    ssti_write_f32(w, 0);
    ssti_write_f32(w, 0);
    ssti_write_u32(w, 4);
    for (int i = 0; i < 4; i++) {
        ssti_write_f64(w, vertices[i].x);
        ssti_write_f64(w, vertices[i].y);
    }
}

static uint64_t id_of(uint32_t index) {
    return (uint64_t)1 << 32 | (index + 1);
}

static sst_result read_forged(const forgery *f) {
    uint8_t bytes[512];
    ssti_writer w = {.bytes = bytes, .capacity = sizeof bytes};
    ssti_write_u32(&w, 2);
    ssti_write_u64(&w, f->created);
    ssti_write_u32(&w, 2); /* the ids: how many, no free one, then generation and slot */
    ssti_write_u32(&w, SSTI_NO_INDEX);
    for (uint32_t slot = 0; slot < 2; slot++) {
        ssti_write_u32(&w, 1);
        ssti_write_u32(&w, slot);
    }
    write_forged(&w, f->first_id, f->first_key, f->kind, f->vertices);
    write_forged(&w, id_of(f->first_id == id_of(0)), 1, SST_OBSTACLE_ROOM, square);
    bool failed;
    CHECK(!w.failed);
    return try_bytes(bytes, w.used, -1, &failed);
}

#define SQUARE                                                                                     \
    {                                                                                              \
        {0, 0}, {1, 0}, {1, 1}, {                                                                  \
            0, 1                                                                                   \
        }                                                                                          \
    }

TEST(bytes_cannot_bring_in_what_adding_refuses) {
    const uint64_t id = id_of(0);
    const forgery good = {2, id, 0, SST_OBSTACLE_SOLID, SQUARE};
    const forgery bad[] = {
        {2, id, 0, SST_OBSTACLE_SOLID, {{0, 0}, {1, 1}, {1, 0}, {0, 1}}},   /* crosses itself */
        {2, id, 0, SST_OBSTACLE_SOLID, {{0, 0}, {1, 0}, {2, 0}, {0, 1}}},   /* straight */
        {2, id, 0, SST_OBSTACLE_SOLID, {{0, 0}, {0, 0}, {1, 2}, {0, 1}}},   /* repeated */
        {2, id, 0, SST_OBSTACLE_SOLID, {{0, 0}, {1, 0}, {1.1, 1}, {0, 1}}}, /* off the lattice */
        {2, id, 0, SST_OBSTACLE_SOLID, {{0, 0}, {1, 0}, {1, 1.1}, {0, 1}}}, /* off the lattice */
        {2, id, 0, SST_OBSTACLE_SOLID, {{0, 0}, {1, 0}, {1, 2e8}, {0, 1}}}, /* out of the world */
        {2, id, 0, SST_OBSTACLE_AUTO, SQUARE},                              /* no kind */
        {2, id, 0, 4, SQUARE},                                              /* no kind */
        {2, id, 1, SST_OBSTACLE_SOLID, SQUARE},                             /* the same key twice */
        {2, id, SST_KEY_AUTO, SST_OBSTACLE_SOLID, SQUARE},                  /* no key */
        {2, id_of(1), 0, SST_OBSTACLE_SOLID, SQUARE},                       /* ids exchanged */
        {2, id_of(2), 0, SST_OBSTACLE_SOLID, SQUARE},                       /* no such id */
        {1, id, 0, SST_OBSTACLE_SOLID, SQUARE},          /* fewer created than there are */
        {UINT64_MAX, id, 0, SST_OBSTACLE_SOLID, SQUARE}, /* no count */
    };
    CHECK_INT(read_forged(&good), SST_OK);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CHECK_MSG(read_forged(&bad[i]) == SST_ERROR_SNAPSHOT, "forgery %zu is accepted", i);
    }
}

/* --- Turned, mirrored, shifted ------------------------------------------------------------- */

/* -0 and 0 are the same place. */
static bool same_vec(const transform *t, sst_vec2 plain, sst_vec2 seen) {
    sst_vec2 expected = turned_f(t, plain);
    return expected.x == seen.x && expected.y == seen.y;
}

static uint32_t mirrored_flags(uint32_t flags) {
    uint32_t kept = flags & (SST_EDGE_TWO_SIDED | SST_EDGE_INSIDE | SST_EDGE_MOVING);
    bool one_sided = !(flags & SST_EDGE_TWO_SIDED);
    kept |= one_sided && !(flags & SST_EDGE_FREE_LEFT) ? SST_EDGE_FREE_LEFT : 0;
    kept |= flags & SST_EDGE_FROM_LEFT_TURN ? SST_EDGE_FROM_RIGHT_TURN : 0;
    kept |= flags & SST_EDGE_FROM_RIGHT_TURN ? SST_EDGE_FROM_LEFT_TURN : 0;
    kept |= flags & SST_EDGE_TO_LEFT_TURN ? SST_EDGE_TO_RIGHT_TURN : 0;
    return kept | (flags & SST_EDGE_TO_RIGHT_TURN ? SST_EDGE_TO_LEFT_TURN : 0);
}

static void check_edge(const transform *t, const sst_edge *plain, const sst_edge *seen) {
    CHECK(same_vec(t, plain->from, seen->from));
    CHECK(same_vec(t, plain->to, seen->to));
    CHECK(same_vec(t, plain->direction, seen->direction));
    CHECK(same_vec(t, plain->previous_direction, seen->previous_direction));
    CHECK(same_vec(t, plain->next_direction, seen->next_direction));
    CHECK(same_vec(t, plain->velocity, seen->velocity));
    CHECK_INT(seen->flags, t->mirrored ? mirrored_flags(plain->flags) : plain->flags);
}

static void compare(ssti_obstacles *plain, ssti_obstacles *other, const transform *t,
                    size_t *compared) {
    sst_edge from_plain[200], from_other[200];
    for (int i = -6; i < 6; i++) {
        sst_point p = {1.25 * i, 0.5 * i};
        size_t count = look(plain, &as_is, p, from_plain);
        CHECK_INT(look(other, t, p, from_other), count);
        for (size_t k = 0; k < count; k++) {
            check_edge(t, &from_plain[k], &from_other[k]);
        }
        *compared += count;
    }
}

TEST(turned_mirrored_and_shifted_scenes_give_the_same_bits) {
    size_t compared = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        transform t = {(int)(seed % 4), seed / 4 % 2, {0, 0}};
        if (seed % 3) {
            t.shift = (sst_point){9.1e7 + 0x1p-24, -5e7 - 0x1p-23};
        }
        failing_allocator books, more_books;
        ssti_obstacles plain, other;
        make_set(&plain, &books);
        make_set(&other, &more_books);
        fill(&plain, seed, &as_is);
        fill(&other, seed, &t);
        for (int step = 0; step < 3; step++) {
            compare(&plain, &other, &t, &compared);
            ssti_obstacles_advance(&plain, 0.3f);
            ssti_obstacles_advance(&other, 0.3f);
        }
        ssti_obstacles_free(&plain);
        ssti_obstacles_free(&other);
    }
    CHECK(compared > 3000);
}

SUITE(obstacle_bytes, CASE(what_is_written_is_read), CASE(cut_and_damaged_bytes_are_refused),
      CASE(a_failed_allocation_while_reading_leaks_nothing),
      CASE(bytes_cannot_bring_in_what_adding_refuses),
      CASE(turned_mirrored_and_shifted_scenes_give_the_same_bits))
