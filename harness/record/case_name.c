#include "record/case_name.h"

#include <string.h>

static unsigned dimensions_of(const char *shape, size_t length)
{
    unsigned dimensions = 1;

    /* "max" has an x too */
    for (size_t i = 1; i < length && shape[0] >= '0' && shape[0] <= '9'; i++) {
        dimensions += shape[i] == 'x';
    }
    return dimensions;
}

struct wgc_case_name wgc_case_name_split(const char *name)
{
    struct wgc_case_name parts = {.text = name, .function = "", .shape = "", .form = ""};
    const char *dot[4] = {0};
    size_t count = 0;

    for (const char *at = strchr(name, '.'); at != NULL && count < 4; at = strchr(at + 1, '.')) {
        dot[count++] = at;
    }
    if (count == 0) {
        parts.language_length = parts.suite_length = strlen(name);
        parts.rest = name + parts.suite_length;
        return parts;
    }
    const char *cut = count == 4 || wgc_case_name_is_program(name) ? dot[1] : dot[0];
    parts.language_length = (size_t)(dot[0] - name);
    parts.suite_length = (size_t)(cut - name);
    parts.rest = cut + 1;
    if (count == 4) {
        parts.type_length = (size_t)(dot[2] - parts.rest);
        parts.function = dot[0] + 1;
        parts.shape = dot[2] + 1;
        parts.form = dot[3] + 1;
        parts.dimensions = dimensions_of(parts.shape, (size_t)(dot[3] - parts.shape));
    }
    return parts;
}

size_t wgc_case_name_test_suite(const char *name)
{
    const struct wgc_case_name parts = wgc_case_name_split(name);
    const char *test = parts.type_length > 0 ? parts.form : parts.rest;

    return *test == '\0' ? 0 : (size_t)(test - name) - 1;
}

static bool begins(const char *name, const char *prefix)
{
    return strncmp(name, prefix, strlen(prefix)) == 0;
}

const char *wgc_case_name_seed(const char *name)
{
    static const char before[] = "c.explore.";

    return begins(name, before) ? name + sizeof before - 1 : NULL;
}

bool wgc_case_name_is_explored(const char *name)
{
    return wgc_case_name_seed(name) != NULL;
}

bool wgc_case_name_is_program(const char *name)
{
    return begins(name, "c.program.") || wgc_case_name_is_explored(name);
}

int wgc_case_name_compare_suites(const struct wgc_case_name *a, const struct wgc_case_name *b)
{
    size_t shorter = a->suite_length < b->suite_length ? a->suite_length : b->suite_length;
    int order = strncmp(a->text, b->text, shorter);

    if (order != 0 || a->suite_length == b->suite_length) {
        return order;
    }
    return a->suite_length < b->suite_length ? -1 : 1;
}
