/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* A file that means no good, and is a valid HDF5 file, can still name other files to be read,
 * filters to be loaded, or 2^60 rows that nobody ever wrote. Deflate packs no better than about 1 :
 * 1032, so that the bytes of the file bound its rows. */

#include "replay/h5_trust.h"

enum { OWN_FILTERS = H5Z_FILTER_SCALEOFFSET, MOST_PACKED = 1100 };

static const ssti_place whole_file = {0, 0};

bool ssti_h5_is_own(hid_t file, const char *name) {
    H5L_info_t about;
    return H5Lexists(file, name, H5P_DEFAULT) > 0 &&
           H5Lget_info(file, name, &about, H5P_DEFAULT) >= 0 && about.type == H5L_TYPE_HARD;
}

static bool filters_are_known(hid_t creation, const char *name, ssti_report *report) {
    int count = H5Pget_nfilters(creation);
    for (int i = 0; i < count; i++) {
        unsigned flags, settings;
        size_t values = 0;
        H5Z_filter_t filter =
            H5Pget_filter2(creation, (unsigned)i, &flags, &values, NULL, 0, NULL, &settings);
        if (filter > 0 && filter <= OWN_FILTERS)
            continue;
        ssti_error(report, whole_file,
                   "/%s is packed by filter %d, which is no part of HDF5; h5repack -f GZIP=1 "
                   "packs it anew",
                   name, (int)filter);
        return false;
    }
    return count >= 0;
}

static bool lies_in_file(hid_t creation, const char *name, ssti_report *report) {
    H5D_layout_t layout = H5Pget_layout(creation);
    bool inside = (layout == H5D_COMPACT || layout == H5D_CONTIGUOUS || layout == H5D_CHUNKED) &&
                  H5Pget_external_count(creation) == 0;
    if (!inside)
        ssti_error(report, whole_file, "/%s keeps its values in other files, expected them in this",
                   name);
    return inside;
}

/* Bytes of the file that hold values of the dataset, at most. */
static double bytes_of(hid_t file, hid_t dataset) {
    hsize_t size = 0, stored = H5Dget_storage_size(dataset);
    return H5Fget_filesize(file, &size) >= 0 ? (double)(stored < size ? stored : size) : 0;
}

static bool fits_file(hid_t file, hid_t dataset, const char *name, ssti_report *report) {
    hid_t space = H5Dget_space(dataset), type = H5Dget_type(dataset);
    hssize_t count = space >= 0 ? H5Sget_simple_extent_npoints(space) : -1;
    size_t size = type >= 0 ? H5Tget_size(type) : 0;
    if (space >= 0)
        H5Sclose(space);
    if (type >= 0)
        H5Tclose(type);
    if (count >= 0 && (double)count * (double)size <= MOST_PACKED * bytes_of(file, dataset))
        return true;
    ssti_error(report, whole_file, "/%s claims %lld rows, more than the file can hold", name,
               (long long)count);
    return false;
}

bool ssti_h5_is_sound(hid_t file, hid_t dataset, const char *name, ssti_report *report) {
    hid_t creation = H5Dget_create_plist(dataset);
    if (creation < 0) {
        ssti_error(report, whole_file, "HDF5 cannot tell how /%s is stored", name);
        return false;
    }
    bool sound = lies_in_file(creation, name, report) &&
                 filters_are_known(creation, name, report) &&
                 fits_file(file, dataset, name, report);
    H5Pclose(creation);
    return sound;
}
