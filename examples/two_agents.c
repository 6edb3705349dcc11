/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Two agents walk at each other and pass. The body is the first look of the README. */

#include <sidestep/sidestep.h>

#include <stdio.h>

int main(void) {
    sst_world_def def;
    sst_world_def_init(&def, SST_PROFILE_DEFAULT);
    sst_world *world;
    if (sst_world_create(&def, &world) != SST_OK)
        return 1;

    sst_agent_id ids[2];
    for (int i = 0; i < 2; i++) {
        float side = i == 0 ? -1.0f : 1.0f;
        sst_agent_def agent;
        sst_agent_def_init(&agent);
        agent.position = (sst_point){5.0 * (double)side, 0.05 * (double)side};
        agent.preferred_velocity = (sst_vec2){-1.2f * side, 0.0f};
        sst_world_add_agent(world, &agent, &ids[i]);
    }
    for (int step = 1; step <= 80; step++) {
        sst_world_step(world, NULL);
        if (step % 20 == 0) {
            sst_point at[2];
            sst_world_get_positions(world, ids, at, 2);
            printf("(%5.2f, %5.2f)  (%5.2f, %5.2f)\n", at[0].x, at[0].y, at[1].x, at[1].y);
        }
    }
    sst_world_destroy(world);
    return 0;
}
