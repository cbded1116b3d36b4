/* The checks of lists alone: names that stand twice, lists that differ, names that are missing. */
#include <string.h>

#include "queries/judge.h"

static bool same_word(const char *word, size_t length, const char *other, size_t other_length)
{
    return length == other_length && memcmp(word, other, length) == 0;
}

/* How often a word stands in a list separated by blanks. */
static size_t count_word(const char *list, const char *word, size_t length)
{
    size_t count = 0, other_length;

    for (const char *other; (other = wgc_next_word(&list, &other_length)) != NULL;) {
        count += same_word(word, length, other, other_length);
    }
    return count;
}

/* Whether the word stands in the list before the place rest, which is behind it. */
static bool is_first(const char *list, const char *word, size_t length)
{
    size_t other_length;
    const char *other = wgc_next_word(&list, &other_length);

    while (other != NULL && !same_word(word, length, other, other_length)) {
        other = wgc_next_word(&list, &other_length);
    }
    return other == word;
}

static void find_doubles_in_text(const struct wgc_answers *answers, enum wgc_info info,
                                 struct wgc_verdict *verdict)
{
    const char *list = answers->info[info].text;
    const char *rest = list;
    size_t length;

    for (const char *word; (word = wgc_next_word(&rest, &length)) != NULL;) {
        size_t count = is_first(list, word, length) ? count_word(list, word, length) : 0;
        if (count > 1) {
            wgc_verdict_fault(verdict, "%s lists %.*s %zu times", wgc_info_name(info), (int)length,
                              word, count);
        }
    }
}

static void find_doubles(const struct wgc_answers *answers, enum wgc_info info,
                         struct wgc_verdict *verdict)
{
    const struct wgc_info_answer *list = &answers->info[info];

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
            wgc_verdict_fault(verdict, "%s lists %s %zu times", wgc_info_name(info),
                              list->item[i].name, count);
        }
    }
}

void wgc_judge_extensions_once(const struct wgc_answers *answers, enum wgc_probe subject,
                               struct wgc_verdict *verdict)
{
    (void)subject;
    if (wgc_verdict_answered(verdict, answers, WGC_INFO_EXTENSIONS)) {
        find_doubles_in_text(answers, WGC_INFO_EXTENSIONS, verdict);
    }
    if (wgc_verdict_answered(verdict, answers, WGC_INFO_EXTENSIONS_WITH_VERSION)) {
        find_doubles(answers, WGC_INFO_EXTENSIONS_WITH_VERSION, verdict);
    }
}

void wgc_judge_extensions_agree(const struct wgc_answers *answers, enum wgc_probe subject,
                                struct wgc_verdict *verdict)
{
    const struct wgc_info_answer *list = &answers->info[WGC_INFO_EXTENSIONS_WITH_VERSION];
    const char *rest = answers->info[WGC_INFO_EXTENSIONS].text;
    size_t length;

    (void)subject;
    if (!wgc_verdict_answered(verdict, answers, WGC_INFO_EXTENSIONS) ||
        !wgc_verdict_answered(verdict, answers, WGC_INFO_EXTENSIONS_WITH_VERSION)) {
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
        if (!wgc_answers_has_extension(answers, list->item[i].name)) {
            wgc_verdict_fault(verdict, "%s is in CL_DEVICE_EXTENSIONS_WITH_VERSION alone",
                              list->item[i].name);
        }
    }
}

void wgc_judge_extensions_required(const struct wgc_answers *answers, enum wgc_probe subject,
                                   struct wgc_verdict *verdict)
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
    const char *profile = answers->info[WGC_INFO_PROFILE].text;
    const char *have = answers->info[WGC_INFO_EXTENSIONS].text;

    (void)subject;
    if (!wgc_verdict_answered(verdict, answers, WGC_INFO_EXTENSIONS)) {
        return;
    }
    if (profile == NULL || strcmp(profile, "FULL_PROFILE") != 0) {
        wgc_verdict_skip(verdict, "CL_DEVICE_PROFILE is not FULL_PROFILE");
        return;
    }
    for (size_t i = 0; i < sizeof required / sizeof required[0]; i++) {
        const char *rest = required[i].names;
        size_t length;
        bool applies =
            answers->version >= required[i].since && answers->version < required[i].before;
        for (const char *word; applies && (word = wgc_next_word(&rest, &length)) != NULL;) {
            if (count_word(have, word, length) == 0) {
                wgc_verdict_fault(
                    verdict, "CL_DEVICE_EXTENSIONS lacks %.*s, which OpenCL %u.%u requires",
                    (int)length, word, answers->version / 100, answers->version / 10 % 10);
            }
        }
    }
}

/* The value beyond 1.2 that CL_DEVICE_OPENCL_C_VERSION may have only with every optional feature.
 */
static void check_c_version(const struct wgc_answers *answers, struct wgc_verdict *verdict)
{
    size_t count;
    const struct wgc_c_feature_info *feature = wgc_c_features(&count);
    const struct wgc_info_answer *all = &answers->info[WGC_INFO_OPENCL_C_ALL_VERSIONS];
    const char *text = answers->info[WGC_INFO_OPENCL_C_VERSION].text;
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
        if (wgc_answers_find(answers, WGC_INFO_OPENCL_C_FEATURES, feature[i].name) == NULL) {
            wgc_verdict_fault(verdict,
                              "CL_DEVICE_OPENCL_C_VERSION is \"%.40s\" without the optional "
                              "feature %s",
                              text, feature[i].name);
        }
    }
}

void wgc_judge_c_versions(const struct wgc_answers *answers, enum wgc_probe subject,
                          struct wgc_verdict *verdict)
{
    static const unsigned required[] = {100, 110, 120, 300, 310};
    const struct wgc_info_answer *all = &answers->info[WGC_INFO_OPENCL_C_ALL_VERSIONS];

    (void)subject;
    if (!answers->compiler) {
        wgc_verdict_skip(verdict, "CL_DEVICE_COMPILER_AVAILABLE is false");
        return;
    }
    if (!wgc_verdict_answered(verdict, answers, WGC_INFO_OPENCL_C_ALL_VERSIONS) ||
        !wgc_verdict_answered(verdict, answers, WGC_INFO_OPENCL_C_VERSION)) {
        return;
    }
    for (size_t i = 0; i < all->count; i++) {
        if (strcmp(all->item[i].name, "OpenCL C") != 0) {
            wgc_verdict_fault(verdict, "CL_DEVICE_OPENCL_C_ALL_VERSIONS has a name \"%.40s\"",
                              all->item[i].name);
        }
    }
    for (size_t i = 0; i < sizeof required / sizeof required[0]; i++) {
        bool found = required[i] > answers->version;
        for (size_t k = 0; k < all->count && !found; k++) {
            found = all->item[k].version == required[i];
        }
        if (!found) {
            wgc_verdict_fault(verdict,
                              "CL_DEVICE_OPENCL_C_ALL_VERSIONS lacks %u.%u, which OpenCL %u.%u "
                              "requires",
                              required[i] / 100, required[i] / 10 % 10, answers->version / 100,
                              answers->version / 10 % 10);
        }
    }
    check_c_version(answers, verdict);
}

void wgc_judge_c_features_version(const struct wgc_answers *answers, enum wgc_probe subject,
                                  struct wgc_verdict *verdict)
{
    size_t count;
    const struct wgc_c_feature_info *feature = wgc_c_features(&count);

    (void)subject;
    if (!wgc_verdict_answered(verdict, answers, WGC_INFO_OPENCL_C_FEATURES)) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const struct wgc_named *one =
            wgc_answers_find(answers, WGC_INFO_OPENCL_C_FEATURES, feature[i].name);
        if (one != NULL && (one->version != 300 || one->patch != 0)) {
            wgc_verdict_fault(verdict,
                              "CL_DEVICE_OPENCL_C_FEATURES gives %s the version %u.%u.%u, and "
                              "OpenCL C 3.0 introduced it",
                              one->name, one->version / 100, one->version / 10 % 10, one->patch);
        }
    }
}

void wgc_judge_c_features_implied(const struct wgc_answers *answers, enum wgc_probe subject,
                                  struct wgc_verdict *verdict)
{
    size_t count;
    const struct wgc_c_feature_info *feature = wgc_c_features(&count);
    const struct wgc_info_answer *list = &answers->info[WGC_INFO_OPENCL_C_FEATURES];
    const char *profile = answers->info[WGC_INFO_PROFILE].text;

    (void)subject;
    if (!wgc_verdict_answered(verdict, answers, WGC_INFO_OPENCL_C_FEATURES)) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const char *rest = feature[i].implies;
        size_t length;
        bool has = wgc_answers_find(answers, WGC_INFO_OPENCL_C_FEATURES, feature[i].name) != NULL;
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
    if (answers->compiler && profile != NULL && strcmp(profile, "FULL_PROFILE") == 0 &&
        wgc_answers_find(answers, WGC_INFO_OPENCL_C_FEATURES, "__opencl_c_int64") == NULL) {
        wgc_verdict_fault(verdict, "CL_DEVICE_OPENCL_C_FEATURES lacks __opencl_c_int64, and "
                                   "CL_DEVICE_PROFILE is FULL_PROFILE");
    }
}
