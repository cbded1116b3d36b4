#include "options/option_value.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const double timeout_limit = 1e6; /* seconds */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool wgc_is_assignment(const char *text)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789";
    const size_t length = strspn(text, letters);

    return length > 0 && !is_digit(text[0]) && text[length] == '=';
}

enum wgc_status wgc_parse_unsigned(const char *text, uint64_t low, uint64_t high, uint64_t *out,
                                   struct wgc_err *err)
{
    char *end;

    errno = 0;
    unsigned long long value = strtoull(text, &end, 0);
    /* strtoull accepts "-1" and " 1"; here a number begins with a digit */
    if (!is_digit(*text) || *end != '\0' || errno != 0 || value < low || value > high) {
        return wgc_err_set(err, WGC_ERR_INPUT, "\"%s\" is not a whole number from %llu to %llu",
                           text, (unsigned long long)low, (unsigned long long)high);
    }
    *out = value;
    return WGC_OK;
}

enum wgc_status wgc_parse_seconds(const char *text, double *out, struct wgc_err *err)
{
    char *end;
    double value = strtod(text, &end);

    if (end == text || *end != '\0' || !(value > 0.0 && value <= timeout_limit)) {
        return wgc_err_set(err, WGC_ERR_INPUT, "\"%s\" is not a number of seconds above 0", text);
    }
    *out = value;
    return WGC_OK;
}

enum wgc_status wgc_parse_local_size(const char *text, size_t side[3], struct wgc_err *err)
{
    const char *rest = text;
    bool more = true;

    for (unsigned d = 0; d < 3; d++) {
        char *end = NULL;
        side[d] = 1;
        if (!more) {
            continue;
        }
        errno = 0;
        const unsigned long value = is_digit(*rest) ? strtoul(rest, &end, 10) : 0;
        if (value == 0 || value > WGC_SIDE_LIMIT || errno != 0 ||
            (*end != '\0' && (*end != 'x' || d == 2))) {
            return wgc_err_set(err, WGC_ERR_INPUT, "\"%s\" is no local size, such as 64 or 16x4x1",
                               text);
        }
        side[d] = value;
        more = *end == 'x';
        rest = end + 1;
    }
    return WGC_OK;
}

enum wgc_status wgc_parse_shard(const char *text, struct wgc_selection *selection,
                                struct wgc_err *err)
{
    const char *slash = strchr(text, '/');
    char *end = NULL;
    unsigned long shard = strtoul(text, &end, 10);
    bool right = slash != NULL && end == slash && is_digit(text[0]) && is_digit(slash[1]);
    unsigned long shards = right ? strtoul(slash + 1, &end, 10) : 0;

    if (!right || *end != '\0' || shard < 1 || shard > shards || shards > WGC_SHARDS_LIMIT) {
        return wgc_err_set(err, WGC_ERR_INPUT, "\"%s\" is not I/N with 1 <= I <= N", text);
    }
    selection->shard = (unsigned)shard;
    selection->shards = (unsigned)shards;
    return WGC_OK;
}

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
        return wgc_err_set(err, WGC_ERR_INPUT, "\"%s\" is not a number of bytes such as 500M or 4G",
                           text);
    }
    *out = number << shift;
    return WGC_OK;
}

enum wgc_status wgc_parse_resource_limit(const char *text, struct wgc_worker_limits *limits,
                                         struct wgc_err *err)
{
    const struct {
        const char *name;
        uint64_t *bytes; /* NULL: seconds of the CPU */
    } row[] = {{"memory", &limits->memory_bytes},
               {"file", &limits->file_bytes},
               {"output", &limits->output_bytes},
               {"cpu", NULL}};
    size_t length = strcspn(text, "=");

    for (size_t i = 0; text[length] == '=' && i < sizeof row / sizeof row[0]; i++) {
        if (strlen(row[i].name) == length && strncmp(text, row[i].name, length) == 0) {
            const char *value = text + length + 1;
            enum wgc_status status = row[i].bytes != NULL
                                         ? parse_bytes(value, row[i].bytes, err)
                                         : wgc_parse_seconds(value, &limits->cpu_seconds, err);
            return status == WGC_OK ? WGC_OK : wgc_err_wrap(err, "%s", row[i].name);
        }
    }
    return wgc_err_set(
        err, WGC_ERR_INPUT,
        "\"%s\" is not one of memory=BYTES, cpu=SECONDS, output=BYTES and file=BYTES", text);
}
