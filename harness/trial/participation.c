#include "trial/parts.h"

bool wgc_slot_is_partial(enum wgc_slot slot)
{
    return slot == WGC_SLOT_SOME || slot == WGC_SLOT_EVEN || slot == WGC_SLOT_ODD ||
           slot == WGC_SLOT_ROUND;
}

enum wgc_participation wgc_slot_participation(enum wgc_slot slot, size_t number, size_t count,
                                              size_t sub_group, size_t g)
{
    const size_t turn = sub_group + g;
    switch (slot) {
    case WGC_SLOT_SOME:
        return turn % 2 == 1 ? WGC_PARTICIPATION_CALLS : WGC_PARTICIPATION_COPIES;
    case WGC_SLOT_EVEN:
        return turn % 2 == 0 ? WGC_PARTICIPATION_CALLS : WGC_PARTICIPATION_NONE;
    case WGC_SLOT_ODD:
        return turn % 2 == 1 ? WGC_PARTICIPATION_CALLS : WGC_PARTICIPATION_NONE;
    case WGC_SLOT_ROUND:
        return number <= turn % count ? WGC_PARTICIPATION_CALLS : WGC_PARTICIPATION_NONE;
    case WGC_SLOT_CALL:
    case WGC_SLOT_COPY:
    case WGC_SLOT_CONSTANT:
    case WGC_SLOT_UNIFORM:
    case WGC_SLOT_SCRATCH:
    case WGC_SLOT_BARE:
    case WGC_SLOT_OWN:
    case WGC_SLOT_LITERAL:
    case WGC_SLOT_UNUSED:
    case WGC_SLOT_OF_LANE:
    case WGC_SLOT_INDEXED:
    case WGC_SLOT_GROUPS:
    case WGC_SLOT_SPLIT:
    case WGC_SLOT_ACTIVE:
    case WGC_SLOT_NESTED:
    case WGC_SLOT_ELSE:
    case WGC_SLOT_LEAVING:
    case WGC_SLOT_LANE:
    case WGC_SLOT_FALLEN:
    case WGC_SLOT_STAYS:
    case WGC_SLOT_OUT:
    case WGC_SLOT_SINGLE:
    case WGC_SLOT_PICKED:
    case WGC_SLOT_ARM:
    case WGC_SLOT_BEFORE:
    case WGC_SLOT_THEN:
    case WGC_SLOT_INNER:
    case WGC_SLOT_OTHER:
    case WGC_SLOT_AFTER:
    case WGC_SLOT_FED:
    case WGC_SLOT_COUNT:
        break;
    }
    return WGC_PARTICIPATION_CALLS;
}
