/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Obstacles: solids grey and hatched, rooms and chains as walls. One that moves is where it was at
 * the end, its outline dashed where it began, with an arrow the way it goes. */

#include "plot/clip.h"
#include "plot/draw.h"

#include <math.h>
#include <stdlib.h>

static const double margin = 24; /* beyond the plot, where an edge along it is not seen [px] */
static const double hatch_spacing = 9; /* [px] */
static const double arrow_length = 34, arrow_head = 9;

/* What is drawn with. */
typedef struct pen {
    const ssti_canvas *canvas;
    ssti_box limit; /* on the page */
    ssti_outline outline, spare;
} pen;

static bool is_moving(const ssti_plot_obstacle *obstacle) {
    return obstacle->velocity.x != 0 || obstacle->velocity.y != 0;
}

static bool is_closed(const ssti_plot_obstacle *obstacle) {
    return obstacle->kind != SST_OBSTACLE_CHAIN && obstacle->vertex_count > 2;
}

static sst_point place(const pen *p, const ssti_plot_obstacle *o, size_t vertex, bool at_start) {
    sst_point v = o->vertices[vertex];
    if (at_start)
        v = (sst_point){v.x - o->offset.x, v.y - o->offset.y};
    return ssti_canvas_place(p->canvas, v);
}

/* --- Areas --------------------------------------------------------------------------------- */

static double twice_area(const ssti_outline *o) {
    double sum = 0;
    for (size_t i = 0; i < o->count; i++) {
        sst_point a = o->points[i], b = o->points[i + 1 < o->count ? i + 1 : 0];
        sum += (a.x - o->points[0].x) * (b.y - o->points[0].y) -
               (b.x - o->points[0].x) * (a.y - o->points[0].y);
    }
    return sum;
}

/* All solids turn the same way, so that those which overlap fill, not cancel. */
static void add_area(pen *p, const ssti_plot_obstacle *obstacle) {
    p->outline.count = 0;
    for (size_t i = 0; i < obstacle->vertex_count; i++)
        ssti_outline_add(&p->outline, place(p, obstacle, i, false));
    ssti_clip_polygon(&p->outline, &p->limit, &p->spare);
    size_t count = p->outline.count;
    cairo_new_sub_path(p->canvas->cairo);
    bool turned = twice_area(&p->outline) < 0;
    for (size_t i = 0; i < count; i++) {
        sst_point v = p->outline.points[turned ? count - 1 - i : i];
        cairo_line_to(p->canvas->cairo, v.x, v.y);
    }
    if (count)
        cairo_close_path(p->canvas->cairo);
}

static void hatch(const pen *p) {
    cairo_t *cr = p->canvas->cairo;
    const ssti_box *plot = &p->canvas->layout.plot;
    double height = plot->high_y - plot->low_y;
    cairo_clip(cr);
    for (double x = plot->low_x - height; x < plot->high_x; x += hatch_spacing) {
        cairo_move_to(cr, x, plot->high_y);
        cairo_line_to(cr, x + height, plot->low_y);
    }
    ssti_canvas_grey(p->canvas, 0.72);
    cairo_set_line_width(cr, 0.8);
    cairo_stroke(cr);
}

static void fill_solids(pen *p) {
    const ssti_plot_scene *scene = p->canvas->scene;
    cairo_t *cr = p->canvas->cairo;
    cairo_save(cr);
    cairo_new_path(cr);
    bool any = false;
    for (size_t i = 0; i < scene->obstacle_count; i++)
        if (scene->obstacles[i].kind == SST_OBSTACLE_SOLID) {
            add_area(p, &scene->obstacles[i]);
            any = true;
        }
    ssti_canvas_grey(p->canvas, 0.88);
    if (any) {
        cairo_fill_preserve(cr);
        hatch(p);
    }
    cairo_restore(cr);
}

/* --- Lines --------------------------------------------------------------------------------- */

/* Adds the edges; one after the other where they meet within sight. */
static void add_edges(pen *p, const ssti_plot_obstacle *obstacle, bool at_start) {
    size_t count = obstacle->vertex_count;
    size_t edges = is_closed(obstacle) ? count : count - 1;
    sst_point end = {(double)NAN, (double)NAN};
    for (size_t i = 0; i < edges; i++) {
        sst_point a = place(p, obstacle, i, at_start);
        sst_point b = place(p, obstacle, i + 1 < count ? i + 1 : 0, at_start);
        if (!ssti_clip_segment(&a, &b, &p->limit))
            continue;
        if (a.x != end.x || a.y != end.y)
            cairo_move_to(p->canvas->cairo, a.x, a.y);
        cairo_line_to(p->canvas->cairo, b.x, b.y);
        end = b;
    }
}

static void stroke_walls(pen *p) {
    const ssti_plot_scene *scene = p->canvas->scene;
    for (size_t i = 0; i < scene->obstacle_count; i++)
        if (scene->obstacles[i].kind != SST_OBSTACLE_SOLID)
            add_edges(p, &scene->obstacles[i], false);
    ssti_canvas_grey(p->canvas, 0.25);
    cairo_set_line_width(p->canvas->cairo, 2.5);
    cairo_stroke(p->canvas->cairo);
}

static void stroke_solids(pen *p) {
    const ssti_plot_scene *scene = p->canvas->scene;
    for (size_t i = 0; i < scene->obstacle_count; i++)
        if (scene->obstacles[i].kind == SST_OBSTACLE_SOLID)
            add_edges(p, &scene->obstacles[i], false);
    ssti_canvas_grey(p->canvas, 0.45);
    cairo_set_line_width(p->canvas->cairo, 1.2);
    cairo_stroke(p->canvas->cairo);
}

/* --- Moving ones --------------------------------------------------------------------------- */

static void dash_starts(pen *p) {
    const ssti_plot_scene *scene = p->canvas->scene;
    cairo_t *cr = p->canvas->cairo;
    const double dashes[] = {5, 4};
    for (size_t i = 0; i < scene->obstacle_count; i++)
        if (is_moving(&scene->obstacles[i]))
            add_edges(p, &scene->obstacles[i], true);
    cairo_save(cr);
    cairo_set_dash(cr, dashes, 2, 0);
    ssti_canvas_grey(p->canvas, 0.6);
    cairo_set_line_width(cr, 1);
    cairo_stroke(cr);
    cairo_restore(cr);
}

static sst_point middle(const pen *p, const ssti_plot_obstacle *obstacle) {
    sst_point sum = {0, 0};
    for (size_t i = 0; i < obstacle->vertex_count; i++) {
        sst_point v = place(p, obstacle, i, false);
        sum.x += v.x / (double)obstacle->vertex_count;
        sum.y += v.y / (double)obstacle->vertex_count;
    }
    return sum;
}

static void draw_arrow(const pen *p, const ssti_plot_obstacle *obstacle) {
    cairo_t *cr = p->canvas->cairo;
    sst_point at = middle(p, obstacle);
    if (at.x < p->limit.low_x || at.x > p->limit.high_x || at.y < p->limit.low_y ||
        at.y > p->limit.high_y)
        return;
    cairo_save(cr);
    cairo_translate(cr, at.x, at.y);
    cairo_rotate(cr, atan2(-(double)obstacle->velocity.y * p->canvas->layout.scale_y,
                           (double)obstacle->velocity.x * p->canvas->layout.scale_x));
    cairo_move_to(cr, 0, 0);
    cairo_line_to(cr, arrow_length - arrow_head, 0);
    cairo_stroke(cr);
    cairo_move_to(cr, arrow_length, 0);
    cairo_line_to(cr, arrow_length - arrow_head, arrow_head / 2);
    cairo_line_to(cr, arrow_length - arrow_head, -arrow_head / 2);
    cairo_fill(cr);
    cairo_restore(cr);
}

static void draw_moving(pen *p) {
    const ssti_plot_scene *scene = p->canvas->scene;
    dash_starts(p);
    ssti_canvas_grey(p->canvas, 0.25);
    cairo_set_line_width(p->canvas->cairo, 2);
    for (size_t i = 0; i < scene->obstacle_count; i++)
        if (is_moving(&scene->obstacles[i]))
            draw_arrow(p, &scene->obstacles[i]);
}

bool ssti_draw_obstacles(const ssti_canvas *canvas) {
    const ssti_box *plot = &canvas->layout.plot;
    pen p = {.canvas = canvas,
             .limit = {plot->low_x - margin, plot->low_y - margin, plot->high_x + margin,
                       plot->high_y + margin}};
    fill_solids(&p);
    stroke_solids(&p);
    stroke_walls(&p);
    draw_moving(&p);
    bool done = !p.outline.out_of_memory && !p.spare.out_of_memory;
    free(p.outline.points);
    free(p.spare.points);
    return done;
}
