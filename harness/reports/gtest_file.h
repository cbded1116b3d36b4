/* A record as googletest's --gtest_output writes it: XML or JSON. The suites are as in
 * reports/lines.h. Pure. */
#ifndef WGC_REPORTS_GTEST_FILE_H
#define WGC_REPORTS_GTEST_FILE_H

#include "base/buf.h"
#include "base/err.h"
#include "record/record.h"

enum wgc_status wgc_gtest_xml_put(struct wgc_buf *out, const struct wgc_record *record,
                                  struct wgc_err *err);
enum wgc_status wgc_gtest_json_put(struct wgc_buf *out, const struct wgc_record *record,
                                   struct wgc_err *err);

#endif
