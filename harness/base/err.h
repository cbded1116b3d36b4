/*
 * Errors with context.
 *
 * A function that can fail returns enum wgc_status and fills a struct wgc_err once, where the
 * failure is found; callers prepend their context. Nothing is printed on the way up.
 */
#ifndef WGC_BASE_ERR_H
#define WGC_BASE_ERR_H

#include "base/format.h"

enum wgc_status {
    WGC_OK = 0,
    WGC_ERR_INPUT,  /* the command line or an input file is wrong: exit status 2 */
    WGC_ERR_DEVICE, /* no usable device: exit status 3 */
    WGC_ERR_RUN,    /* the run itself cannot continue (I/O, processes): exit status 3 */
    WGC_ERR_MEMORY, /* an allocation failed: exit status 3 */
};

struct wgc_err {
    enum wgc_status status;
    char text[1024]; /* one line without a newline; truncated if longer */
};

/* Fills *err with status and the formatted text, newlines made spaces; returns status. */
enum wgc_status wgc_err_set(struct wgc_err *err, enum wgc_status status, const char *format, ...)
    WGC_PRINTF_LIKE(3, 4);

/* Puts "context: " in front of the text of *err, which must be set; returns its status. */
enum wgc_status wgc_err_wrap(struct wgc_err *err, const char *format, ...) WGC_PRINTF_LIKE(2, 3);

/* The message for a failed allocation; what names its purpose. */
enum wgc_status wgc_err_memory(struct wgc_err *err, const char *what);

#if (defined(__clang_analyzer__) || defined(WGC_ANALYZER)) && !defined(WGC_BASE_ERR_C)
/* The analyzers see one file at a time: without this they assume that these functions may return
 * WGC_OK. */
static inline enum wgc_status wgc_err_analyzed(enum wgc_status status)
{
    if (status == WGC_OK) {
        __builtin_unreachable();
    }
    return status;
}
#define wgc_err_set(...)    wgc_err_analyzed(wgc_err_set(__VA_ARGS__))
#define wgc_err_wrap(...)   wgc_err_analyzed(wgc_err_wrap(__VA_ARGS__))
#define wgc_err_memory(...) wgc_err_analyzed(wgc_err_memory(__VA_ARGS__))
#endif

#endif
