#include "wire/about.h"

#include "suite/tables.h"

void wgc_about_add_lack(struct wgc_about *about, unsigned feature)
{
    if (about->lacks == 0) {
        *about = (struct wgc_about){.kind = WGC_ABOUT_LACKS, .first = feature};
    }
    about->lacks |= UINT64_C(1) << feature;
}

const char *wgc_lack_text(unsigned feature)
{
    return feature == WGC_LACKS_COMPILER ? "a compiler (CL_DEVICE_COMPILER_AVAILABLE)"
                                         : wgc_feature_text((enum wgc_feature)feature);
}

void wgc_about_put(struct wgc_buf *buf, const struct wgc_about *about)
{
    wgc_wire_put_u32(buf, (uint32_t)about->kind);
    wgc_wire_put_u64(buf, about->lacks);
    wgc_wire_put_u32(buf, about->first);
    wgc_wire_put_u32(buf, (uint32_t)about->limit);
}

bool wgc_about_get(struct wgc_wire_view *view, struct wgc_about *about)
{
    const uint64_t all =
        UINT64_C(1) << WGC_LACKS_COMPILER | ((UINT64_C(1) << WGC_FEATURE_COUNT) - 1);
    uint32_t kind, first, limit;

    if (!wgc_wire_get_u32(view, &kind) || kind >= WGC_ABOUT_KIND_COUNT ||
        !wgc_wire_get_u64(view, &about->lacks) || (about->lacks & ~all) != 0 ||
        !wgc_wire_get_u32(view, &first) || first > WGC_LACKS_COMPILER ||
        !wgc_wire_get_u32(view, &limit) || limit >= WGC_LIMIT_COUNT ||
        (kind == WGC_ABOUT_LACKS) != ((about->lacks >> first & 1) != 0)) {
        return false;
    }
    about->kind = (enum wgc_about_kind)kind;
    about->first = first;
    about->limit = (enum wgc_size_limit)limit;
    return true;
}
