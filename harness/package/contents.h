/* The contents of a submission package: the report, and files for readers without this program.
 * Pure. */
#ifndef WGC_PACKAGE_CONTENTS_H
#define WGC_PACKAGE_CONTENTS_H

#include "package/parts.h"
#include "record/record.h"

#define WGC_PACKAGE_REPORT "report.json"
#define WGC_PACKAGE_DEVICE "device.json"

/*
 * Fills an empty bundle: the report as it was written (report is moved), the device, the versions
 * of program, suite, driver and host, the submission details (moved; NULL: the form as
 * wgc_details_put fills it in), a file logs/CASE.txt for each case that wgc_package_has_log names,
 * a README and the checksums. A result whose name cannot be a file's is WGC_ERR_INPUT.
 */
enum wgc_status wgc_package_fill(struct wgc_bundle *bundle, const struct wgc_record *record,
                                 struct wgc_buf *report, struct wgc_buf *details,
                                 struct wgc_err *err);

/* Whether a case has a log of its own: it is bad or waived, or has a build log. */
bool wgc_package_has_log(const struct wgc_result *result);

/* Appends "logs/CASE.txt". */
void wgc_package_log_name(struct wgc_buf *out, const struct wgc_result *result);

/* The names of the files that every package has, SHA256SUMS aside; NULL at the end. */
extern const char *const wgc_package_files[];

#endif
