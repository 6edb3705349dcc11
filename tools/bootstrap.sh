#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT

# Installs what a build needs and the machine lacks: `bootstrap.sh build`; or also what .ci/run needs
# (`ci`), `make bench` (`bench`) or tools/check-emulated.sh (`long`). Asks apt only for what is
# missing; says nothing when nothing is.

set -eu
missing=

# need PACKAGE TEST...: the package is missing when the test fails.
need() {
    package=$1
    shift
    "$@" >/dev/null 2>&1 || missing="$missing $package"
}

has() { command -v "$1"; }
has_module() { pkg-config --exists "$1"; }
has_clang_runtime() { ls /usr/lib/llvm-14/lib/clang/14*/lib/linux/libclang_rt.fuzzer-*.a; }
has_wasm_runtime() { ls /usr/lib/llvm-14/lib/clang/14*/lib/wasi/libclang_rt.builtins-wasm32.a; }
# gcc's own package does not bring the C library's headers.
has_header() { echo "#include <$1>" | c++ -E -xc++ -; }
has_venv() { python3 -c 'import ensurepip'; }
has_headers() { echo '#include <stdlib.h>' | cc -E -xc -; }

need gcc has gcc
need libc6-dev has_headers
need g++ has g++
need binutils has nm
need cmake has cmake
need ninja-build has ninja
need pkg-config has pkg-config
need libfyaml-dev has_module libfyaml
need libhdf5-dev has_module hdf5
need libgeos-dev has_module geos
need libsqlite3-dev has_module sqlite3
need zlib1g-dev has_module zlib
need libjansson-dev has_module jansson
need libcairo2-dev has_module cairo
need lowdown has lowdown
need python3 has python3
if [ "${1:-build}" = ci ]; then
    need clang-14 has clang-14
    need clang-format-14 has clang-format-14
    need libclang-rt-14-dev has_clang_runtime
    need universal-ctags has ctags
    need valgrind has valgrind
fi
if [ "${1:-build}" = bench ]; then
    need librecast-dev has_header recastnavigation/DetourCrowd.h
    need libglpk-dev has_header glpk.h
    need python3-venv has_venv
fi
if [ "${1:-build}" = long ]; then
    need gcc-aarch64-linux-gnu has aarch64-linux-gnu-gcc
    need libc6-dev-arm64-cross test -e /usr/aarch64-linux-gnu/include/stdlib.h
    need gcc-arm-linux-gnueabihf has arm-linux-gnueabihf-gcc
    need libc6-dev-armhf-cross test -e /usr/arm-linux-gnueabihf/include/stdlib.h
    need qemu-user has qemu-aarch64
    need clang-14 has clang-14
    need lld-14 has wasm-ld-14
    need wasi-libc test -e /usr/include/wasm32-wasi/stdlib.h
    need libclang-rt-14-dev-wasm32 has_wasm_runtime
    need nodejs has node
fi
[ -n "$missing" ] || exit 0

as_root=
if [ "$(id -u)" != 0 ]; then
    as_root=sudo
fi
if ! command -v apt-get >/dev/null || { [ -n "$as_root" ] && ! command -v sudo >/dev/null; }; then
    echo "Please install these packages (names as in Debian 12):$missing" >&2
    exit 1
fi

apt() {
    command=$1
    shift
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get "$command" -y -q "$@"
}

all_known() {
    for package in $missing; do
        apt-cache show "$package" >/dev/null 2>&1 || return 1
    done
}

echo "Installing:$missing"
# shellcheck disable=SC2086 # the words of $missing are meant to be split
{
    # The list of packages may be absent, or older than what the servers still hold.
    all_known || apt update
    apt install --no-install-recommends $missing ||
        { apt update && apt install --no-install-recommends $missing; }
}
