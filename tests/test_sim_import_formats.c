/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* One walk written as each kind of recording gives the same scenario, and which kind a text is. */

#include "harness.h"
#include "scenario/scenario.h"
#include "sim_scene.h"

static sst_import_options options_of(sst_import_format format, double fps, double unit) {
    sst_import_options options;
    sst_import_options_init(&options);
    options.format = format;
    options.frame_rate = fps;
    options.metres_per_unit = unit;
    return options;
}

/* The scenario as text; null, with messages, if there is none. */
static char *yaml_of(const char *text, sst_import_options options, sim_messages *messages) {
    char *yaml = NULL;
    size_t size = 0;
    sst_outcome outcome = sst_import_bytes(text, strlen(text), "walk.txt", &options,
                                           sim_collect(messages), &yaml, &size);
    CHECK((outcome == SST_DONE) == (yaml != NULL));
    return yaml;
}

/* Two people for 2 s at 25 frames a second, who sway by 2 cm from frame to frame. */
enum { ROWS = 51 };

static sst_point walker(int id, int frame) {
    double sway = frame % 2 ? 0.02 : 0;
    return id == 1 ? (sst_point){0.048 * frame, 1 + sway} : (sst_point){5 + sway, -0.04 * frame};
}

/* `form` takes first, second, x, y; frames go before ids if `frames_first`. */
static void write_walk(char *text, const char *head, const char *form, bool frames_first,
                       double unit) {
    text += sprintf(text, "%s", head);
    for (int id = 1; id <= 2; id++)
        for (int frame = 0; frame < ROWS; frame++) {
            sst_point p = walker(id, frame);
            text += sprintf(text, form, frames_first ? frame : id, frames_first ? id : frame,
                            p.x / unit, p.y / unit);
        }
}

/* Sway does not make people fast: speeds are measured over 0.4 s. */
static void check_walk(const char *yaml) {
    sst_scenario *s = sim_scene(yaml);
    REQUIRE(s);
    CHECK_INT(s->agent_count, 2);
    CHECK_NEAR(s->agents[0].preferred_speed, 1.2, 1e-5);
    CHECK_NEAR(s->agents[1].preferred_speed, 1.0, 1e-5);
    CHECK_NEAR(s->agents[0].def.velocity.x, 1.2, 1e-5);
    CHECK_NEAR(s->agents[0].def.position.y, 1, 1e-9);
    CHECK_NEAR(s->points[s->agents[1].goals.first].y, -2, 1e-9);
    sst_scenario_destroy(s);
}

TEST(one_walk_in_every_form) {
    static const struct {
        const char *head, *form;
        bool frames_first;
        double unit; /* of the file [m] */
        sst_import_format format;
        double fps, told_unit;
    } forms[] = {
        {"# framerate: 25 fps\n# id frame x/m y/m z/m\n", "%d\t%d\t%.6f\t%.6f\t1.7\n", false, 1,
         SST_IMPORT_AUTO, 0, 0},
        {"#Framerate: 25.00\n#positions in CM\n\n", "%d %d %.6f %.6f\n", false, 0.01,
         SST_IMPORT_AUTO, 0, 0},
        {"", "%d %d %.6f %.6f nan\r\n", false, 0.01, SST_IMPORT_AUTO, 25, 0.01},
        {"# framerate: 50\n# x/m\n", "%d %d %.6f %.6f\n", false, 0.01, SST_IMPORT_PETRACK, 25,
         0.01},
        {"", "%d.0\t%d.0\t%.6f\t%.6f\n", true, 1, SST_IMPORT_TRAJNET, 25, 0},
        {"\xef\xbb\xbfID,Frame,x,y,v_x\n", "%d,%d,%.6f,%.6f,\n", false, 1, SST_IMPORT_AUTO, 25, 0},
        {"# a comment\n,frame , id, X,y\n", "7, %d,%d , %.6f,%.6f\r\n", true, 0.01, SST_IMPORT_AUTO,
         25, 0.01},
        {"", "%d %d %.6f 0 %.6f 0 0 0\n", true, 1, SST_IMPORT_AUTO, 25, 0},
    };
    static char text[2 * ROWS * 80 + 100];
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        write_walk(text, forms[i].head, forms[i].form, forms[i].frames_first, forms[i].unit);
        sim_messages messages;
        char *yaml =
            yaml_of(text, options_of(forms[i].format, forms[i].fps, forms[i].told_unit), &messages);
        CHECK_MSG(yaml, "form %zu: %s", i, messages.text);
        if (yaml)
            check_walk(yaml);
        free(yaml);
    }
}

TEST(trajnet_has_its_own_time) {
    sim_messages messages;
    char *yaml = yaml_of("10 1 0 0\n20 1 0.4 0\n30 1 0.8 0\n20 2 5 5\n40 2 5 6\n",
                         options_of(SST_IMPORT_TRAJNET, 0, 0), &messages);
    sst_scenario *s = yaml ? sim_scene(yaml) : NULL;
    REQUIRE(s);
    CHECK_NEAR(s->agents[0].preferred_speed, 1, 1e-6);
    CHECK_NEAR(s->agents[1].start_time, 0.4, 1e-6);
    CHECK_NEAR(s->agents[1].preferred_speed, 1 / 0.8, 1e-6);
    sst_scenario_destroy(s);
    free(yaml);
}

static void check_refused(const char *text, sst_import_options options, const char *expected) {
    sim_messages messages;
    char *yaml = yaml_of(text, options, &messages);
    CHECK_MSG(!yaml && strstr(messages.text, expected), "%s: found %s, expected %s", text,
              messages.text, expected);
    free(yaml);
}

TEST(what_cannot_be_told) {
    sst_import_options automatic = options_of(SST_IMPORT_AUTO, 0, 0);
    check_refused("1 0 0 0\n1 1 1 0\n", automatic, "--format trajnet");
    check_refused("1 0 0 0\n1 1 1 0\n", automatic, "--format petrack");
    check_refused("1 0 0 0 0\n1 1 1 0 0\n", automatic, "--fps");
    check_refused("1 0 0 0 0\n1 1 1 0 0\n", automatic, "--unit m or --unit cm");
    check_refused("# framerate: 25\n1 0 0 0\n", automatic, "--unit");
    check_refused("# in metres, framerate fast\n# x/m\n1 0 0 0\n", automatic, "--fps");
    check_refused("ID,Frame,x,y\n1,0,0,0\n", automatic, "--fps");
    check_refused("ID,Frame,x,X,Y,z\n", automatic, "the column x again");
    check_refused("ID,Frame,x,z\n1,0,0,0\n", automatic, "no column y");
    check_refused("1 0 0\n", automatic, "no such rows");
    check_refused("a b c d\n", automatic, "no such rows");
    check_refused("", automatic, "no rows");
    check_refused("1 0 0 0\n", options_of((sst_import_format)9, 0, 0), "options");
    check_refused("1 0 0 0\n", options_of(SST_IMPORT_TRAJNET, -1, 0), "options");
    check_refused("1 0 0 0\n", options_of(SST_IMPORT_TRAJNET, 0, (double)NAN), "options");
}

/* Whatever is done to a recording, it is refused with a message or gives a good scenario. */
TEST(damaged_recordings_of_every_form) {
    static const char *const texts[] = {
        "# framerate: 25 fps\n# id frame x/m y/m\n1 0 0 0 1\n1 1 0.1 0 1\n2 0 5 5 1\n2 9 5 6 1\n",
        "ID,Frame,x,y,v\n1,0,0,0,1\n1,1,0.1,0,\n2,0,5,5,1\n2,9,5,6,1\n",
        "10 1 0 0\n20 1 0.4 0\n30 1 0.8 0\n20 2 5 5\n40 2 5 6\n"};
    static const sst_import_format formats[] = {SST_IMPORT_AUTO, SST_IMPORT_PEDPY,
                                                SST_IMPORT_TRAJNET};
    test_rng rng = test_seed(33);
    for (long i = 0, count = test_count(10000, 300000); i < count; i++) {
        char text[128];
        snprintf(text, sizeof text, "%s", texts[i % 3]);
        size_t length = strlen(text);
        for (uint64_t k = 0, n = 1 + test_below(&rng, 3); k < n; k++)
            text[test_below(&rng, length)] = "0123456789eE+-. \t\n#xn,,"[test_below(&rng, 23)];
        sim_messages messages;
        double fps = i % 3 == 1 ? 10 : 0;
        char *yaml = yaml_of(text, options_of(formats[i % 3], fps, 0), &messages);
        CHECK((yaml != NULL) == (messages.errors == 0));
        if (yaml)
            sst_scenario_destroy(sim_scene(yaml));
        free(yaml);
    }
}

SUITE(sim_import_formats, CASE(one_walk_in_every_form), CASE(trajnet_has_its_own_time),
      CASE(what_cannot_be_told), CASE(damaged_recordings_of_every_form))
