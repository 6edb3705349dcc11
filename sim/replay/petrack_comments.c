/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

#include "replay/petrack_comments.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const double most_frames = 1e6; /* a second, as of our own runs */

/* Whether the words stand in the comment, in whatever case, not as the beginning of a longer one.
 */
static bool has_words(const char *text, const char *words) {
    size_t length = strlen(words);
    for (; *text; text++)
        if (strncasecmp(text, words, length) == 0 && !isalpha((unsigned char)text[length]))
            return true;
    return false;
}

void ssti_petrack_comment(ssti_petrack_scales *scales, const char *comment) {
    if (scales->frame_rate <= 0 && has_words(comment, "framerate")) {
        double rate = strtod(comment + strcspn(comment, "0123456789"), NULL);
        scales->frame_rate = rate > 0 && rate <= most_frames ? rate : 0;
    }
    bool centimetres = has_words(comment, "x/cm"), metres = has_words(comment, "x/m");
    scales->columns |= centimetres || metres;
    if (scales->metres > 0)
        return;
    if (centimetres || has_words(comment, "in cm"))
        scales->metres = 0.01;
    else if (metres || has_words(comment, "in m"))
        scales->metres = 1;
}
