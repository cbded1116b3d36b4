/* Why a loader that finds its vendor files finds no platform, or not all: each file, its library,
 * and what the dynamic linker prints about that. */
#ifndef WGC_DEVICE_VENDOR_FILES_H
#define WGC_DEVICE_VENDOR_FILES_H

#include "base/buf.h"

/*
 * Appends a part for each vendor file whose library does not load, "FILE: LIBRARY: REASON", with ";
 * " between them; of libraries that load "FILE: LIBRARY loads, and has no platform". Without a
 * vendor file, that there is none, and where it was searched. The folder or file is that of
 * OCL_ICD_VENDORS, else /etc/OpenCL/vendors.
 */
void wgc_vendor_files_describe(struct wgc_buf *out);

/* Appends a line for each vendor file whose library does not load, where others may work. */
void wgc_vendor_files_put_broken(struct wgc_buf *out);

#endif
