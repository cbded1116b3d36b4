#include "causes/parts.h"

static enum wgc_wrong_extent extent_of(const struct wgc_record_mismatch *mismatch)
{
    if (mismatch->group_items == 0) {
        return WGC_EXTENT_UNKNOWN;
    }
    return mismatch->group_wrong == mismatch->group_items ? WGC_EXTENT_ALL : WGC_EXTENT_SOME;
}

struct wgc_wrong wgc_wrong_of(const struct wgc_record_mismatch *mismatch)
{
    return (struct wgc_wrong){.kind = mismatch->kind,
                              .extent = extent_of(mismatch),
                              .damage = mismatch->kind == WGC_WRONG_VALUE ? mismatch->damage
                                                                          : WGC_DAMAGE_UNKNOWN,
                              .nan_operands = mismatch->nan_operands,
                              .truth = mismatch->is_truth,
                              .expected = mismatch->truth};
}
