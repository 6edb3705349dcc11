/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The simulator: a scenario in a file -> trajectories and figures.
 *
 *     sst_scenario *scenario;
 *     sst_run_options options;
 *     sst_summary summary;
 *     sst_run_options_init(&options);
 *     options.outputs = (const char *[]){"out.csv"};
 *     options.output_count = 1;
 *     if (sst_scenario_load("street.yaml", reporter, &scenario) == SST_DONE &&
 *         sst_run(scenario, &options, reporter, &summary) == SST_DONE)
 *         printf("%zu arrived\n", summary.arrived);
 *     sst_scenario_destroy(scenario);
 *
 * docs/scenario.md describes the file. Nothing here prints: what went wrong goes to the caller's
 * reporter. Thread rule: one thread at a time per object; different objects are independent. Unless
 * a call answers SST_DONE, what it should have written is untouched.
 */
#ifndef SIDESTEP_SIM_H
#define SIDESTEP_SIM_H

#include "base.h"
#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How a call ended; the values are the exit codes of the command. */
typedef enum sst_outcome {
    SST_DONE = 0,
    SST_FAILED = 1,   /* out of memory, a file that cannot be read or written, a full disk */
    SST_BAD_INPUT = 2 /* what was read is not what was expected */
} sst_outcome;

/* An error or a warning. All pointers are valid during the call of the reporter only. */
typedef struct sst_message {
    bool warning;
    const char *file;      /* null if the message is about no file */
    uint32_t line, column; /* from 1; 0 = the whole file, the whole line */
    const char *text;      /* one line of UTF-8: what was found and what was expected */
} sst_message;

/* Where messages go; `report` may be null. */
typedef struct sst_reporter {
    void (*report)(const sst_message *message, void *context);
    void *context;
} sst_reporter;

/* The word of `words` [count] nearest to `word` by edit distance, or else the first that begins or
 * ends with it at a `_` or `-`, for a message that helps; null if none is near. */
SST_API const char *sst_nearest_word(const char *word, const char *const *words, size_t count);

/* --- Scenario ------------------------------------------------------------------------------ */

typedef struct sst_scenario sst_scenario;

/* Reads YAML (JSON is YAML): from a file, "-" being standard input, or from memory, where `name`
 * stands for the file in messages. Any bytes are safe. All errors of a file are reported, not only
 * the first. Recordings that it names are read too, as seen from the folder in `name`. */
SST_API sst_outcome sst_scenario_load(const char *path, sst_reporter reporter,
                                      sst_scenario **scenario);
SST_API sst_outcome sst_scenario_read(const void *bytes, size_t size, const char *name,
                                      sst_reporter reporter, sst_scenario **scenario);
/* The same with settings [setting_count <= 1000] laid over what the file says, each
 * "agents.0.radius=0.4": keys, and list items by number, from the top down to a value in YAML. A
 * key that is not there is added. Messages about a setting name "--set ..." as their file. */
SST_API sst_outcome sst_scenario_load_with(const char *path, const char *const *settings,
                                           size_t setting_count, sst_reporter reporter,
                                           sst_scenario **scenario);
SST_API sst_outcome sst_scenario_read_with(const void *bytes, size_t size, const char *name,
                                           const char *const *settings, size_t setting_count,
                                           sst_reporter reporter, sst_scenario **scenario);
SST_API void sst_scenario_destroy(sst_scenario *scenario); /* null is fine */

SST_API const char *sst_scenario_name(const sst_scenario *scenario); /* "" if it has none */
SST_API size_t sst_scenario_agent_count(const sst_scenario *scenario);
SST_API sst_profile sst_scenario_profile(const sst_scenario *scenario);
/* Overrides the profile; what the scenario says under `solve` still stands. */
SST_API void sst_scenario_set_profile(sst_scenario *scenario, sst_profile profile);

/* The world at time 0, to be destroyed by the caller. `ids` [agent_count] gets the agents in file
 * order, zero for those that enter later or wait for their place; it may be null. */
SST_API sst_outcome sst_scenario_create_world(const sst_scenario *scenario, uint32_t worker_count,
                                              sst_reporter reporter, sst_world **world,
                                              sst_agent_id *ids);

/* --- Measurements -------------------------------------------------------------------------- */

/* What came of a line or an area of the scenario's `measure`: docs/metrics.md. Means are over time;
 * a figure that does not exist is NaN. */
typedef struct sst_measured {
    const char *name;
    bool is_line;
    double size;  /* length of the line [m], size of the area [m^2] */
    double speed; /* of those who crossed, at their crossings; classical mean in the area [m/s] */
    /* A line. */
    uint64_t forward, backward; /* crossings from its left, seen from its first end, and back */
    uint64_t passed;            /* different agents that crossed */
    double first_crossing, last_crossing; /* [s] */
    double flow;          /* passed over the time from the first to the last and one frame [1/s] */
    double specific_flow; /* [1/s/m] */
    double throughput;    /* passed over the whole time measured [1/s] */
    /* An area. */
    uint64_t samples;
    double density, voronoi_density; /* [1/m^2] */
    double voronoi_speed;            /* [m/s] */
} sst_measured;

/* Where measurements go, each once, in the scenario's order; the pointer is valid during the call.
 * `tell` may be null. */
typedef struct sst_measured_to {
    void (*tell)(const sst_measured *measured, void *context);
    void *context;
} sst_measured_to;

/* --- Run ----------------------------------------------------------------------------------- */

#define SST_UNLIMITED UINT64_MAX

/* How far a run is. */
typedef struct sst_progress {
    uint64_t step, step_limit; /* taken; at most to be taken */
    double time;               /* of the scenario [s] */
    uint64_t agent_steps;      /* sum over the steps of the agents present */
} sst_progress;

/* Everyone who is there at a moment, before those who arrived leave. The pointers are valid during
 * the call of the observer only. */
typedef struct sst_frame {
    uint64_t step;
    double time; /* of the scenario [s] */
    size_t count;
    const uint32_t *agents; /* numbers [count], in no particular order */
    const sst_point *positions;
} sst_frame;

typedef struct sst_run_options {
    uint32_t struct_size;
    uint32_t worker_count; /* threads that step; default 0: one for small scenes, else one per
                              processor. The result is the same. */
    uint64_t steps;        /* exactly so many; default SST_UNLIMITED */
    double until;          /* exactly until this time [s, >= 0]; default -1: the scenario's `steps`
                              or `until`; without these until all have arrived, or until a limit
                              that leaves everyone three times the time of the straight way */
    uint64_t every;        /* record each so many steps [>= 1]; default 1 */
    const char *const *outputs; /* recordings [output_count], written anew, each of the kind that
                                   its name's end tells: docs/recordings.md; "-" = CSV on standard
                                   output */
    size_t output_count;        /* default 0 */
    const char *picture_path;   /* of everyone's way, written anew; ends in .png, .svg or .pdf:
                                   docs/pictures.md; default null = none */
    sst_measured_to measured;   /* gets the measurements at the end; default none */
    const char *series_path;    /* CSV of the measurements over time, written anew; default null =
                                   none */
    void (*observe)(const sst_frame *frame, void *context); /* the beginning and each step; default
                                                               null */
    void *observe_context;
    bool (*progress)(const sst_progress *progress, void *context); /* after each step; false ends
                                                                      the run; default null */
    void *progress_context;
} sst_run_options;

SST_API void sst_run_options_init(sst_run_options *options);

typedef enum sst_stop {
    SST_STOP_ALL_ARRIVED = 0, /* everyone with a goal arrived */
    SST_STOP_AS_ASKED = 1,    /* the given steps or time */
    SST_STOP_TIME_LIMIT = 2,  /* the limit of a run without a given end */
    SST_STOP_INTERRUPTED = 3  /* `progress` said so */
} sst_stop;

/* Stands for all obstacles together, where an agent's number is expected. */
#define SST_OBSTACLES UINT32_MAX

/* Two that overlapped by more than 1 mm, from then until their surfaces were 1 cm apart. */
typedef struct sst_collision {
    uint32_t a, b;       /* a < b: agents by number; or b is SST_OBSTACLES */
    double begin;        /* the first moment deeper than 1 mm [s of the scenario] */
    double duration;     /* from then to the last such moment [s] */
    double overlap_time; /* of it, deeper than 1 mm [s] */
    double depth;        /* greatest [m] */
    sst_point place;     /* of the greatest depth: the middle of the overlap; with obstacles the
                            agent's centre */
} sst_collision;

/* Why an agent is stuck: what lies on the way that it prefers, the first that holds. */
typedef enum sst_stuck_cause {
    SST_STUCK_BY_NOTHING = 0,  /* none of the following */
    SST_STUCK_BY_OCCUPANT = 1, /* somebody stands on its goal */
    SST_STUCK_BY_OBSTACLE = 2,
    SST_STUCK_BY_AGENT = 3, /* one */
    SST_STUCK_BY_CROWD = 4  /* several */
} sst_stuck_cause;
enum { SST_STUCK_CAUSES = 5, SST_FIRST_STUCK = 3 };

#define SST_NOBODY UINT32_MAX

/* A time in which an agent, not arrived, was slower than 5 % of preferred for 5 s or more. */
typedef struct sst_stuck {
    uint32_t agent;  /* by number */
    uint32_t cause;  /* sst_stuck_cause */
    uint32_t by;     /* the occupant, the agent, the nearest of the crowd; the obstacle, by number;
                        SST_NOBODY: nothing */
    uint32_t others; /* agents on its way */
    double begin;    /* of being slow [s of the scenario] */
    double duration; /* [s] */
    sst_point place; /* 5 s after the beginning, when the cause is judged */
} sst_stuck;

/* What came of a run. docs/metrics.md defines all figures. A figure that does not exist is NaN. */
typedef struct sst_summary {
    uint64_t steps;
    double time;         /* of the scenario at the end [s] */
    size_t agents;       /* of the scenario */
    size_t arrived;      /* came within max(radius / 4, preferred speed x time step) of the last
                            goal, or into it if it is an area, once */
    size_t replayed;     /* of the agents, those that follow a trajectory: they never arrive */
    double min_gap;      /* between surfaces of agents, least over the continuous motion [m] */
    double min_wall_gap; /* between agents and obstacles, likewise [m] */
    uint64_t collisions; /* of two agents, or of an agent and the obstacles */
    sst_collision first_collision, deepest_collision; /* all NaN if there was none */
    double overlap_time;                              /* sum over the pairs, deeper than 1 mm [s] */
    double min_time_to_collision;        /* at the velocities of a moment, up to 3 s [s] */
    double intimate_time, personal_time; /* sum over the agents, somebody nearer than 0.45 m; the
                                            nearest from 0.45 to 1.2 m [s] */
    uint64_t relaxed_steps; /* sum over the steps of agents with SST_STATUS_RELAXED; likewise: */
    uint64_t truncated_steps, contact_steps, blocked_steps;
    double mean_time_to_goal; /* from entering to arrival, of those that arrived [s] */
    double path_ratio;        /* length walked over the straight way between the places where goals
                                 were reached, mean of those that arrived */
    double spl;               /* success weighted by path length, of those with a goal */
    double makespan;          /* when the last one with a goal arrived [s]; all must */
    /* Of agents until they arrive. Means over all steps, greatest of any. */
    double efficacy; /* velocity along the preferred one, as a share of it */
    double mean_acceleration, max_acceleration; /* [m/s^2] */
    double mean_jerk, max_jerk;                 /* [m/s^3] */
    double heading_change;  /* sum of an agent's turns, mean of all that entered [rad] */
    double not_moving_time; /* slower than 0.01 m/s, sum over the agents [s] */
    double stuck_time;      /* slower than 5 % of preferred for 5 s or more, likewise [s] */
    size_t stuck;           /* not arrived at the end, and slower than 5 % of preferred for 5 s */
    uint64_t stuck_events;  /* times in which an agent was stuck; by cause: */
    uint64_t stuck_by_occupant, stuck_by_obstacle, stuck_by_agent, stuck_by_crowd, stuck_by_nothing;
    sst_stuck first_stuck[SST_FIRST_STUCK]; /* those that began first, as many as there are */
    uint64_t state_hash;                    /* sst_world_hash at the end */
    double wall_clock;                      /* [s] */
    double agent_steps_per_s;
    sst_stop stop;
} sst_summary;

/* Errors are reported; after SST_FAILED while recording, what was written before stands. */
SST_API sst_outcome sst_run(const sst_scenario *scenario, const sst_run_options *options,
                            sst_reporter reporter, sst_summary *summary);

/* A figure of a run, by the name under which `sidestep run --json`, tables of experiments and
 * docs/metrics.md have it. */
typedef struct sst_figure {
    const char *name, *unit, *meaning; /* "min_gap", "m", one line; unit "" = a plain number */
    bool whole;                        /* a count */
    bool of_machine; /* of the computing: another one with every run, unlike all others */
} sst_figure;

SST_API size_t sst_figure_count(void);
SST_API const sst_figure *sst_figure_at(size_t index); /* null beyond the last */
/* The value of a figure [index < count], NaN where it does not exist. Counts are exact below 2^53.
 */
SST_API double sst_summary_figure(const sst_summary *summary, size_t index);

/* Likewise of a measurement: a line has other figures than an area. Tables of experiments have them
 * as "door.flow", behind the name of the measurement. */
SST_API size_t sst_measured_figure_count(bool is_line);
SST_API const sst_figure *sst_measured_figure_at(bool is_line, size_t index);
SST_API double sst_measured_figure(const sst_measured *measured, size_t index);

/* --- Check --------------------------------------------------------------------------------- */

typedef enum sst_severity {
    SST_SEVERITY_NOTE = 0,   /* as may be meant */
    SST_SEVERITY_WARNING = 1 /* to be mended */
} sst_severity;

/* What a scenario could do better. All pointers are valid during the call of the advisor only. */
typedef struct sst_advice {
    const char *code; /* "horizon-short"; docs/advice.md has all */
    sst_severity severity;
    const char *file;
    uint32_t line, column; /* from 1; 0 = the whole file */
    const char *text;      /* one line of UTF-8: what was found, why it matters, what to set */
    const char *parameter; /* the key to change; null = none */
    double recommended;    /* its right value for this scenario; NaN = no number */
} sst_advice;

/* Where advice goes; `advise` may be null. */
typedef struct sst_advisor {
    void (*advise)(const sst_advice *advice, void *context);
    void *context;
} sst_advisor;

typedef struct sst_check_options {
    uint32_t struct_size;
    double response_time;    /* from seeing to acting [s]; default -1: one time step */
    double max_acceleration; /* of every agent [m/s^2, >= 0]; default 0: without limit */
} sst_check_options;

SST_API void sst_check_options_init(sst_check_options *options);

typedef struct sst_check_summary {
    size_t warnings, notes; /* also those beyond the tenth of a kind, which are not passed on */
    double response_time;   /* that was reckoned with [s] */
} sst_check_summary;

/* Looks for what is allowed but hardly meant, or does not go together. Takes n log n time in agents
 * and obstacle vertices. `summary` may be null. */
SST_API sst_outcome sst_scenario_check(const sst_scenario *scenario,
                                       const sst_check_options *options, sst_reporter reporter,
                                       sst_advisor advisor, sst_check_summary *summary);

/* --- Recordings ---------------------------------------------------------------------------- */

/* What a recording may not tell itself; 0 = as the recording says. */
typedef struct sst_recording_options {
    uint32_t struct_size;
    double frame_rate;      /* [1/s, > 0]; above what it says */
    double metres_per_unit; /* of PeTrack text [m, > 0] */
} sst_recording_options;

SST_API void sst_recording_options_init(sst_recording_options *options);

/* A recording of any kind (CSV, HDF5, JuPedSim's SQLite 1 to 3, PeTrack text; its content tells
 * which, "-" = standard input for text) written anew as another, whose kind its name tells. */
SST_API sst_outcome sst_recording_convert(const char *path, const char *to,
                                          const sst_recording_options *options,
                                          sst_reporter reporter);

typedef enum sst_table {
    SST_TABLE_AGENTS,     /* who they were, and their figures */
    SST_TABLE_COLLISIONS, /* in the order in which they ended */
    SST_TABLE_STUCK       /* times of being stuck, likewise */
} sst_table;

/* A table that an HDF5 recording has beside its trajectories, written anew as CSV; "-" = standard
 * output. Columns: docs/recordings.md. Bad input is also a recording that does not have it. */
SST_API sst_outcome sst_recording_export(const char *path, sst_table table, const char *to,
                                         sst_reporter reporter);

/* What a recording is. Texts may be null: not told. */
typedef struct sst_recording_info {
    char kind[64];
    char *scenario_name, *scenario; /* its text */
    char *profile, *version;        /* of the program that simulated */
    char *geometry;                 /* the walkable area as WKT */
    bool has_seed, has_state_hash;
    bool unfinished; /* it says that its run was not finished */
    uint64_t seed, state_hash;
    uint64_t rows, frames;        /* an agent at a moment; moments with agents */
    size_t agents;                /* different ones */
    double time_step;             /* [s] */
    uint64_t every;               /* steps from frame to frame */
    double first_time, last_time; /* [s]; NaN without rows, and so are the bounds */
    sst_point least, most;
} sst_recording_info;

/* `info` gets texts of its own, for sst_recording_info_free. */
SST_API sst_outcome sst_recording_inspect(const char *path, const sst_recording_options *options,
                                          sst_reporter reporter, sst_recording_info *info);
SST_API void sst_recording_info_free(sst_recording_info *info);

typedef struct sst_measure_options {
    uint32_t struct_size;
    sst_recording_options recording;
    const sst_scenario *scenario; /* its measurements, and, if it has obstacles, its walkable area;
                                     default null: what the recording holds */
    sst_measured_to measured;     /* default none */
    const char *series_path;      /* as of a run */
} sst_measure_options;

SST_API void sst_measure_options_init(sst_measure_options *options);

/* Measures a recording of any kind at lines and areas. */
SST_API sst_outcome sst_measure(const char *path, const sst_measure_options *options,
                                sst_reporter reporter);

/* --- Import -------------------------------------------------------------------------------- */

typedef enum sst_import_format {
    SST_IMPORT_AUTO,    /* by content; an error where that cannot tell */
    SST_IMPORT_OBSMAT,  /* ETH and UCY: frame id x z y vx vz vy, 2.5 annotations a second */
    SST_IMPORT_PETRACK, /* PeTrack, JuPedSim: id frame x y ...; comments tell frame rate and unit */
    SST_IMPORT_TRAJNET, /* frame id x y, 2.5 annotations a second */
    SST_IMPORT_PEDPY    /* CSV with a head that names ID, Frame, x, y */
} sst_import_format;

/* "obsmat", ...; null if it is none. */
SST_API const char *sst_import_format_name(sst_import_format format);

typedef struct sst_import_options {
    uint32_t struct_size;
    float radius;    /* of every person [m, > 0]; default 0.2 */
    float time_step; /* of the scenario [s]; default 0.1 */
    sst_import_format format;
    double frame_rate;       /* [1/s, <= 1e6]; 0 = as the recording says, or its kind */
    double metres_per_unit;  /* [m, <= 1]; likewise */
    const char *geometry;    /* file of WKT or GeoJSON with the walkable area; null = none */
    bool geometry_in_metres; /* not in degrees, as GeoJSON is by its standard */
    bool replay; /* people follow their recorded trajectories; default no: they find their way */
    const int64_t *simulated; /* of a replay: persons [simulated_count] who find their way still */
    size_t simulated_count;
    double preferred_speed; /* of everyone who moves [m/s, >= 0]; default 0: each its own median */
    double speed_factor;    /* on each one's own [> 0, <= 100]; default 1 */
} sst_import_options;

SST_API void sst_import_options_init(sst_import_options *options);

typedef struct sst_import_summary {
    size_t people; /* in the scenario; who is seen once only is left out */
    size_t rows;
    double duration; /* from the first annotation to the last [s] */
    sst_import_format format;
} sst_import_summary;

/* Recorded people -> a scenario in which each enters at its time and place, with its own median
 * speed, bound for where it left; or follows its trajectory to the end. "-" = standard input or
 * output. `summary` may be null. */
SST_API sst_outcome sst_import(const char *path, const char *scenario_path,
                               const sst_import_options *options, sst_reporter reporter,
                               sst_import_summary *summary);
/* The same in memory: `text` gets the scenario, [size] bytes and a zero, to be released with
 * free(). */
SST_API sst_outcome sst_import_bytes(const void *bytes, size_t size, const char *name,
                                     const sst_import_options *options, sst_reporter reporter,
                                     char **text, size_t *text_size);

#ifdef __cplusplus
}
#endif

#endif
