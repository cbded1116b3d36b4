#include <stdio.h>

#include "causes/common.h"
#include "suite/tables.h"

/* The number of components at the end of a vector's name; 1: it is no vector. */
static unsigned components_of(const char *name, size_t length)
{
    unsigned count = 0, place = 1;

    for (; length > 0 && name[length - 1] >= '0' && name[length - 1] <= '9'; length--) {
        count += place * (unsigned)(name[length - 1] - '0');
        place *= 10;
    }
    return count == 0 ? 1 : count;
}

bool wgc_type_has(const char *name, size_t length, enum wgc_type_trait trait)
{
    char text[16];
    const unsigned components = components_of(name, length);

    (void)snprintf(text, sizeof text, "%.*s", (int)length, name);
    const int type = wgc_type_by_name(text);
    if (type < 0) {
        return false;
    }
    const struct wgc_type_info *info = wgc_type_info((enum wgc_type)type);
    switch (trait) {
    case WGC_TRAIT_VECTOR3:
        return components == 3;
    case WGC_TRAIT_VECTOR:
        return components > 1;
    case WGC_TRAIT_BITS_8:
        return info->bytes == 1;
    case WGC_TRAIT_BITS_16:
        return info->bytes == 2;
    case WGC_TRAIT_BITS_64:
        return info->bytes == 8;
    case WGC_TRAIT_FLOAT:
        return info->value_class == WGC_FLOAT;
    case WGC_TRAIT_NARROW:
        return info->bytes < 4;
    case WGC_TRAIT_COUNT:
        break;
    }
    return false;
}

const char *wgc_type_trait_text(enum wgc_type_trait trait)
{
    static const char *const texts[WGC_TRAIT_COUNT] = {
        [WGC_TRAIT_VECTOR3] = "3-component vectors", [WGC_TRAIT_VECTOR] = "vectors",
        [WGC_TRAIT_BITS_8] = "8-bit types",          [WGC_TRAIT_BITS_16] = "16-bit types",
        [WGC_TRAIT_BITS_64] = "64-bit types",        [WGC_TRAIT_FLOAT] = "floating-point types",
        [WGC_TRAIT_NARROW] = "8- and 16-bit types",
    };

    return texts[trait];
}
