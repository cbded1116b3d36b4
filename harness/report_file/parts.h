/* What the modules of this folder share. */
#ifndef WGC_REPORT_FILE_PARTS_H
#define WGC_REPORT_FILE_PARTS_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"
#include "record/record.h"

/* ---- field.c: The fields of a report, with errors that name the field. ---- */

/* Whether a field may be missing, or null. */
enum wgc_need { WGC_OPTIONAL, WGC_NULLABLE, WGC_REQUIRED };

/* The error "field KEY must be WHAT": WGC_ERR_INPUT. */
enum wgc_status wgc_field_wrong(struct wgc_err *err, const char *key, const char *what);

/* The field of an object; NULL where it is missing or null, and may be. */
enum wgc_status wgc_field_find(const cJSON *object, const char *key, enum wgc_need need,
                               const cJSON **out, struct wgc_err *err);

/* The same for a field that must be an array, or else an object. */
enum wgc_status wgc_field_part(const cJSON *object, const char *key, enum wgc_need need, bool array,
                               const cJSON **out, struct wgc_err *err);

/* A copy of a string, which the caller frees; *out stays as it is where wgc_field_find finds NULL.
 */
enum wgc_status wgc_field_text(const cJSON *object, const char *key, enum wgc_need need, char **out,
                               struct wgc_err *err);

/* "seconds": a finite number that is not negative. */
enum wgc_status wgc_field_seconds(const cJSON *object, double *out, struct wgc_err *err);

/* Copies of the strings of an array, with a NULL after them; the caller frees the *count strings
 * and the list, also on failure. *count is 0 before. */
enum wgc_status wgc_field_strings(const cJSON *object, const char *key, char ***out, size_t *count,
                                  struct wgc_err *err);

/* "frames" as a text with a newline between two (record/frames.h), which the caller frees; *out
 * stays as it is where there are none. */
enum wgc_status wgc_field_frames(const cJSON *object, char **out, struct wgc_err *err);

/* RFC 3339, in UTC: 2026-01-31T12:00:00Z, 2026-01-31T12:00:00.123Z. */
bool wgc_field_is_time(const char *text);

/* A case's name: two or more parts of a-z, 0-9 and _ with dots between. */
bool wgc_field_is_case(const char *text);

/* ---- older.c: Reports of older versions, which have facts in sentences alone. ---- */

/* Finds the facts that the result lacks: what a waiver made of it, what its reason is about, the
 * version of SPIR-V at its end. */
enum wgc_status wgc_older_facts(struct wgc_result *result, struct wgc_err *err);

/* Notes the warnings that are about waivers. */
enum wgc_status wgc_older_warnings(struct wgc_record *record, struct wgc_err *err);

/* The kind of a mismatch that has none; name: of the case. */
void wgc_older_mismatch(const char *name, struct wgc_record_mismatch *mismatch);
/* Whether a mismatch without the field is something written where nothing may be. */
void wgc_older_overwritten(struct wgc_record_mismatch *mismatch);
/* What the data of a mismatch has, whose pattern is only in a text. */
void wgc_older_pattern(struct wgc_record_mismatch *mismatch);

/* ---- about.c: What a reason is about, as the field "about". ---- */

/* Appends `,"about":{...}`; nothing of kind OTHER. */
void wgc_about_put_json(struct wgc_buf *out, const struct wgc_about *about);
enum wgc_status wgc_about_get_json(const cJSON *object, struct wgc_about *about,
                                   struct wgc_err *err);

/* ---- gzip.c: gzip (RFC 1952) in memory, by zlib. ---- */

/* Whether the bytes begin as a gzip file does. */
bool wgc_gzip_is(const char *data, size_t size);

/* Whether a path is that of a gzip file: it ends with ".gz". */
bool wgc_gzip_is_path(const char *path);

/*
 * Appends what the members of a gzip file contain. A file that is cut off, damaged or followed by
 * other bytes, and contents larger than limit bytes, are errors of status WGC_ERR_INPUT that begin
 * with name.
 */
enum wgc_status wgc_gzip_unpack(const char *name, const char *data, size_t size, size_t limit,
                                struct wgc_buf *out, struct wgc_err *err);

/* Appends a gzip file without a name and a time: the same bytes give the same file. */
enum wgc_status wgc_gzip_pack(const char *data, size_t size, struct wgc_buf *out,
                              struct wgc_err *err);

/* ---- journal_line.c: The parts that the writer and the reader of a journal share. ---- */

enum { WGC_JOURNAL_VERSION = 1 };

/* FILE.journal, owned by the caller; NULL without memory. */
char *wgc_journal_path(const char *report);

/* Appends the first line, without its end: the version, and which run the journal belongs to. */
void wgc_journal_put_head(struct wgc_buf *line, const struct wgc_record *record);

#endif
