/* Modules of SPIR-V: one of each version that the device lists, and one with group instructions. */
#include <stdlib.h>
#include <string.h>

#include "worker/ask.h"
#include "worker/spirv_module.h"
#include "worker/text.h"

enum { ITEMS = 3, SCOPE_WORK_GROUP = 2, SCOPE_SUB_GROUP = 3, VERSION_FIRST = 100 };

static enum wgc_status note_wrong(cl_int got, const char *right, struct wgc_probe_answer *answer,
                                  struct wgc_err *err)
{
    struct wgc_buf text = {0};

    wgc_buf_printf(&text, "%d, not %s", (int)got, right);
    answer->state = WGC_PROBE_WRONG;
    answer->detail = text.data;
    return text.failed ? wgc_err_memory(err, "an answer") : WGC_OK;
}

/* Builds the module and runs it with a work-item for each of the words. */
static enum wgc_status try_module(const struct wgc_device *device,
                                  const struct wgc_spirv_module *module, size_t items, cl_int *word,
                                  struct wgc_probe_answer *answer, struct wgc_err *err)
{
    struct wgc_build build;
    const char *call;
    enum wgc_status status =
        wgc_build_il(device, module->word, module->count * sizeof module->word[0], &build, err);

    if (status != WGC_OK) {
        return status;
    }
    if (build.program == NULL) {
        status = wgc_ask_refused(&build, answer, err);
    } else {
        int code = wgc_ask_run(device, build.program, "p", items, word, items, &call);
        answer->state = WGC_PROBE_RIGHT;
        status = code != CL_SUCCESS ? wgc_ask_failed(call, code, answer, err) : WGC_OK;
    }
    wgc_build_free(device, &build);
    return status;
}

static enum wgc_status ask_version(const struct wgc_device *device, unsigned version,
                                   struct wgc_probe_answer *answer, struct wgc_err *err)
{
    struct wgc_spirv_module module;
    cl_int word = 1;

    wgc_spirv_plain(&module, version, device->facts.address_bits);
    enum wgc_status status = try_module(device, &module, 1, &word, answer, err);
    if (status == WGC_OK && answer->state == WGC_PROBE_RIGHT && word != 1 + WGC_SPIRV_ADDED) {
        status = note_wrong(word, "3", answer, err);
    }
    return status;
}

/* What clCreateProgramWithIL says on a device that takes none. */
static void ask_none(const struct wgc_device *device, struct wgc_answers *answers)
{
    struct wgc_spirv_module module;
    int code = CL_SUCCESS;

    if (device->create_with_il == NULL) {
        return;
    }
    wgc_spirv_plain(&module, VERSION_FIRST, device->facts.address_bits);
    cl_program program = device->create_with_il(device->context, module.word,
                                                module.count * sizeof module.word[0], &code);
    if (program != NULL) {
        (void)device->cl->ReleaseProgram(program);
    }
    answers->no_il_asked = true;
    answers->no_il_code = code;
}

enum wgc_status wgc_ask_il(const struct wgc_device *device, struct wgc_answers *answers,
                           struct wgc_err *err)
{
    const char *list = answers->info[WGC_INFO_IL_VERSION].text;
    enum wgc_status status = WGC_OK;
    const char *rest = list;
    size_t length, words = 0;

    while (rest != NULL && wgc_next_word(&rest, &length) != NULL) {
        words++;
    }
    if (words == 0) {
        ask_none(device, answers);
        return WGC_OK;
    }
    answers->il = calloc(words, sizeof *answers->il);
    if (answers->il == NULL) {
        return wgc_err_memory(err, "SPIR-V versions");
    }
    rest = list;
    for (const char *word; status == WGC_OK && (word = wgc_next_word(&rest, &length)) != NULL;) {
        unsigned version = wgc_text_version(word, "SPIR-V_");
        if (version != 0) {
            struct wgc_il_answer *answer = &answers->il[answers->il_count++];
            answer->version = version;
            status = ask_version(device, version, &answer->probe, err);
        }
    }
    return status;
}

/*
 * The work-items hold 1, 2 and 4, so that the sum over a group is the set of its members, as bits:
 * each work-item must be in its own, and the others in it must have the same.
 */
static bool is_partition(const cl_int word[ITEMS])
{
    for (unsigned i = 0; i < ITEMS; i++) {
        if (word[i] < 0 || word[i] >= 1 << ITEMS || (word[i] >> i & 1) == 0) {
            return false;
        }
        for (unsigned k = 0; k < ITEMS; k++) {
            if ((word[i] >> k & 1) != 0 && word[k] != word[i]) {
                return false;
            }
        }
    }
    return true;
}

static unsigned lowest_version(const struct wgc_facts *facts)
{
    unsigned lowest = 0;

    for (const char *at = facts->il_version; (at = strstr(at, "SPIR-V_")) != NULL; at++) {
        unsigned version = wgc_text_version(at, "SPIR-V_");
        lowest = lowest == 0 || (version > 0 && version < lowest) ? version : lowest;
    }
    return lowest;
}

enum wgc_status wgc_ask_groups(const struct wgc_device *device, struct wgc_answers *answers,
                               struct wgc_err *err)
{
    const bool collectives =
        answers->info[WGC_INFO_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT].number != 0;
    const bool sub_groups = answers->info[WGC_INFO_MAX_NUM_SUB_GROUPS].number > 0;
    struct wgc_probe_answer *answer = &answers->groups;
    struct wgc_spirv_module module;
    cl_int word[ITEMS] = {1, 2, 4};

    if ((device->features >> WGC_FEATURE_spirv & 1) == 0 || (!collectives && !sub_groups)) {
        return WGC_OK;
    }
    wgc_spirv_groups(&module, lowest_version(&device->facts),
                     collectives ? SCOPE_WORK_GROUP : SCOPE_SUB_GROUP, device->facts.address_bits);
    enum wgc_status status = try_module(device, &module, ITEMS, word, answer, err);
    for (unsigned i = 0; i < ITEMS; i++) {
        bool wrong = collectives ? word[i] != 1 + 2 + 4 : !is_partition(word);
        if (status == WGC_OK && answer->state == WGC_PROBE_RIGHT && wrong) {
            status =
                note_wrong(word[i], collectives ? "7" : "the sum over a sub-group", answer, err);
        }
    }
    return status;
}
