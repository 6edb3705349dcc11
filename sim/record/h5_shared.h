/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* What reading and writing HDF5 share. The library of common systems is not made for threads, and
 * prints its errors: between enter and leave one thread has it alone, and it is silent. */
#ifndef SIDESTEP_SIM_H5_SHARED_H
#define SIDESTEP_SIM_H5_SHARED_H

#include <hdf5.h>

typedef struct ssti_h5_turn {
    H5E_auto2_t print;
    void *context;
} ssti_h5_turn;

ssti_h5_turn ssti_h5_enter(void);
void ssti_h5_leave(ssti_h5_turn turn);

#endif
