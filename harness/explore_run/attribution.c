/* What failing programs need to fail: each runs once without each of its constructs. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/json_put.h"
#include "base/plural.h"
#include "explore/reduce.h"
#include "explore_run/parts.h"

/* The variants of one finding; names[i] is what item[i] is without. */
struct variants {
    struct wgc_round_item *item;
    struct wgc_buf *name;
    size_t count;
};

static void free_variants(struct variants *variants)
{
    wgc_round_items_free(variants->item, variants->count);
    for (size_t i = 0; i < variants->count; i++) {
        wgc_buf_free(&variants->name[i]);
    }
    free(variants->item);
    free(variants->name);
}

/* false without memory. */
static bool add_variant(struct variants *variants, const struct wgc_program *program,
                        struct wgc_buf *name)
{
    struct wgc_round_item *item = wgc_array_grow(variants->item, variants->count, sizeof *item);
    variants->item = item != NULL ? item : variants->item;
    struct wgc_buf *names = wgc_array_grow(variants->name, variants->count, sizeof *names);
    variants->name = names != NULL ? names : variants->name;
    if (item == NULL || names == NULL || name->failed) {
        wgc_buf_free(name);
        return false;
    }
    item += variants->count;
    *item = (struct wgc_round_item){0};
    (void)snprintf(item->name, sizeof item->name, "explore.without_%zu", variants->count);
    wgc_program_write(program, &item->text);
    names[variants->count++] = *name;
    return !item->text.failed;
}

static enum wgc_status make_variants(const struct wgc_finding *finding, struct variants *variants,
                                     struct wgc_err *err)
{
    struct wgc_program program, variant;
    struct wgc_buf name = {0};
    size_t place = 0;
    bool memory = true;
    enum wgc_status status =
        wgc_program_read("program", finding->text.data, finding->text.size, &program, err);
    if (status != WGC_OK) {
        return status;
    }
    while (memory && variants->count < WGC_ROUND_MOST &&
           wgc_program_leave_out(&program, &place, &variant, &name, err)) {
        memory = add_variant(variants, &variant, &name);
        name = (struct wgc_buf){0};
        wgc_program_free(&variant);
    }
    wgc_program_free(&program);
    return memory && err->status != WGC_ERR_MEMORY ? WGC_OK : wgc_err_memory(err, "variants");
}

/* Keeps the names of the variants that are right. */
static enum wgc_status take_results(struct wgc_finding *finding, struct variants *variants,
                                    struct wgc_err *err)
{
    finding->attributed = true;
    finding->right_without = calloc(variants->count + 1, sizeof *finding->right_without);
    if (finding->right_without == NULL) {
        return wgc_err_memory(err, "the attribution of a failure");
    }
    for (size_t i = 0; i < variants->count; i++) {
        if (variants->item[i].is_done && variants->item[i].result.state == WGC_STATE_PASS) {
            finding->right_without[finding->right_without_count++] = variants->name[i];
            variants->name[i] = (struct wgc_buf){0};
        }
    }
    return WGC_OK;
}

static enum wgc_status attribute(struct wgc_exploration *exploration, struct wgc_finding *finding,
                                 struct wgc_err *err)
{
    struct variants variants = {0};
    enum wgc_status status = make_variants(finding, &variants, err);
    if (status == WGC_OK && variants.count > 0) {
        status =
            wgc_exploration_try(exploration, variants.item, variants.count, finding->failure, err);
    }
    if (status == WGC_OK && !wgc_exploration_is_over(exploration)) {
        exploration->tried += variants.count;
        status = take_results(finding, &variants, err);
    }
    free_variants(&variants);
    return status;
}

enum wgc_status wgc_exploration_attribute(struct wgc_exploration *exploration, struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;
    for (size_t i = 0; status == WGC_OK && i < exploration->findings.count &&
                       !wgc_exploration_is_over(exploration);
         i++) {
        if (exploration->findings.item[i].state != WGC_FINDING_PASSED) {
            status = attribute(exploration, &exploration->findings.item[i], err);
        }
    }
    return status;
}

void wgc_attribution_free(struct wgc_finding *finding)
{
    for (size_t i = 0; i < finding->right_without_count; i++) {
        wgc_buf_free(&finding->right_without[i]);
    }
    free(finding->right_without);
}

void wgc_attribution_put_json(const struct wgc_exploration *exploration, struct wgc_buf *out)
{
    const char *between = "";
    wgc_json_put_name(out, "attribution");
    wgc_buf_char(out, '[');
    for (size_t i = 0; i < exploration->findings.count; i++) {
        const struct wgc_finding *finding = &exploration->findings.item[i];
        if (!finding->attributed) {
            continue;
        }
        wgc_buf_printf(out, "%s{", between);
        wgc_json_put_text(out, "program", exploration->record->result[finding->result].name);
        wgc_json_put_name(out, "right_without");
        wgc_buf_char(out, '[');
        for (size_t k = 0; k < finding->right_without_count; k++) {
            wgc_buf_text(out, k == 0 ? "" : ",");
            wgc_json_put_string(out, wgc_buf_str(&finding->right_without[k]));
        }
        wgc_buf_text(out, "]}");
        between = ",";
    }
    wgc_buf_char(out, ']');
}

/* ---- For the terminal: how many programs are right without a construct ---- */

struct tally {
    const char *name;
    size_t programs;
};

static int by_programs(const void *a, const void *b)
{
    const struct tally *x = a, *y = b;
    return x->programs != y->programs ? (x->programs < y->programs ? 1 : -1)
                                      : strcmp(x->name, y->name);
}

static void count_name(struct tally *tally, size_t *count, const char *name)
{
    size_t i = 0;
    while (i < *count && strcmp(tally[i].name, name) != 0) {
        i++;
    }
    if (i == *count) {
        tally[(*count)++] = (struct tally){name, 0};
    }
    tally[i].programs++;
}

enum wgc_status wgc_attribution_put_text(const struct wgc_exploration *exploration,
                                         struct wgc_buf *out, struct wgc_err *err)
{
    enum { SHOWN = 12 };
    const struct wgc_findings *findings = &exploration->findings;
    size_t names = 0, count = 0, programs = 0;
    for (size_t i = 0; i < findings->count; i++) {
        names += findings->item[i].right_without_count;
        programs += findings->item[i].attributed;
    }
    struct tally *tally = calloc(names + 1, sizeof *tally);
    if (tally == NULL) {
        return wgc_err_memory(err, "the attribution");
    }
    for (size_t i = 0; i < findings->count; i++) {
        for (size_t k = 0; k < findings->item[i].right_without_count; k++) {
            count_name(tally, &count, wgc_buf_str(&findings->item[i].right_without[k]));
        }
    }
    qsort(tally, count, sizeof *tally, by_programs);
    if (programs > 0) {
        wgc_buf_printf(out, "of %zu failing program%s, right without\n", programs,
                       wgc_plural(programs));
    }
    for (size_t i = 0; i < count && i < SHOWN; i++) {
        wgc_buf_printf(out, "    %4zu  %s\n", tally[i].programs, tally[i].name);
    }
    free(tally);
    return WGC_OK;
}
