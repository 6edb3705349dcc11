/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* HDF5 trusts the files that it reads: a broken one can crash it, or let it loop or fill the
 * memory. So it reads in a process of its own, a copy of this one with limits of time and memory,
 * which sends over a socket what the file tells and then rows as they are asked for. Whatever
 * becomes of that process, here it is an error about the file. docs/decisions/0027-hdf5-apart.md
 * tells the alternatives.
 *
 * What the process sends is checked again, for it may have been broken before it died. */

#include "record/h5_shared.h"
#include "replay/h5_read.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* For each answer: processor time and waiting time [s]. And memory beyond what the process has from
 * us [bytes]. */
enum { MOST_SECONDS = 5, MOST_WAITING = 120, MOST_MEMORY = 1 << 30 };
enum { LONGEST_TEXT = 1 << 28, LONGEST_MESSAGE = 2000, TEXTS = 5 };

static const ssti_place whole_file = {0, 0};

/* What is asked for, and what is answered: any messages, then one of the others. */
typedef enum tag {
    READ = 1,
    REWIND,
    MESSAGE,
    WARNING,
    GOOD,
    BAD,
    EVENTS /* and the kind above it */
} tag;

typedef struct head {
    uint32_t tag, count; /* of rows, of bytes */
    ssti_place place;    /* of a message */
    bool out_of_memory;  /* of BAD */
} head;

/* What a recording tells, without what lies elsewhere. */
typedef struct told_head {
    ssti_told told;
    uint64_t text_sizes[TEXTS]; /* with their zero; 0 = none */
    char kind[32];
} told_head;

static char **text_of(ssti_told *told, size_t nth) {
    char **texts[TEXTS] = {&told->scenario, &told->scenario_text, &told->profile, &told->version,
                           &told->geometry};
    return texts[nth];
}

/* --- The process that reads ------------------------------------------------------------------ */

/* When nobody listens any more there is nothing left to do. */
static void send_all(int to, const void *bytes, size_t size) {
    const char *at = bytes;
    while (size > 0) {
        ssize_t sent = send(to, at, size, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            _exit(0);
        at += sent;
        size -= (size_t)sent;
    }
}

static void receive_request(int from, head *request) {
    if (recv(from, request, sizeof *request, MSG_WAITALL) != (ssize_t)sizeof *request)
        _exit(0);
}

static void send_message(const sst_message *message, void *context) {
    const int *to = context;
    size_t size = strnlen(message->text, LONGEST_MESSAGE - 1);
    head answer = {.tag = message->warning ? WARNING : MESSAGE,
                   .count = (uint32_t)size,
                   .place = {message->line, message->column}};
    send_all(*to, &answer, sizeof answer);
    send_all(*to, message->text, size);
}

static void send_told(int to, ssti_source *source) {
    told_head sent = {.told = source->told};
    snprintf(sent.kind, sizeof sent.kind, "%s", source->kind);
    for (size_t i = 0; i < TEXTS; i++) {
        const char *text = *text_of(&source->told, i);
        sent.text_sizes[i] = text ? strlen(text) + 1 : 0;
        *text_of(&sent.told, i) = NULL;
    }
    sent.told.agents = NULL;
    send_all(to, &sent, sizeof sent);
    for (size_t i = 0; i < TEXTS; i++)
        if (sent.text_sizes[i])
            send_all(to, *text_of(&source->told, i), (size_t)sent.text_sizes[i]);
    send_all(to, source->told.agents, source->told.agent_count * sizeof *source->told.agents);
}

static void send_end(int to, bool good, size_t count, const ssti_report *report) {
    head answer = {
        .tag = good ? GOOD : BAD, .count = (uint32_t)count, .out_of_memory = report->out_of_memory};
    send_all(to, &answer, sizeof answer);
}

/* Time for the next answer. */
static void limit_time(void) {
    struct rusage used;
    struct rlimit limit;
    if (getrusage(RUSAGE_SELF, &used) != 0 || getrlimit(RLIMIT_CPU, &limit) != 0)
        return;
    rlim_t most = (rlim_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec + 1 + MOST_SECONDS);
    limit.rlim_cur = most < limit.rlim_max ? most : limit.rlim_max;
    setrlimit(RLIMIT_CPU, &limit);
}

/* Only Linux tells how much there is already; elsewhere the system's limits must do. */
static void limit_memory(void) {
    unsigned long long pages;
    FILE *file = fopen("/proc/self/statm", "r");
    bool told = file && fscanf(file, "%llu", &pages) == 1;
    if (file)
        fclose(file);
    struct rlimit limit;
    if (!told || getrlimit(RLIMIT_AS, &limit) != 0)
        return;
    rlim_t most = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + MOST_MEMORY;
    limit.rlim_cur = most < limit.rlim_max ? most : limit.rlim_max;
    setrlimit(RLIMIT_AS, &limit);
}

/* A crash leaves no core, writes nothing, and runs no handler of the program that we are part of.
 */
static void be_modest(void) {
    static const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU, SIGTERM};
    for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++)
        signal(fatal[i], SIG_DFL);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){0, 0});
    int nowhere = open("/dev/null", O_RDWR);
    for (int i = 0; i <= STDERR_FILENO && nowhere >= 0; i++)
        dup2(nowhere, i);
    limit_memory();
    limit_time();
    H5PLset_loading_state(0);
}

static void answer_read(int to, ssti_source *source, size_t most) {
    size_t count = 0;
    ssti_row *rows = malloc(most * sizeof *rows);
    if (!rows)
        ssti_out_of_memory(&source->report);
    bool good = rows && source->as->read(source, rows, most, &count);
    count = good ? count : 0;
    send_end(to, good, count, &source->report);
    send_all(to, rows, count * sizeof *rows);
    free(rows);
}

static void answer_events(int to, ssti_source *source, ssti_event_kind kind, size_t most) {
    size_t count = 0, size = ssti_event_size(kind);
    void *rows = malloc(most * size);
    if (!rows)
        ssti_out_of_memory(&source->report);
    bool good = rows && source->as->events(source, kind, rows, most, &count);
    count = good ? count : 0;
    send_end(to, good, count, &source->report);
    send_all(to, rows, count * size);
    free(rows);
}

_Noreturn static void serve(int to, const char *path, const ssti_report *parent) {
    be_modest();
    ssti_report report = {.to = {send_message, &to}, .file = parent->file};
    ssti_source *source = ssti_h5_read_here(path, &report);
    send_end(to, source != NULL, 0, &report);
    if (!source)
        _exit(0);
    send_told(to, source);
    for (;;) {
        head request;
        receive_request(to, &request);
        limit_time();
        if (request.tag == READ)
            answer_read(to, source, request.count);
        else if (request.tag >= EVENTS)
            answer_events(to, source, (ssti_event_kind)(request.tag - EVENTS), request.count);
        else
            send_end(to, source->as->rewind(source), 0, &source->report);
    }
}

/* --- Here ------------------------------------------------------------------------------------ */

typedef struct apart_source {
    ssti_source base;
    char kind[32];
    pid_t process;
    int socket; /* negative once the process is gone */
} apart_source;

static void end_process(apart_source *s, bool kill_it, int *status) {
    if (s->socket < 0)
        return;
    close(s->socket);
    s->socket = -1;
    if (kill_it)
        kill(s->process, SIGKILL);
    while (waitpid(s->process, status, 0) < 0 && errno == EINTR)
        continue;
}

/* The process is of no more use. Answers false. */
static bool broke_down(apart_source *s, bool kill_it) {
    int status = 0;
    end_process(s, kill_it, &status);
    int cause = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (kill_it || cause == SIGXCPU)
        ssti_error(&s->base.report, whole_file, "HDF5 comes to no end with it: the file is broken");
    else
        ssti_error(&s->base.report, whole_file, "HDF5 breaks down on it%s%s: the file is broken",
                   cause ? ", " : "", cause ? strsignal(cause) : "");
    return false;
}

static bool await(int socket) {
    struct pollfd waiting = {.fd = socket, .events = POLLIN};
    int ready;
    do
        ready = poll(&waiting, 1, MOST_WAITING * 1000);
    while (ready < 0 && errno == EINTR);
    return ready != 0;
}

static bool receive_all(apart_source *s, void *bytes, size_t size) {
    char *at = bytes;
    while (size > 0) {
        if (s->socket < 0)
            return false;
        if (!await(s->socket))
            return broke_down(s, true);
        ssize_t got = recv(s->socket, at, size, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return broke_down(s, false);
        at += got;
        size -= (size_t)got;
    }
    return true;
}

static bool pass_message_on(apart_source *s, const head *answer) {
    char text[LONGEST_MESSAGE + 1];
    if (answer->count > LONGEST_MESSAGE)
        return broke_down(s, true);
    if (!receive_all(s, text, answer->count))
        return false;
    text[answer->count] = 0;
    if (answer->tag == WARNING)
        ssti_warning(&s->base.report, answer->place, "%s", text);
    else
        ssti_error(&s->base.report, answer->place, "%s", text);
    return true;
}

/* The answer behind the messages; false after a report. */
static bool receive_answer(apart_source *s, head *answer) {
    do {
        if (!receive_all(s, answer, sizeof *answer))
            return false;
    } while ((answer->tag == MESSAGE || answer->tag == WARNING) && pass_message_on(s, answer));
    if (s->socket < 0)
        return false;
    s->base.report.out_of_memory |= answer->tag == BAD && answer->out_of_memory;
    if (answer->tag == GOOD)
        return true;
    return answer->tag == BAD && s->base.report.errors > 0 ? false : broke_down(s, true);
}

static bool ask(apart_source *s, tag what, size_t count, head *answer) {
    head request = {.tag = what, .count = (uint32_t)count};
    if (s->socket < 0)
        return false;
    if (send(s->socket, &request, sizeof request, MSG_NOSIGNAL) != (ssize_t)sizeof request)
        return broke_down(s, true);
    return receive_answer(s, answer);
}

static void *receive_new(apart_source *s, size_t size) {
    void *bytes = malloc(size + 1);
    if (!bytes)
        ssti_out_of_memory(&s->base.report);
    else if (receive_all(s, bytes, size))
        return bytes;
    free(bytes);
    return NULL;
}

static bool receive_text(apart_source *s, size_t size, char **text) {
    if (size == 0)
        return true;
    if (size > LONGEST_TEXT)
        return broke_down(s, true);
    *text = receive_new(s, size);
    if (*text)
        (*text)[size] = 0;
    return *text != NULL;
}

static bool is_finite_or_none(double value) {
    return value >= 0 && isfinite(value);
}

static bool receive_told(apart_source *s) {
    told_head got;
    if (!receive_all(s, &got, sizeof got))
        return false;
    ssti_told *told = &s->base.told;
    *told = got.told;
    size_t agents = got.told.agent_count;
    for (size_t i = 0; i < TEXTS; i++)
        *text_of(told, i) = NULL;
    told->agents = NULL;
    told->agent_count = 0;
    memcpy(s->kind, got.kind, sizeof s->kind - 1);
    if (!is_finite_or_none(told->time_step) || !is_finite_or_none(told->frame_rate) ||
        agents > UINT32_MAX)
        return broke_down(s, true);
    for (size_t i = 0; i < TEXTS; i++)
        if (!receive_text(s, (size_t)got.text_sizes[i], text_of(told, i)))
            return false;
    told->agents = agents ? receive_new(s, agents * sizeof *told->agents) : NULL;
    told->agent_count = told->agents ? agents : 0;
    return agents == told->agent_count;
}

static bool rows_are_sane(apart_source *s, const ssti_row *rows, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (rows[i].agent == UINT32_MAX || !ssti_is_place(&s->base.report, rows[i].position))
            return s->base.report.errors > 0 ? false : broke_down(s, true);
    return true;
}

static bool apart_read(ssti_source *source, ssti_row *rows, size_t most, size_t *count) {
    apart_source *s = (apart_source *)source;
    head answer;
    *count = 0;
    most = most < UINT16_MAX ? most : UINT16_MAX;
    if (!ask(s, READ, most, &answer))
        return false;
    if (answer.count > most)
        return broke_down(s, true);
    if (!receive_all(s, rows, answer.count * sizeof *rows) || !rows_are_sane(s, rows, answer.count))
        return false;
    *count = answer.count;
    return true;
}

static bool apart_events(ssti_source *source, ssti_event_kind kind, void *rows, size_t most,
                         size_t *count) {
    apart_source *s = (apart_source *)source;
    head answer;
    *count = 0;
    if (!ask(s, (tag)(EVENTS + kind), most, &answer))
        return false;
    if (answer.count > most)
        return broke_down(s, true);
    if (!receive_all(s, rows, answer.count * ssti_event_size(kind)))
        return false;
    *count = answer.count;
    return true;
}

static bool apart_rewind(ssti_source *source) {
    head answer;
    return ask((apart_source *)source, REWIND, 0, &answer);
}

static void apart_close(ssti_source *source) {
    apart_source *s = (apart_source *)source;
    int status;
    end_process(s, false, &status);
    free(s);
}

/* No other thread is within HDF5 while its state is copied. */
static bool begin_process(apart_source *s, const char *path) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return false;
    ssti_h5_turn turn = ssti_h5_enter();
    s->process = fork();
    ssti_h5_leave(turn);
    if (s->process == 0) {
        close(ends[0]);
        serve(ends[1], path, &s->base.report);
    }
    int cause = errno;
    close(ends[1]);
    if (s->process > 0)
        s->socket = ends[0];
    else
        close(ends[0]);
    errno = cause;
    return s->process > 0;
}

static bool open_apart(apart_source *s, const char *path) {
    head answer;
    if (begin_process(s, path))
        return receive_answer(s, &answer) && receive_told(s);
    ssti_error(&s->base.report, whole_file, "cannot be read: no process can be begun: %s",
               strerror(errno));
    return false;
}

ssti_source *ssti_h5_source(const char *path, ssti_report *report) {
    static const ssti_source_class apart_class = {
        .read = apart_read, .rewind = apart_rewind, .close = apart_close, .events = apart_events};
    apart_source *s = calloc(1, sizeof *s);
    if (!s) {
        ssti_out_of_memory(report);
        return NULL;
    }
    s->socket = -1;
    s->base = (ssti_source){.as = &apart_class, .kind = s->kind, .report = *report, .metres = 1};
    if (open_apart(s, path))
        return &s->base;
    *report = s->base.report;
    ssti_source_close(&s->base);
    return NULL;
}
