/* What a test orders of the result of a work-item: a wrong one, or another one that the standard
 * leaves open. Nothing here asks the oracle. */
#include "tests/fake/compute.h"

#include <string.h>

#include "oracle/real.h"

enum { ODD = 0x5d };

void fake_spoil(const struct wgc_call *call, unsigned char *value)
{
    const struct wgc_type_info *type = wgc_type_info(call->type);

    if (wgc_is_truth(call->kind, call->op)) {
        static const unsigned char zero[WGC_MAX_WIDTH * 8];
        const bool is_true = memcmp(value, zero, type->bytes) != 0;
        const unsigned one = is_true ? 0 : 1;
        memset(value, 0, wgc_call_bytes(call));
        if (type->value_class == WGC_FLOAT) {
            wgc_real_store(call->type, one, value, 0);
        } else {
            value[0] = (unsigned char)one;
        }
    } else if (type->value_class == WGC_FLOAT) {
        value[type->bytes - 1] ^= 0x40; /* the exponent's highest bit */
    } else {
        value[0] ^= 1;
    }
}

static bool has_bit(const unsigned char *ballot, size_t n)
{
    for (size_t i = 0; i < n && i < 128; i++) {
        uint32_t word;
        memcpy(&word, ballot + i / 32 * sizeof word, sizeof word);
        if ((word >> i % 32 & 1) != 0) {
            return true;
        }
    }
    return false;
}

/* OpGroupNonUniformRotateKHR: "( (LocalId + Delta) & (RotationGroupSize - 1) )", whatever the size.
 */
static void rotate(const struct fake_sub_group *sub_group, size_t i, size_t bytes,
                   unsigned char *result)
{
    const size_t source = (i + sub_group->argument[i]) & (sub_group->size - 1);

    if (source < sub_group->n && sub_group->active[source]) {
        memcpy(result, sub_group->x + source * bytes, bytes);
    } else {
        memset(result, ODD, bytes);
    }
}

void fake_freedom(const struct fake_launch *launch, const struct wgc_call *call,
                  const struct fake_sub_group *sub_group, size_t i, unsigned char *result)
{
    const size_t bytes = wgc_call_bytes(call);
    const bool finds =
        call->kind == WGC_KIND_BALLOT_FIND_LSB || call->kind == WGC_KIND_BALLOT_FIND_MSB;

    if (launch->masked && call->kind == WGC_KIND_ROTATE) {
        rotate(sub_group, i, bytes, result);
    }
    if (launch->lacking && wgc_has_clusters(call->kind) &&
        i - i % call->cluster + call->cluster > sub_group->n) {
        memset(result, ODD, bytes);
    }
    if (launch->no_bit && finds && !has_bit(sub_group->x + i * bytes, sub_group->n)) {
        memset(result, ODD, bytes);
    }
}
