/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Trails: the time of the run is cut into even slices, each of one colour. A slice draws the way of
 * everyone within it, so that what is later lies above what is earlier. The way between two samples
 * is straight and even, so it can be cut anywhere. */

#include "plot/draw.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_IN_PATH = 100 };

static const double seam = 0.5; /* [px] */

typedef struct trails_pen {
    const ssti_canvas *canvas;
    const ssti_trail_point *points; /* sorted by agent, then time */
    size_t *firsts;                 /* by agent: the point from which it goes on */
    const size_t *ends;             /* by agent: one past its last */
    int slices, in_path;
} trails_pen;

static sst_point on_page(const ssti_canvas *canvas, double x, double y) {
    return (sst_point){ssti_layout_x(&canvas->layout, x), ssti_layout_y(&canvas->layout, y)};
}

/* Between two samples at a time. */
static sst_point at_time(const ssti_canvas *c, const ssti_trail_point *a, const ssti_trail_point *b,
                         double time) {
    double f = (time - (double)a->time) / ((double)b->time - (double)a->time);
    f = fmin(fmax(f, 0), 1);
    return on_page(c, (double)a->x + f * ((double)b->x - (double)a->x),
                   (double)a->y + f * ((double)b->y - (double)a->y));
}

/* A touch before a slice's start: two ends that only meet leave a light seam, two that are round a
 * dark one. */
static void move_to(const trails_pen *p, sst_point start, sst_point towards) {
    double x = towards.x - start.x, y = towards.y - start.y, length = hypot(x, y);
    double back = length > 0 ? seam / length : 0;
    cairo_move_to(p->canvas->cairo, start.x - back * x, start.y - back * y);
}

static void stroke(trails_pen *p) {
    cairo_stroke(p->canvas->cairo);
    p->in_path = 0;
}

static void line_to(trails_pen *p, sst_point place) {
    cairo_line_to(p->canvas->cairo, place.x, place.y);
    p->in_path++;
}

static bool is_still(const ssti_trail_point *a, const ssti_trail_point *b) {
    return a->x == b->x && a->y == b->y;
}

/* Both ends of a jump were kept, as no straight way passes near both. */
static bool is_jump(const trails_pen *p, const ssti_trail_point *a, const ssti_trail_point *b) {
    const ssti_plot_scene *scene = p->canvas->scene;
    bool far = (scene->jump.x > 0 && fabs((double)b->x - (double)a->x) > scene->jump.x) ||
               (scene->jump.y > 0 && fabs((double)b->y - (double)a->y) > scene->jump.y);
    return far && (double)b->time - (double)a->time < 1.5 * scene->time_step;
}

/* One agent's way from `from` to `to`; leaves its first at the point before `to`. */
static void draw_slice_of(trails_pen *p, size_t agent, double from, double to) {
    size_t i = p->firsts[agent], end = p->ends[agent];
    bool drawing = false;
    while (i + 1 < end && (double)p->points[i].time < to) {
        const ssti_trail_point *a = &p->points[i], *b = a + 1;
        if (is_jump(p, a, b)) {
            drawing = false;
        } else if (!is_still(a, b)) {
            sst_point stop = at_time(p->canvas, a, b, to);
            if (!drawing)
                move_to(p, at_time(p->canvas, a, b, from), stop);
            line_to(p, stop);
            drawing = true;
        }
        if ((double)b->time > to)
            break;
        i++;
    }
    p->firsts[agent] = i;
}

static void draw_slice(trails_pen *p, int slice) {
    const ssti_plot_scene *scene = p->canvas->scene;
    double from = scene->duration * slice / p->slices;
    double to = scene->duration * (slice + 1) / p->slices;
    /* No sample is left out, whatever the rounding of its time. */
    to = slice + 1 < p->slices ? to : HUGE_VAL;
    ssti_canvas_color(p->canvas, ssti_ramp_at(&p->canvas->ramp, (slice + 0.5) / p->slices));
    for (size_t agent = 0; agent < scene->trails->agent_count; agent++) {
        draw_slice_of(p, agent, from, to);
        if (p->in_path > MOST_IN_PATH)
            stroke(p);
    }
    stroke(p);
}

/* Each slice cuts everyone's way once more; in a crowd nobody sees that there are fewer. */
static int choose_slices(size_t agents) {
    return (int)fmin(fmax(400e3 / (double)(agents + 1), 32), 128);
}

/* The more agents, the finer: 2.2 px for a few, 0.6 px for many thousands. */
static double choose_width(size_t agents) {
    return fmin(fmax(2.8 - 0.55 * log10((double)agents + 1), 0.6), 2.2);
}

bool ssti_draw_trails(const ssti_canvas *canvas) {
    const ssti_trails *trails = canvas->scene->trails;
    size_t *firsts = malloc(2 * (trails->agent_count + 1) * sizeof *firsts);
    if (!firsts)
        return false;
    ssti_trail_point *points = ssti_trails_sorted(trails, firsts);
    size_t *ends = firsts + trails->agent_count + 1;
    trails_pen pen = {canvas, points, firsts, ends, choose_slices(trails->agent_count), 0};
    if (points) {
        for (size_t i = 0; i < trails->agent_count; i++)
            ends[i] = firsts[i + 1];
        cairo_set_line_width(canvas->cairo, choose_width(trails->agent_count));
        cairo_set_line_cap(canvas->cairo, CAIRO_LINE_CAP_BUTT);
        for (int slice = 0; slice < pen.slices; slice++)
            draw_slice(&pen, slice);
        cairo_set_line_cap(canvas->cairo, CAIRO_LINE_CAP_ROUND);
    }
    free(points);
    free(firsts);
    return points;
}
