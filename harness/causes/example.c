#include "causes/parts.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "causes/common.h"
#include "causes/form_group.h"
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

/* Forms in their order as examples: plain, one that is built as usual, one built another way. */
static int form_rank(const char *name)
{
    const char *form = wgc_example_form(name);

    if (strcmp(form, "plain") == 0) {
        return 0;
    }
    return wgc_form_base(form) == 0 ? 1 : 2;
}

/* Types in their order as examples: int, another scalar, a vector. */
static int type_rank(const char *name)
{
    const struct wgc_case_name parts = wgc_case_name_split(name);

    if (parts.type_length == 3 && memcmp(parts.rest, "int", 3) == 0) {
        return 0;
    }
    return wgc_type_has(parts.rest, parts.type_length, WGC_TRAIT_VECTOR) ? 2 : 1;
}

/* Whether it is a case of a built-in function: no function of SYCL, which is made of one. */
static bool is_of_built_in(const char *name)
{
    static const char sycl[] = "sycl_";

    return strncmp(wgc_case_name_split(name).function, sycl, sizeof sycl - 1) != 0;
}

bool wgc_example_is_plainer(const char *a, const char *b)
{
    const int form_a = form_rank(a), form_b = form_rank(b);
    const int type_a = type_rank(a), type_b = type_rank(b);
    const unsigned dimensions_a = wgc_case_name_split(a).dimensions;
    const unsigned dimensions_b = wgc_case_name_split(b).dimensions;
    const size_t size_a = wgc_example_size(a), size_b = wgc_example_size(b);
    const bool is_c_a = strncmp(a, "c.", 2) == 0, is_c_b = strncmp(b, "c.", 2) == 0;

    if (form_a != form_b) {
        return form_a < form_b;
    }
    if (is_of_built_in(a) != is_of_built_in(b)) {
        return is_of_built_in(a);
    }
    if (dimensions_a != dimensions_b) {
        return dimensions_a < dimensions_b;
    }
    if (is_c_a != is_c_b) {
        return is_c_a;
    }
    return type_a != type_b ? type_a < type_b : size_a < size_b;
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
