#include "repro/parts.h"

/* clang-format off */
const char wgc_repro_chosen[] =
    "\n"
    "/* The device chooses the local size. The expected values are for local_size. */\n"
    "static int has_size(const cl_uint *meta)\n"
    "{\n"
    "    const cl_uint *got = meta + RECORD;\n"
    "\n"
    "    if (got[0] == local_size[0] && got[1] == local_size[1] && got[2] == local_size[2]) {\n"
    "        return 1;\n"
    "    }\n"
    "    printf(\"the device chose the local size %ux%ux%u, and this program is for %lux%lux%lu: write it again \"\n"
    "           \"with wgconform repro --local-size %ux%ux%u\\n\", got[0], got[1], got[2],\n"
    "           (unsigned long)local_size[0], (unsigned long)local_size[1], (unsigned long)local_size[2], got[0],\n"
    "           got[1], got[2]);\n"
    "    return 0;\n"
    "}\n"
    "#define LAUNCH_SIZE NULL\n";

const char wgc_repro_not_chosen[] =
    "\n"
    "#define has_size(meta) ((void)(meta), 1)\n"
    "#define LAUNCH_SIZE local_size\n";
