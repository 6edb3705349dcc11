/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Steps fixed scenes and prints their hashes: the same whatever the compiler, its optimisation, the
 * instruction set and the number of threads.
 *
 *     determinism_hash [WORKERS [ISA]]
 *
 * Prints a line a scene: its name, and the state hash after every 50 of 200 steps. Exit status 77:
 * this processor, or this build, lacks the instruction set. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenes.h"

typedef struct fixed_scene {
    const char *name;
    sst_profile profile;
    size_t agents;
    float time_step;
    bool on_a_point;
} fixed_scene;

static const fixed_scene SCENES[] = {
    {"default-crowd", SST_PROFILE_DEFAULT, 300, 0.1f, false},
    {"default-crowd-coarse", SST_PROFILE_DEFAULT, 200, 0.5f, false},
    {"default-point", SST_PROFILE_DEFAULT, 100, 0.1f, true},
    {"classic-crowd", SST_PROFILE_CLASSIC, 300, 0.1f, false},
    {"classic-crowd-coarse", SST_PROFILE_CLASSIC, 200, 0.25f, false},
    {"classic-point", SST_PROFILE_CLASSIC, 100, 0.25f, true},
};

static const char *const ISAS[] = {"auto", "scalar", "sse2", "avx2", "avx512", "neon", "wasm"};
enum { ISA_COUNT = sizeof ISAS / sizeof *ISAS, LACKS_ISA = 77 };

/* ISA_COUNT for a word that names none. */
static int isa_named(const char *word) {
    int isa = 0;
    while (isa < ISA_COUNT && strcmp(word, ISAS[isa]) != 0) {
        isa++;
    }
    return isa;
}

static sst_result put_on_a_point(sst_world *world) {
    sst_agent_view view;
    sst_result result = sst_world_view_agents(world, &view);
    for (size_t i = 0; i < view.count && result == SST_OK; i++) {
        result = sst_world_move_agent(world, view.ids[i], (sst_point){0.5, 0.25});
    }
    return result;
}

static sst_result set_scene(const fixed_scene *scene, uint32_t workers, sst_isa isa,
                            sst_world **world) {
    sst_world_def def;
    sst_world_def_init(&def, scene->profile);
    def.solve.time_step = scene->time_step;
    def.worker_count = workers;
    def.isa = isa;
    sst_result result = sst_world_create(&def, world);
    if (result == SST_OK) {
        result = scene_crowd(*world, scene->agents, 42, 0);
    }
    return result == SST_OK && scene->on_a_point ? put_on_a_point(*world) : result;
}

static sst_result run_scene(const fixed_scene *scene, uint32_t workers, sst_isa isa) {
    sst_world *world = NULL;
    sst_result result = set_scene(scene, workers, isa, &world);
    printf("%s", scene->name);
    for (int step = 1; step <= 200 && result == SST_OK; step++) {
        result = sst_world_step(world, NULL);
        if (step % 50 == 0) {
            printf(" %016llx", (unsigned long long)sst_world_hash(world));
        }
    }
    printf("\n");
    sst_world_destroy(world);
    return result;
}

int main(int argc, char **argv) {
    uint32_t workers = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 1;
    int isa = argc > 2 ? isa_named(argv[2]) : SST_ISA_AUTO;
    for (size_t i = 0; i < sizeof SCENES / sizeof *SCENES; i++) {
        sst_result result = run_scene(&SCENES[i], workers, (sst_isa)isa);
        if (result != SST_OK) {
            fprintf(stderr, "%s: %s\n", SCENES[i].name, sst_result_text(result));
            return result == SST_ERROR_ISA ? LACKS_ISA : 1;
        }
    }
    return 0;
}
