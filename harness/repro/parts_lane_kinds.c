/* What functions that use sub-group local ids return, as in harness/oracle/lanes.c. */
#include "repro/parts.h"

/* clang-format off */
const char wgc_repro_lanes_uniform[] =
    "\n"
    "/* Whether the active items pass one argument; in other sub-groups than the program was made for they\n"
    " * may not, and nothing is defined. */\n"
    "static int is_uniform(void)\n"
    "{\n"
    "    for (size_t i = 0; i < n; i++) {\n"
    "        if (active[i] && argument[i] != argument[first_active]) {\n"
    "            return 0;\n"
    "        }\n"
    "    }\n"
    "    return 1;\n"
    "}\n";

const char wgc_repro_lanes_place[] =
    "\n"
    "/* The sub-group local id of the work-item with this linear id, or n. */\n"
    "static size_t place_of(size_t linear_id)\n"
    "{\n"
    "    size_t i = 0;\n"
    "\n"
    "    while (i < n && item_of[i] != linear_id) {\n"
    "        i++;\n"
    "    }\n"
    "    return i;\n"
    "}\n";

const char wgc_repro_lanes_copy[] =
    "\n"
    "/* What item i must get: the value of another one. Returns 0 where that is not defined. */\n"
    "static int expect_call(size_t i, bits *right)\n"
    "{\n"
    "    size_t from = SOURCE(i);\n"
    "\n"
    "    if (!IS_UNIFORM || from >= n || !active[from]) {\n"
    "        return 0;\n"
    "    }\n"
    "    memcpy(right, x[from], sizeof x[from]);\n"
    "    return 1;\n"
    "}\n";

const char wgc_repro_lanes_elect[] =
    "\n"
    "/* What item i must get: true for the first of those that make the call. */\n"
    "static int expect_call(size_t i, bits *right)\n"
    "{\n"
    "    *right = i == first_active;\n"
    "    return 1;\n"
    "}\n";

const char wgc_repro_lanes_all_equal[] =
    "\n"
    "/* What item i must get: 1 if all items that make the call pass the same value. A single one with a\n"
    " * NaN may be equal to itself or not. */\n"
    "static int expect_call(size_t i, bits *right)\n"
    "{\n"
    "    bits sample = x[first_active][0];\n"
    "    size_t count = 0;\n"
    "    int equal = 1;\n"
    "\n"
    "    (void)i;\n"
    "    for (size_t k = 0; k < n; k++) {\n"
    "        count += active[k] != 0;\n"
    "        equal = equal && (!active[k] || IS_EQUAL(x[k][0], sample));\n"
    "    }\n"
    "    *right = AS_VALUE(equal);\n"
    "    return count > 1 || IS_EQUAL(sample, sample);\n"
    "}\n";

const char wgc_repro_lanes_bits[] =
    "\n"
    "/* What item i must get: a bit for each sub-group local id. Returns 0 where that is not defined. */\n"
    "static int expect_call(size_t i, bits *right)\n"
    "{\n"
    "    for (size_t b = 0; b < 32 * WIDTH; b++) {\n"
    "        right[b / 32] |= (bits)(IS_SET(b, i) ? 1 : 0) << b % 32;\n"
    "    }\n"
    "    return HAS_KNOWN_END;\n"
    "}\n";

const char wgc_repro_lanes_bit[] =
    "\n"
    "/* Bit b of the ballot that item i passes. */\n"
    "static int bit(size_t i, size_t b)\n"
    "{\n"
    "    return b < 32 * WIDTH && (x[i][b / 32] >> b % 32 & 1) != 0;\n"
    "}\n"
    "\n"
    "static void put_number(size_t number, bits *right)\n"
    "{\n"
    "    for (size_t c = 0; c < WIDTH; c++) {\n"
    "        right[c] = (bits)number;\n"
    "    }\n"
    "}\n";

const char wgc_repro_lanes_one_bit[] =
    "\n"
    "/* What item i must get: one bit of the ballot that it passes. Returns 0 where that is not defined. */\n"
    "static int expect_call(size_t i, bits *right)\n"
    "{\n"
    "    size_t index = INDEX(i);\n"
    "\n"
    "    put_number((size_t)bit(i, index), right);\n"
    "    return index < n;\n"
    "}\n";

const char wgc_repro_lanes_count[] =
    "\n"
    "/* What item i must get: the number of bits in the part of the ballot that counts. */\n"
    "static int expect_call(size_t i, bits *right)\n"
    "{\n"
    "    size_t count = 0;\n"
    "    int only_own = 1; /* in SPIR-V, others may count or not */\n"
    "\n"
    "    for (size_t b = 0; b < END(i); b++) {\n"
    "        count += bit(i, b) != 0;\n"
    "        only_own = only_own && (!bit(i, b) || (b < n && active[b]));\n"
    "    }\n"
    "    put_number(count, right);\n"
    "    return !IS_SPIRV || only_own;\n"
    "}\n";

const char wgc_repro_lanes_has_bit[] =
    "\n"
    "/* Whether the bit of a work-item of the sub-group is set: if not, nothing is defined. */\n"
    "static int has_bit_of_item(size_t i)\n"
    "{\n"
    "    size_t b = 0;\n"
    "\n"
    "    while (b < n && !bit(i, b)) {\n"
    "        b++;\n"
    "    }\n"
    "    return b < n;\n"
    "}\n";

const char wgc_repro_lanes_rotated[] =
    "\n"
    "/* The work-item that the sum names, of the `size` from `from` on, or n: in OpenCL C the remainder, which\n"
    " * a negative sum does not define; in SPIR-V a mask, which is that for powers of two. */\n"
    "static size_t rotated(size_t from, size_t place, size_t size)\n"
    "{\n"
    "    long long sum = (long long)place + (cl_int)argument[first_active];\n"
    "\n"
    "    if (IS_SPIRV) {\n"
    "        return (size & (size - 1)) != 0 ? n : from + ((size_t)sum & (size - 1));\n"
    "    }\n"
    "    return sum < 0 ? n : from + (size_t)sum % size;\n"
    "}\n";

const char wgc_repro_lanes_lsb[] =
    "\n"
    "/* What item i must get: the least bit. Returns 0 where that is not defined. */\n"
    "static int expect_call(size_t i, bits *right)\n"
    "{\n"
    "    size_t b = 0;\n"
    "\n"
    "    while (b < max_size && !bit(i, b)) {\n"
    "        b++;\n"
    "    }\n"
    "    put_number(b, right);\n"
    "    return has_bit_of_item(i) && (!IS_SPIRV || (b < n && active[b]));\n"
    "}\n";

const char wgc_repro_lanes_msb[] =
    "\n"
    "/* What item i must get: the greatest bit. Returns 0 where that is not defined. */\n"
    "static int expect_call(size_t i, bits *right)\n"
    "{\n"
    "    size_t end = max_size;\n"
    "\n"
    "    while (end > 0 && !bit(i, end - 1)) {\n"
    "        end--;\n"
    "    }\n"
    "    put_number(end - 1, right);\n"
    "    return has_bit_of_item(i) && (!IS_SPIRV || (end > 0 && end - 1 < n && active[end - 1]));\n"
    "}\n";
