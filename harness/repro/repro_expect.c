#include <inttypes.h>

#include "repro/parts.h"
#include "repro/repro_data.h"
#include "repro/repro_lanes.h"
#include "trial/trial_data.h"

/* How two values become one, for integers and truth values, and for numbers. */
static const char *combine(enum wgc_op op, bool is_real, bool is_signed)
{
    switch (op) {
    case WGC_OP_add:
        return is_real ? "((a) + (b))" : "(bits)((a) + (b))";
    case WGC_OP_mul:
        return is_real ? "((a) * (b))" : "(bits)((cl_ulong)(a) * (b))";
    case WGC_OP_min:
        return is_signed ? "((sbits)(b) < (sbits)(a) ? (b) : (a))" : "((b) < (a) ? (b) : (a))";
    case WGC_OP_max:
        return is_signed ? "((sbits)(b) > (sbits)(a) ? (b) : (a))" : "((b) > (a) ? (b) : (a))";
    case WGC_OP_and:
        return "(bits)((a) & (b))";
    case WGC_OP_or:
        return "(bits)((a) | (b))";
    case WGC_OP_xor:
        return "(bits)((a) ^ (b))";
    case WGC_OP_logical_and:
        return "(bits)((a) != 0 && (b) != 0)";
    case WGC_OP_logical_or:
        return "(bits)((a) != 0 || (b) != 0)";
    case WGC_OP_logical_xor:
        return "(bits)(((a) != 0) != ((b) != 0))";
    case WGC_OP_COUNT:
        break;
    }
    return "";
}

static void put_identity(struct wgc_buf *out, enum wgc_op op, const struct wgc_type_info *type,
                         enum wgc_type id)
{
    if (type->value_class == WGC_FLOAT) {
        wgc_buf_printf(out, "#define IDENTITY %s\n",
                       op == WGC_OP_min   ? "(long double)INFINITY"
                       : op == WGC_OP_max ? "-(long double)INFINITY"
                       : op == WGC_OP_mul ? "1.0L"
                                          : "-0.0L");
        return;
    }
    unsigned char value[8] = {0};
    wgc_oracle_identity(op, id, value);
    wgc_buf_printf(out, "#define IDENTITY ((bits)0x%" PRIx64 ")\n",
                   wgc_repro_load(value, type->bytes));
}

/* The items of a sub-group that contribute to the result of item i. */
static void put_range(struct wgc_buf *out, const struct wgc_signature *signature,
                      const struct wgc_trial *trial)
{
    const char *from = "((void)(i), (size_t)0)";
    const char *to = "(n)";

    switch (signature->kind) {
    case WGC_KIND_SCAN_EXCLUSIVE:
    case WGC_KIND_SCAN_EXCLUSIVE_INIT:
        to = "(i)";
        break;
    case WGC_KIND_SCAN_INCLUSIVE:
    case WGC_KIND_SCAN_INCLUSIVE_INIT:
        to = "((i) + 1)";
        break;
    case WGC_KIND_CLUSTERED_REDUCE:
        if (wgc_repro_has_lanes(trial)) { /* one cluster at a time */
            break;
        }
        from = "((i) / CLUSTER * CLUSTER)";
        to = "((i) / CLUSTER * CLUSTER + CLUSTER)";
        break;
    default:
        break;
    }
    wgc_buf_printf(out, "#define FROM(i, n) %s\n#define TO(i, n)   %s\n", from, to);
}

static void put_fold(struct wgc_buf *out, const struct wgc_signature *signature,
                     const struct wgc_trial *trial)
{
    const struct wgc_type_info *type = wgc_type_info(signature->type);
    const bool is_real = type->value_class == WGC_FLOAT;
    const enum wgc_op op = signature->kind == WGC_KIND_ALL   ? WGC_OP_logical_and
                           : signature->kind == WGC_KIND_ANY ? WGC_OP_logical_or
                                                             : signature->op;

    put_range(out, signature, trial);
    put_identity(out, op, type, signature->type);
    wgc_buf_printf(out, "#define HAS_INIT %d\n#define COMBINE(a, b) %s\n",
                   wgc_has_init(signature->kind) ? 1 : 0,
                   combine(op, is_real, type->value_class == WGC_SINT));
    if (!is_real) {
        wgc_buf_text(out, wgc_repro_expect_bits);
        return;
    }
    wgc_buf_printf(out,
                   "#define IS_PRODUCT %d\n#define IS_ORDER %d /* min or max */\n#define "
                   "UNIT_ROUNDOFF 0x1p-%u\n",
                   op == WGC_OP_mul, op == WGC_OP_min || op == WGC_OP_max, type->significand);
    wgc_buf_text(out, wgc_repro_expect_real);
}

void wgc_repro_put_expect(struct wgc_buf *out, const struct wgc_signature *signature,
                          const struct wgc_trial *trial)
{
    wgc_buf_text(out, wgc_repro_expect);
    if (signature->kind == WGC_KIND_MAPPING || wgc_is_broadcast(signature->kind)) {
        wgc_buf_printf(out, "\n#define PICK(x, n, i, from) x[%s]\n",
                       signature->kind == WGC_KIND_MAPPING ? "i" : "(from) % (n)");
        wgc_buf_text(out, wgc_repro_expect_copy);
        return;
    }
    put_fold(out, signature, trial);
}
