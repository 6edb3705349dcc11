/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Whether bytes are text at all: UTF-8 (RFC 3629: shortest form, no surrogates) and no control
 * characters but tab and line ends. Said here, with the place, a binary file gets one clear error
 * instead of many strange ones. */

#include "tree/tree.h"

#include <string.h>

/* Length of the character at `text` [left > 0], 0 if it is none. */
static size_t character_length(const unsigned char *text, size_t left) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char lead = text[0];
    size_t length = lead < 0x80 ? 1 : lead < 0xc0 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (length < 2)
        return length;
    if (lead > 0xf4 || length > left)
        return 0;
    uint32_t code = lead & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((text[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (text[i] & 0x3f);
    }
    bool surrogate = code >= 0xd800 && code < 0xe000;
    return code < least[length] || code > 0x10ffff || surrogate ? 0 : length;
}

static bool is_control(unsigned char byte) {
    return (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') || byte == 0x7f;
}

bool ssti_text_is_clean(const char *bytes, size_t size, ssti_report *report) {
    const unsigned char *text = (const unsigned char *)bytes;
    ssti_place place = {1, 1};
    size_t mark = size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    for (size_t i = mark; i < size;) {
        size_t length = character_length(text + i, size - i);
        if (length == 0 || is_control(text[i])) {
            ssti_error(report, place, "found the byte 0x%02x, expected UTF-8 text", text[i]);
            return false;
        }
        place.column++;
        if (text[i] == '\n')
            place = (ssti_place){place.line + 1, 1};
        i += length;
    }
    return true;
}
