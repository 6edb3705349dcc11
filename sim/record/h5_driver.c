/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Without care, an HDF5 file is broken while it is written: the library rewrites its metadata
 * piece by piece, and a process that is killed between two pieces leaves nonsense. Here a file goes
 * from one whole state to the next by writes that each leave a whole state behind:
 *
 * - Space is never used twice, so that what the last state refers to is not overwritten. Raw data
 *   goes to new space at once; nothing refers to it yet.
 * - Metadata is held in memory until the library flushes the file. Then it is written in this
 *   order: what lies in new space; the superblock, which says how long the file is; nodes of the
 *   chunk B-tree, parents first, so that a node which was split loses its right half only when the
 *   new node is known above it; last the object headers, which tell how many rows there are.
 * - What is overwritten lies within one page, which the system writes whole or not at all when the
 *   process is killed.
 *
 * The first state of a file has no such order but for the superblock, which comes last. The library
 * must not manage free space (H5F_FSPACE_STRATEGY_NONE), and must use its format of version 1.8:
 * later ones mark the file as being written, and then refuse to read it. */

#include "record/h5_driver.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PAGE = 4096 };

/* Metadata not yet in the file. */
typedef struct block {
    haddr_t address;
    size_t size, number; /* of its writing */
    unsigned char *bytes;
} block;

typedef struct driver {
    H5FD_t base;
    int file;
    int *cause;
    haddr_t end;       /* of the space in use */
    haddr_t size;      /* of the file */
    haddr_t committed; /* space in use by the state in the file */
    block *blocks;
    size_t block_count, block_capacity;
} driver;

typedef struct driver_info {
    int *cause;
} driver_info;

static herr_t fail(driver *d, int cause) {
    *d->cause = cause ? cause : EIO;
    return -1;
}

static H5FD_t *open_file(const char *name, unsigned flags, hid_t access, haddr_t most) {
    (void)most;
    const driver_info *info = H5Pget_driver_info(access);
    int mode = flags & H5F_ACC_RDWR ? O_RDWR : O_RDONLY;
    mode |= flags & H5F_ACC_TRUNC ? O_TRUNC : 0;
    mode |= flags & H5F_ACC_CREAT ? O_CREAT : 0;
    driver *d = calloc(1, sizeof *d);
    int file = d ? open(name, mode | O_CLOEXEC, 0666) : -1;
    *info->cause = file < 0 ? errno : 0;
    if (file < 0) {
        free(d);
        return NULL;
    }
    d->file = file;
    d->cause = info->cause;
    return &d->base;
}

static void drop_blocks(driver *d) {
    for (size_t i = 0; i < d->block_count; i++)
        free(d->blocks[i].bytes);
    d->block_count = 0;
}

static herr_t close_file(H5FD_t *base) {
    driver *d = (driver *)base;
    drop_blocks(d);
    free(d->blocks);
    /* Of a state that was never completed nothing stays. */
    bool cut = d->size <= d->committed || ftruncate(d->file, (off_t)d->committed) == 0;
    int closed = close(d->file);
    if ((closed != 0 || !cut) && *d->cause == 0)
        *d->cause = errno;
    free(d);
    return 0;
}

static herr_t query(const H5FD_t *base, unsigned long *flags) {
    (void)base;
    *flags = H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
    return 0;
}

/* New space at the end; what fits a page lies in one. */
static haddr_t allocate(H5FD_t *base, H5FD_mem_t type, hid_t transfer, hsize_t size) {
    (void)transfer;
    driver *d = (driver *)base;
    haddr_t address = d->end;
    if (type != H5FD_MEM_DRAW && address / PAGE != (address + size - 1) / PAGE)
        address = (address + PAGE - 1) / PAGE * PAGE;
    d->end = address + size;
    return address;
}

static herr_t release(H5FD_t *base, H5FD_mem_t type, hid_t transfer, haddr_t address,
                      hsize_t size) {
    (void)base, (void)type, (void)transfer, (void)address, (void)size;
    return 0; /* never used again */
}

static haddr_t get_end(const H5FD_t *base, H5FD_mem_t type) {
    (void)type;
    return ((const driver *)base)->end;
}

static herr_t set_end(H5FD_t *base, H5FD_mem_t type, haddr_t end) {
    (void)type;
    ((driver *)base)->end = end;
    return 0;
}

static haddr_t get_size(const H5FD_t *base, H5FD_mem_t type) {
    (void)type;
    const driver *d = (const driver *)base;
    return d->size > d->end ? d->size : d->end;
}

static herr_t write_all(driver *d, haddr_t address, size_t size, const void *bytes) {
    const char *at = bytes;
    while (size > 0) {
        ssize_t written = pwrite(d->file, at, size, (off_t)address);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return fail(d, written < 0 ? errno : ENOSPC);
        at += written;
        address += (haddr_t)written;
        size -= (size_t)written;
        d->size = address > d->size ? address : d->size;
    }
    return 0;
}

static herr_t hold(driver *d, haddr_t address, size_t size, const void *bytes) {
    if (d->block_count == d->block_capacity) {
        size_t capacity = 2 * d->block_capacity + 16;
        block *grown = realloc(d->blocks, capacity * sizeof *grown);
        if (!grown)
            return fail(d, ENOMEM);
        d->blocks = grown;
        d->block_capacity = capacity;
    }
    unsigned char *copy = malloc(size);
    if (!copy)
        return fail(d, ENOMEM);
    memcpy(copy, bytes, size);
    d->blocks[d->block_count] = (block){address, size, d->block_count, copy};
    d->block_count++;
    return 0;
}

/* HDF5 is never told of a failure: a file whose closing fails stays half open in it, and crashes it
 * when the program ends. The recorder looks at the cause. */
static herr_t write_file(H5FD_t *base, H5FD_mem_t type, hid_t transfer, haddr_t address,
                         size_t size, const void *bytes) {
    (void)transfer;
    driver *d = (driver *)base;
    if (*d->cause)
        return 0;
    if (type == H5FD_MEM_DRAW)
        write_all(d, address, size, bytes);
    else
        hold(d, address, size, bytes);
    return 0;
}

/* What a block tells of the bytes from `address` on. */
static void overlay(const block *b, haddr_t address, size_t size, unsigned char *bytes) {
    haddr_t from = b->address > address ? b->address : address;
    haddr_t block_end = b->address + b->size, end = address + size;
    haddr_t to = block_end < end ? block_end : end;
    if (from < to)
        memcpy(bytes + (from - address), b->bytes + (from - b->address), (size_t)(to - from));
}

static herr_t read_file(H5FD_t *base, H5FD_mem_t type, hid_t transfer, haddr_t address, size_t size,
                        void *buffer) {
    (void)type, (void)transfer;
    driver *d = (driver *)base;
    unsigned char *bytes = buffer;
    size_t got = 0;
    while (got < size) {
        ssize_t count = pread(d->file, bytes + got, size - got, (off_t)(address + got));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return fail(d, errno);
        if (count == 0)
            break;
        got += (size_t)count;
    }
    memset(bytes + got, 0, size - got);
    for (size_t i = 0; i < d->block_count; i++)
        overlay(&d->blocks[i], address, size, bytes);
    return 0;
}

/* --- From one state to the next ------------------------------------------------------------ */

enum { NEW_SPACE = 0, SUPERBLOCK = 1, TREE_ROOT = 2, OTHERS = 300, FIRST_SUPERBLOCK = 301 };

/* The place of a block in the order of writing. */
static int rank(const block *b, haddr_t committed) {
    if (b->address == 0)
        return committed ? SUPERBLOCK : FIRST_SUPERBLOCK;
    if (b->address >= committed)
        return NEW_SPACE;
    if (b->size > 6 && memcmp(b->bytes, "TREE", 4) == 0)
        return TREE_ROOT + 255 - b->bytes[5]; /* its level, 0 for leaves */
    return OTHERS;
}

typedef struct turn {
    int rank;
    const block *block;
} turn;

static int by_rank(const void *left, const void *right) {
    const turn *a = left, *b = right;
    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    return (a->block->number > b->block->number) - (a->block->number < b->block->number);
}

static herr_t extend(driver *d) {
    if (d->size >= d->end)
        return 0;
    if (ftruncate(d->file, (off_t)d->end) != 0)
        return fail(d, errno);
    d->size = d->end;
    return 0;
}

static herr_t commit(H5FD_t *base, hid_t transfer, hbool_t closing) {
    (void)transfer, (void)closing;
    driver *d = (driver *)base;
    if (*d->cause || d->block_count == 0)
        return 0;
    turn *turns = malloc(d->block_count * sizeof *turns);
    if (!turns) {
        fail(d, ENOMEM);
        return 0;
    }
    for (size_t i = 0; i < d->block_count; i++)
        turns[i] = (turn){rank(&d->blocks[i], d->committed), &d->blocks[i]};
    qsort(turns, d->block_count, sizeof *turns, by_rank);
    herr_t result = extend(d);
    for (size_t i = 0; i < d->block_count && result >= 0; i++)
        result = write_all(d, turns[i].block->address, turns[i].block->size, turns[i].block->bytes);
    free(turns);
    drop_blocks(d);
    if (result >= 0)
        d->committed = d->end;
    return 0;
}

bool ssti_h5_use_driver(hid_t access, int *cause) {
    static const H5FD_class_t driver_class = {.name = "sidestep",
                                              .maxaddr = ((haddr_t)1 << 62) - 1,
                                              .fc_degree = H5F_CLOSE_WEAK,
                                              .fapl_size = sizeof(driver_info),
                                              .open = open_file,
                                              .close = close_file,
                                              .query = query,
                                              .alloc = allocate,
                                              .free = release,
                                              .get_eoa = get_end,
                                              .set_eoa = set_end,
                                              .get_eof = get_size,
                                              .read = read_file,
                                              .write = write_file,
                                              .flush = commit,
                                              .fl_map = H5FD_FLMAP_SINGLE};
    hid_t id = H5FDregister(&driver_class);
    driver_info info = {cause};
    bool used = id >= 0 && H5Pset_driver(access, id, &info) >= 0;
    if (id >= 0)
        H5FDunregister(id); /* the list keeps it */
    return used;
}
