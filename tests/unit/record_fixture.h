/* Records for tests of reports and journals. */
#ifndef WGC_TESTS_RECORD_FIXTURE_H
#define WGC_TESTS_RECORD_FIXTURE_H

#include "tests/unit/scoped.h"

/* A finished run of three cases with every field filled, hostile strings among them; its owner
 * frees it. */
struct wgc_record *fixture_record(void);

/* The head of one with total cases, and no result yet. */
struct wgc_record *fixture_empty_record(size_t total);

/* Gives the record a device, from the JSON of a report. */
void fixture_device(struct wgc_record *record, const char *json);

/* Gives it the start of a command that reruns cases, with words that need quotes. */
void fixture_rerun(struct wgc_record *record);

/* Adds a result with that name and state. */
void fixture_add(struct wgc_record *record, const char *name, enum wgc_state state);

/* Fails the test where two records differ in any field of a report. */
void assert_same_record(const struct wgc_record *a, const struct wgc_record *b);

#endif
