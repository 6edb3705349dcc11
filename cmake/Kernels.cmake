# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT

# The wide kernels: one file for each instruction set, compiled for it; which one runs is decided at
# run time. On other processors these files are empty.

if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    set_source_files_properties(src/simd/kernels_avx2.c PROPERTIES COMPILE_OPTIONS
                                "-mavx2;-mbmi2;-mpopcnt")
    set_source_files_properties(src/simd/kernels_avx512.c PROPERTIES COMPILE_OPTIONS
                                "-mavx512f;-mavx512dq;-mavx512bw;-mavx512vl;-mbmi2;-mpopcnt;-mprefer-vector-width=512")
endif()
