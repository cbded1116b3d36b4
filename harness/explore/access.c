/* Accesses to local and global memory between barriers. */
#include "explore/node.h"

static unsigned place_of(const struct wgc_program *program, unsigned var)
{
    unsigned place = 0;
    for (unsigned i = 0; i < var; i++) {
        place += wgc_is_shared(&program->var[i]);
    }
    return place;
}

bool wgc_access_add(const struct wgc_program *program, struct wgc_accesses *accesses, unsigned var,
                    uint32_t access)
{
    const uint32_t atomic = ~(uint32_t)(WGC_ACCESS_ATOMIC - 1);
    uint32_t *earlier = &accesses->of[place_of(program, var)];
    uint32_t conflicting = 0;
    switch (access) {
    case WGC_ACCESS_OWN_READ:
        conflicting = atomic;
        break;
    case WGC_ACCESS_OWN_WRITE:
        conflicting = atomic | WGC_ACCESS_ANY_READ;
        break;
    case WGC_ACCESS_ANY_READ:
        conflicting = atomic | WGC_ACCESS_OWN_WRITE;
        break;
    default: /* the same atomic operation in any order has one result */
        conflicting = ~access;
    }
    const bool right = (*earlier & conflicting) == 0;
    *earlier |= access;
    return right;
}

void wgc_access_join(struct wgc_accesses *accesses, const struct wgc_accesses *other)
{
    for (size_t i = 0; i < WGC_MAX_SHARED_VARS; i++) {
        accesses->of[i] |= other->of[i];
    }
}

void wgc_access_barrier(const struct wgc_program *program, struct wgc_accesses *accesses,
                        unsigned fences)
{
    size_t place = 0;
    for (size_t i = 0; i < program->var_count; i++) {
        const struct wgc_var *var = &program->var[i];
        const unsigned fence = var->kind == WGC_VAR_LOCAL ? WGC_FENCE_LOCAL : WGC_FENCE_GLOBAL;
        if (wgc_is_shared(var)) {
            accesses->of[place] = (fences & fence) != 0 ? 0 : accesses->of[place];
            place++;
        }
    }
}
