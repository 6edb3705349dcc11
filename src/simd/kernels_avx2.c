/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The kernels in AVX2. */
#if defined(__AVX2__)
#include "simd/wide_avx2.h"

#include "simd/kernels_body.h"

const ssti_kernels ssti_kernels_avx2 = {SST_ISA_AVX2, search_batch, half_planes_batch,
                                        program_batch, relax_batch};
#else
/* A file must not be empty. */
typedef int ssti_no_avx2;
#endif
