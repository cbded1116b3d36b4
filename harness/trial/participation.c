#include "trial/parts.h"

bool wgc_slot_is_partial(enum wgc_slot slot)
{
    return wgc_slot_callers(slot) != WGC_CALLERS_EVERY;
}

enum wgc_participation wgc_slot_participation(enum wgc_slot slot, size_t number, size_t count,
                                              size_t sub_group, size_t g)
{
    const size_t turn = sub_group + g;
    bool calls = true;
    switch (wgc_slot_callers(slot)) {
    case WGC_CALLERS_EVERY:
        break;
    case WGC_CALLERS_ODD_ELSE_COPY:
        return turn % 2 == 1 ? WGC_PARTICIPATION_CALLS : WGC_PARTICIPATION_COPIES;
    case WGC_CALLERS_EVEN:
        calls = turn % 2 == 0;
        break;
    case WGC_CALLERS_ODD:
        calls = turn % 2 == 1;
        break;
    case WGC_CALLERS_LOOP:
        calls = number <= turn % count;
        break;
    }
    return calls ? WGC_PARTICIPATION_CALLS : WGC_PARTICIPATION_NONE;
}
