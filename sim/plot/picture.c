/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Pages: PNG by pixel, SVG and PDF as vectors. Everything is written through one function, so that
 * the cause of a failed write is known when it happens. */

#include "plot/draw.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <errno.h>
#include <math.h>
#include <string.h>
#include <strings.h>

/* A page of 1200 by 900 px becomes one of 10 by 7.5 inches. */
static const double points_per_pixel = 0.6;

ssti_picture_kind ssti_picture_kind_of(const char *path) {
    size_t length = strlen(path);
    const char *end = path + (length > 4 ? length - 4 : length);
    if (strcasecmp(end, ".png") == 0)
        return SSTI_PICTURE_PNG;
    if (strcasecmp(end, ".svg") == 0)
        return SSTI_PICTURE_SVG;
    return strcasecmp(end, ".pdf") == 0 ? SSTI_PICTURE_PDF : SSTI_PICTURE_NONE;
}

/* --- What is shown ------------------------------------------------------------------------- */

static double greatest_body(const ssti_plot_scene *scene) {
    float radius = 0;
    for (size_t i = 0; i < scene->trails->agent_count; i++)
        radius = fmaxf(radius, scene->agents[i].radius);
    return 2 * (double)radius;
}

static ssti_box box_of_ways(const ssti_plot_scene *scene) {
    ssti_box box = scene->trails->box;
    for (size_t i = 0; i < scene->trails->agent_count; i++) {
        const ssti_trail *trail = &scene->trails->trails[i];
        double radius = (double)scene->agents[i].radius;
        if (!trail->seen)
            continue;
        ssti_box_add(&box, (double)trail->start.x, (double)trail->start.y, radius);
        ssti_box_add(&box, (double)trail->last.x, (double)trail->last.y, radius);
    }
    return box;
}

static ssti_box box_of_points(const ssti_plot_scene *scene, const sst_point *points, size_t count) {
    ssti_box box = ssti_box_empty();
    for (size_t i = 0; i < count; i++)
        ssti_box_add(&box, points[i].x - scene->trails->origin.x,
                     points[i].y - scene->trails->origin.y, 0);
    return box;
}

static void add_points(const ssti_plot_scene *scene, const sst_point *points, size_t count,
                       const ssti_box *reach, ssti_box *box) {
    for (size_t i = 0; i < count; i++) {
        ssti_box point = box_of_points(scene, &points[i], 1);
        ssti_box_add_within(box, &point, reach);
    }
}

ssti_layout ssti_picture_layout(const ssti_plot_scene *scene) {
    double body = greatest_body(scene);
    ssti_box box = box_of_ways(scene), reach = ssti_box_reach(&box, body);
    add_points(scene, scene->goals, scene->goal_count, &reach, &box);
    add_points(scene, scene->waypoints, scene->waypoint_count, &reach, &box);
    for (size_t i = 0; i < scene->obstacle_count; i++) {
        const ssti_plot_obstacle *o = &scene->obstacles[i];
        ssti_box outline = box_of_points(scene, o->vertices, o->vertex_count);
        ssti_box_add_within(&box, &outline, &reach);
        outline.low_x -= o->offset.x, outline.high_x -= o->offset.x;
        outline.low_y -= o->offset.y, outline.high_y -= o->offset.y;
        ssti_box_add_within(&box, &outline, &reach);
    }
    return ssti_layout_choose(box, body);
}

/* --- Drawing ------------------------------------------------------------------------------- */

static bool draw(const ssti_canvas *canvas) {
    cairo_t *cr = canvas->cairo;
    const ssti_box *plot = &canvas->layout.plot;
    double width = plot->high_x - plot->low_x, height = plot->high_y - plot->low_y;
    ssti_canvas_grey(canvas, 1);
    cairo_paint(cr);
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    cairo_save(cr);
    cairo_rectangle(cr, plot->low_x, plot->low_y, width, height);
    cairo_clip(cr);
    bool done = ssti_draw_obstacles(canvas) && ssti_draw_trails(canvas);
    ssti_draw_agents(canvas);
    cairo_restore(cr);
    cairo_rectangle(cr, plot->low_x, plot->low_y, width, height);
    ssti_canvas_grey(canvas, 0.8);
    cairo_set_line_width(cr, 1);
    cairo_stroke(cr);
    ssti_draw_legend(canvas);
    return done;
}

/* --- Files --------------------------------------------------------------------------------- */

typedef struct sink {
    FILE *file;
    int cause; /* errno of the first failed write */
} sink;

static cairo_status_t write_bytes(void *context, const unsigned char *bytes, unsigned int size) {
    sink *to = context;
    errno = 0;
    if (fwrite(bytes, 1, size, to->file) == size)
        return CAIRO_STATUS_SUCCESS;
    to->cause = errno ? errno : EIO;
    return CAIRO_STATUS_WRITE_ERROR;
}

static cairo_surface_t *create_surface(ssti_picture_kind kind, int width, int height, sink *to) {
    if (kind == SSTI_PICTURE_PNG)
        return cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    if (kind == SSTI_PICTURE_PDF)
        return cairo_pdf_surface_create_for_stream(write_bytes, to, width * points_per_pixel,
                                                   height * points_per_pixel);
    cairo_surface_t *surface = cairo_svg_surface_create_for_stream(write_bytes, to, width, height);
    cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX);
    return surface;
}

/* Ends the page; the surface's state is the outcome. */
static cairo_status_t finish_surface(cairo_surface_t *surface, ssti_picture_kind kind, sink *to) {
    if (kind == SSTI_PICTURE_PNG && cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS)
        return cairo_surface_write_to_png_stream(surface, write_bytes, to);
    cairo_surface_finish(surface);
    return cairo_surface_status(surface);
}

static bool report_failure(ssti_report *report, cairo_status_t status, int cause) {
    if (status == CAIRO_STATUS_NO_MEMORY)
        ssti_out_of_memory(report);
    else if (status != CAIRO_STATUS_SUCCESS)
        ssti_error(report, (ssti_place){0, 0}, "cannot be written: %s",
                   cause ? strerror(cause) : cairo_status_to_string(status));
    return status == CAIRO_STATUS_SUCCESS;
}

bool ssti_picture_write(const ssti_plot_scene *scene, ssti_picture_kind kind, FILE *file,
                        ssti_report *report) {
    sink to = {.file = file};
    ssti_canvas canvas = {.scene = scene, .layout = ssti_picture_layout(scene)};
    ssti_ramp_init(&canvas.ramp);
    cairo_surface_t *surface = create_surface(kind, canvas.layout.width, canvas.layout.height, &to);
    if (kind == SSTI_PICTURE_PDF)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, scene->title);
    canvas.cairo = cairo_create(surface);
    if (kind == SSTI_PICTURE_PDF)
        cairo_scale(canvas.cairo, points_per_pixel, points_per_pixel);
    bool drawn = draw(&canvas);
    cairo_status_t status = cairo_status(canvas.cairo);
    cairo_destroy(canvas.cairo);
    cairo_status_t written = finish_surface(surface, kind, &to);
    cairo_surface_destroy(surface);
    status = !drawn ? CAIRO_STATUS_NO_MEMORY : status != CAIRO_STATUS_SUCCESS ? status : written;
    return report_failure(report, status, to.cause);
}
