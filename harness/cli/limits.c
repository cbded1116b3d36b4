#include "cli/limits.h"

#include <stdlib.h>
#include <string.h>

#include "cli/options_value.h"

/* Bytes: digits, and a letter for a power of 1024. */
static enum wgc_status parse_bytes(const char *text, uint64_t *out, struct wgc_err *err)
{
    static const char letters[] = "KMGT";
    size_t digits = strspn(text, "0123456789");
    const char *letter = text[digits] == '\0' ? NULL : strchr(letters, text[digits]);
    unsigned shift = letter == NULL ? 0 : 10 * (unsigned)(letter - letters + 1);
    bool right = digits > 0 && digits < 20 &&
                 (text[digits] == '\0' || (letter != NULL && text[digits + 1] == '\0'));
    unsigned long long number = right ? strtoull(text, NULL, 10) : 0;

    if (number == 0 || number > UINT64_MAX >> 1 >> shift) {
        return wgc_err_set(err, WGC_ERR_INPUT, "\"%s\" is no number of bytes such as 500M or 4G",
                           text);
    }
    *out = number << shift;
    return WGC_OK;
}

enum wgc_status wgc_parse_limit(const char *text, struct wgc_worker_limits *limits,
                                struct wgc_err *err)
{
    const struct {
        const char *name;
        uint64_t *bytes;
    } row[] = {{"memory=", &limits->memory_bytes},
               {"file=", &limits->file_bytes},
               {"output=", &limits->output_bytes}};

    if (strncmp(text, "cpu=", 4) == 0) {
        return wgc_parse_seconds("--limit cpu", text + 4, &limits->cpu_seconds, err);
    }
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        size_t length = strlen(row[i].name);
        if (strncmp(text, row[i].name, length) == 0) {
            enum wgc_status status = parse_bytes(text + length, row[i].bytes, err);
            return status == WGC_OK
                       ? WGC_OK
                       : wgc_err_wrap(err, "--limit %.*s", (int)length - 1, row[i].name);
        }
    }
    return wgc_err_set(
        err, WGC_ERR_INPUT,
        "--limit: \"%s\" is none of memory=BYTES, cpu=SECONDS, output=BYTES and file=BYTES", text);
}
