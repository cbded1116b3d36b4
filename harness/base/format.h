/* What a function takes that formats text as printf does; the compiler checks its arguments. */
#ifndef WGC_BASE_FORMAT_H
#define WGC_BASE_FORMAT_H

#include <stddef.h>

/*
 * The format string is parameter number string, its arguments begin at number first (1 is the first
 * parameter). For MinGW's GCC, "printf" means Microsoft's formats, which lack %zu. The worker for
 * Windows uses MinGW's own functions (__USE_MINGW_ANSI_STDIO), whose formats are those of C11.
 */
#if defined(__MINGW32__) && !defined(__clang__)
#define WGC_PRINTF_LIKE(string, first) __attribute__((format(gnu_printf, string, first)))
#else
#define WGC_PRINTF_LIKE(string, first) __attribute__((format(printf, string, first)))
#endif

/* The two arguments of "%u.%u" for a version of OpenCL, OpenCL C or SPIR-V such as 120 (1.2). */
#define WGC_VERSION_PARTS(version) (version) / 100, (version) / 10 % 10

/* The text, "" for NULL. */
static inline const char *wgc_or_empty(const char *text)
{
    return text == NULL ? "" : text;
}

#endif
