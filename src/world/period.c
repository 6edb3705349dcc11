/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

#include "world/period.h"

#include "base/lattice.h"

static bool is_finite(double x) {
    return x - x == 0.0;
}

/* An obstacle that begins in the range may end a period beyond it, and must lie in the world. */
static bool is_range(double from, double to) {
    return to > from && from >= -SST_MAX_COORDINATE && to + (to - from) <= SST_MAX_COORDINATE;
}

sst_result ssti_check_period(sst_world_def *def) {
    if ((uint32_t)def->periodic_axis > SST_AXIS_Y) {
        return SST_ERROR_OPTION;
    }
    if (def->periodic_axis == SST_AXIS_NONE) {
        def->periodic_from = def->periodic_to = 0.0;
        return SST_OK;
    }
    if (!is_finite(def->periodic_from) || !is_finite(def->periodic_to)) {
        return SST_ERROR_NOT_FINITE;
    }
    double from = ssti_lattice_round(def->periodic_from);
    double to = ssti_lattice_round(def->periodic_to);
    if (!is_range(from, to)) {
        return SST_ERROR_PERIOD;
    }
    def->periodic_from = from;
    def->periodic_to = to;
    return SST_OK;
}

ssti_period ssti_period_of(const sst_world_def *def) {
    double length = def->periodic_to - def->periodic_from;
    ssti_period period = {{0.0, 0.0}, {0.0, 0.0}};
    if (def->periodic_axis == SST_AXIS_X) {
        period = (ssti_period){{def->periodic_from, 0.0}, {length, 0.0}};
    } else if (def->periodic_axis == SST_AXIS_Y) {
        period = (ssti_period){{0.0, def->periodic_from}, {0.0, length}};
    }
    return period;
}
