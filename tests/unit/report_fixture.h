/* Shared parts of the tests of report formats. */
#ifndef WGC_TESTS_REPORT_FIXTURE_H
#define WGC_TESTS_REPORT_FIXTURE_H

#include "base/err.h"
#include "tests/unit/scoped.h"

/* The output of a hostile driver: ANSI, control characters, broken UTF-8, markup of every report.
 */
extern const char fixture_hostile_text[];

/*
 * A finished run on a device with a case in each state, "c.work_group_all.int.STATE.plain" in the
 * order of the states, and after them query.version, which passed. What is not a pass has a reason,
 * the bad ones the hostile text as their log, fail a mismatch, the waived ones the waiver
 * "driver-7".
 */
struct wgc_record *fixture_all_states(void);

/* Adds a result with a reason. */
void fixture_add_because(struct wgc_record *record, const char *name, enum wgc_state state,
                         const char *reason);

/* The text that a format makes of the record; the caller frees it. Fails the test on an error. */
char *fixture_put(enum wgc_status (*put)(struct wgc_buf *, const struct wgc_record *,
                                         struct wgc_err *),
                  const struct wgc_record *record);

/* The number of occurrences of part in text. */
unsigned fixture_count(const char *text, const char *part);

#endif
