/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Drawing, by Cairo: the parts of a picture, from the lowest to the topmost. */
#ifndef SIDESTEP_SIM_PLOT_DRAW_H
#define SIDESTEP_SIM_PLOT_DRAW_H

#include "plot/picture.h"
#include "plot/ramp.h"

#include <cairo.h>

typedef struct ssti_canvas {
    cairo_t *cairo;
    const ssti_plot_scene *scene;
    ssti_layout layout;
    ssti_ramp ramp;
} ssti_canvas;

/* False: out of memory. */
bool ssti_draw_obstacles(const ssti_canvas *canvas);
bool ssti_draw_trails(const ssti_canvas *canvas);
void ssti_draw_agents(const ssti_canvas *canvas); /* start, end, goals, marks */
void ssti_draw_legend(const ssti_canvas *canvas); /* all the text, scale and colour bar */

/* One of the marks, alone: at a place on the page, its own size [px] given. */
void ssti_draw_start(const ssti_canvas *canvas, double x, double y, double radius,
                     ssti_color color);
void ssti_draw_end(const ssti_canvas *canvas, double x, double y, double radius_x, double radius_y,
                   ssti_color color);
void ssti_draw_goal(const ssti_canvas *canvas, double x, double y, double size);
void ssti_draw_waypoint(const ssti_canvas *canvas, double x, double y, double size);
void ssti_draw_collision(const ssti_canvas *canvas, double x, double y, double size);
/* This one goes around a disc of the size given. */
void ssti_draw_stuck(const ssti_canvas *canvas, double x, double y, double radius_x,
                     double radius_y);

/* An absolute place on the page. */
sst_point ssti_canvas_place(const ssti_canvas *canvas, sst_point point);
ssti_color ssti_canvas_time_color(const ssti_canvas *canvas, double time);
void ssti_canvas_color(const ssti_canvas *canvas, ssti_color color);
void ssti_canvas_grey(const ssti_canvas *canvas, double lightness); /* [0..1] */

#endif
