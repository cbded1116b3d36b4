#include <string.h>

#include "causes/parts.h"

static enum wgc_wrong_extent extent_of(const struct wgc_record_mismatch *mismatch)
{
    if (mismatch->group_items == 0) {
        return WGC_EXTENT_UNKNOWN;
    }
    return mismatch->group_wrong == mismatch->group_items ? WGC_EXTENT_ALL : WGC_EXTENT_SOME;
}

/* Whether the pattern, "nan_ignored 0, sub-group 0", is one of NaN among other values. */
static bool has_nan(const char *pattern)
{
    static const char *const names[] = {"nan", "nan_ignored"}; /* of suite/patterns.def */
    const size_t length = pattern == NULL ? 0 : strcspn(pattern, " ");
    bool found = false;

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        found = found || (strlen(names[i]) == length && memcmp(names[i], pattern, length) == 0);
    }
    return found;
}

struct wgc_wrong wgc_wrong_of(const struct wgc_record_mismatch *mismatch)
{
    return (struct wgc_wrong){.kind = mismatch->kind,
                              .extent = extent_of(mismatch),
                              .damage = mismatch->kind == WGC_WRONG_VALUE ? mismatch->damage
                                                                          : WGC_DAMAGE_UNKNOWN,
                              .nan_operands = has_nan(mismatch->pattern),
                              .truth = mismatch->is_truth,
                              .expected = mismatch->truth};
}
