/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

#include "record/metres.h"

#include <stdio.h>
#include <string.h>

ssti_metres ssti_print_metres(double metres) {
    ssti_metres printed;
    int length = snprintf(printed.text, sizeof printed.text, "%.8f", metres + 0.0);
    while (printed.text[length - 1] == '0')
        length--;
    length -= printed.text[length - 1] == '.';
    printed.text[length] = 0;
    if (strcmp(printed.text, "-0") == 0)
        strcpy(printed.text, "0");
    return printed;
}
