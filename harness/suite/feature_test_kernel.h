/* The kernel of a feature test (suite/feature_tests.def). Pure. */
#ifndef WGC_SUITE_FEATURE_TEST_KERNEL_H
#define WGC_SUITE_FEATURE_TEST_KERNEL_H

#include "base/buf.h"
#include "suite/queries.h"

/* The local size of the launch, in one work-group. */
enum { WGC_FEATURE_TEST_ITEMS = 16 };

/* Appends the kernel, whose name is entry: out[i] is whether the condition holds in work-item i. */
void wgc_feature_test_kernel_put(struct wgc_buf *text, const struct wgc_feature_test_info *info,
                                 const char *entry);

#endif
