/* Lets the compiler check the arguments of a function that formats text as printf does. */
#ifndef WGC_BASE_FORMAT_H
#define WGC_BASE_FORMAT_H

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

#endif
