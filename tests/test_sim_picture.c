/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Whole pictures: what their pixels show, and files of every kind. */

#include "harness.h"
#include "sim_scene.h"

#include <cairo.h>

static const char png_path[] = SIDESTEP_TEST_DIR "/picture.png";

static sst_outcome draw(const char *text, const char *path, uint64_t steps,
                        sim_messages *messages) {
    sst_summary summary;
    sst_scenario *scenario = sim_scene(text);
    if (!scenario)
        return SST_FAILED;
    sst_run_options options;
    sst_run_options_init(&options);
    options.steps = steps;
    options.picture_path = path;
    sst_outcome outcome = sst_run(scenario, &options, sim_collect(messages), &summary);
    sst_scenario_destroy(scenario);
    return outcome;
}

/* The picture of a scenario, decoded; to be destroyed. */
static cairo_surface_t *picture(const char *text, uint64_t steps) {
    sim_messages messages;
    sst_outcome outcome = draw(text, png_path, steps, &messages);
    CHECK_MSG(outcome == SST_DONE && messages.errors == 0, "%s\n%s", text, messages.text);
    cairo_surface_t *image = cairo_image_surface_create_from_png(png_path);
    CHECK_MSG(cairo_surface_status(image) == CAIRO_STATUS_SUCCESS, "%s: %s", png_path,
              cairo_status_to_string(cairo_surface_status(image)));
    return image;
}

static uint32_t pixel(cairo_surface_t *image, int x, int y) {
    const unsigned char *row =
        cairo_image_surface_get_data(image) + (ptrdiff_t)y * cairo_image_surface_get_stride(image);
    uint32_t value;
    memcpy(&value, row + (ptrdiff_t)x * (ptrdiff_t)sizeof value, sizeof value);
    return value & 0xffffff;
}

static bool is_near(uint32_t a, uint32_t b) {
    for (int shift = 0; shift < 24; shift += 8)
        if (abs((int)(a >> shift & 0xff) - (int)(b >> shift & 0xff)) > 2)
            return false;
    return true;
}

/* How many pixels of a part of the image have this colour, up to its rounding. */
static long count(cairo_surface_t *image, uint32_t color, int low_y, int high_y) {
    long found = 0;
    for (int y = low_y; y < high_y; y++)
        for (int x = 0; x < cairo_image_surface_get_width(image); x++)
            found += is_near(pixel(image, x, y), color);
    return found;
}

static bool is_grey(uint32_t color) {
    return (color >> 16) == (color & 0xff) && (color >> 8 & 0xff) == (color & 0xff);
}

static long count_colored(cairo_surface_t *image, int low_y, int high_y) {
    long found = 0;
    for (int y = low_y; y < high_y; y++)
        for (int x = 0; x < cairo_image_surface_get_width(image); x++)
            found += !is_grey(pixel(image, x, y));
    return found;
}

enum { WHITE = 0xffffff, PLOT_TOP = 88, LEGEND_HEIGHT = 112, RED = 0xd9121f, ORANGE = 0xf27300 };

static void check_size(cairo_surface_t *image, int width, int height) {
    CHECK_INT(cairo_image_surface_get_width(image), width);
    CHECK_INT(cairo_image_surface_get_height(image), height);
}

TEST(png_signature) {
    cairo_surface_destroy(picture("{agents: []}", 1));
    unsigned char bytes[16] = {0};
    FILE *file = fopen(png_path, "rb");
    REQUIRE(file);
    CHECK(fread(bytes, 1, sizeof bytes, file) == sizeof bytes);
    fclose(file);
    CHECK(memcmp(bytes, "\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR", 16) == 0);
}

/* One who walks 10 m: a page of 1200 px, 1120 of them for 10.6 m and some room. */
TEST(one_agent) {
    cairo_surface_t *image = picture(
        "{time_step: 0.125, agents: [{position: [-5, 0], goal: [5, 0], preferred_speed: 1}]}",
        SST_UNLIMITED);
    check_size(image, 1200, 380);
    int middle = (PLOT_TOP + 380 - LEGEND_HEIGHT) / 2;
    uint32_t early = pixel(image, 200, middle), late = pixel(image, 1000, middle);
    CHECK_MSG(!is_grey(early) && !is_grey(late) && early != late, "%06x, %06x", early, late);
    /* The end: a disc of 0.3 m, at 104 px a metre. */
    long disc = 0;
    uint32_t end = pixel(image, 1108, middle + 15);
    for (int y = PLOT_TOP; y < 380 - LEGEND_HEIGHT; y++)
        for (int x = 1080; x < 1160; x++)
            disc += pixel(image, x, y) == end;
    const double expected = 3.14159 * 0.09 * (1120 / 11.024) * (1120 / 11.024);
    CHECK_MSG(fabs((double)disc - expected) < 0.12 * expected, "%ld pixels of %06x, expected %g",
              disc, end, expected);
    CHECK_INT(count(image, RED, 0, 380), 0);
    CHECK_INT(count(image, ORANGE, 0, 380), 0);
    CHECK(pixel(image, 600, PLOT_TOP + 30) == WHITE);
    cairo_surface_destroy(image);
}

/* Nobody: title, legend and an empty plot. */
TEST(nobody) {
    cairo_surface_t *image = picture("{name: nobody, agents: []}", 5);
    check_size(image, 960, 900);
    CHECK(count(image, WHITE, 0, PLOT_TOP - 1) < 960 * (PLOT_TOP - 1) - 1000);
    CHECK_INT(count_colored(image, PLOT_TOP, 900 - LEGEND_HEIGHT), 0);
    CHECK(count_colored(image, 900 - LEGEND_HEIGHT, 900) > 3000); /* the colour bar */
    cairo_surface_destroy(image);
}

/* Grey and hatched within, and hidden by nothing. */
TEST(obstacles) {
    cairo_surface_t *image = picture(
        "{agents: [{position: [-8, 5], goal: [8, 5]}], obstacles: [[[-6, -4], [6, -4], [6, 3], "
        "[-6, 3]], [[-7, -5], [7, -5]], {kind: room, vertices: [[-9, -6], [9, -6], [9, 6], [-9, "
        "6]]}]}",
        1);
    int height = cairo_image_surface_get_height(image);
    long solid = count(image, 0xe0e0e0, PLOT_TOP, height - LEGEND_HEIGHT);
    CHECK_MSG(solid > 100000, "%ld grey pixels", solid);
    CHECK(count(image, 0x404040, PLOT_TOP, height - LEGEND_HEIGHT) > 2000); /* walls */
    cairo_surface_destroy(image);
}

TEST(stuck_and_collided_stand_out) {
    cairo_surface_t *image =
        picture("{agents: [{position: [0, 0], goal: [2.6, 0]}], obstacles: [[[1, -9], [1, 9]]]}",
                SST_UNLIMITED);
    int height = cairo_image_surface_get_height(image);
    CHECK(count(image, ORANGE, PLOT_TOP, height - LEGEND_HEIGHT) > 30);
    CHECK(count(image, ORANGE, height - LEGEND_HEIGHT, height) > 10); /* the legend tells */
    CHECK_INT(count(image, RED, 0, height), 0);
    cairo_surface_destroy(image);
    image = picture("{agents: [{position: [0, 0]}, {position: [0.3, 0]}, {position: [3, 0]}]}", 1);
    height = cairo_image_surface_get_height(image);
    CHECK(count(image, RED, PLOT_TOP, height - LEGEND_HEIGHT) > 20);
    CHECK(count(image, RED, height - LEGEND_HEIGHT, height) > 10); /* the legend tells */
    CHECK_INT(count(image, ORANGE, 0, height), 0);
    /* Two of the three: nothing red around the right one. */
    for (int y = PLOT_TOP; y < height - LEGEND_HEIGHT; y++)
        for (int x = 600; x < cairo_image_surface_get_width(image); x++)
            CHECK(!is_near(pixel(image, x, y), RED));
    cairo_surface_destroy(image);
    /* A wall counts as well. */
    image = picture("{agents: [{position: [0, 0]}], obstacles: [[[0.1, -1], [0.1, 1]]]}", 1);
    height = cairo_image_surface_get_height(image);
    CHECK(count(image, RED, PLOT_TOP, height - LEGEND_HEIGHT) > 10);
    cairo_surface_destroy(image);
}

/* Where the collision was, which is not where the two are at the end: they part at the left, and
 * walk to the right. */
TEST(collisions_are_where_they_were) {
    cairo_surface_t *image =
        picture("{agents: [{position: [0, 0], goal: [9, 0]}, {position: [0.3, 0], goal: [9, 1]}]}",
                SST_UNLIMITED);
    int width = cairo_image_surface_get_width(image),
        height = cairo_image_surface_get_height(image);
    long left = 0, right = 0;
    for (int y = PLOT_TOP; y < height - LEGEND_HEIGHT; y++)
        for (int x = 0; x < width; x++)
            if (is_near(pixel(image, x, y), RED))
                ++*(x < width / 3 ? &left : &right);
    CHECK_MSG(left > 20 && right == 0, "%ld left, %ld right", left, right);
    cairo_surface_destroy(image);
}

/* Who was taken out is no disc at the end: three walk to one place, one after the other. */
TEST(nobody_is_drawn_who_is_gone) {
    static const char scene[] = "{agent_profiles: {a: {position: [0, 0], goal: [6, 0], on_arrival: "
                                "%s}}, agents: [{like: a}, "
                                "{like: a, start_time: 2}, {like: a, start_time: 4}]}";
    long colored[2];
    for (int i = 0; i < 2; i++) {
        char text[sizeof scene + 8];
        snprintf(text, sizeof text, scene, i == 0 ? "stay" : "remove");
        cairo_surface_t *image = picture(text, 120);
        int width = cairo_image_surface_get_width(image);
        int height = cairo_image_surface_get_height(image);
        colored[i] = 0;
        for (int y = PLOT_TOP; y < height - LEGEND_HEIGHT; y++)
            for (int x = width / 2; x < width; x++)
                colored[i] += !is_grey(pixel(image, x, y));
        cairo_surface_destroy(image);
    }
    CHECK_MSG(colored[1] > 100 && colored[0] > 4 * colored[1], "%ld with discs, %ld without",
              colored[0], colored[1]);
}

/* A group has its goals in common: two waypoints here, however many agents. */
TEST(goals_in_common) {
    cairo_surface_t *image = picture("{groups: [{number: 60, area: [-9, -4, -2, 4], radius: 0.2, "
                                     "goals: [[0, 0], [1, 0], [8, 0]]}]}",
                                     SST_UNLIMITED);
    CHECK(count_colored(image, PLOT_TOP, cairo_image_surface_get_height(image)) > 3000);
    cairo_surface_destroy(image);
}

/* The same scene far from the origin, and with a goal and an obstacle beyond all horizons. */
TEST(extremes) {
    static const char *const texts[] = {
        "{agents: [{position: [1e7, -1e7], goal: [10000010, -9999999]}]}",
        "{agents: [{position: [0, 0], goal: [1e7, 0]}]}",
        "{agents: [{position: [0, 0], goal: [4, 0]}], obstacles: [[[-1e7,2],[1e7,2],[0,1e7]]]}",
        "{agents: [{position: [0, 0], goal: [0, 0], radius: 1e-3}]}",
        "{agents: [{position: [0, 0], goal: [9, 0], radius: 0}]}",
        "{agents: [{position: [-1e7, 0]}, {position: [1e7, 0]}]}",
        "{agents: [{position: [-1e6, 0]}, {position: [1e6, 3]}]}",
        "{agents: [{position: [0, -1e6]}, {position: [3, 1e6]}]}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        cairo_surface_t *image = picture(texts[i], 20);
        int width = cairo_image_surface_get_width(image);
        int height = cairo_image_surface_get_height(image);
        CHECK_MSG(width <= 1200 && height <= 900, "%s: %d by %d", texts[i], width, height);
        CHECK_MSG(count_colored(image, PLOT_TOP, height - LEGEND_HEIGHT) > 4,
                  "%s: nobody is in sight", texts[i]);
        cairo_surface_destroy(image);
    }
}

TEST(pdf) {
    static const char path[] = SIDESTEP_TEST_DIR "/picture.PDF"; /* in whatever case */
    sim_messages messages;
    CHECK_INT(draw("{agents: [{position: [0, 0], goal: [4, 0]}]}", path, 30, &messages), SST_DONE);
    FILE *file = fopen(path, "rb");
    REQUIRE(file);
    static char bytes[1 << 20];
    size_t size = fread(bytes, 1, sizeof bytes - 1, file);
    fclose(file);
    CHECK(size > 2000 && size < sizeof bytes - 1);
    CHECK(memcmp(bytes, "%PDF-1.", 7) == 0);
    CHECK(memcmp(bytes + size - 6, "%%EOF\n", 6) == 0);
}

/* Told before the first step: the run's end would never come. */
TEST(a_file_that_cannot_be_drawn_is_told_at_once) {
    static const char endless[] = "{agents: [{position: [0, 0], preferred_velocity: [1, 0]}]}";
    static const char *const names[] = {"x.gif", "x", "png", ".x/png", "", "x.png.gz"};
    sim_messages messages;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        CHECK_INT(draw(endless, names[i], SST_UNLIMITED - 1, &messages), SST_BAD_INPUT);
        CHECK_INT(messages.errors, 1);
        CHECK_MSG(strstr(messages.text, ".png, .svg or .pdf"), "%s", messages.text);
    }
    CHECK_INT(draw(endless, "no/such/folder/x.png", SST_UNLIMITED - 1, &messages), SST_FAILED);
    CHECK_MSG(strstr(messages.text, "No such file or directory"), "%s", messages.text);
}

SUITE(sim_picture, CASE(png_signature), CASE(one_agent), CASE(nobody), CASE(obstacles),
      CASE(stuck_and_collided_stand_out), CASE(collisions_are_where_they_were),
      CASE(nobody_is_drawn_who_is_gone), CASE(goals_in_common), CASE(extremes), CASE(pdf),
      CASE(a_file_that_cannot_be_drawn_is_told_at_once))
