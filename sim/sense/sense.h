/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* How an agent senses the others: what a scenario says of it. */
#ifndef SIDESTEP_SIM_SENSE_H
#define SIDESTEP_SIM_SENSE_H

#include "sidestep/motion.h"

/* What hides one agent from another: it lies across the line between their centres. */
typedef enum ssti_occlusion {
    SSTI_OCCLUSION_NONE = 0,
    SSTI_OCCLUSION_WALLS = 1, /* obstacles */
    SSTI_OCCLUSION_ALL = 2    /* obstacles, and agents */
} ssti_occlusion;

typedef struct ssti_sense {
    char *name;
    double range;         /* between centres [m, > 0] */
    double field_of_view; /* about the heading [degrees, (0, 360]] */
    int occlusion;        /* an ssti_occlusion */
    double dropout;       /* part of the steps in which another is missed [0, 1] */
    double delay;         /* age of what is measured [s] */
    double memory;        /* for how long who is not measured is believed to go on [s] */
    double inflate;       /* standard deviations by which radii grow */
    int filter;           /* an sst_filter_kind */
    sst_filter_def filter_def;
} ssti_sense;

#endif
