/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* What commands on a scenario share. */

#include "cli.h"
#include "frame.h"

const cli_choice cli_profiles[] = {
    {"default", "made for use"}, {"classic", "ORCA as in the literature"}, {NULL, NULL}};

sst_profile cli_profile_of(int choice) {
    return choice == 0 ? SST_PROFILE_DEFAULT : SST_PROFILE_CLASSIC;
}

sst_outcome cli_load_scenario(const char *path, const cli_list *settings, sst_reporter reporter,
                              sst_scenario **scenario) {
    sst_outcome outcome =
        sst_scenario_load_with(path, settings->items, settings->count, reporter, scenario);
    if (outcome == SST_BAD_INPUT && cli_name_ends(path, &cli_people_file))
        fprintf(stderr,
                "Is %s a recording? To make a scenario from recorded people: sidestep "
                "import %s -o people.yaml\n",
                path, path);
    return outcome;
}
