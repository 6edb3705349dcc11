#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT

# Other processors must not change a bit: builds the core and tests/determinism_hash.c for this
# machine, for aarch64 and armhf, which qemu runs, and for wasm32, which Node runs; compares what they
# print, byte for byte, for every instruction set that each has. test_wide and test_kernels pass there
# too.

set -eu
cd "$(dirname "$0")/.."
tools/bootstrap.sh long
work=build-emulated
mkdir -p $work
reference=$work/reference.txt

# build NAME CMAKE-ARGUMENT...
build() {
    name=$1
    shift
    cmake --no-warn-unused-cli -S . -B "$work/$name" -G Ninja -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS=-O3 \
        -DSIDESTEP_SIM=OFF -DSIDESTEP_WERROR=ON "$@" >/dev/null
    cmake --build "$work/$name" --target determinism_hash test_wide test_kernels >/dev/null
}

# same NAME WORKERS ISA [RUNNER...]: status 77 of the program says that the processor lacks the set.
same() {
    name=$1 workers=$2 isa=$3
    shift 3
    output=$work/$name-$isa.txt
    status=0
    "$@" "$work/$name/tests/determinism_hash" "$workers" "$isa" >"$output" || status=$?
    if [ "$status" = 77 ] && [ "$name" = native ]; then
        echo "$name $isa: not run"
        return
    fi
    [ "$status" = 0 ] && [ -s "$output" ] || { echo "$name $isa: status $status" >&2; exit 1; }
    if ! cmp "$reference" "$output"; then
        diff "$reference" "$output" | head -20 >&2 || true
        exit 1
    fi
    echo "$name $isa, workers: $workers: $(wc -l <"$output") lines, $(cksum <"$output")"
}

# tests NAME [RUNNER...]
tests() {
    name=$1
    shift
    for test in test_wide test_kernels; do
        "$@" "$work/$name/tests/$test" >"$work/$name-$test.txt"
        tail -1 "$work/$name-$test.txt"
    done
}

build native
$work/native/tests/determinism_hash 1 scalar >$reference
for isa in scalar sse2 avx2 avx512 auto; do
    same native 1 $isa
done
tests native

build aarch64 -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 \
    -DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc
qemu="qemu-aarch64 -L /usr/aarch64-linux-gnu"
same aarch64 1 scalar $qemu
same aarch64 1 neon $qemu
same aarch64 2 auto $qemu
tests aarch64 $qemu

build armhf -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=armv7 \
    -DCMAKE_C_COMPILER=arm-linux-gnueabihf-gcc
qemu="qemu-arm -L /usr/arm-linux-gnueabihf"
same armhf 1 scalar $qemu
same armhf 2 auto $qemu
tests armhf $qemu

toolchain=-DCMAKE_TOOLCHAIN_FILE=cmake/wasm32-wasi.cmake
build wasm32-simd $toolchain -DCMAKE_C_FLAGS="-O3 -msimd128"
build wasm32 $toolchain
node="node --no-warnings --experimental-wasi-unstable-preview1 tools/run-wasi.mjs"
same wasm32-simd 1 scalar $node
same wasm32-simd 1 wasm $node
same wasm32-simd 0 auto $node
same wasm32 1 auto $node
tests wasm32-simd $node
tests wasm32 $node
if $node $work/wasm32/tests/determinism_hash 2 >/dev/null 2>$work/refusal.txt ||
    ! grep -q 'thread could not be started' $work/refusal.txt; then
    echo "wasm32: a second thread is not refused" >&2
    exit 1
fi

echo "Every processor and instruction set, the same bytes."
