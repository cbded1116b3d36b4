/* Judges the sizes of sub-groups, where a case depends on them. */
#include "repro/parts.h"

/* clang-format off */
const char wgc_repro_sizes[] =
    "\n"
    "/* The work-items of the largest sub-group. */\n"
    "static size_t largest_sub_group(const cl_uint *meta)\n"
    "{\n"
    "    size_t largest = 0;\n"
    "\n"
    "    for (size_t group = 0; group < GROUP_COUNT; group++) {\n"
    "        size_t population[GROUP_ITEMS] = {0};\n"
    "        for (size_t i = 0; i < group_size[group]; i++) {\n"
    "            cl_uint id = meta[(group * GROUP_ITEMS + i) * META_WORDS];\n"
    "            if (id < GROUP_ITEMS && ++population[id] > largest) {\n"
    "                largest = population[id];\n"
    "            }\n"
    "        }\n"
    "    }\n"
    "    return largest;\n"
    "}\n";

const char wgc_repro_cluster_size[] =
    "\n"
    "static void check_cluster(const cl_uint *meta)\n"
    "{\n"
    "    size_t largest = largest_sub_group(meta);\n"
    "\n"
    "    if (CLUSTER > largest) {\n"
    "        printf(\"not defined: clusters of %d work-items in sub-groups of at most %zu\\n\", CLUSTER, largest);\n"
    "        exit(2);\n"
    "    }\n"
    "}\n";

const char wgc_repro_required_size[] =
    "\n"
    "static void check_required(const cl_uint *meta)\n"
    "{\n"
    "    size_t largest = largest_sub_group(meta);\n"
    "    size_t expected = REQUIRED < GROUP_ITEMS ? REQUIRED : GROUP_ITEMS;\n"
    "    int is_line = local_size[0] == GROUP_ITEMS; /* a device may have a sub-group for each row */\n"
    "\n"
    "    if (is_line ? largest != expected : largest > expected) {\n"
    "        printf(\"the kernel requires sub-groups of %d work-items; the largest has %zu\\n\", REQUIRED, largest);\n"
    "        wrong++;\n"
    "    }\n"
    "    for (size_t i = 0; largest != 0 && i < GROUP_COUNT * GROUP_ITEMS; i++) {\n"
    "        cl_uint max_size = meta[i * META_WORDS + 3];\n"
    "        if (max_size != REQUIRED) {\n"
    "            printf(\"the kernel requires sub-groups of %d work-items, and get_max_sub_group_size() is %u\\n\",\n"
    "                   REQUIRED, max_size);\n"
    "            wrong++;\n"
    "            break;\n"
    "        }\n"
    "    }\n"
    "}\n";

const char wgc_repro_no_cluster[] = "\n#define check_cluster(meta) ((void)(meta))\n";

const char wgc_repro_no_required[] = "\n#define check_required(meta) ((void)(meta))\n";

const char wgc_repro_max_size[] =
    "\n"
    "/* All work-items of a work-group have one get_max_sub_group_size(), and sub-groups are no larger. */\n"
    "static int check_max_size(const cl_uint *meta, size_t group)\n"
    "{\n"
    "    const cl_uint *word = meta + group * GROUP_ITEMS * META_WORDS;\n"
    "    cl_uint common = word[order[0] * META_WORDS + 3];\n"
    "\n"
    "    for (size_t i = 0; i < group_size[group]; i++) {\n"
    "        cl_uint id = word[i * META_WORDS], found = word[i * META_WORDS + 3];\n"
    "        if (found < first[id + 1] - first[id]) {\n"
    "            return bad_mapping(group, i, \"maximum sub-group size, at least\", first[id + 1] - first[id], found);\n"
    "        }\n"
    "        if (found != common) {\n"
    "            return bad_mapping(group, i, \"maximum sub-group size as in other items\", common, found);\n"
    "        }\n"
    "    }\n"
    "    return 1;\n"
    "}\n";

const char wgc_repro_no_max_size[] =
    "\n"
    "#define check_max_size(meta, group) ((void)(meta), (void)(group), 1)\n";
