#include "explore_run/parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char variant[] = "program";

/* The suite of the round, and its run. */
struct running {
    struct wgc_round *round;
    struct wgc_manifest manifest;
    struct wgc_signature *signature;
    struct wgc_shape *shape; /* of each item: none resembles another one that crashed */
    struct wgc_form form;
    struct wgc_kernel *kernel;
    char (*entry)[WGC_ROUND_NAME]; /* the name of each kernel: they are built as one program */
    struct wgc_plan plan;
    volatile sig_atomic_t stop;
    struct wgc_err err; /* of a callback that returns none */
};

/* "explore.17" as a name in C. */
static void set_entry(char entry[static WGC_ROUND_NAME], const char *name)
{
    (void)snprintf(entry, WGC_ROUND_NAME, "%s", name);
    for (char *at = entry; *at != '\0'; at++) {
        *at = (char)(*at == '.' ? '_' : *at);
    }
}

static void fill(struct running *running)
{
    const struct wgc_round *round = running->round;

    running->form = (struct wgc_form){.name = variant, .variant = variant, .feature = -1};
    for (size_t i = 0; i < round->count; i++) {
        set_entry(running->entry[i], round->item[i].name);
        running->shape[i] =
            (struct wgc_shape){.name = round->item[i].name, .rank = 1, .side = {1, 1, 1}};
        running->kernel[i] = (struct wgc_kernel){variant, round->item[i].name, running->entry[i]};
        running->signature[i] = (struct wgc_signature){
            .language = WGC_LANGUAGE_C,
            .function = round->item[i].name,
            .kind = WGC_KIND_PROGRAM,
            .op = WGC_OP_NONE,
            .type = WGC_TYPE_int,
            .requires_count = 1,
            .requires = {WGC_FEATURE_collective_functions},
            .kernel_count = 1,
            .kernel = &running->kernel[i],
            .emulated_kernel_count = 1,
            .emulated_kernel = &running->kernel[i],
        };
        running->plan.item[i] = (struct wgc_case){.signature = (uint32_t)i, .shape = (uint16_t)i};
    }
    running->plan.count = round->count;
    running->manifest = *round->suite;
    running->manifest.shape_count = running->manifest.signature_count = round->count;
    running->manifest.shape = running->shape;
    running->manifest.form_count = 1;
    running->manifest.form = &running->form;
    running->manifest.grid_count = 0;
    running->manifest.clause_count = 0;
    running->manifest.signature = running->signature;
}

static bool make(struct running *running)
{
    const size_t count = running->round->count;

    running->signature = calloc(count + 1, sizeof *running->signature);
    running->shape = calloc(count + 1, sizeof *running->shape);
    running->kernel = calloc(count + 1, sizeof *running->kernel);
    running->entry = calloc(count + 1, sizeof *running->entry);
    running->plan.item = calloc(count + 1, sizeof *running->plan.item);
    if (running->signature == NULL || running->shape == NULL || running->kernel == NULL ||
        running->entry == NULL || running->plan.item == NULL) {
        return false;
    }
    fill(running);
    return true;
}

static void release(struct running *running)
{
    free(running->signature);
    free(running->shape);
    free(running->kernel);
    free(running->entry);
    free(running->plan.item);
}

/* Enters what the supervisor has to know of the programs: local sizes and features. A text that is
 * no program stays as it is: the worker reports it. */
static enum wgc_status enter_programs(struct running *running, struct wgc_err *err)
{
    for (size_t i = 0; i < running->round->count; i++) {
        const struct wgc_buf *text = &running->round->item[i].text;
        struct wgc_err reason;
        enum wgc_status status = wgc_program_facts(text->data, text->size, &running->shape[i],
                                                   &running->signature[i], &reason);
        if (status == WGC_ERR_MEMORY) {
            *err = reason;
            return status;
        }
    }
    return WGC_OK;
}

static void on_device(void *context, const struct wgc_device_info *info)
{
    struct running *running = context;
    struct wgc_round *round = running->round;
    enum wgc_status status = WGC_OK;

    if (round->device != NULL) {
        status = round->device(round->context, info, &running->err);
    }
    if (status == WGC_OK) {
        status = enter_programs(running, &running->err);
    }
    if (status != WGC_OK) {
        running->stop = 1;
    }
}

static struct wgc_round_item *item_of(const struct wgc_round *round,
                                      const struct wgc_result *result)
{
    if (result->unselected || result->order >= round->count) {
        return NULL;
    }
    return &round->item[result->order];
}

static enum wgc_status on_result(void *context, struct wgc_result *result, struct wgc_err *err)
{
    struct running *running = context;
    struct wgc_round *round = running->round;
    struct wgc_round_item *item = item_of(round, result);

    if (running->stop != 0) {
        return WGC_OK; /* the round is ending: the program counts as not run */
    }
    if (item == NULL) {
        return round->other == NULL ? WGC_OK : round->other(round->context, result, err);
    }
    wgc_result_free(&item->result);
    item->result = *result;
    item->is_done = true;
    *result = (struct wgc_result){0};
    return round->result == NULL ? WGC_OK : round->result(round->context, item, err);
}

static void on_tick(void *context, double seconds_left)
{
    struct running *running = context;
    const struct wgc_round *round = running->round;
    const volatile sig_atomic_t *interrupted = round->options->interrupted;

    (void)seconds_left;
    if (interrupted != NULL && *interrupted != 0) {
        running->stop = *interrupted;
    }
    if (round->tick != NULL && !round->tick(round->context)) {
        running->stop = 1;
    }
}

static void on_warning(void *context, const char *text)
{
    const struct running *running = context;

    if (running->round->warning != NULL) {
        running->round->warning(running->round->context, text);
    }
}

static enum wgc_status text_of(void *context, const struct wgc_case *item, const char **data,
                               size_t *size, struct wgc_err *err)
{
    const struct running *running = context;
    const struct wgc_buf *text = &running->round->item[item->signature].text;

    (void)err;
    *data = text->data;
    *size = text->size;
    return WGC_OK;
}

enum wgc_status wgc_round_run(struct wgc_round *round, struct wgc_run_stats *stats,
                              struct wgc_err *err)
{
    struct running running = {.round = round};
    const struct wgc_text_source source = {&running, text_of};
    struct wgc_run_options options = *round->options;
    const struct wgc_run_events events = {.context = &running,
                                          .device = on_device,
                                          .result = on_result,
                                          .tick = on_tick,
                                          .warning = on_warning};
    enum wgc_status status = WGC_OK;

    if (!make(&running)) {
        release(&running);
        return wgc_err_memory(err, "a round of programs");
    }
    options.source = &source;
    options.interrupted = &running.stop;
    status = wgc_supervise(&running.manifest, &running.plan, NULL, &options, &events, stats, err);
    if (status == WGC_OK && running.err.status != WGC_OK) {
        *err = running.err;
        status = err->status;
    }
    release(&running);
    return status;
}

void wgc_round_items_free(struct wgc_round_item *item, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        wgc_buf_free(&item[i].text);
        wgc_result_free(&item[i].result);
    }
}
