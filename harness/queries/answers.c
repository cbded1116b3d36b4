#include "queries/answers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *option;
    unsigned version;
} standards[WGC_STANDARD_COUNT] = {
    [WGC_STANDARD_DEFAULT] = {"", "no -cl-std", 0},
    [WGC_STANDARD_1_1] = {"CL1.1", "-cl-std=CL1.1", 110},
    [WGC_STANDARD_1_2] = {"CL1.2", "-cl-std=CL1.2", 120},
    [WGC_STANDARD_2_0] = {"CL2.0", "-cl-std=CL2.0", 200},
    [WGC_STANDARD_3_0] = {"CL3.0", "-cl-std=CL3.0", 300},
    [WGC_STANDARD_3_1] = {"CL3.1", "-cl-std=CL3.1", 310},
};

static void free_names(char **name, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free(name[i]);
    }
    free(name);
}

static void free_info(struct wgc_info_answer *info)
{
    for (size_t i = 0; i < info->count; i++) {
        free(info->item[i].name);
    }
    free(info->item);
    free(info->text);
}

void wgc_answers_free(struct wgc_answers *answers)
{
    for (int i = 0; i < WGC_INFO_COUNT; i++) {
        free_info(&answers->info[i]);
    }
    for (int i = 0; i < WGC_STANDARD_COUNT; i++) {
        free(answers->standard[i].refusal);
        free(answers->standard[i].macro);
    }
    for (int i = 0; i < WGC_PROBE_COUNT; i++) {
        for (int k = 0; k < WGC_PROBE_STANDARDS; k++) {
            free(answers->probe[i][k].detail);
        }
    }
    for (size_t i = 0; i < answers->il_count; i++) {
        free(answers->il[i].probe.detail);
    }
    free(answers->il);
    free(answers->groups.detail);
    free(answers->sub_group.refusal);
    free_names(answers->macro, answers->macro_count);
    free_names(answers->spirv_extension, answers->spirv_extension_count);
    free(answers->capability);
    *answers = (struct wgc_answers){0};
}

const char *wgc_info_name(enum wgc_info info)
{
    static const char *const names[WGC_INFO_COUNT] = {
#define WGC_INFO(kind, name) [WGC_INFO_##name] = "CL_DEVICE_" #name,
        WGC_INFOS(WGC_INFO)
#undef WGC_INFO
    };

    return names[info];
}

const char *wgc_standard_name(enum wgc_standard standard)
{
    return standards[standard].name;
}

const char *wgc_standard_option(enum wgc_standard standard)
{
    return standards[standard].option;
}

unsigned wgc_standard_version(enum wgc_standard standard)
{
    return standards[standard].version;
}

const char *wgc_next_word(const char **rest, size_t *length)
{
    const char *word = *rest + strspn(*rest, " ");

    *length = strcspn(word, " ");
    *rest = word + *length;
    return *length > 0 ? word : NULL;
}

bool wgc_answers_has_extension(const struct wgc_answers *answers, const char *name)
{
    const char *rest = answers->info[WGC_INFO_EXTENSIONS].text;
    const char *word;
    size_t length;

    while (rest != NULL && (word = wgc_next_word(&rest, &length)) != NULL) {
        if (length == strlen(name) && memcmp(word, name, length) == 0) {
            return true;
        }
    }
    return false;
}

const struct wgc_named *wgc_answers_find(const struct wgc_answers *answers, enum wgc_info list,
                                         const char *name)
{
    const struct wgc_info_answer *info = &answers->info[list];

    for (size_t i = 0; i < info->count; i++) {
        if (strcmp(info->item[i].name, name) == 0) {
            return &info->item[i];
        }
    }
    return NULL;
}

bool wgc_answers_has_standard(const struct wgc_answers *answers, enum wgc_standard standard)
{
    const struct wgc_info_answer *all = &answers->info[WGC_INFO_OPENCL_C_ALL_VERSIONS];
    unsigned version = wgc_standard_version(standard);
    unsigned major = 0, minor = 0;

    if (answers->version >= 300) {
        for (size_t i = 0; i < all->count; i++) {
            if (all->item[i].version == version) {
                return true;
            }
        }
        return version == 0;
    }
    const char *own = answers->info[WGC_INFO_OPENCL_C_VERSION].text;
    return version == 0 || (own != NULL && sscanf(own, "OpenCL C %1u.%1u", &major, &minor) == 2 &&
                            version <= major * 100 + minor * 10);
}

enum wgc_standard wgc_answers_newest(const struct wgc_answers *answers)
{
    for (int i = WGC_STANDARD_3_0; i > WGC_STANDARD_DEFAULT; i--) {
        if (wgc_answers_has_standard(answers, (enum wgc_standard)i)) {
            return (enum wgc_standard)i;
        }
    }
    return WGC_STANDARD_DEFAULT;
}

long wgc_answers_macro(const struct wgc_answers *answers, enum wgc_standard standard,
                       const char *name)
{
    const long *value = answers->standard[standard].macro;

    for (size_t i = 0; value != NULL && i < answers->macro_count; i++) {
        if (strcmp(answers->macro[i], name) == 0) {
            return value[i];
        }
    }
    return WGC_MACRO_UNDEFINED;
}
