/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The kernels in NEON of 64-bit ARM. */
#if defined(__aarch64__)
#include "simd/wide_neon.h"

#include "simd/kernels_body.h"

const ssti_kernels ssti_kernels_neon = {SST_ISA_NEON, search_batch, half_planes_batch,
                                        program_batch, relax_batch};
#else
/* A file must not be empty. */
typedef int ssti_no_neon;
#endif
