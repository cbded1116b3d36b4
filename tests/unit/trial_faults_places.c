/* Items, terms and results that are not where they belong. */
#include "tests/unit/trial_faults.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Items that are not where they belong: position from the end if negative. */
static size_t position(const struct fake_group *group, int64_t at)
{
    return at >= 0 ? (size_t)at % group->n : (size_t)((int64_t)group->n + at) % group->n;
}

/* Without the items from first on to before end. */
static void drop(const struct fake_group *group, size_t first, size_t end)
{
    unsigned char *x = fake_memory(group->n, wgc_type_info(group->call.type)->bytes);
    uint64_t identity = group->call.kind == WGC_KIND_ALL;
    if (group->call.op != WGC_OP_NONE) {
        wgc_oracle_identity(group->call.op, group->call.type, &identity);
    }
    if (x != NULL) {
        memcpy(x, group->x, group->n * wgc_type_info(group->call.type)->bytes);
        for (size_t i = first; i < end; i++) {
            fault_store(group, identity, x, i);
        }
        fault_right_of(group, x);
    }
    free(x);
}

void fault_drop(const struct fake_group *group, const void *parameter)
{
    const size_t at = position(group, *(const int64_t *)parameter);
    drop(group, at, at + 1);
}

void fault_drop_tail(const struct fake_group *group, const void *parameter)
{
    const size_t width = (size_t) * (const int64_t *)parameter;
    drop(group, group->n < width ? group->n : group->n / width * width, group->n);
}

void fault_drop_past(const struct fake_group *group, const void *parameter)
{
    const size_t width = (size_t) * (const int64_t *)parameter;
    drop(group, group->n < width ? group->n : width, group->n);
}

void fault_take_neighbour(const struct fake_group *group, const void *parameter)
{
    unsigned char *x = fake_memory(group->n, wgc_type_info(group->call.type)->bytes);
    const size_t at = position(group, *(const int64_t *)parameter);
    if (x != NULL) {
        memcpy(x, group->x, group->n * wgc_type_info(group->call.type)->bytes);
        fault_store(group, fault_load(group, x, at == 0 ? 1 : at - 1), x, at);
        fault_right_of(group, x);
    }
    free(x);
}

void fault_mix_up(const struct fake_group *group, const void *parameter)
{
    struct fake_group other = *group;
    const enum wgc_kind kind = group->call.kind;
    const size_t n = group->n, bytes = wgc_type_info(group->call.type)->bytes;
    unsigned char *x = fake_memory(n, bytes);
    switch (*(const int64_t *)parameter) {
    case OTHER_SCAN:
        other.call.kind =
            kind == WGC_KIND_SCAN_EXCLUSIVE ? WGC_KIND_SCAN_INCLUSIVE : WGC_KIND_SCAN_EXCLUSIVE;
        fault_right_of(&other, group->x);
        break;
    case BACKWARDS:
        for (size_t i = 0; i < n; i++) {
            fault_store(group, fault_load(group, group->x, n - 1 - i), x, i);
        }
        fault_right_of(group, x);
        break;
    case PREFIX_FOR_REDUCE:
        other.call.kind = kind == WGC_KIND_REDUCE ? WGC_KIND_SCAN_INCLUSIVE : WGC_KIND_REDUCE;
        fault_right_of(&other, group->x);
        break;
    case FIRST_ONLY:
        fault_right_of(group, group->x);
        memcpy((unsigned char *)group->result + bytes, (const unsigned char *)group->x + bytes,
               (n - 1) * bytes);
        break;
    default:
        fault_right_of(group, group->x);
        fault_store(group, 0, group->result, 0);
    }
    free(x);
}

void fault_restart(const struct fake_group *group, const void *parameter)
{
    const size_t width = (size_t) * (const int64_t *)parameter;
    const size_t bytes = wgc_type_info(group->call.type)->bytes;
    for (size_t first = 0; first < group->n; first += width) {
        struct fake_group part = *group;
        part.n = group->n - first < width ? group->n - first : width;
        part.x = (const unsigned char *)group->x + first * bytes;
        part.result = (unsigned char *)group->result + first * bytes;
        fault_right_of(&part, part.x);
    }
}

void fault_by_group(const struct fake_group *group, const void *parameter)
{
    const int64_t late = -2; /* of an exclusive scan nobody sees the very last */
    if ((group->group == 0) == (*(const int64_t *)parameter != 0)) {
        fault_drop(group, &late);
    } else {
        fault_right_of(group, group->x);
    }
}

void fault_root(const struct fake_group *group, const void *parameter)
{
    struct fake_group other = *group;
    const size_t x = group->root % group->side[0],
                 y = group->root / group->side[0] % group->side[1];
    const size_t roots[] = {
        [FIRST_ROOT] = 0,
        [LAST_ROOT] = group->n - 1,
        [NEXT_ROOT] = group->root + 1,
        [SWAPPED] = x * group->side[0] + y,
        [X_ONLY] = x,
        [WITHOUT_Z] = y * group->side[0] + x,
        [LOW_5_BITS] = group->root & 31,
    };
    other.root = roots[*(const int64_t *)parameter] % group->n;
    fault_right_of(&other, group->x);
}

/* A right function with an initial value, made of the right one without. */
static struct fake_group without_init(const struct fake_group *group)
{
    struct fake_group plain = *group;
    plain.call.kind = (enum wgc_kind)(group->call.kind - WGC_KIND_REDUCE_INIT + WGC_KIND_REDUCE);
    plain.init = NULL;
    return plain;
}

void fault_init(const struct fake_group *group, const void *parameter)
{
    struct fake_group other = *group;
    const size_t n = group->n, bytes = wgc_type_info(group->call.type)->bytes;
    unsigned char *x = fake_memory(n, bytes), *pair = fake_memory(2, bytes);
    memcpy(x, group->x, n * bytes);
    switch (*(const int64_t *)parameter) {
    case NO_INIT:
        other = without_init(group);
        break;
    case INIT_TWICE: { /* once more, in the first item */
        const struct wgc_call once = {WGC_KIND_REDUCE_INIT, group->call.op, group->call.type, 0, 0};
        wgc_oracle_exact(&once, group->x, 1, group->init, 0, x);
        break;
    }
    case INIT_IN_EACH:
        for (size_t i = 0; i < n; i++) {
            const struct wgc_call once = {WGC_KIND_REDUCE_INIT, group->call.op, group->call.type, 0,
                                          0};
            wgc_oracle_exact(&once, x + i * bytes, 1, group->init, 0, pair);
            memcpy(x + i * bytes, pair, bytes);
        }
        other = without_init(group);
        break;
    default: /* item 0 does without */
        other = without_init(group);
        fault_right_of(&other, group->x);
        memcpy(pair, group->result, bytes);
        fault_right_of(group, group->x);
        memcpy(group->result, pair, bytes);
        free(x);
        free(pair);
        return;
    }
    fault_right_of(&other, x);
    free(x);
    free(pair);
}
