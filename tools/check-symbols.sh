#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT

# What libsidestep may ask of the platform, and what it may define: `check-symbols.sh LIBRARY`.
# No printing, no abort, no clock-driven state, and of libm the square root alone: sin, cos, exp
# differ between C libraries, so using one would break the promise of equal bits everywhere.

set -eu
library=$1

allowed='sqrt|sqrtf|memcpy|memmove|memset|memcmp|bcmp|strcmp|strlen|malloc|free|clock_gettime|sysconf'
allowed="$allowed"'|pthread_[a-z_]*|__cpu_model|__cpu_indicator_init|__assert_fail|__stack_chk_fail|_GLOBAL_OFFSET_TABLE_'

defined=$(nm -g --defined-only "$library" | awk 'NF == 3 { print $3 }' | sort -u)
needed=$(nm -g --undefined-only "$library" | awk 'NF == 2 { print $2 }' | sort -u)

status=0
foreign=$(printf '%s\n' "$needed" | grep -vxF "$defined" | grep -vxE "$allowed" || true)
if [ -n "$foreign" ]; then
    echo "$library uses what the core must not:" $foreign >&2
    status=1
fi
unprefixed=$(printf '%s\n' "$defined" | grep -vE '^ssti?_' || true)
if [ -n "$unprefixed" ]; then
    echo "$library defines names without sst_ or ssti_:" $unprefixed >&2
    status=1
fi
[ -n "$defined" ] || { echo "$library defines nothing" >&2; status=1; }
exit $status
