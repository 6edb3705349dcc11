#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT

# Installs build/ into a scratch folder and builds a program against it twice, by find_package and
# by pkg-config, as a user would.

set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix
cmake --install build --prefix "$prefix" >/dev/null

cat >"$work/main.c" <<'END'
#include <sidestep/sidestep.h>
int main(void) {
    return sst_result_text(SST_OK)[0] == '\0';
}
END
cat >"$work/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.22)
project(user C)
find_package(sidestep REQUIRED)
add_executable(user main.c)
target_link_libraries(user sidestep::sidestep)
END
cmake -S "$work" -B "$work/build" -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
cmake --build "$work/build" >/dev/null
"$work/build/user"
echo "find_package(sidestep): built and ran"

PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name sidestep.pc)")
export PKG_CONFIG_PATH
# shellcheck disable=SC2046 # flags are words
cc -std=c11 "$work/main.c" $(pkg-config --cflags --libs sidestep) -o "$work/user"
"$work/user"
echo "pkg-config sidestep: built and ran"
"$prefix/bin/sidestep" --version
