/*
 * The report as JSON (schemas/report.schema.json): written from a record, and read back into one
 * for --resume, diff, merge, html and junit. Keys have a fixed order and each result has a line, so
 * that reports can be compared as text.
 */
#ifndef WGC_REPORT_FILE_REPORT_JSON_H
#define WGC_REPORT_FILE_REPORT_JSON_H

#include <cjson/cJSON.h>

#include "base/buf.h"
#include "base/err.h"
#include "record/record.h"

enum { WGC_REPORT_VERSION = 1, WGC_REPORT_LIMIT = 512 * 1024 * 1024 };

/* Appends the whole report. */
void wgc_report_json_put(struct wgc_buf *out, const struct wgc_record *record);

/* Appends one result as an object on one line, without a newline. Fields that are NULL are left
 * out. */
void wgc_report_json_put_result(struct wgc_buf *out, const struct wgc_result *result);

/* Writes the report to path, whole or not at all (base/file.h); as a gzip file if it ends with
 * ".gz". */
enum wgc_status wgc_report_json_write(const char *path, const struct wgc_record *record,
                                      struct wgc_err *err);

/* Appends a report's text, that of a file in gzip unpacked. Errors as of wgc_file_read and
 * wgc_gzip_unpack, of status WGC_ERR_INPUT. */
enum wgc_status wgc_report_text_read(const char *path, struct wgc_buf *out, struct wgc_err *err);

/*
 * Reads a report, in gzip or not; the order of a result is its place in it. A file that is too
 * large, no JSON, of another version, with a field missing or of the wrong kind, a state that does
 * not exist, a case named twice, or totals that do not agree with the results is an error of status
 * WGC_ERR_INPUT that names the file and the place. Unknown fields are ignored. On success *out is
 * owned by the caller and freed with wgc_record_free.
 */
enum wgc_status wgc_report_json_read(const char *path, struct wgc_record **out,
                                     struct wgc_err *err);

/* The same from text; errors have name as the path. */
enum wgc_status wgc_report_json_parse(const char *name, const char *text, size_t size,
                                      struct wgc_record **out, struct wgc_err *err);

/* Reads one result; *result is all zero on failure. The error does not name the file. */
enum wgc_status wgc_report_json_get_result(const cJSON *object, struct wgc_result *result,
                                           struct wgc_err *err);

/* The size of sub-groups of a mismatch of explore in a report that has it in a sentence alone; 0:
 * it has none. */
size_t wgc_older_sub_group_size(const struct wgc_record_mismatch *mismatch);

#endif
