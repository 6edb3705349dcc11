/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* An HDF5 file driver whose files are whole at every moment, even if the process is killed. */
#ifndef SIDESTEP_SIM_H5_DRIVER_H
#define SIDESTEP_SIM_H5_DRIVER_H

#include <hdf5.h>
#include <stdbool.h>

/* Lets files opened with this access list go through the driver. `cause` gets the errno of the
 * first failure, and must outlive the files; 0 = none so far. After a failure nothing more is
 * written, and closing cannot fail. */
bool ssti_h5_use_driver(hid_t access, int *cause);

#endif
