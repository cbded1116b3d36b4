/*
 * What a launch of sub_group_progress does on a device whose sub-groups make progress
 * independently: each sub-group is a thread, and those that wait for each other spin until it is
 * their turn. With more threads than processors most of them spin in vain until the system takes
 * their processor away: that device is right, and slow.
 */
#include "tests/fake/fake.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

/* As in the kernel (wait_for_turn in generator/kernels.py): the others have nothing to wait for. */
static const size_t most_waiting = 16;

struct turns {
    atomic_size_t turn; /* of all work-groups: one after the other */
    size_t waiting, groups;
};

struct sub_group {
    struct turns *turns;
    size_t place; /* among those that wait */
    pthread_t thread;
};

static void take_turn(struct turns *turns, size_t own)
{
    while (atomic_load(&turns->turn) != own) {
    }
    atomic_fetch_add(&turns->turn, 1);
}

static void *wait_for_turns(void *data)
{
    const struct sub_group *self = data;
    struct turns *turns = self->turns;

    for (size_t group = 0; group < turns->groups; group++) {
        const size_t first = 2 * group * turns->waiting;

        take_turn(turns, first + turns->waiting - 1 - self->place);
        take_turn(turns, first + turns->waiting + self->place);
    }
    return NULL;
}

void fake_take_turns(size_t sub_groups, size_t groups)
{
    struct turns turns = {.waiting = sub_groups < most_waiting ? sub_groups : most_waiting,
                          .groups = groups};
    struct sub_group *member = fake_memory(turns.waiting * sizeof *member);

    for (size_t i = 0; i < turns.waiting; i++) {
        member[i] = (struct sub_group){.turns = &turns, .place = i};
        if (pthread_create(&member[i].thread, NULL, wait_for_turns, &member[i]) != 0) {
            abort(); /* those that run wait for this one for ever */
        }
    }
    for (size_t i = 0; i < turns.waiting; i++) {
        (void)pthread_join(member[i].thread, NULL);
    }
    free(member);
}
