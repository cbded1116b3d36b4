/*
 * What a launch of sub_group_progress does on a device whose sub-groups make progress
 * independently: each sub-group is a thread, and waits, spinning, until the one with the next id
 * has had its turn. With more threads than processors most of them spin in vain until the system
 * takes their processor away: that device is right, and slow.
 */
#include "tests/fake/fake.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct turns {
    atomic_size_t turn; /* of all work-groups: one after the other */
    size_t sub_groups, groups;
};

struct sub_group {
    struct turns *turns;
    size_t id;
    pthread_t thread;
};

static void *wait_for_turns(void *data)
{
    const struct sub_group *self = data;
    struct turns *turns = self->turns;

    for (size_t group = 0; group < turns->groups; group++) {
        const size_t own = group * turns->sub_groups + turns->sub_groups - 1 - self->id;

        while (atomic_load(&turns->turn) != own) {
        }
        atomic_fetch_add(&turns->turn, 1);
    }
    return NULL;
}

void fake_take_turns(size_t sub_groups, size_t groups)
{
    struct turns turns = {0, sub_groups, groups};
    struct sub_group *member = fake_memory(sub_groups * sizeof *member);

    for (size_t i = 0; i < sub_groups; i++) {
        member[i] = (struct sub_group){.turns = &turns, .id = i};
        if (pthread_create(&member[i].thread, NULL, wait_for_turns, &member[i]) != 0) {
            abort(); /* those that run wait for this one for ever */
        }
    }
    for (size_t i = 0; i < sub_groups; i++) {
        (void)pthread_join(member[i].thread, NULL);
    }
    free(member);
}
