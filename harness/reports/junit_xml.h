/* XML as JUnit's writer needs it: elements and attributes are counted, and a failure of the writer
 * is remembered. */
#ifndef WGC_REPORTS_JUNIT_XML_H
#define WGC_REPORTS_JUNIT_XML_H

#include <libxml/xmlwriter.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

struct wgc_junit_xml {
    xmlTextWriterPtr writer;
    size_t objects; /* elements and attributes written */
    bool failed;
};

void wgc_junit_open(struct wgc_junit_xml *xml, const char *name);
void wgc_junit_close(struct wgc_junit_xml *xml);
void wgc_junit_attribute(struct wgc_junit_xml *xml, const char *name, const char *value);
/* value by a format of printf for a double. */
void wgc_junit_number(struct wgc_junit_xml *xml, const char *name, const char *format,
                      double value);
/* An attribute whose value was put together; frees it. */
void wgc_junit_made(struct wgc_junit_xml *xml, const char *name, struct wgc_buf *value);
/* The text as characters; nothing when it is empty. Frees it. */
void wgc_junit_characters(struct wgc_junit_xml *xml, struct wgc_buf *text);
/* A property element; the value is made fit for XML. Nothing when it is NULL. */
void wgc_junit_property(struct wgc_junit_xml *xml, const char *name, const char *value);

#endif
