/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Text, legend, scale bar and colour bar: each in a strip or slot of its own on the page, sized so
 * that the longest text fits. */

#include "plot/draw.h"

#include <math.h>
#include <string.h>

enum { BAR_STEPS = 48 };

static const double slot_width = 104, slot_height = 26; /* of the legend [px] */
static const double most_scale_bar = 180, most_scale_bar_up = 48, bar_width = 300, bar_height = 12;
static const double text_size = 14;

typedef enum align { LEFT, MIDDLE, RIGHT } align;

static void select_font(const ssti_canvas *canvas, double size, bool bold) {
    cairo_select_font_face(canvas->cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(canvas->cairo, size);
}

/* At a point of its base line. */
static void draw_text(const ssti_canvas *canvas, double x, double y, align to, const char *text) {
    cairo_text_extents_t extents;
    cairo_text_extents(canvas->cairo, text, &extents);
    double back = to == LEFT ? 0 : to == MIDDLE ? extents.x_advance / 2 : extents.x_advance;
    cairo_move_to(canvas->cairo, x - back, y);
    cairo_show_text(canvas->cairo, text);
}

static void draw_head(const ssti_canvas *canvas) {
    ssti_canvas_grey(canvas, 0.1);
    select_font(canvas, 24, true);
    draw_text(canvas, SSTI_PAGE_SIDE, 40, LEFT, canvas->scene->title);
    ssti_canvas_grey(canvas, 0.3);
    select_font(canvas, 16, false);
    draw_text(canvas, SSTI_PAGE_SIDE, 68, LEFT, canvas->scene->subtitle);
}

static void draw_foot(const ssti_canvas *canvas) {
    ssti_canvas_grey(canvas, 0.5);
    select_font(canvas, 11, false);
    draw_text(canvas, canvas->layout.width - SSTI_PAGE_SIDE, canvas->layout.height - 10, RIGHT,
              canvas->scene->footnote);
}

/* --- Scale bar ----------------------------------------------------------------------------- */

/* A line with ends across, from (x, y) to the right or upwards. */
static void draw_bar(const ssti_canvas *canvas, double x, double y, double length, bool upwards) {
    cairo_t *cr = canvas->cairo;
    cairo_save(cr);
    cairo_translate(cr, x, y);
    cairo_rotate(cr, upwards ? -1.5707963267948966 : 0);
    cairo_move_to(cr, 0, 0);
    cairo_line_to(cr, length, 0);
    cairo_move_to(cr, 0, -4);
    cairo_line_to(cr, 0, 4);
    cairo_move_to(cr, length, -4);
    cairo_line_to(cr, length, 4);
    ssti_canvas_grey(canvas, 0.1);
    cairo_set_line_width(cr, 1.6);
    cairo_stroke(cr);
    cairo_restore(cr);
}

/* Says of the side that is stretched by how much; the other one's bar then has its own length. */
static void label_bar(const ssti_canvas *canvas, double x, double y, const ssti_scale_bar *bar,
                      bool stretched) {
    char text[64];
    snprintf(text, sizeof text, "%s, stretched %g times", bar->label, canvas->layout.stretch);
    draw_text(canvas, x, y, LEFT, stretched ? text : bar->label);
}

static void draw_scale(const ssti_canvas *canvas) {
    const ssti_layout *l = &canvas->layout;
    double x = SSTI_PAGE_SIDE, y = l->height - 50;
    ssti_scale_bar across = ssti_scale_bar_choose(l->scale_x, most_scale_bar);
    select_font(canvas, text_size, false);
    draw_bar(canvas, x, y, across.pixels, false);
    label_bar(canvas, x, y + 20, &across, l->scale_x > l->scale_y);
    if (l->stretch > 1) {
        ssti_scale_bar up = ssti_scale_bar_choose(l->scale_y, most_scale_bar_up);
        draw_bar(canvas, x, y, up.pixels, true);
        label_bar(canvas, x + 10, y - up.pixels + 8, &up, l->scale_y > l->scale_x);
    }
}

/* --- Legend of the marks ------------------------------------------------------------------- */

typedef struct entry {
    const char *name;
    bool shown;
} entry;

enum { START, END, GOAL, WAYPOINT, STUCK, COLLISION, MARK_COUNT };

static void draw_mark(const ssti_canvas *canvas, int mark, double x, double y) {
    ssti_color late = ssti_ramp_at(&canvas->ramp, 0.7);
    if (mark == END || mark == STUCK)
        ssti_draw_end(canvas, x, y, 5, 5, late);
    if (mark == START)
        ssti_draw_start(canvas, x, y, 3.5, ssti_ramp_at(&canvas->ramp, 0));
    else if (mark == GOAL)
        ssti_draw_goal(canvas, x, y, 4.5);
    else if (mark == WAYPOINT)
        ssti_draw_waypoint(canvas, x, y, 4.5);
    else if (mark == STUCK)
        ssti_draw_stuck(canvas, x, y, 5, 5);
    else if (mark == COLLISION)
        ssti_draw_collision(canvas, x, y, 6);
}

/* Three columns of two; only what occurs. */
static void draw_marks(const ssti_canvas *canvas) {
    const ssti_plot_scene *s = canvas->scene;
    bool stuck = false, any_end = false;
    for (size_t i = 0; i < s->trails->agent_count; i++) {
        stuck |= (s->agents[i].marks & SSTI_MARK_STUCK) != 0;
        any_end |= s->trails->trails[i].seen && !(s->agents[i].marks & SSTI_MARK_GONE);
    }
    const entry all[MARK_COUNT] = {{"start", s->trails->seen},
                                   {"end", any_end},
                                   {"goal", s->goal_count > 0},
                                   {"waypoint", s->waypoint_count > 0},
                                   {"stuck", stuck},
                                   {"collision", s->collision_count > 0}};
    double left = (canvas->layout.width - 3 * slot_width) / 2 - 20;
    double top = canvas->layout.height - 74;
    int slot = 0;
    for (int i = 0; i < MARK_COUNT; i++) {
        if (!all[i].shown)
            continue;
        double x = left + slot / 2 * slot_width, y = top + slot % 2 * slot_height;
        draw_mark(canvas, i, x, y);
        ssti_canvas_grey(canvas, 0.1);
        draw_text(canvas, x + 16, y + 5, LEFT, all[i].name);
        slot++;
    }
}

/* --- Colour bar ----------------------------------------------------------------------------- */

static void draw_ramp(const ssti_canvas *canvas, double x, double y) {
    cairo_pattern_t *pattern = cairo_pattern_create_linear(x, 0, x + bar_width, 0);
    for (int i = 0; i <= BAR_STEPS; i++) {
        double share = (double)i / BAR_STEPS;
        ssti_color c = ssti_ramp_at(&canvas->ramp, share);
        cairo_pattern_add_color_stop_rgb(pattern, share, c.red, c.green, c.blue);
    }
    cairo_rectangle(canvas->cairo, x, y, bar_width, bar_height);
    cairo_set_source(canvas->cairo, pattern);
    cairo_fill(canvas->cairo);
    cairo_pattern_destroy(pattern);
}

static void draw_color_bar(const ssti_canvas *canvas) {
    double x = canvas->layout.width - SSTI_PAGE_SIDE - bar_width, y = canvas->layout.height - 70;
    double duration = canvas->scene->duration;
    draw_ramp(canvas, x, y);
    select_font(canvas, text_size, false);
    ssti_canvas_grey(canvas, 0.1);
    cairo_set_line_width(canvas->cairo, 1);
    draw_text(canvas, x, y - 8, LEFT, "time [s]");
    ssti_ticks ticks = ssti_ticks_choose(duration, 5);
    for (int i = 0; i < ticks.count; i++) {
        double at = x + (duration > 0 ? bar_width * i * ticks.step / duration : 0);
        char label[24];
        ssti_tick_label(&ticks, i, label);
        cairo_move_to(canvas->cairo, at, y + bar_height);
        cairo_line_to(canvas->cairo, at, y + bar_height + 5);
        cairo_stroke(canvas->cairo);
        draw_text(canvas, at, y + bar_height + 20, MIDDLE, label);
    }
}

void ssti_draw_legend(const ssti_canvas *canvas) {
    draw_head(canvas);
    draw_scale(canvas);
    draw_marks(canvas);
    draw_color_bar(canvas);
    draw_foot(canvas);
}
