#include "worker/fused.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "patterns/patterns.h"
#include "suite/fused_text.h"

/* The jobs of one kernel that has a call to give. */
struct giver {
    const struct wgc_job *job;
    size_t count;
    struct wgc_call_text text;
    bool taken;
};

static bool same_case(const struct wgc_job *a, const struct wgc_job *b)
{
    return a->signature == b->signature && a->form == b->form && a->shape == b->shape;
}

static bool comes_twice(const struct wgc_job *job, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t j = i + 1; j < count && wgc_jobs_share_kernel(&job[i], &job[j]); j++) {
            if (same_case(&job[i], &job[j])) {
                return true;
            }
        }
    }
    return false;
}

static size_t find_givers(const struct wgc_job *job, size_t count, struct giver *giver)
{
    size_t givers = 0;

    for (size_t first = 0, end; first < count; first = end) {
        struct giver *next = &giver[givers];
        for (end = first + 1; end < count && wgc_jobs_share_kernel(&job[first], &job[end]);) {
            end++;
        }
        *next = (struct giver){.job = &job[first], .count = end - first};
        givers += job[first].standard != 0 && job[first].signature->kind != WGC_KIND_MAPPING &&
                  wgc_call_text_find(job[first].text, job[first].size, &next->text);
    }
    return givers;
}

/* Of one type and one variant: calls of different ones have no launch in common. */
static bool can_share(const struct giver *a, const struct giver *b)
{
    return a->job->signature->type == b->job->signature->type &&
           strcmp(a->job->form->variant, b->job->form->variant) == 0 &&
           a->text.conditional == b->text.conditional;
}

/* Those that can share a kernel with the first; it is one of them. */
static size_t find_company(struct giver *giver, size_t givers, size_t first, struct giver **out)
{
    const struct wgc_call_text *wide = &giver[first].text;
    size_t count = 0;

    giver[first].taken = true;
    out[count++] = &giver[first];
    for (size_t i = first + 1; i < givers; i++) {
        const struct wgc_call_text *wider = wgc_call_text_wider(wide, &giver[i].text);
        if (!giver[i].taken && wider != NULL && can_share(&giver[i], &giver[first])) {
            giver[i].taken = true;
            wide = wider;
            out[count++] = &giver[i];
        }
    }
    return count;
}

/* Those with cases on the same shapes next to one another, those with most first. */
static int compare_givers(const void *left, const void *right)
{
    const struct giver *a = *(struct giver *const *)left, *b = *(struct giver *const *)right;

    if (a->count != b->count) {
        return a->count < b->count ? 1 : -1;
    }
    for (size_t i = 0; i < a->count; i++) {
        if (a->job[i].shape != b->job[i].shape) {
            return a->job[i].shape < b->job[i].shape ? -1 : 1;
        }
    }
    return (a > b) - (a < b);
}

static const struct wgc_job *job_at(const struct giver *giver, const struct wgc_job *where)
{
    for (size_t i = 0; i < giver->count; i++) {
        if (giver->job[i].form == where->form && giver->job[i].shape == where->shape) {
            return &giver->job[i];
        }
    }
    return NULL;
}

/* Whether the kernel runs on that shape; form: NULL, or the one in which. */
static bool is_planned(const struct wgc_fused_kernel *kernel, const struct wgc_shape *shape,
                       const struct wgc_form *form)
{
    for (size_t i = 0; i < kernel->launch_count; i++) {
        const struct wgc_job *any = kernel->launch[i].any;
        if (any->shape == shape && (form == NULL || any->form == form)) {
            return true;
        }
    }
    return false;
}

/* Which launches a kernel gets. */
enum worth {
    FOR_COMPANY, /* those in which at least a quarter of the calls have a case */
    SAME_SIZES,  /* and those with a local size that it is launched with in any case */
    ALWAYS
};

/* A launch on the shape and form of one job. Where a kernel is compiled anew for each local size,
 * as on PoCL, a call of a fused kernel takes about a third of what one alone does; elsewhere the
 * calls without a case cost nothing. */
static void plan_launch(struct giver *const *company, const struct wgc_job *where, enum worth worth,
                        struct wgc_fused_kernel *kernel)
{
    struct wgc_fused_launch *launch = &kernel->launch[kernel->launch_count];
    size_t present = 0;

    if (is_planned(kernel, where->shape, where->form) ||
        (worth == SAME_SIZES && !is_planned(kernel, where->shape, NULL))) {
        return;
    }
    *launch = (struct wgc_fused_launch){.any = where};
    for (size_t k = 0; k < kernel->calls; k++) {
        launch->job[k] = job_at(company[k], where);
        present += launch->job[k] != NULL;
    }
    kernel->launch_count += worth != FOR_COMPANY || (present >= 2 && 4 * present >= kernel->calls);
}

static void plan_launches(struct giver *const *company, enum worth worth,
                          struct wgc_fused_kernel *kernel)
{
    for (size_t k = 0; k < kernel->calls; k++) {
        for (size_t i = 0; i < company[k]->count; i++) {
            plan_launch(company, &company[k]->job[i], worth, kernel);
        }
    }
}

static enum wgc_status plan_kernel(struct giver *const *company, size_t calls, bool is_pocl_like,
                                   struct wgc_fused_plan *plan, struct wgc_err *err)
{
    struct wgc_fused_kernel *kernel = &plan->kernel[plan->count];
    size_t most = 0;

    *kernel = (struct wgc_fused_kernel){.calls = calls};
    (void)snprintf(kernel->entry, sizeof kernel->entry, "wgc_fused_%zu", plan->count);
    for (size_t k = 0; k < calls; k++) {
        kernel->call[k] = company[k]->job;
        most += company[k]->count;
    }
    kernel->launch = calloc(most, sizeof *kernel->launch);
    if (kernel->launch == NULL) {
        return wgc_err_memory(err, "the launches of a batch");
    }
    plan_launches(company, FOR_COMPANY, kernel);
    plan_launches(company, is_pocl_like ? SAME_SIZES : ALWAYS, kernel);
    if (kernel->launch_count == 0) {
        free(kernel->launch);
        kernel->launch = NULL;
    } else {
        plan->count++;
    }
    return WGC_OK;
}

/* Deals a company out to kernels of about the same number of calls. */
static enum wgc_status plan_company(struct giver **company, size_t count, bool is_pocl_like,
                                    struct wgc_fused_plan *plan, struct wgc_err *err)
{
    const bool few = is_pocl_like && company[0]->text.conditional;
    const size_t most = few ? WGC_FUSED_CONDITIONAL : WGC_FUSED_CALLS;
    const size_t kernels = (count + most - 1) / most;
    enum wgc_status status = WGC_OK;

    qsort(company, count, sizeof(struct giver *), compare_givers);
    for (size_t k = 0; status == WGC_OK && k < kernels; k++) {
        const size_t first = count * k / kernels, end = count * (k + 1) / kernels;
        if (end - first > 1) {
            status = plan_kernel(company + first, end - first, is_pocl_like, plan, err);
        }
    }
    return status;
}

enum wgc_status wgc_fused_plan_make(const struct wgc_job *job, size_t count, bool is_pocl_like,
                                    struct wgc_fused_plan *plan, struct wgc_err *err)
{
    struct giver *giver = calloc(count + 1, sizeof *giver);
    struct giver **company = calloc(count + 1, sizeof *company);
    enum wgc_status status = WGC_OK;

    *plan = (struct wgc_fused_plan){.kernel = calloc(count + 1, sizeof *plan->kernel)};
    if (giver == NULL || company == NULL || plan->kernel == NULL) {
        status = wgc_err_memory(err, "the kernels of a batch");
    } else if (!comes_twice(job, count)) {
        const size_t givers = find_givers(job, count, giver);
        for (size_t i = 0; status == WGC_OK && i < givers; i++) {
            if (!giver[i].taken) {
                status = plan_company(company, find_company(giver, givers, i, company),
                                      is_pocl_like, plan, err);
            }
        }
    }
    free(company);
    free(giver);
    return status;
}

void wgc_fused_plan_free(struct wgc_fused_plan *plan)
{
    for (size_t i = 0; i < plan->count; i++) {
        free(plan->kernel[i].launch);
    }
    free(plan->kernel);
    *plan = (struct wgc_fused_plan){0};
}

void wgc_fused_kernel_text(const struct wgc_fused_kernel *kernel, struct wgc_buf *out)
{
    struct wgc_fused_call call[WGC_FUSED_CALLS];

    for (size_t k = 0; k < kernel->calls; k++) {
        call[k].aux_is_value = wgc_has_init(kernel->call[k]->signature->kind);
        (void)wgc_call_text_find(kernel->call[k]->text, kernel->call[k]->size, &call[k].text);
    }
    wgc_fused_text(kernel->entry, kernel->call[0]->signature->type, call, kernel->calls, out);
}
