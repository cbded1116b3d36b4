/* The values that the bits of an element of the type encode. */
#include "repro/parts.h"

static void put_number_of(struct wgc_buf *out, const struct wgc_type_info *type)
{
    wgc_buf_text(out, "\n/* The value that the bits of an element encode. */\n"
                      "static double number(bits value)\n{\n");
    if (type->value_class != WGC_FLOAT) {
        wgc_buf_printf(out, "    return (double)(%s)value;\n}\n",
                       type->value_class == WGC_UINT ? "bits" : "sbits");
    } else if (type->bytes == 2) {
        wgc_buf_text(out, "    int exponent = value >> 10 & 31;\n"
                          "    double part = value & 1023;\n"
                          "    double size = exponent == 31  ? (part == 0 ? INFINITY : NAN)\n"
                          "                  : exponent == 0 ? ldexp(part, -24)\n"
                          "                                  : ldexp(part + 1024, exponent - 25);\n"
                          "    return value >> 15 ? -size : size;\n}\n");
    } else {
        wgc_buf_printf(out,
                       "    %s real;\n"
                       "    memcpy(&real, &value, sizeof real);\n"
                       "    return real;\n}\n",
                       type->name);
    }
}

/* The device query for the type's arithmetic. */
static void put_traits(struct wgc_buf *out, const struct wgc_type_info *type)
{
    const bool real = type->value_class == WGC_FLOAT;

    wgc_buf_printf(out, "\n#define FP_CONFIG %s\n#define SMALLEST  %s\n",
                   !real              ? "0"
                   : type->bytes == 2 ? "0x1033"
                   : type->bytes == 4 ? "CL_DEVICE_SINGLE_FP_CONFIG"
                                      : "CL_DEVICE_DOUBLE_FP_CONFIG",
                   type->bytes == 2   ? "0x1p-14"
                   : type->bytes == 4 ? "FLT_MIN"
                                      : "DBL_MIN");
}

void wgc_repro_put_type(struct wgc_buf *out, const struct wgc_type_info *type)
{
    put_number_of(out, type);
    put_traits(out, type);
}
