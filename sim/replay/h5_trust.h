/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* What a dataset must be like before rows of it are read. All calls between ssti_h5_enter and
 * ssti_h5_leave. */
#ifndef SIDESTEP_SIM_H5_TRUST_H
#define SIDESTEP_SIM_H5_TRUST_H

#include "report/report.h"

#include <hdf5.h>

/* Whether a name of the root leads to an object of this very file. */
bool ssti_h5_is_own(hid_t file, const char *name);

/* Whether a dataset keeps its values in this file, by filters that HDF5 brings along, and claims no
 * more rows than so many bytes can hold. A report if not. */
bool ssti_h5_is_sound(hid_t file, hid_t dataset, const char *name, ssti_report *report);

#endif
