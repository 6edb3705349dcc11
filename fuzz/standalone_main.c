/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Replays inputs through a fuzz target without libFuzzer: each argument is a file, or a folder
 * whose files are taken. Fails when there is nothing to replay, so that a lost corpus is noticed.
 */

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The input lies in a block of exactly its size, so that a sanitizer sees every overread. */
static int replay_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0) {
        perror(path);
        exit(1);
    }
    long size = ftell(file);
    rewind(file);
    uint8_t *data = malloc(size > 0 ? (size_t)size : 1);
    if (size < 0 || !data || fread(data, 1, (size_t)size, file) != (size_t)size) {
        perror(path);
        exit(1);
    }
    fclose(file);
    LLVMFuzzerTestOneInput(data, (size_t)size);
    free(data);
    return 1;
}

static int replay(const char *path) {
    DIR *folder = opendir(path);
    if (!folder)
        return replay_file(path);
    int count = 0;
    for (struct dirent *entry; (entry = readdir(folder));) {
        char child[4096];
        int length = snprintf(child, sizeof child, "%s/%s", path, entry->d_name);
        if (entry->d_name[0] != '.' && length > 0 && (size_t)length < sizeof child)
            count += replay_file(child);
    }
    closedir(folder);
    return count;
}

int main(int argc, char **argv) {
    int count = 0;
    for (int i = 1; i < argc; i++)
        count += replay(argv[i]);
    printf("%d inputs replayed\n", count);
    return count == 0;
}
