/* The checks of lists: repeated names, lists that differ, missing names. */
#include <string.h>

#include "checks/judge.h"
#include "device/text.h"

static bool same_word(const char *word, size_t length, const char *other, size_t other_length)
{
    return length == other_length && memcmp(word, other, length) == 0;
}

/* How often a list separated by blanks has the word. */
static size_t count_word(const char *list, const char *word, size_t length)
{
    size_t count = 0, other_length;

    for (const char *other; (other = wgc_next_word(&list, &other_length)) != NULL;) {
        count += same_word(word, length, other, other_length);
    }
    return count;
}

/* Whether word, a pointer into the list, is the first of its kind there. */
static bool is_first(const char *list, const char *word, size_t length)
{
    size_t other_length;
    const char *other = wgc_next_word(&list, &other_length);

    while (other != NULL && !same_word(word, length, other, other_length)) {
        other = wgc_next_word(&list, &other_length);
    }
    return other == word;
}

static void find_repeated_words(const struct wgc_check_input *in, enum wgc_property property,
                                struct wgc_verdict *verdict)
{
    const char *list = wgc_property_text(in->properties, property);
    const char *rest = list;
    size_t length;

    for (const char *word; (word = wgc_next_word(&rest, &length)) != NULL;) {
        size_t count = is_first(list, word, length) ? count_word(list, word, length) : 0;
        if (count > 1) {
            wgc_verdict_fault(verdict, "%s lists %.*s %zu times", wgc_property_name(property),
                              (int)length, word, count);
        }
    }
}

static void find_repeated_names(const struct wgc_check_input *in, enum wgc_property property,
                                struct wgc_verdict *verdict)
{
    const struct wgc_property_value *list = &in->properties->value[property];

    for (size_t i = 0; i < list->count; i++) {
        size_t count = 0;
        for (size_t k = 0; k < list->count; k++) {
            bool same = strcmp(list->item[i].name, list->item[k].name) == 0;
            if (same && k < i) {
                count = 0;
                break;
            }
            count += same;
        }
        if (count > 1) {
            wgc_verdict_fault(verdict, "%s lists %s %zu times", wgc_property_name(property),
                              list->item[i].name, count);
        }
    }
}

void wgc_judge_extensions_once(const struct wgc_check_input *in, struct wgc_verdict *verdict)
{
    if (wgc_verdict_reported(verdict, in, WGC_DEVICE_EXTENSIONS)) {
        find_repeated_words(in, WGC_DEVICE_EXTENSIONS, verdict);
    }
    if (wgc_verdict_reported(verdict, in, WGC_DEVICE_EXTENSIONS_WITH_VERSION)) {
        find_repeated_names(in, WGC_DEVICE_EXTENSIONS_WITH_VERSION, verdict);
    }
}

void wgc_judge_extensions_agree(const struct wgc_check_input *in, struct wgc_verdict *verdict)
{
    const struct wgc_property_value *list =
        &in->properties->value[WGC_DEVICE_EXTENSIONS_WITH_VERSION];
    const char *rest = wgc_property_text(in->properties, WGC_DEVICE_EXTENSIONS);
    size_t length;

    if (!wgc_verdict_reported(verdict, in, WGC_DEVICE_EXTENSIONS) ||
        !wgc_verdict_reported(verdict, in, WGC_DEVICE_EXTENSIONS_WITH_VERSION)) {
        return;
    }
    for (const char *word; (word = wgc_next_word(&rest, &length)) != NULL;) {
        bool found = false;
        for (size_t i = 0; i < list->count && !found; i++) {
            found = same_word(word, length, list->item[i].name, strlen(list->item[i].name));
        }
        if (!found) {
            wgc_verdict_fault(verdict, "%.*s is in CL_DEVICE_EXTENSIONS alone", (int)length, word);
        }
    }
    for (size_t i = 0; i < list->count; i++) {
        if (!wgc_has_extension(in->properties, list->item[i].name)) {
            wgc_verdict_fault(verdict, "%s is in CL_DEVICE_EXTENSIONS_WITH_VERSION alone",
                              list->item[i].name);
        }
    }
}

void wgc_judge_extensions_required(const struct wgc_check_input *in, struct wgc_verdict *verdict)
{
    static const struct {
        unsigned since, before;
        const char *names;
    } required[] = {
        {110, 1000,
         "cl_khr_byte_addressable_store cl_khr_global_int32_base_atomics "
         "cl_khr_global_int32_extended_atomics cl_khr_local_int32_base_atomics "
         "cl_khr_local_int32_extended_atomics"},
        {200, 300, "cl_khr_3d_image_writes cl_khr_depth_images cl_khr_image2d_from_buffer"},
        {310, 1000,
         "cl_khr_device_uuid cl_khr_extended_bit_ops cl_khr_integer_dot_product "
         "cl_khr_spirv_queries cl_khr_subgroup_extended_types cl_khr_subgroup_rotate "
         "cl_khr_subgroup_shuffle cl_khr_subgroup_shuffle_relative "
         "cl_khr_suggested_local_work_size"},
    };
    const char *profile = wgc_property_text(in->properties, WGC_DEVICE_PROFILE);
    const char *have = wgc_property_text(in->properties, WGC_DEVICE_EXTENSIONS);

    if (!wgc_verdict_reported(verdict, in, WGC_DEVICE_EXTENSIONS)) {
        return;
    }
    if (strcmp(profile, "FULL_PROFILE") != 0) {
        wgc_verdict_skip(verdict, "CL_DEVICE_PROFILE is not FULL_PROFILE");
        return;
    }
    for (size_t i = 0; i < sizeof required / sizeof required[0]; i++) {
        const char *rest = required[i].names;
        size_t length;
        bool applies = in->properties->version >= required[i].since &&
                       in->properties->version < required[i].before;
        for (const char *word; applies && (word = wgc_next_word(&rest, &length)) != NULL;) {
            if (count_word(have, word, length) == 0) {
                wgc_verdict_fault(verdict,
                                  "CL_DEVICE_EXTENSIONS lacks %.*s, which OpenCL %u.%u requires",
                                  (int)length, word, WGC_VERSION_PARTS(in->properties->version));
            }
        }
    }
}

/* CL_DEVICE_OPENCL_C_VERSION may exceed 1.2 only with every optional feature. */
static void check_c_version(const struct wgc_check_input *in, struct wgc_verdict *verdict)
{
    size_t count;
    const struct wgc_c_feature_info *feature = wgc_c_features(&count);
    const struct wgc_property_value *all = &in->properties->value[WGC_DEVICE_OPENCL_C_ALL_VERSIONS];
    const char *text = wgc_property_text(in->properties, WGC_DEVICE_OPENCL_C_VERSION);
    unsigned version = 0;
    bool listed = false;

    if (strncmp(text, "OpenCL C ", 9) == 0 && text[9] >= '1' && text[9] <= '9' && text[10] == '.' &&
        text[11] >= '0' && text[11] <= '9') {
        version = (unsigned)(text[9] - '0') * 100 + (unsigned)(text[11] - '0') * 10;
    }
    for (size_t i = 0; i < all->count; i++) {
        listed = listed || all->item[i].version == version;
    }
    if (!listed) {
        wgc_verdict_fault(verdict,
                          "CL_DEVICE_OPENCL_C_VERSION is \"%.40s\", which "
                          "CL_DEVICE_OPENCL_C_ALL_VERSIONS does not have",
                          text);
    }
    for (size_t i = 0; version >= 300 && i < count; i++) {
        if (!wgc_has_c_feature(in->properties, feature[i].name)) {
            wgc_verdict_fault(verdict,
                              "CL_DEVICE_OPENCL_C_VERSION is \"%.40s\" without the optional "
                              "feature %s",
                              text, feature[i].name);
        }
    }
}

void wgc_judge_c_versions(const struct wgc_check_input *in, struct wgc_verdict *verdict)
{
    static const unsigned required[] = {100, 110, 120, 300, 310};
    const struct wgc_property_value *all = &in->properties->value[WGC_DEVICE_OPENCL_C_ALL_VERSIONS];

    if (!wgc_has_compiler(in->properties)) {
        wgc_verdict_skip(verdict, "CL_DEVICE_COMPILER_AVAILABLE is false");
        return;
    }
    if (!wgc_verdict_reported(verdict, in, WGC_DEVICE_OPENCL_C_ALL_VERSIONS) ||
        !wgc_verdict_reported(verdict, in, WGC_DEVICE_OPENCL_C_VERSION)) {
        return;
    }
    for (size_t i = 0; i < all->count; i++) {
        if (strcmp(all->item[i].name, "OpenCL C") != 0) {
            wgc_verdict_fault(verdict, "CL_DEVICE_OPENCL_C_ALL_VERSIONS has a name \"%.40s\"",
                              all->item[i].name);
        }
    }
    for (size_t i = 0; i < sizeof required / sizeof required[0]; i++) {
        bool found = required[i] > in->properties->version;
        for (size_t k = 0; k < all->count && !found; k++) {
            found = all->item[k].version == required[i];
        }
        if (!found) {
            wgc_verdict_fault(verdict,
                              "CL_DEVICE_OPENCL_C_ALL_VERSIONS lacks %u.%u, which OpenCL %u.%u "
                              "requires",
                              WGC_VERSION_PARTS(required[i]),
                              WGC_VERSION_PARTS(in->properties->version));
        }
    }
    check_c_version(in, verdict);
}

void wgc_judge_c_features_version(const struct wgc_check_input *in, struct wgc_verdict *verdict)
{
    size_t count;
    const struct wgc_c_feature_info *feature = wgc_c_features(&count);

    if (!wgc_verdict_reported(verdict, in, WGC_DEVICE_OPENCL_C_FEATURES)) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const struct wgc_named *one =
            wgc_property_find(in->properties, WGC_DEVICE_OPENCL_C_FEATURES, feature[i].name);
        if (one != NULL && (one->version != 300 || one->patch != 0)) {
            wgc_verdict_fault(verdict,
                              "CL_DEVICE_OPENCL_C_FEATURES gives %s the version %u.%u.%u, and "
                              "OpenCL C 3.0 introduced it",
                              one->name, WGC_VERSION_PARTS(one->version), one->patch);
        }
    }
}

void wgc_judge_c_features_implied(const struct wgc_check_input *in, struct wgc_verdict *verdict)
{
    size_t count;
    const struct wgc_c_feature_info *feature = wgc_c_features(&count);
    const struct wgc_property_value *list = &in->properties->value[WGC_DEVICE_OPENCL_C_FEATURES];
    const char *profile = wgc_property_text(in->properties, WGC_DEVICE_PROFILE);

    if (!wgc_verdict_reported(verdict, in, WGC_DEVICE_OPENCL_C_FEATURES)) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const char *rest = feature[i].implies;
        size_t length;
        bool has = wgc_has_c_feature(in->properties, feature[i].name);
        for (const char *word; has && (word = wgc_next_word(&rest, &length)) != NULL;) {
            bool found = false;
            for (size_t k = 0; k < list->count && !found; k++) {
                found = same_word(word, length, list->item[k].name, strlen(list->item[k].name));
            }
            if (!found) {
                wgc_verdict_fault(verdict, "CL_DEVICE_OPENCL_C_FEATURES has %s without %.*s",
                                  feature[i].name, (int)length, word);
            }
        }
    }
    if (wgc_has_compiler(in->properties) && strcmp(profile, "FULL_PROFILE") == 0 &&
        !wgc_has_c_feature(in->properties, "__opencl_c_int64")) {
        wgc_verdict_fault(verdict, "CL_DEVICE_OPENCL_C_FEATURES lacks __opencl_c_int64, and "
                                   "CL_DEVICE_PROFILE is FULL_PROFILE");
    }
}
