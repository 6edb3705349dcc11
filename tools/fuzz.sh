#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT

# Fuzzes every target for SECONDS (default 60), starting from its corpus: `tools/fuzz.sh [SECONDS]
# [TARGET...]`. What is found new stays in build-fuzz/corpus; a crash stops the run and names its
# input, which belongs into fuzz/corpus/NAME once it is mended.

set -eu
cd "$(dirname "$0")/.."
seconds=${1:-60}
[ $# -eq 0 ] || shift
tools/bootstrap.sh ci
[ -f build-fuzz/CMakeCache.txt ] || cmake --preset fuzz
cmake --build --preset fuzz

if [ $# -eq 0 ]; then
    set -- fuzz/fuzz_*.c
fi
for target in "$@"; do
    name=$(basename "$target" .c)
    found=build-fuzz/corpus/${name#fuzz_}
    mkdir -p "$found" build-fuzz/artifacts
    set -- "$found"
    [ -d "fuzz/corpus/${name#fuzz_}" ] && set -- "$@" "fuzz/corpus/${name#fuzz_}"
    # A process of HDF5 that loops is given some seconds of processor time.
    timeout=10
    [ "$name" = fuzz_recording_file ] && timeout=120
    echo "== $name, $seconds s"
    "build-fuzz/fuzz/$name" -max_total_time="$seconds" -timeout="$timeout" -rss_limit_mb=2048 \
        -print_final_stats=1 -artifact_prefix=build-fuzz/artifacts/ "$@" 2>&1 |
        tee build-fuzz/$name.log | grep -E '^stat::(number_of|average)|ERROR|SUMMARY|Test unit' || true
    if grep -qE 'ERROR: |SUMMARY: ' "build-fuzz/$name.log"; then
        echo "$name failed; see build-fuzz/$name.log" >&2
        exit 1
    fi
done
