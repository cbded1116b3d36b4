#include "causes/parts.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "record/case_name.h"

const char *wgc_example_form(const char *name)
{
    return wgc_case_name_split(name).form;
}

size_t wgc_example_size(const char *name)
{
    struct wgc_case_name parts = wgc_case_name_split(name);
    size_t size = 1;

    if (parts.type_length == 0) {
        return 0;
    }
    const char *at = parts.shape;
    if (*at < '0' || *at > '9') {
        return SIZE_MAX;
    }
    while (*at >= '0' && *at <= '9') {
        char *end;
        size_t side = strtoul(at, &end, 10);
        size = side > 0 && size > SIZE_MAX / side ? SIZE_MAX : size * side;
        at = *end == 'x' ? end + 1 : end;
    }
    return size;
}

bool wgc_example_is_smaller(const char *a, const char *b)
{
    size_t size_a = wgc_example_size(a);
    size_t size_b = wgc_example_size(b);
    unsigned dimensions_a = wgc_case_name_split(a).dimensions;
    unsigned dimensions_b = wgc_case_name_split(b).dimensions;
    bool plain_a = strcmp(wgc_example_form(a), "plain") == 0;
    bool plain_b = strcmp(wgc_example_form(b), "plain") == 0;

    if (size_a != size_b) {
        return size_a < size_b;
    }
    if (dimensions_a != dimensions_b) {
        return dimensions_a < dimensions_b;
    }
    if (plain_a != plain_b) {
        return plain_a;
    }
    return strncmp(a, "c.", 2) == 0 && strncmp(b, "c.", 2) != 0;
}
