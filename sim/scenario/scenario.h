/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* A scenario as read: plain values, checked. Points lie in one pool, and agents and obstacles name
 * ranges of it. */
#ifndef SIDESTEP_SIM_SCENARIO_H
#define SIDESTEP_SIM_SCENARIO_H

#include "sense/sense.h"
#include "tree/tree.h"

enum {
    SSTI_MAX_DRAWN = 1000000, /* agents of all groups */
    SSTI_MAX_POINTS = 1 << 24,
    SSTI_MAX_EXITS = 100
};

typedef struct ssti_range {
    size_t first, count; /* in the pool of points */
} ssti_range;

typedef enum ssti_area_kind {
    SSTI_RECTANGLE, /* points: its lower left and upper right corner */
    SSTI_CIRCLE,    /* its centre */
    SSTI_POLYGON,   /* its vertices */
    SSTI_SPOT       /* a point among areas */
} ssti_area_kind;

typedef struct ssti_area {
    ssti_area_kind kind;
    double radius; /* of a circle, else 0 [m] */
    ssti_range points;
} ssti_area;

/* Where agents prefer another speed. */
typedef struct ssti_zone {
    ssti_area area;
    double factor, max_speed; /* of what they prefer elsewhere; at most [m/s] */
    sst_point box[2];         /* corners of the area's bounds */
} ssti_zone;

typedef enum ssti_on_arrival { SSTI_STAY = 0, SSTI_REMOVE = 1 } ssti_on_arrival;

#define SSTI_NO_AREAS SIZE_MAX

/* Where an agent that follows a trajectory is at some time. */
typedef struct ssti_timed_point {
    double time; /* [s] */
    sst_point at;
} ssti_timed_point;

typedef struct ssti_agent {
    sst_agent_def def;
    double preferred_speed; /* [m/s], at most max_speed */
    double start_time;      /* [s] */
    ssti_on_arrival on_arrival;
    ssti_range goals; /* none: it keeps its preferred velocity. For an area the point of it that is
                         nearest to the goal before */
    size_t areas;     /* the first goal's area, SSTI_NO_AREAS if all are points */
    double entry_gap; /* it waits until others leave it this gap [m]; negative: it does not wait */
    uint32_t sense;   /* 1 + its index; 0 = it sees everything as it is */
    ssti_range trajectory; /* moments; none: it finds its way itself */
    bool loop;             /* after the last goal comes the first again: it never arrives */
    float rate_limit;      /* of the velocity driven [m/s^2]; 0 = none */
    bool pedestrian;       /* the denser it is ahead, the more slowly it wants to go */
    ssti_place place;
} ssti_agent;

typedef struct ssti_obstacle {
    sst_obstacle_def def; /* its `vertices` are null; see the range */
    ssti_range vertices;
    bool bad; /* an error was told of it while it was read */
    ssti_place place;
} ssti_obstacle;

/* Where the world repeats; SST_AXIS_NONE: it does not. The range is on the lattice of positions. */
typedef struct ssti_periodic {
    sst_axis axis;
    double from, to; /* [m] */
    ssti_place place;
} ssti_periodic;

/* Of preferred velocities, as shares of the agent's max_speed: docs/scenario.md. Zeros: none. */
typedef struct ssti_perturbation {
    double sine, period; /* across the preferred velocity; [s] */
    double random;       /* along and across it, anew with each step */
} ssti_perturbation;

/* A line or an area at which the crowd is measured: docs/metrics.md. */
typedef struct ssti_measure {
    char *name;
    bool is_line;
    ssti_range line;     /* its ends */
    ssti_area area;      /* if it is no line */
    double from, until;  /* [s]; until negative = to the end */
    double every;        /* between samples of an area [s]; 0 = each frame */
    double cut_off;      /* radius of Voronoi cells [m]; 0 = none */
    double speed_window; /* over which a displacement is a speed [s] */
    double flow_window;  /* of which a line tells the flow [s] */
} ssti_measure;

/* Parameters given under `solve`: a value counts if its bit is set, in the order of the table of
 * parameters. */
typedef struct ssti_overrides {
    sst_world_def values;
    uint64_t given;
} ssti_overrides;

struct sst_scenario {
    char *file, *name;
    char *text; /* the file, byte for byte, and a zero; with settings, what they made of it */
    size_t text_size;
    char **settings; /* as given */
    size_t setting_count;
    sst_profile profile;
    uint64_t seed;          /* of all that is drawn */
    double time_step;       /* [s]; the world's is this rounded to float */
    double preferred_speed; /* of agents that give none [m/s]; negative = not given */
    uint64_t steps;         /* SST_UNLIMITED = not given */
    double until;           /* [s]; negative = not given */
    ssti_overrides overrides;
    ssti_periodic periodic;
    ssti_perturbation perturbation;
    ssti_agent *agents;
    size_t agent_count;
    ssti_obstacle *obstacles;
    size_t obstacle_count;
    sst_point *points;
    size_t point_count, point_capacity;
    ssti_area *areas; /* goals of which at least one in the list is an area */
    size_t area_count, area_capacity;
    ssti_sense *senses;
    size_t sense_count;
    ssti_timed_point *moments; /* of trajectories */
    size_t moment_count, moment_capacity;
    ssti_zone *zones;
    size_t zone_count;
    ssti_measure *measures;
    size_t measure_count;
    char **files; /* paths of what else was read, each once */
    size_t file_count;
};

/* Reading: the tree's values into C values. */
typedef struct ssti_sampler ssti_sampler;
typedef struct ssti_group ssti_group;
typedef struct ssti_profiles ssti_profiles;
typedef struct ssti_recorded ssti_recorded;

typedef struct ssti_reader {
    ssti_report *report;
    sst_scenario *scenario;
    ssti_sampler *samplers;  /* all that were read */
    ssti_profiles *profiles; /* null: none */
    ssti_recorded *recorded; /* recordings that were read */
    ssti_group *groups;
    size_t group_count, drawn_count; /* agents of all groups */
    uint64_t *doubts; /* by agent: the keys [bits] whose values are not known, as they are bad */
    bool doubtful_seed, doubtful_time_step, doubtful_solver; /* likewise; the last of the profile
                                                                and `solve` */
    bool out_of_memory;
} ssti_reader;

/* A word and the value that it stands for; a table ends with a null word. */
typedef struct ssti_choice {
    const char *word;
    int value;
} ssti_choice;

typedef struct ssti_field ssti_field;
typedef bool (*ssti_read_fn)(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                             void *value);

/* One key of a map: how it is read, to where, and within which bounds. */
struct ssti_field {
    const char *name;
    ssti_read_fn read;   /* null: the key is ignored */
    size_t offset, size; /* of the value in its struct */
    double least, most;
    const char *unit;
    const ssti_choice *choices;
};

#define SSTI_FIELD(type, member) offsetof(type, member), sizeof(((type *)0)->member)

/* The entry [count <= 64] of a key; null, after an error that names the nearest, if there is none.
 */
const ssti_field *ssti_find_field(ssti_reader *reader, const ssti_node *node,
                                  const ssti_field *fields, size_t count);
/* Reads a map by a table [count <= 64] of its keys into `values`. An unknown key is an error that
 * names the nearest known one. Answers the keys that were given and read well, one bit each. */
uint64_t ssti_read_map(ssti_reader *reader, const ssti_node *map, const ssti_field *fields,
                       size_t count, void *values);
/* The keys of a map of which nobody can tell the value, one bit each: those not read well or given
 * twice, and all that are not given, should an unknown key be one of them misspelt. */
uint64_t ssti_doubtful_keys(const ssti_node *map, const ssti_field *fields, size_t count,
                            uint64_t good);

/* Readers; each says what it found and expected, and answers whether it was good. */
bool ssti_value_float(ssti_reader *, const ssti_node *, const ssti_field *, void *);
bool ssti_value_double(ssti_reader *, const ssti_node *, const ssti_field *, void *);
bool ssti_value_float_or_auto(ssti_reader *, const ssti_node *, const ssti_field *, void *);
bool ssti_value_uint32(ssti_reader *, const ssti_node *, const ssti_field *, void *);
bool ssti_value_uint64(ssti_reader *, const ssti_node *, const ssti_field *, void *);
bool ssti_value_bool(ssti_reader *, const ssti_node *, const ssti_field *, void *);
bool ssti_value_choice(ssti_reader *, const ssti_node *, const ssti_field *, void *); /* int */
bool ssti_value_text(ssti_reader *, const ssti_node *, const ssti_field *, void *); /* the tree's */
bool ssti_value_layers(ssti_reader *, const ssti_node *, const ssti_field *, void *);
bool ssti_value_vec2(ssti_reader *, const ssti_node *, const ssti_field *, void *);
bool ssti_value_point(ssti_reader *, const ssti_node *, const ssti_field *, void *);
bool ssti_value_sense(ssti_reader *, const ssti_node *, const ssti_field *, void *);  /* uint32 */
bool ssti_value_points(ssti_reader *, const ssti_node *, const ssti_field *, void *); /* range */

bool ssti_add_point(ssti_reader *reader, sst_point point); /* to the pool */

/* Says "NAME: found X, expected ...". Answers false. */
bool ssti_expected(ssti_reader *reader, const ssti_node *node, const char *name, const char *format,
                   ...) SSTI_PRINTF(4, 5);

enum { SSTI_MAX_SETTINGS = 1000 };

/* Lays the scenario's settings over a tree. `trees` [setting_count] gets the trees of their values,
 * null or to be destroyed after the tree. */
sst_outcome ssti_apply_settings(ssti_tree *tree, const sst_scenario *scenario, ssti_report *report,
                                ssti_tree **trees);

/* A scenario's text and what is laid over it. */
typedef struct ssti_scenario_source {
    const void *bytes;
    size_t size;
    const char *name;            /* of its file in messages */
    const char *part;            /* the key of a map that holds the scenario; null = all of it.
                                    With a part there must be settings */
    const char *const *settings; /* [setting_count <= SSTI_MAX_SETTINGS] */
    size_t setting_count;
    const char *setting_file;         /* the file that gives them, */
    const ssti_place *setting_places; /* [setting_count]; null = the command line */
} ssti_scenario_source;

sst_outcome ssti_scenario_read_source(const ssti_scenario_source *source, sst_reporter reporter,
                                      sst_scenario **scenario);

/* The parts of a scenario. */
void ssti_read_profiles(ssti_reader *reader, const ssti_node *map);
void ssti_profiles_free(ssti_reader *reader);
void ssti_read_senses(ssti_reader *reader, const ssti_node *map);
void ssti_senses_free(sst_scenario *scenario);
void ssti_read_groups(ssti_reader *reader, const ssti_node *list);
/* `list` may be null. Makes room for the agents of the groups, which come behind. */
void ssti_read_agents(ssti_reader *reader, const ssti_node *list);
/* Draws and places the agents of the groups; `world` has the obstacles. */
void ssti_draw_groups(ssti_reader *reader, sst_world *world);
void ssti_check_keys(ssti_reader *reader);
void ssti_read_obstacles(ssti_reader *reader, const ssti_node *list);
void ssti_read_measures(ssti_reader *reader, const ssti_node *list);
void ssti_measures_free(sst_scenario *scenario);
void ssti_read_overrides(ssti_reader *reader, const ssti_node *map);
void ssti_apply_overrides(const ssti_overrides *overrides, sst_world_def *def);
sst_outcome ssti_scenario_from_tree(ssti_tree *tree, ssti_report *report, sst_scenario *scenario);

/* Building: adds the obstacles to a world. Reports those refused, which are bad input; and, if
 * asked, vertices that were dropped. */
sst_outcome ssti_add_obstacles(const sst_scenario *scenario, sst_world *world, ssti_report *report,
                               bool warn);
sst_result ssti_create_bare_world(const sst_scenario *scenario, uint32_t worker_count,
                                  sst_world **world);

/* The step before which an agent enters, 0 at the beginning. */
uint64_t ssti_entry_step(const sst_scenario *scenario, const ssti_agent *agent);
/* Adds an agent; its key is its number unless it gives one. */
sst_result ssti_add_agent(const sst_scenario *scenario, size_t number, sst_world *world,
                          sst_agent_id *id);

/* The velocity towards a goal: preferred speed, or what lands exactly on it within one step. */
sst_vec2 ssti_steer(sst_point from, sst_point goal, double preferred_speed, double time_step);

#endif
