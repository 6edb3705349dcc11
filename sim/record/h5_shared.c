/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

#include "record/h5_shared.h"

#include <pthread.h>

static pthread_mutex_t alone = PTHREAD_MUTEX_INITIALIZER;

ssti_h5_turn ssti_h5_enter(void) {
    ssti_h5_turn turn = {0};
    pthread_mutex_lock(&alone);
    H5Eget_auto2(H5E_DEFAULT, &turn.print, &turn.context);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    return turn;
}

void ssti_h5_leave(ssti_h5_turn turn) {
    H5Eset_auto2(H5E_DEFAULT, turn.print, turn.context);
    pthread_mutex_unlock(&alone);
}
