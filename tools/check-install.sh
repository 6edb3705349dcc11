#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT

# Installs build/ into a scratch folder and builds a program against each library twice, by
# find_package and by pkg-config, as a user would.

set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix
cmake --install build --prefix "$prefix" >/dev/null

cat >"$work/core.c" <<'END'
#include <sidestep/sidestep.h>
int main(void) {
    return sst_result_text(SST_OK)[0] == '\0';
}
END
cat >"$work/sim.c" <<'END'
#include <sidestep/sim.h>
int main(void) {
    sst_scenario_destroy(0);
    return 0;
}
END
cat >"$work/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.22)
project(user C)
find_package(sidestep REQUIRED)
add_executable(core core.c)
target_link_libraries(core sidestep::sidestep)
add_executable(sim sim.c)
target_link_libraries(sim sidestep::sidestep-sim)
END
cmake -S "$work" -B "$work/build" -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
cmake --build "$work/build" >/dev/null

PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name sidestep.pc)")
export PKG_CONFIG_PATH
# shellcheck disable=SC2046 # flags are words
cc -std=c11 "$work/core.c" $(pkg-config --cflags --libs sidestep) -o "$work/core"
# shellcheck disable=SC2046
cc -std=c11 "$work/sim.c" $(pkg-config --cflags --libs sidestep-sim) -o "$work/sim"

for program in "$work/build/core" "$work/build/sim" "$work/core" "$work/sim" \
    "$prefix/bin/sidestep --version"; do
    $program
done
echo "Programs against the installed package built and ran: find_package and pkg-config."
