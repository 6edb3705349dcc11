/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Where things lie on the page: pure functions. Lengths on the page are in pixels, y downwards; in
 * the scene in metres, y upwards, relative to an origin near it. */
#ifndef SIDESTEP_SIM_PLOT_LAYOUT_H
#define SIDESTEP_SIM_PLOT_LAYOUT_H

#include "sidestep/sim.h"

/* --- Boxes --------------------------------------------------------------------------------- */

typedef struct ssti_box {
    double low_x, low_y, high_x, high_y; /* low above high: empty */
} ssti_box;

ssti_box ssti_box_empty(void);
bool ssti_box_is_empty(const ssti_box *box);
void ssti_box_add(ssti_box *box, double x, double y, double radius);

/* How far around the agents' ways a picture may show what else there is: as far as they extend, and
 * at least forty bodies [m]. So a goal beyond the horizon does not shrink the scene to a dot.
 * Without ways: everything. */
ssti_box ssti_box_reach(const ssti_box *ways, double body);
/* Adds what of `more` lies within a limit. */
void ssti_box_add_within(ssti_box *box, const ssti_box *more, const ssti_box *limit);

/* --- Page ---------------------------------------------------------------------------------- */

enum {
    SSTI_PAGE_WIDTH = 1200, /* at most */
    SSTI_PAGE_HEIGHT = 900,
    SSTI_PAGE_LEAST_WIDTH = 960, /* what title and legend need */
    SSTI_PAGE_LEAST_HEIGHT = 380,
    SSTI_PAGE_SIDE = 40, /* margins around the plot */
    SSTI_PAGE_TOP = 88,
    SSTI_PAGE_BOTTOM = 112,
    SSTI_PLOT_WIDTH = SSTI_PAGE_WIDTH - 2 * SSTI_PAGE_SIDE, /* at most */
    SSTI_PLOT_HEIGHT = SSTI_PAGE_HEIGHT - SSTI_PAGE_TOP - SSTI_PAGE_BOTTOM
};

typedef struct ssti_layout {
    int width, height;       /* of the page */
    ssti_box plot;           /* on the page; low_y is its upper edge */
    ssti_box shown;          /* in the scene: what fills the plot */
    double scale_x, scale_y; /* [px/m] */
    double stretch;          /* of the short side against the long: 1, or 2, 5, 10, ... */
} ssti_layout;

/* The page for what is to be seen, which may be nothing; the longer side is shown as at least eight
 * bodies. A scene over 25 times as long as wide, and wider than two
 * bodies [m], is stretched across to a third of the page. */
ssti_layout ssti_layout_choose(ssti_box box, double body);

double ssti_layout_x(const ssti_layout *layout, double x);
double ssti_layout_y(const ssti_layout *layout, double y);

/* --- Round numbers ------------------------------------------------------------------------- */

/* The greatest 1, 2 or 5 times a power of ten up to a value [> 0, finite]. */
double ssti_round_down(double value);

typedef struct ssti_ticks {
    double step;
    int count;    /* from 0 on */
    int decimals; /* that a label needs; negative: too large or small, better in powers of ten */
} ssti_ticks;

/* Round marks from 0 up to `length` [>= 0], with at most `most` [>= 1] steps between. */
ssti_ticks ssti_ticks_choose(double length, int most);
void ssti_tick_label(const ssti_ticks *ticks, int tick, char text[static 24]);

typedef struct ssti_scale_bar {
    double pixels;
    char label[24];
} ssti_scale_bar;

/* A round length of at most so many pixels. */
ssti_scale_bar ssti_scale_bar_choose(double scale, double most_pixels);

#endif
