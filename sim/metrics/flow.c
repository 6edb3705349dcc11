/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* N(t) counts each person once, at its first crossing in either direction. Flow is PedPy's: windows
 * begin with the first passage; each lasts from the frame after the last passage of the window
 * before to the frame after its own last passage, so that it neither begins nor ends in the middle
 * of a gap; a window in which nobody passed joins the next. The time of a crossing is finer than
 * frames; the flow counts in frames, as PedPy does. */

#include "metrics/flow.h"

#include <math.h>

void ssti_flow_init(ssti_flow *flow, const ssti_flow_def *def) {
    *flow = (ssti_flow){.def = *def, .first_time = (double)NAN, .last_time = (double)NAN};
}

void ssti_flow_free(ssti_flow *flow) {
    ssti_number_set_free(&flow->passed);
}

static void note_passed(ssti_flow *flow, uint64_t frame, double speed) {
    if (flow->passed.count == 1) {
        flow->first_frame = flow->window_begin = frame;
        flow->window_end = frame + flow->def.flow_window;
    }
    flow->last_frame = frame;
    if (!isnan(speed)) {
        flow->window_speed_sum += speed;
        flow->window_speeds++;
    }
}

static bool take_crossing(ssti_flow *flow, const ssti_window *window, uint64_t frame,
                          const ssti_seen *who, const ssti_crossing *crossing, ssti_sink sink) {
    const sst_point *ends = flow->def.ends;
    size_t before = flow->passed.count;
    flow->out_of_memory = !ssti_number_set_add(&flow->passed, who->agent);
    if (flow->out_of_memory)
        return false;
    ssti_passage row = {.time = ((double)frame - 1 + crossing->when) * flow->def.frame_time,
                        .along =
                            crossing->where * hypot(ends[1].x - ends[0].x, ends[1].y - ends[0].y),
                        .speed = ssti_window_speed(window, who, flow->def.half),
                        .agent = who->agent,
                        .direction = crossing->direction,
                        .passed = (uint32_t)flow->passed.count,
                        .frame = (uint32_t)frame};
    if (flow->passed.count > before)
        note_passed(flow, frame, row.speed);
    if (crossing->direction > 0)
        flow->forward++;
    else
        flow->backward++;
    flow->first_time = fmin(flow->first_time, row.time); /* the number, if one is NaN */
    flow->last_time = fmax(flow->last_time, row.time);
    flow->speed_sum += isnan(row.speed) ? 0 : row.speed;
    flow->speeds += isnan(row.speed) ? 0 : 1;
    return ssti_sink_row(sink, SSTI_PASSAGES, &row);
}

/* Tells of the flow window whose end is past. */
static bool end_window(ssti_flow *flow, ssti_sink sink) {
    size_t passed = flow->passed.count - flow->passed_before;
    flow->window_end += flow->def.flow_window;
    if (passed == 0)
        return true;
    uint64_t begin = flow->window_begin, end = flow->last_frame + 1;
    ssti_flow_row row = {.from = (double)begin * flow->def.frame_time,
                         .until = (double)end * flow->def.frame_time,
                         .flow = (double)passed / ((double)(end - begin) * flow->def.frame_time),
                         .speed =
                             flow->window_speed_sum / (double)flow->window_speeds, /* NaN without */
                         .passed = (uint32_t)passed,
                         .total = (uint32_t)flow->passed.count};
    flow->passed_before = flow->passed.count;
    flow->window_begin = end;
    flow->window_speed_sum = 0;
    flow->window_speeds = 0;
    return ssti_sink_row(sink, SSTI_FLOWS, &row);
}

/* Who went over the seam of a world that repeats did so at both of its ends. */
static bool went_across(const ssti_flow *flow, const ssti_window *window, sst_point from,
                        sst_point to, ssti_crossing *crossing) {
    const sst_point *ends = flow->def.ends;
    sst_point there = ssti_window_image(window, to, from);
    if (ssti_crosses(ends[0], ends[1], there, to, crossing))
        return true;
    return (there.x != from.x || there.y != from.y) &&
           ssti_crosses(ends[0], ends[1], from, ssti_window_image(window, from, to), crossing);
}

/* Both frames are in the order of agents. */
bool ssti_flow_frame(ssti_flow *flow, const ssti_window *window, uint64_t frame, ssti_sink sink) {
    const ssti_present *before = ssti_window_at(window, -1), *now = ssti_window_at(window, 0);
    if (flow->passed.count > 0 && frame > flow->window_end && !end_window(flow, sink))
        return false;
    size_t b = 0;
    for (size_t i = 0; i < now->count; i++) {
        const ssti_seen *who = &now->seen[i];
        ssti_crossing crossing;
        while (b < before->count && before->seen[b].agent < who->agent)
            b++;
        if (b == before->count || before->seen[b].agent != who->agent)
            continue;
        if (went_across(flow, window, before->seen[b].position, who->position, &crossing) &&
            !take_crossing(flow, window, frame, who, &crossing, sink))
            return false;
    }
    return true;
}

double ssti_flow_mean(const ssti_flow *flow) {
    if (flow->passed.count == 0)
        return (double)NAN;
    double frames = (double)(flow->last_frame + 1 - flow->first_frame);
    return (double)flow->passed.count / (frames * flow->def.frame_time);
}
