/* explore --keep: a reduced program becomes a case of the suite. */
#ifndef WGC_EXPLORE_RUN_KEEP_H
#define WGC_EXPLORE_RUN_KEEP_H

#include "base/buf.h"
#include "base/err.h"

enum { WGC_KEPT_NAME = 64 };

/* A program that was read from a file. */
struct wgc_kept {
    struct wgc_buf text;      /* in the text format; owned */
    char name[WGC_KEPT_NAME]; /* of a-z, 0-9 and _; may be empty */
    bool emulated;            /* it failed with --impl emulated */
    char build_options[200];  /* of clBuildProgram with which it failed, or "" */
    size_t sub_group_size;    /* of the device on which it failed; 0: not known */
};

/*
 * Reads a program from a report of explore (cause: its number in the report or its id; NULL: the
 * only one) or from a text, and checks that it is well defined. The name is that of the cause or of
 * the file. Of a cause that was not reduced: with whole the program of its first seed, else
 * WGC_ERR_INPUT. The caller frees kept->text in any case.
 */
enum wgc_status wgc_kept_read(const char *path, const char *cause, bool whole,
                              struct wgc_kept *kept, struct wgc_err *err);

/*
 * Writes suite/programs/NAME.prog below the current folder, and appends what to do next to *out.
 * path and cause: as for wgc_kept_read. name: of the new case; NULL: that of the cause or the file.
 */
enum wgc_status wgc_explore_keep(const char *path, const char *cause, const char *name,
                                 struct wgc_buf *out, struct wgc_err *err);

#endif
