/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

#include "replay/opened.h"

#include "record/walkable.h"

#include <string.h>

static const double margin = 1; /* around the places of a recording that tells no geometry [m] */

void sst_recording_options_init(sst_recording_options *options) {
    *options = (sst_recording_options){.struct_size = sizeof *options};
}

static sst_outcome check_rate(ssti_opened *o) {
    o->time_step = ssti_source_time_step(o->source, &o->scan);
    if (o->time_step > 0)
        return SST_DONE;
    ssti_error(&o->source->report, (ssti_place){0, 0},
               "the recording tells no frame rate, expected --fps F");
    return SST_BAD_INPUT;
}

sst_outcome ssti_open_recording(const char *path, const sst_recording_options *options,
                                sst_reporter reporter, ssti_opened *o) {
    ssti_source_hints hints = {options->frame_rate, options->metres_per_unit};
    *o = (ssti_opened){0};
    if (options->struct_size != sizeof *options) {
        ssti_report report = {.to = reporter, .file = path};
        ssti_error(&report, (ssti_place){0, 0}, "the options are not valid");
        return SST_BAD_INPUT;
    }
    sst_outcome outcome = ssti_source_open(path, hints, reporter, &o->source);
    if (outcome == SST_DONE)
        outcome = ssti_scan_rows(o->source, &o->scan);
    return outcome == SST_DONE ? check_rate(o) : outcome;
}

char *ssti_surroundings_wkt(const ssti_scan *scan) {
    sst_point least = {scan->least.x - margin, scan->least.y - margin};
    sst_point most = {scan->most.x + margin, scan->most.y + margin};
    return scan->rows ? ssti_rectangle_wkt(least, most) : strdup("POLYGON EMPTY");
}
