# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT

# Toolchain of WebAssembly with clang 14 and the C library of WASI (Debian: clang-14, lld-14,
# wasi-libc, libclang-rt-14-dev-wasm32). Add -msimd128 to CMAKE_C_FLAGS for the wide kernels.

set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang-14)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
