#include "suite/build_way.h"

#include <stddef.h>
#include <string.h>

/* since: the first OpenCL C that has the option. */
static const struct {
    const char *variant;
    const char *options;
    unsigned since;
} ways[] = {
    {"unoptimized", "-cl-opt-disable", 100},
    {"debug", "-g", 200},
    {"relaxed", "-cl-fast-relaxed-math", 100},
    {"evenly", "-cl-uniform-work-group-size", 200},
};

const char *wgc_build_way(const char *variant, unsigned standard)
{
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        if (strcmp(ways[i].variant, variant) == 0) {
            return standard >= ways[i].since ? ways[i].options : "";
        }
    }
    return "";
}
