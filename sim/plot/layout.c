/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The page takes the form of the scene, so that no paper is wasted: as wide or as high as it may
 * be, and in the other direction as much as the scene fills, but no less than title and legend
 * need. The plot is centred. Title, legend, scale bar and colour bar have strips of their own,
 * where nothing can run into them. */

#include "plot/layout.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double reach_bodies = 40;      /* around those who hardly move */
static const double least_bodies = 8;       /* along the longer side */
static const double least_share = 0.1;      /* of the shorter side in the longer */
static const double empty_side = 10;        /* of a scene without anything [m] */
static const double least_extent = 1e-3;    /* [m] */
static const double pad_share = 0.02;       /* free all round */
static const double long_and_thin = 25;     /* length over width */
static const double stretched_to = 1.0 / 3; /* of the page */

/* --- Boxes --------------------------------------------------------------------------------- */

ssti_box ssti_box_empty(void) {
    return (ssti_box){HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
}

bool ssti_box_is_empty(const ssti_box *box) {
    return !(box->low_x <= box->high_x && box->low_y <= box->high_y);
}

void ssti_box_add(ssti_box *box, double x, double y, double radius) {
    box->low_x = fmin(box->low_x, x - radius);
    box->low_y = fmin(box->low_y, y - radius);
    box->high_x = fmax(box->high_x, x + radius);
    box->high_y = fmax(box->high_y, y + radius);
}

static ssti_box grown(ssti_box box, double x, double y) {
    return (ssti_box){box.low_x - x, box.low_y - y, box.high_x + x, box.high_y + y};
}

static double longer_side(const ssti_box *box) {
    return fmax(box->high_x - box->low_x, box->high_y - box->low_y);
}

static double least_side(double body) {
    return fmax(least_bodies * body, least_extent);
}

ssti_box ssti_box_reach(const ssti_box *ways, double body) {
    if (ssti_box_is_empty(ways))
        return (ssti_box){-HUGE_VAL, -HUGE_VAL, HUGE_VAL, HUGE_VAL};
    double reach = fmax(fmax(longer_side(ways), reach_bodies * body), least_extent);
    return grown(*ways, reach, reach);
}

void ssti_box_add_within(ssti_box *box, const ssti_box *more, const ssti_box *limit) {
    ssti_box part = {fmax(more->low_x, limit->low_x), fmax(more->low_y, limit->low_y),
                     fmin(more->high_x, limit->high_x), fmin(more->high_y, limit->high_y)};
    if (ssti_box_is_empty(&part))
        return;
    ssti_box_add(box, part.low_x, part.low_y, 0);
    ssti_box_add(box, part.high_x, part.high_y, 0);
}

/* Never empty, nor a point. */
static ssti_box worth_showing(ssti_box box, double body) {
    if (ssti_box_is_empty(&box))
        box = (ssti_box){-empty_side / 2, -empty_side / 2, empty_side / 2, empty_side / 2};
    double lacking = fmax(least_side(body) - longer_side(&box), 0) / 2;
    return grown(box, lacking, lacking);
}

/* --- Page ---------------------------------------------------------------------------------- */

static double choose_stretch(double along, double across, double along_pixels, double across_pixels,
                             double body) {
    if (along <= long_and_thin * across || across <= 2 * body)
        return 1;
    double scale = along_pixels / along;
    return fmax(ssti_round_down(stretched_to * across_pixels / (across * scale)), 1);
}

/* Some room all round, and a straight line becomes a band. */
static ssti_box with_room(ssti_box box, double stretch) {
    double width = box.high_x - box.low_x, height = box.high_y - box.low_y;
    double pad_x = pad_share * (width > height ? width : height / stretch);
    double pad_y = pad_share * (width > height ? width / stretch : height);
    double least = stretch > 1 ? 0 : least_share * fmax(width, height);
    return grown(box, pad_x + fmax(least - width, 0) / 2, pad_y + fmax(least - height, 0) / 2);
}

static int page_length(double plot, int margins, int least, int most) {
    return (int)fmin(fmax(ceil(plot - 1e-6) + margins, least), most);
}

ssti_layout ssti_layout_choose(ssti_box box, double body) {
    ssti_box shown = worth_showing(box, body);
    double width = shown.high_x - shown.low_x, height = shown.high_y - shown.low_y;
    bool lies = width >= height;
    ssti_layout l = {0};
    l.stretch = lies ? choose_stretch(width, height, SSTI_PLOT_WIDTH, SSTI_PLOT_HEIGHT, body)
                     : choose_stretch(height, width, SSTI_PLOT_HEIGHT, SSTI_PLOT_WIDTH, body);
    l.shown = with_room(shown, l.stretch);
    double stretch_x = lies ? 1 : l.stretch, stretch_y = lies ? l.stretch : 1;
    width = stretch_x * (l.shown.high_x - l.shown.low_x);
    height = stretch_y * (l.shown.high_y - l.shown.low_y);
    double scale = fmin(SSTI_PLOT_WIDTH / width, SSTI_PLOT_HEIGHT / height);
    l.scale_x = stretch_x * scale;
    l.scale_y = stretch_y * scale;
    l.width =
        page_length(width * scale, 2 * SSTI_PAGE_SIDE, SSTI_PAGE_LEAST_WIDTH, SSTI_PAGE_WIDTH);
    l.height = page_length(height * scale, SSTI_PAGE_TOP + SSTI_PAGE_BOTTOM, SSTI_PAGE_LEAST_HEIGHT,
                           SSTI_PAGE_HEIGHT);
    double middle_x = l.width / 2.0, middle_y = (SSTI_PAGE_TOP + l.height - SSTI_PAGE_BOTTOM) / 2.0;
    l.plot = (ssti_box){middle_x - width * scale / 2, middle_y - height * scale / 2,
                        middle_x + width * scale / 2, middle_y + height * scale / 2};
    return l;
}

double ssti_layout_x(const ssti_layout *layout, double x) {
    return layout->plot.low_x + (x - layout->shown.low_x) * layout->scale_x;
}

double ssti_layout_y(const ssti_layout *layout, double y) {
    return layout->plot.low_y + (layout->shown.high_y - y) * layout->scale_y;
}

/* --- Round numbers ------------------------------------------------------------------------- */

/* digit * 10^power, correctly rounded. */
static double decimal(int digit, int power) {
    char text[32];
    snprintf(text, sizeof text, "%de%d", digit, power);
    return strtod(text, NULL);
}

/* The greatest round number up to a value as digit and power. */
static void find_round(double value, int *digit, int *power) {
    static const int digits[] = {5, 2, 1};
    for (int p = (int)floor(log10(value)) + 1;; p--)
        for (int i = 0; i < 3; i++)
            if (decimal(digits[i], p) <= value) {
                *digit = digits[i];
                *power = p;
                return;
            }
}

double ssti_round_down(double value) {
    int digit, power;
    find_round(value, &digit, &power);
    return decimal(digit, power);
}

ssti_ticks ssti_ticks_choose(double length, int most) {
    if (!(length > 0))
        return (ssti_ticks){1, 1, 0};
    int digit, power;
    find_round(length / most, &digit, &power);
    /* That one is just right or too fine; the next round number is not. */
    if (length > most * decimal(digit, power) * (1 + 1e-9)) {
        power += digit == 5;
        digit = digit == 1 ? 2 : digit == 2 ? 5 : 1;
    }
    double step = decimal(digit, power);
    int decimals = power > 4 || power < -4 ? -1 : power < 0 ? -power : 0;
    return (ssti_ticks){step, (int)floor(length / step * (1 + 1e-9)) + 1, decimals};
}

void ssti_tick_label(const ssti_ticks *ticks, int tick, char text[static 24]) {
    double value = tick * ticks->step;
    if (ticks->decimals >= 0)
        snprintf(text, 24, "%.*f", ticks->decimals, value);
    else
        snprintf(text, 24, "%.3g", value);
}

ssti_scale_bar ssti_scale_bar_choose(double scale, double most_pixels) {
    double metres = ssti_round_down(most_pixels / scale);
    ssti_scale_bar bar = {.pixels = metres * scale};
    if (metres >= 1000)
        snprintf(bar.label, sizeof bar.label, "%.5g km", metres / 1000);
    else
        snprintf(bar.label, sizeof bar.label, "%.5g m", metres);
    return bar;
}
