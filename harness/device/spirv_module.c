#include "device/spirv_module.h"

/* The words of SPIR-V that the modules use (SPIR-V specification, section 3). */
enum {
    CAPABILITY_ADDRESSES = 4,
    CAPABILITY_KERNEL = 6,
    CAPABILITY_INT64 = 11,
    CAPABILITY_GROUPS = 18,
    STORAGE_INPUT = 1,
    STORAGE_CROSS_WORKGROUP = 5,
    DECORATION_BUILT_IN = 11,
    BUILT_IN_GLOBAL_INVOCATION_ID = 28,
    EXECUTION_KERNEL = 6,
    MEMORY_OPENCL = 2,
    ALIGNED = 2,
    REDUCE = 0,
    OP_MEMORY_MODEL = 14,
    OP_ENTRY_POINT = 15,
    OP_CAPABILITY = 17,
    OP_TYPE_VOID = 19,
    OP_TYPE_INT = 21,
    OP_TYPE_VECTOR = 23,
    OP_TYPE_POINTER = 32,
    OP_TYPE_FUNCTION = 33,
    OP_CONSTANT = 43,
    OP_FUNCTION = 54,
    OP_FUNCTION_PARAMETER = 55,
    OP_FUNCTION_END = 56,
    OP_VARIABLE = 59,
    OP_LOAD = 61,
    OP_STORE = 62,
    OP_IN_BOUNDS_PTR_ACCESS_CHAIN = 70,
    OP_DECORATE = 71,
    OP_COMPOSITE_EXTRACT = 81,
    OP_IADD = 128,
    OP_LABEL = 248,
    OP_RETURN = 253,
    OP_GROUP_IADD = 264
};

/* The ids. With 32 address bits SIZE is UINT: a type is declared once. */
enum {
    MAIN = 1,
    UINT,
    SIZE,
    IDS,
    IDS_POINTER,
    GLOBAL_ID,
    VOID,
    POINTER,
    SIGNATURE,
    CONSTANT,
    X,
    LABEL,
    ALL_IDS,
    ID,
    PLACE,
    IN,
    OUT,
    BOUND
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

static void put_header(struct wgc_spirv_module *module, unsigned version)
{
    const uint32_t header[] = {0x07230203, version / 100 << 16 | version / 10 % 10 << 8, 0, BOUND,
                               0};

    module->count = 0;
    for (size_t i = 0; i < sizeof header / sizeof header[0]; i++) {
        module->word[module->count++] = header[i];
    }
    PUT(module, OP_CAPABILITY, CAPABILITY_ADDRESSES);
    PUT(module, OP_CAPABILITY, CAPABILITY_KERNEL);
}

static void put_model(struct wgc_spirv_module *module, uint32_t address_bits)
{
    PUT(module, OP_MEMORY_MODEL, address_bits == 32 ? 1 : 2 /* Physical32, Physical64 */,
        MEMORY_OPENCL);
}

/* Types and the constant, up to the kernel's label. */
static void put_kernel_head(struct wgc_spirv_module *module, uint32_t constant)
{
    PUT(module, OP_TYPE_VOID, VOID);
    PUT(module, OP_TYPE_POINTER, POINTER, STORAGE_CROSS_WORKGROUP, UINT);
    PUT(module, OP_TYPE_FUNCTION, SIGNATURE, VOID, POINTER);
    PUT(module, OP_CONSTANT, UINT, CONSTANT, constant);
    PUT(module, OP_FUNCTION, VOID, MAIN, 0, SIGNATURE);
    PUT(module, OP_FUNCTION_PARAMETER, POINTER, X);
    PUT(module, OP_LABEL, LABEL);
}

static void put_kernel_end(struct wgc_spirv_module *module)
{
    put(module, OP_RETURN, 0, NULL);
    put(module, OP_FUNCTION_END, 0, NULL);
}

void wgc_spirv_plain(struct wgc_spirv_module *module, unsigned version, uint32_t address_bits)
{
    put_header(module, version);
    put_model(module, address_bits);
    PUT(module, OP_ENTRY_POINT, EXECUTION_KERNEL, MAIN, 'p');
    PUT(module, OP_TYPE_INT, UINT, 32, 0);
    put_kernel_head(module, WGC_SPIRV_ADDED);
    PUT(module, OP_LOAD, UINT, IN, X, ALIGNED, 4);
    PUT(module, OP_IADD, UINT, OUT, IN, CONSTANT);
    PUT(module, OP_STORE, X, OUT, ALIGNED, 4);
    put_kernel_end(module);
}

void wgc_spirv_groups(struct wgc_spirv_module *module, unsigned version, uint32_t scope,
                      uint32_t address_bits)
{
    const uint32_t size = address_bits == 32 ? UINT : SIZE;

    put_header(module, version);
    if (size == SIZE) {
        PUT(module, OP_CAPABILITY, CAPABILITY_INT64);
    }
    PUT(module, OP_CAPABILITY, CAPABILITY_GROUPS);
    put_model(module, address_bits);
    PUT(module, OP_ENTRY_POINT, EXECUTION_KERNEL, MAIN, 'p', GLOBAL_ID);
    PUT(module, OP_DECORATE, GLOBAL_ID, DECORATION_BUILT_IN, BUILT_IN_GLOBAL_INVOCATION_ID);
    PUT(module, OP_TYPE_INT, UINT, 32, 0);
    if (size == SIZE) {
        PUT(module, OP_TYPE_INT, SIZE, 64, 0);
    }
    PUT(module, OP_TYPE_VECTOR, IDS, size, 3);
    PUT(module, OP_TYPE_POINTER, IDS_POINTER, STORAGE_INPUT, IDS);
    PUT(module, OP_VARIABLE, IDS_POINTER, GLOBAL_ID, STORAGE_INPUT);
    put_kernel_head(module, scope);
    PUT(module, OP_LOAD, IDS, ALL_IDS, GLOBAL_ID, ALIGNED, address_bits / 2);
    PUT(module, OP_COMPOSITE_EXTRACT, size, ID, ALL_IDS, 0);
    PUT(module, OP_IN_BOUNDS_PTR_ACCESS_CHAIN, POINTER, PLACE, X, ID);
    PUT(module, OP_LOAD, UINT, IN, PLACE, ALIGNED, 4);
    PUT(module, OP_GROUP_IADD, UINT, OUT, CONSTANT, REDUCE, IN);
    PUT(module, OP_STORE, PLACE, OUT, ALIGNED, 4);
    put_kernel_end(module);
}
