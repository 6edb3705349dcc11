/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The ramp is a curve through OKLab (Ottosson, "A perceptual colour space for image processing",
 * 2020), in which equal distances look equally different: lightness rises evenly, so that order is
 * seen without a legend, in grey and by the colour-blind too; hue turns from violet to
 * yellow-green; chroma is as much as sRGB holds there, up to a bound. Entries lie evenly along the
 * curve. It ends short of white, on which it is drawn. */

#include "plot/ramp.h"

#include <math.h>

static const double first_lightness = 0.29, last_lightness = 0.87;
static const double first_hue = 5.2, last_hue = 1.95; /* [rad] */
static const double dullest = 0.45, least_chroma = 0.093, more_chroma = 0.3;

typedef struct lab {
    double l, a, b;
} lab;

static double cube(double x) {
    return x * x * x;
}

/* To linear sRGB by the matrices of the paper. */
static ssti_color to_linear(lab c) {
    double l = cube(c.l + 0.3963377774 * c.a + 0.2158037573 * c.b);
    double m = cube(c.l - 0.1055613458 * c.a - 0.0638541728 * c.b);
    double s = cube(c.l - 0.0894841775 * c.a - 1.2914855480 * c.b);
    return (ssti_color){4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
                        -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
                        -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s};
}

/* The transfer curve of sRGB (IEC 61966-2-1). */
static double to_display(double linear) {
    double held = fmin(fmax(linear, 0), 1);
    return held <= 0.0031308 ? 12.92 * held : 1.055 * pow(held, 1 / 2.4) - 0.055;
}

static lab curve(double share) {
    double lightness = first_lightness + share * (last_lightness - first_lightness);
    double hue = first_hue + share * (last_hue - first_hue);
    double away = share - dullest;
    double chroma = least_chroma + more_chroma * away * away;
    return (lab){lightness, chroma * cos(hue), chroma * sin(hue)};
}

static double distance(lab a, lab b) {
    return sqrt((a.l - b.l) * (a.l - b.l) + (a.a - b.a) * (a.a - b.a) + (a.b - b.b) * (a.b - b.b));
}

enum { SAMPLES = 2048 };

/* Length of the curve up to each sample. */
static void measure(double lengths[SAMPLES + 1]) {
    lab last = curve(0);
    lengths[0] = 0;
    for (int i = 1; i <= SAMPLES; i++) {
        lab here = curve((double)i / SAMPLES);
        lengths[i] = lengths[i - 1] + distance(last, here);
        last = here;
    }
}

void ssti_ramp_init(ssti_ramp *ramp) {
    double lengths[SAMPLES + 1];
    measure(lengths);
    int sample = 0;
    for (int i = 0; i <= SSTI_RAMP_STEPS; i++) {
        double length = lengths[SAMPLES] * i / SSTI_RAMP_STEPS;
        while (sample < SAMPLES - 1 && lengths[sample + 1] < length)
            sample++;
        double within = (length - lengths[sample]) / (lengths[sample + 1] - lengths[sample]);
        ssti_color linear = to_linear(curve((sample + within) / SAMPLES));
        ramp->colors[i] =
            (ssti_color){to_display(linear.red), to_display(linear.green), to_display(linear.blue)};
    }
}

ssti_color ssti_ramp_at(const ssti_ramp *ramp, double share) {
    double at = fmin(fmax(share, 0), 1) * SSTI_RAMP_STEPS;
    int i = at < SSTI_RAMP_STEPS ? (int)at : SSTI_RAMP_STEPS - 1;
    const ssti_color *a = &ramp->colors[i], *b = a + 1;
    double f = at - i;
    return (ssti_color){a->red + f * (b->red - a->red), a->green + f * (b->green - a->green),
                        a->blue + f * (b->blue - a->blue)};
}
