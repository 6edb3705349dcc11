/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The kernels in AVX-512. */
#if defined(__AVX512F__)
#include "simd/wide_avx512.h"

#include "simd/kernels_body.h"

const ssti_kernels ssti_kernels_avx512 = {SST_ISA_AVX512, search_batch, half_planes_batch,
                                          program_batch, relax_batch};
#else
/* A file must not be empty. */
typedef int ssti_no_avx512;
#endif
