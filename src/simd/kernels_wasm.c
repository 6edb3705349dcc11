/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The kernels in WebAssembly SIMD, of modules built with -msimd128: a module that uses it does not
 * load where it is missing, so there is nothing to choose at run time. */
#if defined(__wasm_simd128__)
#include "simd/wide_wasm.h"

#include "simd/kernels_body.h"

const ssti_kernels ssti_kernels_wasm = {SST_ISA_WASM, search_batch, half_planes_batch,
                                        program_batch, relax_batch};
#else
/* A file must not be empty. */
typedef int ssti_no_wasm;
#endif
