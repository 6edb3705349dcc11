/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Text as PeTrack exports it, which the tools of pedestrian research read: rows id frame x y z,
 * after comments that tell frame rate and unit. Readers look for these two in every comment before
 * the first row, so that no other comment may seem to tell them: the scenario and what else the
 * recording is stand there with all but letters and digits escaped as in addresses. */

#include "record/metres.h"
#include "record/recorder.h"
#include "report/file.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct petrack_recorder {
    ssti_recorder base;
    FILE *file;
    uint64_t every;
} petrack_recorder;

/* A text in which no word of a comment can be found: everything but letters, digits and a few marks
 * is escaped as in addresses, and so is the f that begins "framerate". */
static void print_escaped(FILE *file, const char *name, const char *text) {
    if (!*text)
        return;
    fprintf(file, "# %s=", name);
    for (const char *c = text; *c; c++) {
        bool plain = (*c >= '0' && *c <= '9') || (*c >= 'a' && *c <= 'z' && *c != 'f') ||
                     (*c >= 'A' && *c <= 'Z' && *c != 'F') || strchr("-._", *c);
        if (plain)
            fputc(*c, file);
        else
            fprintf(file, "%%%02X", (unsigned)(unsigned char)*c);
    }
    fputc('\n', file);
}

static void print_head(FILE *file, const ssti_recording *r) {
    fprintf(file, "# framerate: %.17g fps\n# id frame x/m y/m z/m\n",
            1 / (r->time_step * (double)r->every));
    print_escaped(file, "sidestep-version", r->version);
    print_escaped(file, "sidestep-scenario-name", r->scenario);
    print_escaped(file, "sidestep-profile", r->profile);
    fprintf(file, "# sidestep-seed=%" PRIu64 "\n", r->seed);
    fprintf(file, "# sidestep-time-step=%.17g\n# sidestep-every=%" PRIu64 "\n", r->time_step,
            r->every);
    print_escaped(file, "sidestep-geometry", r->geometry);
    print_escaped(file, "sidestep-scenario", r->scenario_text);
}

static bool petrack_frame(ssti_recorder *recorder, const ssti_frame *frame) {
    petrack_recorder *p = (petrack_recorder *)recorder;
    for (size_t i = 0; i < frame->count; i++)
        fprintf(p->file, "%u %" PRIu64 " %s %s 0\n", (unsigned)frame->agents[i],
                frame->step / p->every, ssti_print_metres(frame->positions[i].x).text,
                ssti_print_metres(frame->positions[i].y).text);
    return ssti_file_flush(p->file, &recorder->report);
}

static bool petrack_finish(ssti_recorder *recorder, const ssti_ending *ending) {
    petrack_recorder *p = (petrack_recorder *)recorder;
    FILE *file = p->file;
    if (ending->has_hash)
        fprintf(file, "# sidestep-state-hash=%016" PRIx64 "\n", ending->state_hash);
    p->file = NULL;
    return ssti_file_close(file, &recorder->report);
}

static void petrack_destroy(ssti_recorder *recorder) {
    petrack_recorder *p = (petrack_recorder *)recorder;
    if (p->file)
        fclose(p->file);
    free(p);
}

ssti_recorder *ssti_petrack_open(const char *path, const ssti_recording *recording,
                                 ssti_report report) {
    static const ssti_recorder_class petrack_class = {
        .frame = petrack_frame, .finish = petrack_finish, .destroy = petrack_destroy};
    petrack_recorder *p = calloc(1, sizeof *p);
    if (!p) {
        ssti_out_of_memory(&report);
        return NULL;
    }
    p->base = (ssti_recorder){&petrack_class, report};
    p->every = recording->every;
    p->file = ssti_file_create(path, &report);
    if (!p->file) {
        free(p);
        return NULL;
    }
    print_head(p->file, recording);
    return &p->base;
}
