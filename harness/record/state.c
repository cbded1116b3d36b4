#include "record/state.h"

#include "base/row.h"

static const struct {
    const char *name;
    bool bad;
} states[WGC_STATE_COUNT] = {
    [WGC_STATE_PASS] = {"pass", false},
    [WGC_STATE_FAIL] = {"fail", true},
    [WGC_STATE_CRASH] = {"crash", true},
    [WGC_STATE_TIMEOUT] = {"timeout", true},
    [WGC_STATE_BUILD_ERROR] = {"build_error", true},
    [WGC_STATE_SKIP] = {"skip", false},
    [WGC_STATE_WAIVED] = {"waived", false},
    [WGC_STATE_UNEXPECTED_PASS] = {"unexpected_pass", true},
    [WGC_STATE_FLAKY] = {"flaky", true},
    [WGC_STATE_ERROR] = {"error", true},
};

const char *wgc_state_name(enum wgc_state state)
{
    return states[state].name;
}

int wgc_state_by_name(const char *name)
{
    return wgc_row_by_name(&states[0].name, sizeof states[0], WGC_STATE_COUNT, name);
}

bool wgc_state_is_bad(enum wgc_state state)
{
    return states[state].bad;
}
