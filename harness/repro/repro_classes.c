/* The part of a program that judges calls which work-items may have made separately. */
#include <inttypes.h>

#include "repro/parts.h"
#include "trial/trial_data.h"

static bool any_classes(const struct wgc_trial *trial)
{
    bool any = false;

    for (size_t s = 0; s < trial->slot_count; s++) {
        any = any || (wgc_trial_has_classes(trial->data, trial->data->slot[s]) &&
                      wgc_may_split(trial->data->slot[s]));
    }
    return any;
}

/* The operator, of the table's text of it in OpenCL C. */
static void put_operator(struct wgc_buf *out, const struct wgc_call *call)
{
    const enum wgc_op op = call->kind == WGC_KIND_ALL   ? WGC_OP_logical_and
                           : call->kind == WGC_KIND_ANY ? WGC_OP_logical_or
                                                        : call->op;
    const struct wgc_type_info *type = wgc_type_info(call->type);
    const bool real = type->value_class == WGC_FLOAT;
    unsigned char identity[8] = {0};

    wgc_oracle_identity(op, call->type, identity);
    if (real) {
        wgc_buf_text(out, "\ntypedef double operand;\n#define IS_REAL 1\n#define OPERAND(x) "
                          "number(x)\n");
    } else {
        wgc_buf_printf(out,
                       "\ntypedef cl_ulong operand;\n#define IS_REAL 0\n#define OPERAND(x) (x)\n"
                       "#define LESS(a, b) ((%s)(a) < (%s)(b))\n"
                       "#define min(a, b)  (LESS(b, a) ? (b) : (a))\n"
                       "#define max(a, b)  (LESS(a, b) ? (b) : (a))\n",
                       type->value_class == WGC_SINT ? "sbits" : "bits",
                       type->value_class == WGC_SINT ? "sbits" : "bits");
    }
    wgc_buf_printf(out, "#define IDENTITY OPERAND((bits)0x%" PRIx64 ")\n",
                   wgc_repro_load(identity, type->bytes));
    wgc_buf_printf(out, "\nstatic operand combine(operand a, operand b)\n{\n    return %s;\n}\n",
                   real ? wgc_op_info(op)->real_text : wgc_op_info(op)->integer_text);
    wgc_buf_printf(out, "\n#define IS_LOGICAL_XOR %d\n", op == WGC_OP_logical_xor);
    wgc_buf_printf(out, "#define IS_FREE(x) %s /* the least of a NaN is any value */\n",
                   real && (op == WGC_OP_min || op == WGC_OP_max) ? "isnan(number(x))"
                                                                  : "((void)(x), 0)");
}

static void put_fold(struct wgc_buf *out, const struct wgc_trial *trial)
{
    const struct wgc_call *call = &trial->data->call;
    const bool exclusive = call->kind == WGC_KIND_SCAN_EXCLUSIVE;

    put_operator(out, call);
    wgc_buf_printf(out,
                   "#define IS_EXCLUSIVE %d\n#define IS_SCAN %d\n"
                   "#define PART %zu /* work-items that compute together */\n",
                   exclusive, exclusive || call->kind == WGC_KIND_SCAN_INCLUSIVE,
                   call->cluster == 0 ? trial->group_items : call->cluster);
    wgc_buf_text(out, wgc_repro_classes_fold);
}

/* The rule of a kind that uses local ids, or NULL: each work-item may have called alone, and the
 * tables are for that. */
static const char *rule_of(enum wgc_kind kind)
{
    return kind == WGC_KIND_ELECT             ? wgc_repro_classes_elect
           : kind == WGC_KIND_ALL_EQUAL       ? wgc_repro_classes_equal
           : kind == WGC_KIND_BALLOT          ? wgc_repro_classes_ballot
           : kind == WGC_KIND_BROADCAST_FIRST ? wgc_repro_classes_first
                                              : NULL;
}

/* Which slots have classes that may be divided, and the class of an item, by its activity word. */
static void put_slots(struct wgc_buf *out, const struct wgc_trial *trial)
{
    wgc_buf_text(out, "\n#define HAS_CLASSES(slot) (");
    for (size_t s = 0; s < trial->slot_count; s++) {
        const enum wgc_slot slot = trial->data->slot[s];
        if (wgc_trial_has_classes(trial->data, slot) && wgc_may_split(slot)) {
            wgc_buf_printf(out, "(slot) == %zu || ", s);
        }
    }
    wgc_buf_text(out, "0)\n#define CLASS(slot, item) (");
    for (size_t s = 0; s < trial->slot_count; s++) {
        if (trial->data->slot[s] == WGC_SLOT_OUT || trial->data->slot[s] == WGC_SLOT_PICKED) {
            wgc_buf_printf(out, "(slot) == %zu ? aux[SLOT_COUNT * SLOT_ITEMS + (item)] >> %d : ", s,
                           trial->data->slot[s] == WGC_SLOT_OUT ? WGC_ACTIVITY_ROUNDS : 0);
        }
    }
    wgc_buf_text(out, "((void)(item), 0u))\n#define IS_CHAINED(slot) (");
    for (size_t s = 0; s < trial->slot_count; s++) {
        if (trial->data->slot[s] == WGC_SLOT_CHAINED) {
            wgc_buf_printf(out, "(slot) == %zu || ", s);
        }
    }
    wgc_buf_printf(out, "0)\n#define CHAINS_RESULTS %d /* else they are combined */\n",
                   wgc_type_info(trial->data->call.type)->value_class == WGC_FLOAT);
}

void wgc_repro_put_classes(struct wgc_buf *out, const struct wgc_trial *trial)
{
    const struct wgc_call *call = &trial->data->call;
    const bool lanes = wgc_uses_local_ids(call->kind);
    const bool folds =
        call->op != WGC_OP_NONE || call->kind == WGC_KIND_ALL || call->kind == WGC_KIND_ANY;

    if (!any_classes(trial) || (lanes ? rule_of(call->kind) == NULL : !folds)) {
        wgc_buf_text(out, trial->pipes ? wgc_repro_unread : wgc_repro_no_classes);
        return;
    }
    wgc_buf_text(out, wgc_repro_classes);
    if (lanes) {
        wgc_buf_printf(out, "\n#define IS_EQUAL(a, b) %s\n",
                       wgc_type_info(call->type)->value_class == WGC_FLOAT
                           ? "(number(a) == number(b))"
                           : "((a) == (b))");
        wgc_buf_text(out, rule_of(call->kind));
    } else {
        put_fold(out, trial);
    }
    put_slots(out, trial);
    wgc_buf_text(out, wgc_repro_classes_judge);
}
