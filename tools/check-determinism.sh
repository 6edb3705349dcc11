#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT

# Compilers and optimisation must not change a bit: builds tests/determinism_hash.c four ways (gcc
# and clang, -O0 and -O3) and compares what the four programs print, byte for byte.

set -eu
cd "$(dirname "$0")/.."
work=build-determinism
mkdir -p $work
reference=

for compiler in gcc clang-14; do
    for level in -O0 -O3; do
        build=$work/$compiler$level
        cmake -S . -B "$build" -G Ninja -DCMAKE_C_COMPILER=$compiler -DCMAKE_BUILD_TYPE=None \
            -DCMAKE_C_FLAGS="$level" -DSIDESTEP_SIM=OFF >/dev/null
        cmake --build "$build" --target determinism_hash >/dev/null
        "$build/tests/determinism_hash" >"$build.txt"
        [ -s "$build.txt" ] || { echo "$build printed nothing" >&2; exit 1; }
        reference=${reference:-$build.txt}
        if ! cmp "$reference" "$build.txt"; then
            diff "$reference" "$build.txt" | head -20 >&2 || true
            exit 1
        fi
        echo "$compiler $level: $(wc -l <"$build.txt") lines, $(cksum <"$build.txt")"
    done
done
echo "Four builds, the same bytes."
