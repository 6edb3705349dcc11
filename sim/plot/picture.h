/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* A picture of a run: what is on it, and the file it becomes. */
#ifndef SIDESTEP_SIM_PLOT_PICTURE_H
#define SIDESTEP_SIM_PLOT_PICTURE_H

#include "plot/trails.h"
#include "report/report.h"

#include <stdio.h>

/* What is special about an agent: it is stuck; it was taken out, and is nowhere at the end. */
enum { SSTI_MARK_STUCK = 1, SSTI_MARK_GONE = 2 };

typedef struct ssti_plot_agent {
    float radius; /* [m] */
    float time;   /* when it arrived, else when it was last there [s] */
    uint8_t marks;
} ssti_plot_agent;

typedef struct ssti_plot_obstacle {
    sst_obstacle_kind kind;    /* not AUTO */
    const sst_point *vertices; /* where it is at the end; absolute, as all points here */
    size_t vertex_count;
    sst_vec2 velocity; /* not zero: it moves, */
    sst_point offset;  /* and came so far [m] */
} ssti_plot_obstacle;

typedef struct ssti_plot_scene {
    const char *title, *subtitle, *footnote; /* UTF-8 */
    double duration;                         /* [s] */
    double time_step;                        /* [s]; who goes farther than `jump` in one, along */
    sst_point jump;                          /* an axis, went round the world; 0 = cannot be [m] */
    const ssti_trails *trails;
    const ssti_plot_agent *agents; /* by number, as many as the trails have */
    const ssti_plot_obstacle *obstacles;
    size_t obstacle_count;
    const sst_point *goals, *waypoints; /* last goals; those on the way */
    size_t goal_count, waypoint_count;
    const sst_point *collisions; /* where agents were when they first collided */
    size_t collision_count;
} ssti_plot_scene;

typedef enum ssti_picture_kind {
    SSTI_PICTURE_NONE = 0,
    SSTI_PICTURE_PNG,
    SSTI_PICTURE_SVG,
    SSTI_PICTURE_PDF
} ssti_picture_kind;

/* As the name's end tells, in whatever case; NONE if it tells no kind. */
ssti_picture_kind ssti_picture_kind_of(const char *path);

/* The page that the scene will have. */
ssti_layout ssti_picture_layout(const ssti_plot_scene *scene);

/* Draws into a file, which stays open. False after a report that names the cause. */
bool ssti_picture_write(const ssti_plot_scene *scene, ssti_picture_kind kind, FILE *file,
                        ssti_report *report);

#endif
