/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The reader of HDF5 recordings within this process, for h5_apart.c: a broken file may crash it. */
#ifndef SIDESTEP_SIM_H5_READ_H
#define SIDESTEP_SIM_H5_READ_H

#include "replay/source.h"

/* As ssti_h5_source. */
ssti_source *ssti_h5_read_here(const char *path, ssti_report *report);

#endif
