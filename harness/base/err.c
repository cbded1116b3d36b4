#define WGC_BASE_ERR_C
#include "base/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void one_line(char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '\n' || *text == '\r') {
            *text = ' ';
        }
    }
}

enum wgc_status wgc_err_set(struct wgc_err *err, enum wgc_status status, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    (void)vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    one_line(err->text);
    err->status = status;
    return status;
}

enum wgc_status wgc_err_wrap(struct wgc_err *err, const char *format, ...)
{
    char context[sizeof err->text];
    char inner[sizeof err->text];
    va_list args;

    va_start(args, format);
    (void)vsnprintf(context, sizeof context, format, args);
    va_end(args);
    memcpy(inner, err->text, sizeof inner);
    size_t used = strlen(context);
    size_t rest = strlen(inner);
    if (used + 2 + rest >= sizeof err->text) {
        rest = used + 2 >= sizeof err->text ? 0 : sizeof err->text - used - 3;
        used = used + 2 >= sizeof err->text ? sizeof err->text - 3 : used;
    }
    memcpy(err->text, context, used);
    memcpy(err->text + used, ": ", 2);
    memcpy(err->text + used + 2, inner, rest);
    err->text[used + 2 + rest] = '\0';
    one_line(err->text);
    return err->status;
}

enum wgc_status wgc_err_memory(struct wgc_err *err, const char *what)
{
    return wgc_err_set(err, WGC_ERR_MEMORY, "out of memory for %s", what);
}
