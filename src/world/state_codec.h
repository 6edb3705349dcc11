/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The state of a world as bytes, piece by piece: what a snapshot holds and what the hash covers, so
 * that the two cannot come to differ. */
#ifndef SSTI_STATE_CODEC_H
#define SSTI_STATE_CODEC_H

#include "base/bytes.h"
#include "world/agents.h"

/* Bytes of the two, at most. */
enum { SSTI_RULES_SIZE = 64, SSTI_AGENT_SIZE = 128 + 36 * SSTI_MOST_OPINIONS };

/* Those fields of a world's def that steps depend on. */
void ssti_write_rules(ssti_writer *writer, const sst_world_def *def);
/* Replaces those fields. False if they are not valid. */
bool ssti_read_rules(ssti_reader *reader, sst_world_def *def);

/* An agent but for its id. */
void ssti_write_agent(ssti_writer *writer, const ssti_agents *agents, size_t slot);
/* Fills `def`, its key never automatic. False if no agent can be so. */
bool ssti_read_agent(ssti_reader *reader, sst_agent_def *def);
/* What follows it if it estimates shares. False if no opinions can be so. */
bool ssti_read_opinions(ssti_reader *reader, ssti_opinions *opinions);

#endif
