/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Tables as text: CSV (RFC 4180, with plain line ends) and JSON. */

#include "experiment/table.h"
#include "report/plain_locale.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

ssti_digits ssti_print_number(double number) {
    ssti_digits digits;
    for (int precision = 15; precision <= 17; precision++) {
        snprintf(digits.text, sizeof digits.text, "%.*g", precision, number);
        if (strtod(digits.text, NULL) == number)
            break;
    }
    return digits;
}

/* --- CSV ----------------------------------------------------------------------------------- */

static void print_field(const char *text, FILE *file) {
    if (!strpbrk(text, ",\"\r\n")) {
        fputs(text, file);
        return;
    }
    fputc('"', file);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', file);
        fputc(*text, file);
    }
    fputc('"', file);
}

void ssti_table_csv(const ssti_table *t, FILE *file) {
    for (size_t i = 0; i < t->column_count; i++) {
        fputs(i ? "," : "", file);
        print_field(t->columns[i].name, file);
    }
    fputc('\n', file);
    for (size_t row = 0; row < t->row_count; row++) {
        for (size_t i = 0; i < t->column_count; i++) {
            const ssti_column *column = &t->columns[i];
            fputs(i ? "," : "", file);
            if (column->texts)
                print_field(column->texts[row], file);
            else if (!isnan(column->numbers[row]))
                fputs(ssti_print_number(column->numbers[row]).text, file);
        }
        fputc('\n', file);
    }
}

/* --- JSON ---------------------------------------------------------------------------------- */

static void print_string(const char *text, FILE *file) {
    fputc('"', file);
    for (; *text; text++) {
        unsigned char byte = (unsigned char)*text;
        if (byte < 0x20) {
            fprintf(file, "\\u%04x", byte);
            continue;
        }
        if (byte == '"' || byte == '\\')
            fputc('\\', file);
        fputc(byte, file);
    }
    fputc('"', file);
}

static void print_member(const char *name, const char *text, const char *end, FILE *file) {
    fprintf(file, "\"%s\": ", name);
    print_string(text, file);
    fputs(end, file);
}

static void print_value(const ssti_column *column, size_t row, FILE *file) {
    print_string(column->name, file);
    fputs(": ", file);
    if (column->texts)
        print_string(column->texts[row], file);
    else
        fputs(isnan(column->numbers[row]) ? "null" : ssti_print_number(column->numbers[row]).text,
              file);
}

void ssti_table_json(const ssti_table *t, FILE *file) {
    fputs("{\n", file);
    print_member("experiment", t->experiment->name, ",\n", file);
    print_member("version", SIDESTEP_VERSION, ",\n", file);
    fputs("\"columns\": [", file);
    for (size_t i = 0; i < t->column_count; i++) {
        fputs(i ? ",\n  {" : "\n  {", file);
        print_member("name", t->columns[i].name, ", ", file);
        print_member("unit", t->columns[i].unit, ", ", file);
        print_member("meaning", t->columns[i].meaning, "}", file);
    }
    fputs("],\n\"rows\": [", file);
    for (size_t row = 0; row < t->row_count; row++) {
        fputs(row ? ",\n  {" : "\n  {", file);
        for (size_t i = 0; i < t->column_count; i++) {
            fputs(i ? ", " : "", file);
            print_value(&t->columns[i], row, file);
        }
        fputc('}', file);
    }
    fputs("]\n}\n", file);
}

/* --- Any ----------------------------------------------------------------------------------- */

ssti_table_kind ssti_table_kind_of(const char *path) {
    static const struct {
        const char *end;
        ssti_table_kind kind;
    } ends[] = {{".csv", SSTI_TABLE_CSV},
                {".json", SSTI_TABLE_JSON},
                {".h5", SSTI_TABLE_HDF5},
                {".hdf5", SSTI_TABLE_HDF5}};
    size_t length = strlen(path);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        size_t end = strlen(ends[i].end);
        if (length > end && strcmp(path + length - end, ends[i].end) == 0)
            return ends[i].kind;
    }
    return SSTI_TABLE_NONE;
}

static bool write_body(const ssti_table *t, ssti_table_kind kind, FILE *file, ssti_report *report) {
    ssti_locale locale;
    if (!ssti_locale_enter(&locale))
        return ssti_out_of_memory(report) == SST_DONE;
    bool good = true;
    if (kind == SSTI_TABLE_HDF5)
        good = ssti_table_hdf5(t, file, report);
    else if (kind == SSTI_TABLE_JSON)
        ssti_table_json(t, file);
    else
        ssti_table_csv(t, file);
    ssti_locale_leave(&locale);
    return good;
}

/* On the disk before it takes the place of an older one. */
static bool sync_and_close(FILE *file, ssti_report *report) {
    bool good = ssti_file_flush(file, report);
    if (good)
        fsync(fileno(file));
    if (!good) {
        fclose(file);
        return false;
    }
    return ssti_file_close(file, report);
}

bool ssti_table_write(const ssti_table *t, const char *path, sst_reporter reporter) {
    ssti_report report = {.to = reporter, .file = path};
    ssti_new_file place;
    if (!ssti_new_file_begin(&place, path, &report))
        return false;
    FILE *file = ssti_file_create(place.temporary, &report);
    bool good = file && write_body(t, ssti_table_kind_of(path), file, &report);
    if (file && good)
        good = sync_and_close(file, &report);
    else if (file)
        fclose(file);
    good = good && ssti_new_file_show(&place, &report);
    ssti_new_file_drop(&place);
    return good;
}
