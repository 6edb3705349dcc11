#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT

# The solve level needs no C library: builds it with -ffreestanding -nostdlib and links it with a
# sqrtf alone, runs it, and compares the bits of its answers with those of the hosted build.
# `check.sh COMPILER SCRATCH-FOLDER`. The files of src/base are offered as an archive, so the
# linker takes those that the solve level asks for and complains of whatever they lack.

set -eu
compiler=$1
work=$2
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
case $(uname -m) in
x86_64 | aarch64) ;;
*) echo "no entry code for $(uname -m): not checked" && exit 0 ;;
esac
rm -rf "$work"
mkdir -p "$work/base" "$work/solve"

# build OUTPUT-FOLDER FILE...
build() {
    folder=$1
    shift
    for source in "$@"; do
        "$compiler" -std=c11 -O2 -ffreestanding -fno-builtin -nostdlib -fno-stack-protector \
            -ffp-contract=off -fno-math-errno -DNDEBUG -I"$root/include" -I"$root/src" \
            -c "$source" -o "$folder/$(basename "$source" .c).o"
    done
}

build "$work/solve" "$root"/src/solve/*.c
build "$work/base" "$root"/src/base/*.c
build "$work" "$here/start.c" "$here/scene.c"
ar rc "$work/libbase.a" "$work"/base/*.o
"$compiler" -static -nostdlib -nostartfiles -fno-pie -no-pie \
    "$work/start.o" "$work/scene.o" "$work"/solve/*.o "$work/libbase.a" -o "$work/bare"
"$work/bare" >"$work/bare.out"

"$compiler" -std=c11 -O2 -ffp-contract=off -I"$root/include" -I"$root/src" "$here/hosted.c" \
    "$here/scene.c" "$root"/src/solve/*.c "$root"/src/base/*.c -lm -o "$work/hosted"
"$work/hosted" >"$work/hosted.out"
[ -s "$work/bare.out" ] || { echo "the freestanding program wrote nothing" >&2; exit 1; }
cmp "$work/bare.out" "$work/hosted.out"
echo "freestanding and hosted agree on $(wc -c <"$work/bare.out") bytes"
