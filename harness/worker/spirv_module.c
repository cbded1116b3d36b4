#include "worker/spirv_module.h"

#include <string.h>

/* The few words of SPIR-V that a module takes (SPIR-V specification, section 3). */
enum {
    CAPABILITY_ADDRESSES = 4,
    CAPABILITY_KERNEL = 6,
    CAPABILITY_GROUPS = 18,
    CAPABILITY_GROUP_UNIFORM_ARITHMETIC = 6400,
    OP_EXTENSION = 10,
    OP_MEMORY_MODEL = 14,
    OP_ENTRY_POINT = 15,
    OP_CAPABILITY = 17,
    OP_TYPE_VOID = 19,
    OP_TYPE_INT = 21,
    OP_TYPE_POINTER = 32,
    OP_TYPE_FUNCTION = 33,
    OP_CONSTANT = 43,
    OP_FUNCTION = 54,
    OP_FUNCTION_PARAMETER = 55,
    OP_FUNCTION_END = 56,
    OP_LOAD = 61,
    OP_STORE = 62,
    OP_IADD = 128,
    OP_LABEL = 248,
    OP_RETURN = 253,
    OP_GROUP_IADD = 264,
    OP_GROUP_IMUL = 6401
};

/* Appends an instruction with its operands. */
static void put(struct wgc_spirv_module *module, uint32_t op, size_t count, const uint32_t *operand)
{
    module->word[module->count++] = (uint32_t)(count + 1) << 16 | op;
    for (size_t i = 0; i < count; i++) {
        module->word[module->count++] = operand[i];
    }
}

#define PUT(module, op, ...)                                                                       \
    put((module), (op), sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t),                \
        (const uint32_t[]){__VA_ARGS__})

static void put_capabilities(struct wgc_spirv_module *module, enum wgc_spirv_call call)
{
    static const char extension[] = "SPV_KHR_uniform_group_instructions";
    uint32_t name[(sizeof extension + 3) / 4] = {0};

    PUT(module, OP_CAPABILITY, CAPABILITY_ADDRESSES);
    PUT(module, OP_CAPABILITY, CAPABILITY_KERNEL);
    if (call != WGC_SPIRV_PLAIN) {
        PUT(module, OP_CAPABILITY, CAPABILITY_GROUPS);
    }
    if (call == WGC_SPIRV_GROUP_IMUL) {
        PUT(module, OP_CAPABILITY, CAPABILITY_GROUP_UNIFORM_ARITHMETIC);
        memcpy(name, extension, sizeof extension);
        put(module, OP_EXTENSION, sizeof name / sizeof name[0], name);
    }
}

void wgc_spirv_assemble(struct wgc_spirv_module *module, unsigned version, enum wgc_spirv_call call,
                        uint32_t scope, uint32_t address_bits)
{
    enum { MAIN = 1, UINT, VOID, POINTER, SIGNATURE, SCOPE, X, LABEL, IN, OUT, BOUND };
    const uint32_t header[] = {0x07230203, version / 100 << 16 | version / 10 % 10 << 8, 0, BOUND,
                               0};
    uint32_t addressing = address_bits == 32 ? 1 : 2;

    memcpy(module->word, header, sizeof header);
    module->count = sizeof header / sizeof header[0];
    put_capabilities(module, call);
    PUT(module, OP_MEMORY_MODEL, addressing, 2 /* OpenCL */);
    PUT(module, OP_ENTRY_POINT, 6 /* Kernel */, MAIN, 'p');
    PUT(module, OP_TYPE_INT, UINT, 32, 0);
    PUT(module, OP_TYPE_VOID, VOID);
    PUT(module, OP_TYPE_POINTER, POINTER, 5 /* CrossWorkgroup */, UINT);
    PUT(module, OP_TYPE_FUNCTION, SIGNATURE, VOID, POINTER);
    PUT(module, OP_CONSTANT, UINT, SCOPE, scope);
    PUT(module, OP_FUNCTION, VOID, MAIN, 0, SIGNATURE);
    PUT(module, OP_FUNCTION_PARAMETER, POINTER, X);
    PUT(module, OP_LABEL, LABEL);
    PUT(module, OP_LOAD, UINT, IN, X, 2 /* Aligned */, 4);
    if (call == WGC_SPIRV_PLAIN) {
        PUT(module, OP_IADD, UINT, OUT, IN, SCOPE);
    } else {
        PUT(module, call == WGC_SPIRV_GROUP_IMUL ? OP_GROUP_IMUL : OP_GROUP_IADD, UINT, OUT, SCOPE,
            0 /* Reduce */, IN);
    }
    PUT(module, OP_STORE, X, OUT, 2 /* Aligned */, 4);
    put(module, OP_RETURN, 0, NULL);
    put(module, OP_FUNCTION_END, 0, NULL);
}
