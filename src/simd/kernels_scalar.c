/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The kernels in plain C. */
#include "simd/wide_scalar.h"

#include "simd/kernels_body.h"

const ssti_kernels ssti_kernels_scalar = {SST_ISA_SCALAR, search_batch, half_planes_batch,
                                          program_batch, relax_batch};
