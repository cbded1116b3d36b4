/* The options of googletest, and what its runners set in the environment. */
#ifndef WGC_OPTIONS_OTHER_RUNNERS_H
#define WGC_OPTIONS_OTHER_RUNNERS_H

#include "options/options.h"

/* --gtest_filter: POSITIVE:POSITIVE-NEGATIVE:NEGATIVE, as queries. */
enum wgc_status wgc_parse_gtest_filter(struct wgc_options *options, const char *value,
                                       struct wgc_err *err);
/* --gtest_output: xml, json, each with or without :FILE. */
enum wgc_status wgc_parse_gtest_output(struct wgc_options *options, const char *value,
                                       struct wgc_err *err);
/* GTEST_OUTPUT, or Bazel's XML_OUTPUT_FILE, unless the command line has --gtest_output; and Bazel's
 * TESTBRIDGE_TEST_ONLY, a filter as that of --gtest_filter, unless the command line has queries. */
enum wgc_status wgc_gtest_environment(struct wgc_options *options, struct wgc_err *err);
/* CL_CONFORMANCE_RESULTS_FILENAME, as OpenCL-CTS reads it, unless the command line has --cts-json.
 */
void wgc_cts_environment(struct wgc_options *options);

#endif
