/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The kernels in SSE2. */
#if defined(__SSE2__)
#include "simd/wide_sse2.h"

#include "simd/kernels_body.h"

const ssti_kernels ssti_kernels_sse2 = {SST_ISA_SSE2, search_batch, half_planes_batch,
                                        program_batch, relax_batch};
#else
/* A file must not be empty. */
typedef int ssti_no_sse2;
#endif
