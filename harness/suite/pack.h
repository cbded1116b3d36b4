/*
 * The packed files of the suite: all kernels of a language in one file, read by name when they are
 * needed. generator/pack.py writes them; docs/internals.md describes the format.
 */
#ifndef WGC_SUITE_PACK_H
#define WGC_SUITE_PACK_H

#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

/* The file for entries of OpenCL C, whose names end in .cl, and the one for SPIR-V modules (.spv)
 * and their assembly texts (.spvasm). */
enum wgc_pack_language { WGC_PACK_C, WGC_PACK_SPIRV, WGC_PACK_COUNT };

/* The contents of the page of the index, or of the block of entries, that was read last. */
struct wgc_pack_part {
    uint64_t place; /* in the file; 0: none was read */
    struct wgc_buf contents;
};

/* An open packed file. Opening reads the header alone, whatever the size. */
struct wgc_pack {
    char *path; /* NULL: not open */
    int fd;
    uint64_t size, page_table, block_table; /* of the file; places in it */
    uint32_t pages, blocks;
    struct wgc_pack_part page, block;
};

/* The name of the file. */
const char *wgc_pack_name(enum wgc_pack_language language);

/* The packed file that has the entry with that name. */
enum wgc_pack_language wgc_pack_of(const char *name);

/*
 * Opens FOLDER's packed file of a language; closed with wgc_pack_close. A file that cannot be read,
 * that is no packed file, that was cut short or damaged, or that belongs to another suite than the
 * one with that digest is an error of status WGC_ERR_INPUT that names the file.
 */
enum wgc_status wgc_pack_open(const char *folder, enum wgc_pack_language language,
                              const char *suite_digest, struct wgc_pack *pack, struct wgc_err *err);
void wgc_pack_close(struct wgc_pack *pack);

/*
 * Appends the entry with that name to *out. An entry that is not there or whose checksum is wrong
 * is an error of status WGC_ERR_INPUT that names file and entry.
 */
enum wgc_status wgc_pack_read(struct wgc_pack *pack, const char *name, struct wgc_buf *out,
                              struct wgc_err *err);

#endif
