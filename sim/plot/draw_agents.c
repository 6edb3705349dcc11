/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Agents: a small ring where each started, a disc of its true size (never less than a dot) where it
 * was last, in the colour of the time when it arrived there, unless it was taken out, for others
 * may have come to the same place since; a cross where it wanted to go. What went wrong lies on
 * top, in colours that the ramp has not: an orange square around who is stuck, a red star where an
 * agent was when it first collided.
 */

#include "plot/draw.h"

#include <math.h>

static const double least_radius = 1.5; /* of a disc [px] */
static const double full_circle = 6.283185307179586;

sst_point ssti_canvas_place(const ssti_canvas *canvas, sst_point point) {
    const sst_point *origin = &canvas->scene->trails->origin;
    return (sst_point){ssti_layout_x(&canvas->layout, point.x - origin->x),
                       ssti_layout_y(&canvas->layout, point.y - origin->y)};
}

ssti_color ssti_canvas_time_color(const ssti_canvas *canvas, double time) {
    double duration = canvas->scene->duration;
    return ssti_ramp_at(&canvas->ramp, duration > 0 ? time / duration : 0);
}

void ssti_canvas_color(const ssti_canvas *canvas, ssti_color c) {
    cairo_set_source_rgb(canvas->cairo, c.red, c.green, c.blue);
}

void ssti_canvas_grey(const ssti_canvas *canvas, double lightness) {
    cairo_set_source_rgb(canvas->cairo, lightness, lightness, lightness);
}

/* --- Marks --------------------------------------------------------------------------------- */

static void add_ellipse(cairo_t *cr, double x, double y, double radius_x, double radius_y) {
    cairo_save(cr);
    cairo_translate(cr, x, y);
    cairo_scale(cr, radius_x, radius_y);
    cairo_new_sub_path(cr);
    cairo_arc(cr, 0, 0, 1, 0, full_circle);
    cairo_close_path(cr);
    cairo_restore(cr);
}

void ssti_draw_start(const ssti_canvas *canvas, double x, double y, double radius,
                     ssti_color color) {
    add_ellipse(canvas->cairo, x, y, radius, radius);
    ssti_canvas_grey(canvas, 1);
    cairo_fill_preserve(canvas->cairo);
    ssti_canvas_color(canvas, color);
    cairo_set_line_width(canvas->cairo, fmin(1.4, radius / 2));
    cairo_stroke(canvas->cairo);
}

void ssti_draw_end(const ssti_canvas *canvas, double x, double y, double radius_x, double radius_y,
                   ssti_color color) {
    radius_x = fmax(radius_x, least_radius);
    radius_y = fmax(radius_y, least_radius);
    add_ellipse(canvas->cairo, x, y, radius_x, radius_y);
    ssti_canvas_color(canvas, color);
    cairo_fill_preserve(canvas->cairo);
    ssti_canvas_grey(canvas, 0.2);
    cairo_set_line_width(canvas->cairo, fmin(0.9, radius_x / 4));
    cairo_stroke(canvas->cairo);
}

/* Two lines, light around dark: seen on any ground. */
static void stroke_cross(const ssti_canvas *canvas, double size, double lightness) {
    double width = fmin(1.3, size / 3);
    ssti_canvas_grey(canvas, 1);
    cairo_set_line_width(canvas->cairo, 2.4 * width);
    cairo_stroke_preserve(canvas->cairo);
    ssti_canvas_grey(canvas, lightness);
    cairo_set_line_width(canvas->cairo, width);
    cairo_stroke(canvas->cairo);
}

void ssti_draw_goal(const ssti_canvas *canvas, double x, double y, double size) {
    cairo_t *cr = canvas->cairo;
    cairo_move_to(cr, x - size, y - size);
    cairo_line_to(cr, x + size, y + size);
    cairo_move_to(cr, x - size, y + size);
    cairo_line_to(cr, x + size, y - size);
    stroke_cross(canvas, size, 0.1);
}

void ssti_draw_waypoint(const ssti_canvas *canvas, double x, double y, double size) {
    cairo_t *cr = canvas->cairo;
    cairo_move_to(cr, x - size, y);
    cairo_line_to(cr, x + size, y);
    cairo_move_to(cr, x, y + size);
    cairo_line_to(cr, x, y - size);
    stroke_cross(canvas, size, 0.35);
}

/* Around a disc of these radii; the smaller it is, the finer. */
static void stroke_mark(const ssti_canvas *canvas, double radius_x, double radius_y) {
    cairo_set_line_width(canvas->cairo, fmin(2.2, fmin(radius_x, radius_y) / 2));
    cairo_stroke(canvas->cairo);
}

static double gap_around(double radius_x, double radius_y) {
    return fmin(2.5, fmin(radius_x, radius_y));
}

static void add_star(cairo_t *cr, double x, double y, double size) {
    enum { ARMS = 6 };
    for (int i = 0; i < ARMS; i++) {
        cairo_move_to(cr, x, y);
        cairo_line_to(cr, x + size * cos(full_circle * (i + 0.25) / ARMS),
                      y + size * sin(full_circle * (i + 0.25) / ARMS));
    }
}

/* On a light ground of its own. */
void ssti_draw_collision(const ssti_canvas *canvas, double x, double y, double size) {
    double width = fmin(2, size / 2.5);
    add_star(canvas->cairo, x, y, size + width / 2);
    ssti_canvas_grey(canvas, 1);
    cairo_set_line_width(canvas->cairo, 2 * width);
    cairo_stroke(canvas->cairo);
    add_star(canvas->cairo, x, y, size);
    cairo_set_source_rgb(canvas->cairo, 0.85, 0.07, 0.12);
    cairo_set_line_width(canvas->cairo, width);
    cairo_stroke(canvas->cairo);
}

void ssti_draw_stuck(const ssti_canvas *canvas, double x, double y, double radius_x,
                     double radius_y) {
    double gap = 2.2 * gap_around(radius_x, radius_y);
    double half_x = radius_x + gap, half_y = radius_y + gap;
    cairo_rectangle(canvas->cairo, x - half_x, y - half_y, 2 * half_x, 2 * half_y);
    cairo_set_source_rgb(canvas->cairo, 0.95, 0.45, 0);
    stroke_mark(canvas, radius_x, radius_y);
}

/* --- All agents ---------------------------------------------------------------------------- */

static sst_point of_sample(const ssti_canvas *canvas, const ssti_trail_point *sample) {
    return (sst_point){ssti_layout_x(&canvas->layout, (double)sample->x),
                       ssti_layout_y(&canvas->layout, (double)sample->y)};
}

/* Of start rings and crosses: they follow the agents' size as far as both stay legible. */
static double mark_size(const ssti_canvas *canvas, double radius, double least, double most) {
    double scale = fmax(canvas->layout.scale_x, canvas->layout.scale_y);
    return fmin(fmax(0.5 * radius * scale, least), most);
}

static void draw_starts(const ssti_canvas *canvas) {
    const ssti_trails *trails = canvas->scene->trails;
    for (size_t i = 0; i < trails->agent_count; i++) {
        const ssti_trail *trail = &trails->trails[i];
        if (!trail->seen)
            continue;
        sst_point at = of_sample(canvas, &trail->start);
        double size = mark_size(canvas, (double)canvas->scene->agents[i].radius, 1.2, 4);
        ssti_draw_start(canvas, at.x, at.y, size,
                        ssti_canvas_time_color(canvas, (double)trail->start.time));
    }
}

static void draw_ends(const ssti_canvas *canvas) {
    const ssti_trails *trails = canvas->scene->trails;
    for (size_t i = 0; i < trails->agent_count; i++) {
        const ssti_trail *trail = &trails->trails[i];
        if (!trail->seen || canvas->scene->agents[i].marks & SSTI_MARK_GONE)
            continue;
        sst_point at = of_sample(canvas, &trail->last);
        double radius = (double)canvas->scene->agents[i].radius;
        ssti_draw_end(canvas, at.x, at.y, radius * canvas->layout.scale_x,
                      radius * canvas->layout.scale_y,
                      ssti_canvas_time_color(canvas, (double)canvas->scene->agents[i].time));
    }
}

static void draw_stuck(const ssti_canvas *canvas) {
    const ssti_trails *trails = canvas->scene->trails;
    for (size_t i = 0; i < trails->agent_count; i++) {
        const ssti_plot_agent *agent = &canvas->scene->agents[i];
        if (!trails->trails[i].seen || !(agent->marks & SSTI_MARK_STUCK))
            continue;
        sst_point at = of_sample(canvas, &trails->trails[i].last);
        double radius_x = fmax((double)agent->radius * canvas->layout.scale_x, least_radius);
        double radius_y = fmax((double)agent->radius * canvas->layout.scale_y, least_radius);
        ssti_draw_stuck(canvas, at.x, at.y, radius_x, radius_y);
    }
}

/* --- Goals --------------------------------------------------------------------------------- */

static bool is_in_sight(const ssti_box *plot, sst_point p) {
    return p.x >= plot->low_x && p.x <= plot->high_x && p.y >= plot->low_y && p.y <= plot->high_y;
}

static void draw_points(const ssti_canvas *canvas, const sst_point *points, size_t count,
                        void (*draw)(const ssti_canvas *, double, double, double), double size) {
    for (size_t i = 0; i < count; i++) {
        sst_point at = ssti_canvas_place(canvas, points[i]);
        if (is_in_sight(&canvas->layout.plot, at))
            draw(canvas, at.x, at.y, size);
    }
}

static double middle_radius(const ssti_canvas *canvas) {
    size_t count = canvas->scene->trails->agent_count;
    return count ? (double)canvas->scene->agents[count / 2].radius : 0;
}

void ssti_draw_agents(const ssti_canvas *canvas) {
    const ssti_plot_scene *s = canvas->scene;
    double size = mark_size(canvas, middle_radius(canvas), 1.6, 5);
    draw_starts(canvas);
    draw_points(canvas, s->waypoints, s->waypoint_count, ssti_draw_waypoint, size);
    draw_ends(canvas);
    draw_points(canvas, s->goals, s->goal_count, ssti_draw_goal, size);
    draw_stuck(canvas);
    draw_points(canvas, s->collisions, s->collision_count, ssti_draw_collision, 1.3 * size);
}
