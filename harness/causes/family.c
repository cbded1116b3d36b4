#include "causes/family.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "record/case_name.h"
#include "suite/tables.h"

static const struct {
    const char *name; /* %s or %S: the operator */
    enum wgc_kind kind;
    const char *feature;
    enum wgc_feature feature_number;
} functions[] = {
#define WGC_FUNCTION(name, kind, scope, ops, types, widths, feature, spirv_feature)                \
    {name, WGC_KIND_##kind, #feature, WGC_FEATURE_##feature},
#include "suite/functions.def"
#undef WGC_FUNCTION
};

static const struct {
    const char *name, *sycl, *set;
} operators[] = {
#define WGC_OP(id, sycl, set, ...) {#id, #sycl, #set},
#include "suite/ops.def"
#undef WGC_OP
};

enum {
    FUNCTION_COUNT = sizeof functions / sizeof functions[0],
    OPERATOR_COUNT = sizeof operators / sizeof operators[0]
};

/* Parts of a name that the functions of one family differ in. */
static bool is_left_out(const char *word, size_t length)
{
    static const char *const words[] = {"%s", "%S", "exclusive", "inclusive", "2d", "3d",
                                        "eq", "ge", "gt",        "le",        "lt"};

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strlen(words[i]) == length && memcmp(words[i], word, length) == 0) {
            return true;
        }
    }
    return false;
}

/* Copies the words of text, joined by "_", but those left out. */
static void copy_words(const char *text, size_t size, char name[static WGC_FAMILY_SIZE])
{
    size_t used = 0;

    for (size_t at = 0; at < size;) {
        size_t length = strcspn(text + at, "_.");
        length = length < size - at ? length : size - at;
        if (!is_left_out(text + at, length) && used + length + 2 <= WGC_FAMILY_SIZE) {
            if (used > 0) {
                name[used++] = '_';
            }
            memcpy(name + used, text + at, length);
            used += length;
        }
        at += length + 1;
    }
    name[used] = '\0';
}

/* Whether pattern with the operator in the place of %s or %S is the function. */
static bool matches(const char *pattern, const char *op, const char *function, size_t length)
{
    const char *place = strchr(pattern, '%');
    size_t before = place == NULL ? strlen(pattern) : (size_t)(place - pattern);
    const char *after = place == NULL ? "" : place + 2;

    return length == before + strlen(op) + strlen(after) &&
           memcmp(function, pattern, before) == 0 &&
           memcmp(function + before, op, strlen(op)) == 0 &&
           memcmp(function + length - strlen(after), after, strlen(after)) == 0;
}

/* The operator's place in operators; OPERATOR_COUNT: the function has none; -1: no match. */
static int match(const char *pattern, const char *function, size_t length)
{
    const char *place = strchr(pattern, '%');

    if (place == NULL) {
        return matches(pattern, "", function, length) ? OPERATOR_COUNT : -1;
    }
    for (int i = 0; i < OPERATOR_COUNT; i++) {
        if (matches(pattern, place[1] == 'S' ? operators[i].sycl : operators[i].name, function,
                    length)) {
            return i;
        }
    }
    return -1;
}

static bool gives_one_result(enum wgc_kind kind)
{
    return kind == WGC_KIND_ALL || kind == WGC_KIND_ANY || kind == WGC_KIND_REDUCE ||
           kind == WGC_KIND_REDUCE_INIT || wgc_is_broadcast(kind);
}

/* The family of the sub-groups' built-in that a function of SYCL calls; NULL: it is none. */
static const char *built_in_of(enum wgc_kind kind)
{
    if (kind == WGC_KIND_REDUCE_INIT) {
        return "sub_group_reduce";
    }
    return kind == WGC_KIND_SCAN_EXCLUSIVE_INIT || kind == WGC_KIND_SCAN_INCLUSIVE_INIT
               ? "sub_group_scan"
               : NULL;
}

/* The function's place in functions; FUNCTION_COUNT: there is none. *op is what match returns. */
static size_t find_function(const char *function, size_t length, int *op)
{
    for (size_t i = 0; i < FUNCTION_COUNT; i++) {
        *op = match(functions[i].name, function, length);
        if (*op >= 0) {
            return i;
        }
    }
    return FUNCTION_COUNT;
}

size_t wgc_family_function(const char *text, size_t length, const char **feature)
{
    int op;

    while (length > 0) {
        size_t found = find_function(text, length, &op);
        if (found < FUNCTION_COUNT) {
            *feature = functions[found].feature;
            return length;
        }
        do {
            length--;
        } while (length > 0 && text[length] != '_');
    }
    return 0;
}

void wgc_family_of(const char *name, struct wgc_family *family)
{
    struct wgc_case_name parts = wgc_case_name_split(name);

    *family = (struct wgc_family){
        .operators = "", .op = "", .feature = "", .feature_text = "", .meaning = ""};
    if (wgc_case_name_is_explored(name)) {
        (void)snprintf(family->name, sizeof family->name, "explore");
        return;
    }
    if (parts.type_length == 0) {
        (void)snprintf(family->name, sizeof family->name, "%s", name);
        return;
    }
    const char *function = parts.function;
    size_t length = parts.suite_length - parts.language_length - 1;
    int op = -1;
    size_t found = find_function(function, length, &op);
    if (found == FUNCTION_COUNT) {
        copy_words(function, length, family->name);
        return;
    }
    copy_words(functions[found].name, strlen(functions[found].name), family->name);
    family->operators = op < OPERATOR_COUNT ? operators[op].set : "";
    family->op = op < OPERATOR_COUNT ? operators[op].name : "";
    family->one_result = gives_one_result(functions[found].kind);
    family->built_in = built_in_of(functions[found].kind);
    family->feature = functions[found].feature;
    family->feature_text = wgc_feature_text(functions[found].feature_number);
    family->meaning = wgc_kind_meaning(functions[found].kind);
}
