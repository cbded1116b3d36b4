#include "repro/repro_lanes.h"

#include <stdlib.h>

#include "repro/parts.h"
#include "repro/repro_data.h"
#include "trial/sub_groups.h"
#include "trial/trial_data.h"

bool wgc_repro_has_lanes(const struct wgc_trial *trial)
{
    return trial->data->has_activity || wgc_uses_local_ids(trial->data->call.kind) ||
           wgc_trial_has_classes(trial->data, trial->data->slot[0]);
}

/* Gives all work-items of a work-group the argument of the first: it is the same in every
 * sub-group, whatever their size. */
static void make_uniform(const struct wgc_trial *trial)
{
    uint32_t *argument = (uint32_t *)(void *)trial->data->aux;

    for (size_t i = 0; i < trial->slot_count * trial->slot_items; i++) {
        argument[i] = argument[i / trial->group_items * trial->group_items];
    }
}

enum wgc_status wgc_repro_assume(struct wgc_trial *trial, size_t sub_group_size,
                                 struct wgc_err *err)
{
    enum { LIKELY = 8 };
    const size_t size = sub_group_size == 0 ? LIKELY : sub_group_size;
    uint32_t *meta = calloc(trial->slot_items * WGC_META_WORDS, sizeof *meta);

    if (meta == NULL) {
        return wgc_err_memory(err, "the mapping of a launch");
    }
    for (size_t i = 0; i < trial->slot_items; i++) {
        const size_t item = i % trial->group_items;
        uint32_t *word = meta + i * WGC_META_WORDS;
        word[WGC_META_ID] = (uint32_t)(item / size);
        word[WGC_META_LOCAL_ID] = (uint32_t)(item % size);
        word[WGC_META_MAX_SIZE] = (uint32_t)size;
    }
    enum wgc_status status = wgc_trial_map(trial, meta, err);
    free(meta);
    if (status == WGC_OK && sub_group_size == 0 &&
        wgc_kind_argument(trial->data->call.kind) == WGC_ARGUMENT_UNIFORM) {
        make_uniform(trial);
    }
    return status;
}

void wgc_repro_put_lanes_comment(struct wgc_buf *out, const struct wgc_trial *trial)
{
    if (trial->data->has_numbers) {
        wgc_buf_text(out, "\n/* The argument of each work-item in each slot, defined for the "
                          "sub-groups that are likely. */");
    }
    if (trial->data->has_activity) {
        wgc_buf_text(out, "\n/* At the end (from SLOT_COUNT * SLOT_ITEMS on): a word of each "
                          "work-item, see is_active. */");
    }
}

/* -- which work-items make the call -- */

static void put_rule(struct wgc_buf *out, enum wgc_slot slot, size_t number)
{
    wgc_buf_printf(out, "    case %zu:\n        return ", number);
    switch (slot) {
    case WGC_SLOT_ACTIVE:
        wgc_buf_printf(out, "(word >> %zu & 1) != 0;\n", number);
        break;
    case WGC_SLOT_NESTED:
        wgc_buf_text(out, "(word & 3) == 3;\n");
        break;
    case WGC_SLOT_ELSE:
        wgc_buf_text(out, "(word & 1) == 0;\n");
        break;
    case WGC_SLOT_LEAVING:
        wgc_buf_printf(out, "word >> %d > %zu;\n", WGC_ACTIVITY_ROUNDS, number);
        break;
    default: /* LANE */
        wgc_buf_printf(out, "i %% SLOT_COUNT == %zu;\n", number);
    }
}

static void put_activity(struct wgc_buf *out, const struct wgc_trial *trial)
{
    const struct wgc_trial_data *data = trial->data;

    if (data->has_activity) {
        wgc_buf_text(out, "\n/* Whether an item makes the call of a slot, by its word and its "
                          "sub-group local id. */\n"
                          "static int is_active(size_t slot, cl_uint word, size_t i)\n{\n"
                          "    (void)word, (void)i;\n    switch (slot) {\n");
        for (size_t s = 0; s < trial->slot_count; s++) {
            put_rule(out, data->slot[s], s);
        }
        wgc_buf_text(out, "    default:\n        return 1;\n    }\n}\n");
    }
    wgc_buf_printf(out, "\n#define ACTIVE(slot, at, i) %s\n#define ARGUMENT(slot, at)  %s\n",
                   data->has_activity ? "is_active(slot, aux[SLOT_COUNT * SLOT_ITEMS + (at)], i)"
                                      : "((void)(slot), (void)(at), (void)(i), 1)",
                   data->has_numbers ? "aux[(slot) * SLOT_ITEMS + (at)]"
                                     : "((void)(slot), (void)(at), 0)");
}

/* -- what an item gets -- */

static const char *source_of(enum wgc_kind kind)
{
    switch (kind) {
    case WGC_KIND_BROADCAST_FIRST:
        return "((void)(i), first_active)";
    case WGC_KIND_NON_UNIFORM_BROADCAST:
        return "((void)(i), argument[first_active])";
    case WGC_KIND_SHUFFLE_XOR:
        return "((i) ^ argument[i])";
    case WGC_KIND_SHUFFLE_UP:
        return "(argument[i] > (i) ? n : (i) - argument[i])";
    case WGC_KIND_SHUFFLE_DOWN:
        return "((i) + argument[i])";
    case WGC_KIND_ROTATE:
        return "rotated(0, i, max_size)";
    case WGC_KIND_CLUSTERED_ROTATE:
        return "((i) >= DETERMINED(n) ? n : rotated((i) / CLUSTER * CLUSTER, (i) % CLUSTER, "
               "CLUSTER))";
    case WGC_KIND_BARRIER_LOCAL:
    case WGC_KIND_BARRIER_GLOBAL:
        return "place_of(argument[i])";
    default:
        return "argument[i]";
    }
}

static void put_copy(struct wgc_buf *out, const struct wgc_trial_data *data)
{
    const bool uniform =
        wgc_kind_argument(data->call.kind) == WGC_ARGUMENT_UNIFORM && data->argument < 0;

    wgc_buf_text(out, uniform ? wgc_repro_lanes_uniform : "");
    wgc_buf_text(out, wgc_names_linear_ids(data->call.kind) ? wgc_repro_lanes_place : "");
    if (data->call.kind == WGC_KIND_ROTATE || data->call.kind == WGC_KIND_CLUSTERED_ROTATE) {
        wgc_buf_printf(out, "\n#define IS_SPIRV %d\n", data->spirv);
        wgc_buf_text(out, wgc_repro_lanes_rotated);
    }
    wgc_buf_printf(out, "\n#define IS_UNIFORM %s\n#define SOURCE(i)  %s\n",
                   uniform ? "is_uniform()" : "1", source_of(data->call.kind));
    wgc_buf_text(out, wgc_repro_lanes_copy);
}

static void put_votes(struct wgc_buf *out, const struct wgc_trial_data *data)
{
    const bool real = wgc_type_info(data->call.type)->value_class == WGC_FLOAT;

    if (data->call.kind == WGC_KIND_ELECT) {
        wgc_buf_text(out, wgc_repro_lanes_elect);
        return;
    }
    wgc_buf_printf(out, "\n#define IS_EQUAL(a, b) %s\n#define AS_VALUE(k)    %s\n",
                   real ? "(number(a) == number(b))" : "((a) == (b))",
                   real ? "bits_of((double)(k))" : "(bits)(k)");
    wgc_buf_text(out, wgc_repro_lanes_all_equal);
}

static void put_mask(struct wgc_buf *out, enum wgc_kind kind, bool spirv)
{
    const bool ends = kind == WGC_KIND_GE_MASK || kind == WGC_KIND_GT_MASK;
    const char *set = kind == WGC_KIND_BALLOT ? "((void)(i), (b) < n && active[b] && x[b][0] != 0)"
                      : kind == WGC_KIND_EQ_MASK ? "((b) == (i))"
                      : kind == WGC_KIND_GE_MASK ? "((b) >= (i) && (b) < max_size)"
                      : kind == WGC_KIND_GT_MASK ? "((b) > (i) && (b) < max_size)"
                      : kind == WGC_KIND_LE_MASK ? "((b) <= (i))"
                                                 : "((b) < (i))";

    wgc_buf_printf(out, "\n#define IS_SET(b, i) %s\n#define HAS_KNOWN_END %s\n", set,
                   spirv && ends ? "(n >= max_size) /* SPIR-V leaves its end open */" : "1");
    wgc_buf_text(out, wgc_repro_lanes_bits);
}

static void put_ballot(struct wgc_buf *out, enum wgc_kind kind, bool spirv)
{
    wgc_buf_printf(out, "\n#define IS_SPIRV %d\n", spirv);
    wgc_buf_text(out, wgc_repro_lanes_bit);
    if (kind == WGC_KIND_INVERSE_BALLOT || kind == WGC_KIND_BALLOT_BIT_EXTRACT) {
        wgc_buf_printf(out, "\n#define INDEX(i) %s\n",
                       kind == WGC_KIND_INVERSE_BALLOT ? "(i)" : "argument[i]");
        wgc_buf_text(out, wgc_repro_lanes_one_bit);
    } else if (kind == WGC_KIND_BALLOT_FIND_LSB || kind == WGC_KIND_BALLOT_FIND_MSB) {
        wgc_buf_text(out, wgc_repro_lanes_has_bit);
        wgc_buf_text(out,
                     kind == WGC_KIND_BALLOT_FIND_LSB ? wgc_repro_lanes_lsb : wgc_repro_lanes_msb);
    } else {
        wgc_buf_printf(out, "\n#define END(i) %s\n",
                       kind == WGC_KIND_BALLOT_BIT_COUNT        ? "((void)(i), max_size)"
                       : kind == WGC_KIND_BALLOT_INCLUSIVE_SCAN ? "((i) + 1)"
                                                                : "(i)");
        wgc_buf_text(out, wgc_repro_lanes_count);
    }
}

static void put_expect(struct wgc_buf *out, const struct wgc_trial_data *data)
{
    switch (data->call.kind) {
    case WGC_KIND_ELECT:
    case WGC_KIND_ALL_EQUAL:
        put_votes(out, data);
        break;
    case WGC_KIND_BALLOT:
    case WGC_KIND_EQ_MASK:
    case WGC_KIND_GE_MASK:
    case WGC_KIND_GT_MASK:
    case WGC_KIND_LE_MASK:
    case WGC_KIND_LT_MASK:
        put_mask(out, data->call.kind, data->spirv);
        break;
    case WGC_KIND_INVERSE_BALLOT:
    case WGC_KIND_BALLOT_BIT_EXTRACT:
    case WGC_KIND_BALLOT_BIT_COUNT:
    case WGC_KIND_BALLOT_INCLUSIVE_SCAN:
    case WGC_KIND_BALLOT_EXCLUSIVE_SCAN:
    case WGC_KIND_BALLOT_FIND_LSB:
    case WGC_KIND_BALLOT_FIND_MSB:
        put_ballot(out, data->call.kind, data->spirv);
        break;
    default:
        put_copy(out, data);
    }
}

/* -- parts of a class that call separately -- */

static bool any_classes(const struct wgc_trial *trial)
{
    bool any = false;

    for (size_t s = 0; s < trial->slot_count; s++) {
        any = any || wgc_trial_has_classes(trial->data, trial->data->slot[s]);
    }
    return any;
}

/* Which items must be in the part of item i, whether its result is one that a part has, and whether
 * its part is that of others, which are judged. */
static void put_parts(struct wgc_buf *out, enum wgc_kind kind)
{
    const char *with = "0", *explained = "((void)(i), 1)", *left_out = "((void)(i), 0)";

    switch (kind) {
    case WGC_KIND_ELECT:
        explained = "(*got(slot, group, first_active, out) != 0)";
        left_out = "(*got(slot, group, i, out) == 0)";
        break;
    case WGC_KIND_ALL_EQUAL:
        with = "(number(*got(slot, group, i, out)) == 0 && number(*got(slot, group, k, out)) == 0)";
        break;
    case WGC_KIND_BALLOT:
        with = "(memcmp(got(slot, group, k, out), got(slot, group, i, out), sizeof x[0]) == 0)";
        break;
    case WGC_KIND_BROADCAST_FIRST:
        with = "(k < i && memcmp(got(slot, group, k, out), x[k], sizeof x[0]) == 0 && "
               "memcmp(x[k], got(slot, group, i, out), sizeof x[0]) == 0)";
        break;
    default:
        break;
    }
    wgc_buf_printf(out,
                   "\n#define IS_WITH(k, i) %s\n#define IS_EXPLAINED(i) %s\n"
                   "#define IS_LEFT_OUT(i) %s\n",
                   with, explained, left_out);
    wgc_buf_text(out, wgc_repro_classes_alone);
}

/* What judges a class. */
static void put_classes(struct wgc_buf *out, const struct wgc_trial *trial)
{
    const struct wgc_call *call = &trial->data->call;
    const bool real = wgc_type_info(call->type)->value_class == WGC_FLOAT;
    const bool order = call->op == WGC_OP_min || call->op == WGC_OP_max;

    if (!any_classes(trial)) {
        wgc_buf_text(out, "\n#define JUDGE_CALL judge_call\n");
        return;
    }
    wgc_buf_text(out, wgc_repro_classes);
    if (wgc_uses_local_ids(call->kind)) {
        put_parts(out, call->kind);
    } else {
        wgc_buf_printf(out,
                       "\n#define IS_SCAN %d\n#define IS_LOGICAL_XOR %d\n"
                       "#define IS_FREE(value) %s /* the least of a NaN is any value */\n",
                       call->kind == WGC_KIND_SCAN_INCLUSIVE ||
                           call->kind == WGC_KIND_SCAN_EXCLUSIVE,
                       call->op == WGC_OP_logical_xor,
                       real && order ? "isnan(number(value))" : "((void)(value), 0)");
        wgc_buf_text(out, wgc_repro_classes_fold);
    }
    wgc_buf_text(out, "\n#define JUDGE_CALL judge_classes\n#define HAS_CLASSES(slot) (");
    for (size_t s = 0; s < trial->slot_count; s++) {
        if (wgc_trial_has_classes(trial->data, trial->data->slot[s])) {
            wgc_buf_printf(out, "(slot) == %zu || ", s);
        }
    }
    wgc_buf_text(out, "0)\n#define CLASS(slot, group, i) ((void)(i), 0)\n");
    wgc_buf_text(out, wgc_repro_classes_judge);
}

void wgc_repro_put_lanes(struct wgc_buf *out, const struct wgc_signature *signature,
                         const struct wgc_trial *trial)
{
    const struct wgc_trial_data *data = trial->data;

    wgc_buf_text(out, wgc_repro_idle);
    put_activity(out, trial);
    wgc_buf_text(out, wgc_repro_lanes);
    if (wgc_uses_local_ids(data->call.kind)) {
        put_expect(out, data);
        wgc_buf_text(out, wgc_repro_lanes_judge);
    } else {
        wgc_repro_put_expect(out, signature, trial);
        wgc_buf_printf(out, "\n#define PART %s /* what computes together */\n",
                       data->call.cluster == 0 ? "n" : "CLUSTER");
        wgc_buf_text(out, wgc_repro_lanes_fold);
    }
    put_classes(out, trial);
    if (data->bare) {
        wgc_buf_printf(out, "\nenum { TRIES = %d };\n",
                       wgc_uses_max_size(data->call.kind) ? 10 : 1);
        wgc_buf_text(out, wgc_repro_lanes_bare);
    } else {
        wgc_buf_printf(out, "\n#define LIKELY %zu /* work-items of a sub-group */\n",
                       wgc_trial_group_at(data, 0, 0).set->key.chunk);
        wgc_buf_text(out, wgc_repro_lanes_sub_group);
    }
}

void wgc_repro_put_sizes(struct wgc_buf *out, const struct wgc_form *form,
                         const struct wgc_trial *trial)
{
    const struct wgc_call *call = &trial->data->call;

    if (form->required_size != 0) {
        wgc_buf_printf(out, "\n#define REQUIRED %zu\n", form->required_size);
    }
    wgc_buf_text(out, form->required_size != 0 || call->cluster != 0 ? wgc_repro_sizes : "");
    wgc_buf_text(out, form->required_size != 0 ? wgc_repro_required_size : wgc_repro_no_required);
    wgc_buf_text(out, call->cluster != 0 ? wgc_repro_cluster_size : wgc_repro_no_cluster);
    wgc_buf_text(out, wgc_uses_max_size(call->kind) ? wgc_repro_max_size : wgc_repro_no_max_size);
}
