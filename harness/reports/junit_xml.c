#include "reports/parts.h"

#include <stdio.h>

#include "base/report_text.h"

static void check(struct wgc_junit_xml *xml, int written)
{
    xml->failed = xml->failed || written < 0;
}

void wgc_junit_open(struct wgc_junit_xml *xml, const char *name)
{
    check(xml, xmlTextWriterStartElement(xml->writer, BAD_CAST name));
    xml->objects++;
}

void wgc_junit_close(struct wgc_junit_xml *xml)
{
    check(xml, xmlTextWriterEndElement(xml->writer));
}

void wgc_junit_attribute(struct wgc_junit_xml *xml, const char *name, const char *value)
{
    check(xml, xmlTextWriterWriteAttribute(xml->writer, BAD_CAST name, BAD_CAST value));
    xml->objects++;
}

void wgc_junit_number(struct wgc_junit_xml *xml, const char *name, const char *format, double value)
{
    char text[64];

    (void)snprintf(text, sizeof text, format, value);
    wgc_junit_attribute(xml, name, text);
}

void wgc_junit_made(struct wgc_junit_xml *xml, const char *name, struct wgc_buf *value)
{
    xml->failed = xml->failed || value->failed;
    wgc_junit_attribute(xml, name, wgc_buf_str(value));
    wgc_buf_free(value);
}

void wgc_junit_characters(struct wgc_junit_xml *xml, struct wgc_buf *text)
{
    xml->failed = xml->failed || text->failed;
    if (text->data != NULL && !text->failed) {
        check(xml, xmlTextWriterWriteString(xml->writer, BAD_CAST text->data));
    }
    wgc_buf_free(text);
}

void wgc_junit_property(struct wgc_junit_xml *xml, const char *name, const char *value)
{
    struct wgc_buf clean = {0};

    if (value == NULL) {
        return;
    }
    wgc_report_text(&clean, value);
    wgc_junit_open(xml, "property");
    wgc_junit_attribute(xml, "name", name);
    wgc_junit_made(xml, "value", &clean);
    wgc_junit_close(xml);
}
