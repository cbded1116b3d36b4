#include "trial/turn.h"

bool wgc_slot_has_turns(enum wgc_slot slot)
{
    return slot == WGC_SLOT_SOME || slot == WGC_SLOT_EVEN || slot == WGC_SLOT_ODD ||
           slot == WGC_SLOT_ROUND;
}

enum wgc_turn wgc_slot_turn(enum wgc_slot slot, size_t number, size_t count, size_t sub_group,
                            size_t g)
{
    const size_t turn = sub_group + g;
    switch (slot) {
    case WGC_SLOT_SOME:
        return turn % 2 == 1 ? WGC_TURN_CALLS : WGC_TURN_KEEPS;
    case WGC_SLOT_EVEN:
        return turn % 2 == 0 ? WGC_TURN_CALLS : WGC_TURN_LEAVES;
    case WGC_SLOT_ODD:
        return turn % 2 == 1 ? WGC_TURN_CALLS : WGC_TURN_LEAVES;
    case WGC_SLOT_ROUND:
        return number <= turn % count ? WGC_TURN_CALLS : WGC_TURN_LEAVES;
    default:
        return WGC_TURN_CALLS;
    }
}
