/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Which kernels this machine can run. A 32-bit ARM runs the scalar ones: its NEON flushes denormals
 * to zero and cannot divide, so it has not the same bits. */
#include "simd/kernels.h"

extern const ssti_kernels ssti_kernels_scalar;

#if defined(__x86_64__)
extern const ssti_kernels ssti_kernels_sse2, ssti_kernels_avx2, ssti_kernels_avx512;

static bool has_avx2(void) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
}

static bool has_avx512(void) {
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
}

const ssti_kernels *ssti_kernels_of(sst_isa isa) {
    switch (isa) {
    case SST_ISA_AUTO:
        return has_avx512() ? &ssti_kernels_avx512
               : has_avx2() ? &ssti_kernels_avx2
                            : &ssti_kernels_sse2;
    case SST_ISA_SCALAR:
        return &ssti_kernels_scalar;
    case SST_ISA_SSE2:
        return &ssti_kernels_sse2;
    case SST_ISA_AVX2:
        return has_avx2() ? &ssti_kernels_avx2 : NULL;
    case SST_ISA_AVX512:
        return has_avx512() ? &ssti_kernels_avx512 : NULL;
    default:
        return NULL;
    }
}
#elif defined(__aarch64__)
extern const ssti_kernels ssti_kernels_neon;

const ssti_kernels *ssti_kernels_of(sst_isa isa) {
    switch (isa) {
    case SST_ISA_AUTO:
    case SST_ISA_NEON:
        return &ssti_kernels_neon;
    case SST_ISA_SCALAR:
        return &ssti_kernels_scalar;
    default:
        return NULL;
    }
}
#elif defined(__wasm_simd128__)
extern const ssti_kernels ssti_kernels_wasm;

const ssti_kernels *ssti_kernels_of(sst_isa isa) {
    switch (isa) {
    case SST_ISA_AUTO:
    case SST_ISA_WASM:
        return &ssti_kernels_wasm;
    case SST_ISA_SCALAR:
        return &ssti_kernels_scalar;
    default:
        return NULL;
    }
}
#else
const ssti_kernels *ssti_kernels_of(sst_isa isa) {
    return isa == SST_ISA_AUTO || isa == SST_ISA_SCALAR ? &ssti_kernels_scalar : NULL;
}
#endif
