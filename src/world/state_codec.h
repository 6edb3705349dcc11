/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The rules of a world as bytes: in a snapshot and under the hash. */
#ifndef SSTI_STATE_CODEC_H
#define SSTI_STATE_CODEC_H

#include "base/bytes.h"
#include "sidestep/world.h"

/* Bytes of them, at most. */
enum { SSTI_RULES_SIZE = 64 };

/* Those fields of a world's def that steps depend on. */
void ssti_write_rules(ssti_writer *writer, const sst_world_def *def);
/* Replaces those fields. False if they are not valid. */
bool ssti_read_rules(ssti_reader *reader, sst_world_def *def);

#endif
