/* Truth values gone wrong. */
#include "tests/unit/trial_faults.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static bool truth_of(int32_t value, int64_t how)
{
    switch (how) {
    case LOW_BIT:
        return (value & 1) != 0;
    case LOW_BYTE:
        return (value & 0xff) != 0;
    case LOW_HALF:
        return (value & 0xffff) != 0;
    case POSITIVE:
        return value > 0;
    case NEGATIVE:
        return value < 0;
    case IS_ONE:
        return value == 1;
    default:
        return value != 0;
    }
}

static int32_t accumulate(int32_t all, int32_t value, int64_t how)
{
    switch (how) {
    case BITWISE_AND:
        return all & value;
    case BITWISE_XOR:
        return all ^ value;
    case SUM:
        return (int32_t)((uint32_t)all + (uint32_t)value);
    case PRODUCT:
        return (int32_t)((uint32_t)all * (uint32_t)value);
    case LEAST:
        return all < value ? all : value;
    case MOST:
        return all > value ? all : value;
    default:
        return how == ALWAYS;
    }
}

void fault_truth(const struct fake_group *group, const void *parameter)
{
    int32_t *x = fake_memory(group->n, sizeof *x);
    for (size_t i = 0; i < group->n; i++) {
        x[i] = truth_of(((const int32_t *)group->x)[i], *(const int64_t *)parameter);
    }
    fault_right_of(group, x);
    free(x);
}

void fault_combine(const struct fake_group *group, const void *parameter)
{
    const int64_t how = *(const int64_t *)parameter;
    const int32_t *x = group->x;
    int32_t *result = group->result, all = x[0];
    const bool scan =
        group->call.kind == WGC_KIND_SCAN_INCLUSIVE || group->call.kind == WGC_KIND_SCAN_EXCLUSIVE;
    const bool exclusive = group->call.kind == WGC_KIND_SCAN_EXCLUSIVE;
    fault_right_of(group, group->x);
    for (size_t i = 0; how == INVERTED && i < group->n; i++) {
        result[i] = result[i] == 0;
    }
    for (size_t i = 0; how != INVERTED && i < group->n; i++) {
        if (scan && (i > 0 || !exclusive)) {
            all = exclusive && i == 1 ? x[0]
                  : i == 0            ? x[0]
                                      : accumulate(all, x[i - exclusive], how);
            result[i] = all;
        } else if (!scan) {
            all = i == 0 ? x[0] : accumulate(all, x[i], how);
        }
    }
    for (size_t i = 0; how != INVERTED && !scan && i < group->n; i++) {
        result[i] = all;
    }
}
