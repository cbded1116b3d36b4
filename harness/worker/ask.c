#include "worker/ask.h"

/* The probe of a check, under the newest OpenCL C up to 3.0 and under 2.0, as far as it is there.
 */
static enum wgc_status ask_probe(const struct wgc_device *device, const struct wgc_query_info *info,
                                 struct wgc_answers *answers, struct wgc_err *err)
{
    struct wgc_probe_answer *answer = answers->probe[info->subject];
    enum wgc_status status = WGC_OK;

    if ((info->asks & WGC_ASK_PROBE) != 0 && answer[WGC_NEWEST].state == WGC_PROBE_NOT_ASKED) {
        status = wgc_ask_probe(device, info->subject, wgc_answers_newest(answers),
                               &answer[WGC_NEWEST], err);
    }
    if (status == WGC_OK && (info->asks & WGC_ASK_PROBE_C2) != 0 &&
        answer[WGC_C2].state == WGC_PROBE_NOT_ASKED &&
        wgc_answers_has_standard(answers, WGC_STANDARD_2_0)) {
        status = wgc_ask_probe(device, info->subject, WGC_STANDARD_2_0, &answer[WGC_C2], err);
    }
    return status;
}

/* A function that the device does not advertise is not tried: some compilers do not survive it. */
static bool is_advertised(const struct wgc_answers *answers, enum wgc_probe subject)
{
    const char *name = wgc_probe_info(subject)->name;

    if (subject == WGC_PROBE_collectives) {
        return answers->version < 300 ||
               answers->info[WGC_INFO_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT].number != 0 ||
               wgc_answers_has_standard(answers, WGC_STANDARD_2_0);
    }
    if (subject == WGC_PROBE_subgroups && answers->info[WGC_INFO_MAX_NUM_SUB_GROUPS].number > 0) {
        return true;
    }
    if (subject == WGC_PROBE_fp64 &&
        wgc_answers_find(answers, WGC_INFO_OPENCL_C_FEATURES, "__opencl_c_fp64") != NULL) {
        return true;
    }
    return wgc_answers_has_extension(answers, name);
}

enum wgc_status wgc_ask(const struct wgc_device *device, enum wgc_query query,
                        struct wgc_answers *answers, struct wgc_err *err)
{
    const struct wgc_query_info *info = wgc_query_info(query);
    const unsigned missing = info->asks & ~answers->asked;
    enum wgc_status status = WGC_OK;

    if ((missing & WGC_ASK_INFO) != 0) {
        status = wgc_ask_info(device, answers, err);
    }
    if (status == WGC_OK && (missing & WGC_ASK_STANDARDS) != 0) {
        status = wgc_ask_standards(device, true, answers, err);
    }
    if (status == WGC_OK && (missing & WGC_ASK_UNLISTED) != 0) {
        status = wgc_ask_standards(device, false, answers, err);
    }
    if (status == WGC_OK && info->subject != WGC_PROBE_none &&
        (info->asks & (WGC_ASK_PROBE | WGC_ASK_PROBE_C2)) != 0 &&
        is_advertised(answers, info->subject)) {
        status = ask_probe(device, info, answers, err);
    }
    if (status == WGC_OK && (missing & WGC_ASK_SUB_GROUPS) != 0) {
        status = wgc_ask_sub_groups(device, answers, err);
    }
    if (status == WGC_OK && (missing & WGC_ASK_IL) != 0) {
        status = wgc_ask_il(device, answers, err);
    }
    if (status == WGC_OK && (missing & WGC_ASK_GROUPS) != 0) {
        status = wgc_ask_groups(device, answers, err);
    }
    if (status == WGC_OK && (missing & WGC_ASK_SPIRV) != 0) {
        status = wgc_ask_spirv_lists(device, answers, err);
    }
    if (status == WGC_OK) {
        answers->asked |= info->asks & ~(unsigned)(WGC_ASK_PROBE | WGC_ASK_PROBE_C2);
    }
    return status;
}
