/* The texts of a report about one case: the command that reruns it, and its failure. */
#ifndef WGC_REPORTS_DETAIL_H
#define WGC_REPORTS_DETAIL_H

#include "base/buf.h"
#include "record/record.h"

/*
 * Appends the command line that reruns the case as this run did, quoted for a shell, without a
 * newline: environment, program, device by its names; implementation, profile and seed where they
 * are not the defaults. A program of explore (c.explore.SEED) has its own command, which ends with
 * the seed. A case query.shared_* needs the whole run: its command is that of the run, without the
 * options for reports.
 */
void wgc_detail_rerun(struct wgc_buf *out, const struct wgc_record *record, const char *name);

/* Appends the command of the whole run, on the device by its names, without the options for
 * reports.
 */
void wgc_detail_run_again(struct wgc_buf *out, const struct wgc_record *record);

/* Appends the words before the program, as that run was called, each with a blank after it: what
 * starts any program on its device. Nothing where the record has none. */
void wgc_detail_start(struct wgc_buf *out, const struct wgc_record *record);

/* Appends the commands that show where the program in a folder crashes: it is compiled with -g and
 * run by gdb. libraries: more than OpenCL and libm, "" or " -lpthread"; start: what starts a
 * program on the device, with a blank at its end, or "". They run in the folder of that folder. */
void wgc_detail_debugger(struct wgc_buf *out, const char *folder, const char *libraries,
                         const char *start);

/*
 * Appends the program as a shell of the run's user finds it, for a command that needs no device or
 * takes the environment from the report: with scripts/with-device where that set the PATH.
 */
void wgc_detail_program(struct wgc_buf *out, const struct wgc_record *record);

/*
 * Appends one line without a newline that identifies a run: device, driver, program, profile, seed
 * and start. Unknown fields are left out.
 */
void wgc_detail_origin(struct wgc_buf *out, const struct wgc_record *record);

/*
 * Appends one line without a newline: the reason's first line (1000 bytes of it), or the first
 * mismatch, or the state; with the waiver's id where there is one. Fit for XML and terminals
 * (base/report_text.h).
 */
void wgc_detail_line(struct wgc_buf *out, const struct wgc_result *result);

/* Appends the three ids with the separator between them, before and after around them; nothing
 * where the place is unknown. */
void wgc_detail_place(struct wgc_buf *out, const char *before, const struct wgc_record_place *place,
                      const char *separator, const char *after);

/* Appends one line without a newline: "crashed in MODULE+0xOFFSET, called from ..."; nothing where
 * the result has no frames. Whether it has. */
bool wgc_detail_crash(struct wgc_buf *out, const struct wgc_result *result);

/*
 * Appends all details of a result, in lines: reason, signal, frames, waiver, attempts, the first
 * mismatch with its values, the build log. Fit for XML and terminals.
 */
void wgc_detail_text(struct wgc_buf *out, const struct wgc_result *result);

#endif
