/* The kernel of a feature test (suite/feature_tests.def). Pure. */
#ifndef WGC_SUITE_FEATURE_TEST_KERNEL_H
#define WGC_SUITE_FEATURE_TEST_KERNEL_H

#include "base/buf.h"
#include "suite/queries.h"

/* The local size of the launch, in one work-group. */
enum { WGC_FEATURE_TEST_ITEMS = 16 };

/* What each word is before the launch; no call gives it. */
enum { WGC_FEATURE_NOT_WRITTEN = -1515870811 };

/* Appends the kernel, whose name is entry. Work-item i writes of each call k its value to
 * out[2 * (i * calls + k)] and what it must be to the next word; nothing of the calls after one
 * that is wrong. */
void wgc_feature_test_kernel_put(struct wgc_buf *text, const struct wgc_feature_test_info *info,
                                 const char *entry);

#endif
