/* What workers say of the programs that they build. */
#include <stdlib.h>
#include <string.h>

#include "supervisor/crew.h"
#include "supervisor/messages.h"

bool wgc_message_tidy(char **text, size_t limit)
{
    static const char mark[] = "\n[cut off]";

    if (**text == '\0') {
        free(*text);
        *text = NULL;
        return true;
    }
    if (strlen(*text) <= limit) {
        return true;
    }
    char *cut = malloc(limit + sizeof mark);
    if (cut == NULL) {
        return false;
    }
    memcpy(cut, *text, limit);
    memcpy(cut + limit, mark, sizeof mark);
    free(*text);
    *text = cut;
    return true;
}

/* Marks the entries of the kernels that the message names, of each a case. */
static bool get_built(const struct wgc_run *run, struct wgc_batch *batch, uint32_t kernels,
                      struct wgc_wire_view *view)
{
    uint32_t entry;

    for (size_t i = 0; i < batch->count; i++) {
        batch->entry[i].building = false;
    }
    for (uint32_t k = 0; k < kernels; k++) {
        if (!wgc_wire_get_u32(view, &entry) || entry >= batch->count || batch->entry[entry].done) {
            return false;
        }
        const uint32_t kernel = run->pool.kernel[batch->entry[entry].index];
        for (size_t i = 0; i < batch->count; i++) {
            batch->entry[i].building =
                batch->entry[i].building || run->pool.kernel[batch->entry[i].index] == kernel;
        }
    }
    return true;
}

enum wgc_status wgc_on_build(struct wgc_run *run, struct wgc_member *member,
                             struct wgc_wire_view *view)
{
    uint32_t id, kernels;

    if (member->batch == NULL || !wgc_wire_get_u32(view, &id) || id != member->batch_id ||
        !wgc_wire_get_u32(view, &kernels) || kernels == 0 || kernels > member->batch->count ||
        member->phase == WGC_PHASE_CASE || !get_built(run, member->batch, kernels, view) ||
        !wgc_wire_at_end(view)) {
        wgc_crew_complain(member, "a BUILD message that is out of place or broken");
        return WGC_OK;
    }
    enum wgc_status status = wgc_run_release_held(run, member);
    member->phase = WGC_PHASE_BUILD;
    member->builds++;
    member->built = kernels;
    return status;
}

/* Whether the program that is refused now is a part of the one that was refused before. */
static bool is_part(const struct wgc_incident *before, const struct wgc_incident *now)
{
    for (size_t i = 0; i < before->kernels; i++) {
        if (before->kernel_case[i] == now->kernel_case[0]) {
            return true;
        }
    }
    return false;
}

/* A case of each kernel that is being built; owned by the caller. */
static uint32_t *list_built(const struct wgc_run *run, const struct wgc_batch *batch, size_t *count)
{
    uint32_t *list = calloc(batch->count + 1, sizeof *list);

    *count = 0;
    for (size_t i = 0; list != NULL && i < batch->count; i++) {
        const uint32_t index = batch->entry[i].index;
        bool seen = *count > 0 && run->pool.kernel[list[*count - 1]] == run->pool.kernel[index];
        if (batch->entry[i].building && !seen) {
            list[(*count)++] = index;
        }
    }
    return list;
}

/* Notes a refusal, of which those of its parts say no more. */
static enum wgc_status note_refusal(struct wgc_run *run, struct wgc_batch *batch,
                                    const struct wgc_cause *cause)
{
    size_t count;
    uint32_t *list = list_built(run, batch, &count);
    struct wgc_incident *refusal = list == NULL ? NULL : wgc_incident_create(cause, list, count);
    enum wgc_status status = WGC_OK;

    free(list);
    if (refusal == NULL) {
        return wgc_err_memory(run->err, "a program");
    }
    if (batch->refusal != NULL && is_part(batch->refusal, refusal)) {
        wgc_incident_release(refusal);
        return WGC_OK;
    }
    status = wgc_run_end_refusal(run, batch);
    batch->refusal = refusal;
    return status;
}

/* The reason and the log of a compiler's refusal, at the end of a message; false when they are
 * broken (or there is no memory for them). */
static bool get_refusal(struct wgc_wire_view *view, struct wgc_cause *cause)
{
    *cause = (struct wgc_cause){.state = WGC_STATE_BUILD_ERROR};
    if (wgc_wire_get_str(view, &cause->what) && wgc_wire_get_str(view, &cause->output) &&
        wgc_wire_at_end(view) && cause->what[0] != '\0' &&
        wgc_message_tidy(&cause->what, WGC_REASON_LIMIT) &&
        wgc_message_tidy(&cause->output, WGC_LOG_LIMIT)) {
        return true;
    }
    wgc_cause_free(cause);
    return false;
}

enum wgc_status wgc_on_refused(struct wgc_run *run, struct wgc_member *member,
                               struct wgc_wire_view *view)
{
    struct wgc_cause cause;
    uint32_t id;

    if (member->batch == NULL || member->phase != WGC_PHASE_BUILD || member->built < 2 ||
        !wgc_wire_get_u32(view, &id) || id != member->batch_id || !get_refusal(view, &cause)) {
        wgc_crew_complain(member, "a REFUSED message that is out of place or broken");
        return WGC_OK;
    }
    enum wgc_status status = note_refusal(run, member->batch, &cause);
    wgc_cause_free(&cause);
    return status;
}

enum wgc_status wgc_on_built(struct wgc_run *run, struct wgc_member *member,
                             struct wgc_wire_view *view)
{
    struct wgc_cause cause = {0};
    uint32_t id, built;

    if (member->program == NULL || !wgc_wire_get_u32(view, &id) || id != member->batch_id ||
        !wgc_wire_get_u32(view, &built) || built > 1 ||
        (built == 0 && !get_refusal(view, &cause))) {
        wgc_crew_complain(member, "a BUILT message that is out of place or broken");
        return WGC_OK;
    }
    enum wgc_status status = wgc_programs_built(run, member, built == 1 ? NULL : &cause);
    wgc_cause_free(&cause);
    member->duty = WGC_DUTY_IDLE;
    member->used = true;
    return status;
}
