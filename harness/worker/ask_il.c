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

/* Builds the module and runs it on a word that is 1 before. */
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
    *word = 1;
    if (build.program == NULL) {
        status = wgc_ask_refused(&build, answer, err);
    } else {
        int code = wgc_ask_run(device, build.program, "p", items, word, 1, &call);
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
    cl_int word;

    wgc_spirv_assemble(&module, version, WGC_SPIRV_PLAIN, SCOPE_WORK_GROUP,
                       device->facts.address_bits);
    enum wgc_status status = try_module(device, &module, 1, &word, answer, err);
    if (status == WGC_OK && answer->state == WGC_PROBE_RIGHT && word != 1 + SCOPE_WORK_GROUP) {
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
    wgc_spirv_assemble(&module, VERSION_FIRST, WGC_SPIRV_PLAIN, SCOPE_WORK_GROUP,
                       device->facts.address_bits);
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

enum wgc_status wgc_ask_groups(const struct wgc_device *device, struct wgc_answers *answers,
                               struct wgc_err *err)
{
    const bool collectives =
        answers->info[WGC_INFO_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT].number != 0;
    const bool sub_groups = answers->info[WGC_INFO_MAX_NUM_SUB_GROUPS].number > 0;
    struct wgc_probe_answer *answer = &answers->groups;
    struct wgc_spirv_module module;
    cl_int word;

    if (wgc_facts_spirv_version(&device->facts) == 0 || (!collectives && !sub_groups)) {
        return WGC_OK;
    }
    wgc_spirv_assemble(&module, VERSION_FIRST, WGC_SPIRV_GROUP_IADD,
                       collectives ? SCOPE_WORK_GROUP : SCOPE_SUB_GROUP,
                       device->facts.address_bits);
    enum wgc_status status = try_module(device, &module, ITEMS, &word, answer, err);
    /* the sum of ones over the work-group, or over whatever sub-groups three work-items are */
    if (status == WGC_OK && answer->state == WGC_PROBE_RIGHT &&
        (collectives ? word != ITEMS : word < 1 || word > ITEMS)) {
        status = note_wrong(word, "3", answer, err);
    }
    return status;
}
