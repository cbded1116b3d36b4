/* Launches: which case one is of, and the faults that a test orders for it. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tests/fake/compute.h"
#include "tests/fake/objects.h"
#include "trial/launch.h"

enum { IN, OUT, AUX, META, GROUP_ITEMS, SLOT_ITEMS, GUARD_ITEMS, SLOTS };

/* The geometry by which the forms of one kernel text differ, as far as a single launch shows it. */
static enum wgc_geometry geometry_of(const struct fake_launch *launch, const size_t *offset)
{
    bool remainder = false;
    size_t groups[3];

    for (unsigned d = 0; d < 3; d++) {
        groups[d] = (launch->global[d] + launch->local[d] - 1) / launch->local[d];
        remainder = remainder || launch->global[d] % launch->local[d] != 0;
    }
    for (unsigned d = 0; offset != NULL && d < launch->dimensions; d++) {
        if (offset[d] != 0) {
            return offset[d] > UINT32_MAX ? WGC_GEOMETRY_OFFSET_64 : WGC_GEOMETRY_OFFSET;
        }
    }
    if (groups[1] == WGC_GROUPS_65536 || groups[2] == WGC_GROUPS_65536) {
        return WGC_GEOMETRY_GROUPS_65536;
    }
    return remainder       ? WGC_GEOMETRY_REMAINDER
           : groups[2] > 1 ? WGC_GEOMETRY_GROUPS_3D
           : groups[1] > 1 ? WGC_GEOMETRY_GROUPS_2D
                           : WGC_GEOMETRY_LINEAR;
}

/* A form with the kernel's variant: the one with that geometry, or the first. */
static const struct wgc_form *form_of(const struct wgc_kernel *kernel, enum wgc_geometry geometry)
{
    const size_t length = strcspn(kernel->variant, "-");
    const struct wgc_form *found = NULL;

    for (size_t i = 0; i < wgc_built_suite.form_count; i++) {
        const struct wgc_form *form = &wgc_built_suite.form[i];
        if (strlen(form->variant) == length &&
            memcmp(form->variant, kernel->variant, length) == 0 &&
            (found == NULL || form->geometry == geometry)) {
            found = form;
        }
    }
    return found;
}

/* The rule of that fault for the case of a launch, and the case's name. A launch may have more
 * dimensions than its local size is written with. */
static const struct fake_rule *rule_for(const struct _cl_device_id *device,
                                        const struct fake_launch *launch, enum fake_fault fault,
                                        char name[static FAKE_NAME])
{
    const struct wgc_signature *signature = launch->signature;
    const size_t *side = launch->local;
    char type[WGC_TYPE_NAME_MAX], size[FAKE_TEXT];
    const struct fake_rule *rule = NULL;

    for (unsigned rank = 1; rank <= 3 && rule == NULL; rank++) {
        if ((rank < 3 && side[2] > 1) || (rank < 2 && side[1] > 1)) {
            continue;
        }
        int used = snprintf(size, sizeof size, "%zu", side[0]);
        for (unsigned d = 1; d < rank; d++) {
            used += snprintf(size + used, sizeof size - (size_t)used, "x%zu", side[d]);
        }
        (void)snprintf(name, FAKE_NAME, "%s.%s.%s.%s.%s", fake_language(signature),
                       signature->function, wgc_signature_type(signature, type), size,
                       launch->form->name);
        rule = fake_rule(device, fault, name);
    }
    return rule;
}

static void sleep_ms(unsigned ms)
{
    const struct timespec time = {ms / 1000, (long)(ms % 1000) * 1000000};

    (void)nanosleep(&time, NULL);
}

/* Does what ends the process, or takes time. */
static void obey(const struct _cl_device_id *device, struct fake_launch *launch)
{
    static int *volatile nowhere;
    char name[FAKE_NAME];
    const struct fake_rule *slow = rule_for(device, launch, FAKE_SLOW, name);

    if (slow != NULL) {
        sleep_ms(slow->amount);
    }
    if (rule_for(device, launch, FAKE_CRASH, name) != NULL) {
        *nowhere = 1;
    }
    while (rule_for(device, launch, FAKE_HANG, name) != NULL) {
        (void)pause();
    }
    while (rule_for(device, launch, FAKE_SPIN, name) != NULL) {
    }
    if (rule_for(device, launch, FAKE_TURNS, name) != NULL) {
        const size_t items = launch->local[0] * launch->local[1] * launch->local[2];
        const size_t all = launch->global[0] * launch->global[1] * launch->global[2];

        fake_take_turns((items + device->sub_group - 1) / device->sub_group, all / items);
    }
    launch->wrong = launch->other_offset || rule_for(device, launch, FAKE_WRONG, name) != NULL ||
                    (rule_for(device, launch, FAKE_FLAKY, name) != NULL && fake_is_first(name));
    launch->masked = rule_for(device, launch, FAKE_MASKED, name) != NULL;
    launch->lacking = rule_for(device, launch, FAKE_LACKING, name) != NULL;
    launch->no_bit = rule_for(device, launch, FAKE_NO_BIT, name) != NULL;
    launch->backwards = rule_for(device, launch, FAKE_BACKWARDS, name) != NULL;
    launch->renumbered = rule_for(device, launch, FAKE_RENUMBERED, name) != NULL;
    launch->alternates = rule_for(device, launch, FAKE_ALTERNATES, name) != NULL;
}

/* The local size of a launch that names none: the largest that divides it, up to a limit. */
static void choose(const struct fake_launch *launch, size_t local[3])
{
    enum { MOST = 64 };
    size_t side = launch->global[0] < MOST ? launch->global[0] : MOST;

    while (launch->global[0] % side != 0) {
        side--;
    }
    local[0] = side;
    local[1] = local[2] = 1;
}

static bool set_sizes(struct fake_launch *launch, cl_uint dimensions, const size_t *global,
                      const size_t *local, const struct _cl_device_id *device)
{
    size_t items = 1;

    launch->dimensions = dimensions;
    for (unsigned d = 0; d < 3; d++) {
        launch->global[d] = d < dimensions ? global[d] : 1;
        launch->local[d] = d < dimensions && local != NULL ? local[d] : 1;
    }
    if (local == NULL) {
        choose(launch, launch->local);
    }
    for (unsigned d = 0; d < 3; d++) {
        if (launch->local[d] == 0 || launch->local[d] > launch->global[d] ||
            (launch->global[d] % launch->local[d] != 0 && !device->claim[FAKE_non_uniform])) {
            return false;
        }
        items *= launch->local[d];
    }
    return items <= device->items;
}

static cl_int run(const struct _cl_device_id *device, const struct _cl_kernel *kernel,
                  struct fake_launch *launch, const size_t *offset)
{
    const struct fake_argument *argument = kernel->argument;
    char name[FAKE_NAME];

    for (int i = IN; i <= META; i++) {
        if (argument[i].memory == NULL) {
            return CL_INVALID_KERNEL_ARGS;
        }
    }
    launch->signature = kernel->signature;
    launch->form = form_of(kernel->kernel, geometry_of(launch, offset));
    launch->other_offset = launch->form->geometry == WGC_GEOMETRY_OFFSET_64 &&
                           geometry_of(launch, offset) != WGC_GEOMETRY_OFFSET_64;
    launch->in = argument[IN].memory->bytes;
    launch->in_bytes = argument[IN].memory->size;
    launch->out = argument[OUT].memory->bytes;
    launch->out_bytes = argument[OUT].memory->size;
    launch->aux = argument[AUX].memory->bytes;
    launch->aux_bytes = argument[AUX].memory->size;
    launch->meta = (uint32_t *)(void *)argument[META].memory->bytes;
    launch->meta_bytes = argument[META].memory->size;
    launch->group_items = argument[GROUP_ITEMS].number;
    launch->slot_items = argument[SLOT_ITEMS].number;
    launch->guard_items = argument[GUARD_ITEMS].number;
    launch->slots = argument[SLOTS].number;
    launch->sub_group = device->sub_group;
    obey(device, launch);
    if (rule_for(device, launch, FAKE_REFUSE, name) != NULL) {
        (void)printf("Symbols not found: [ _Z%zu%si ]\n", strlen(kernel->signature->function),
                     kernel->signature->function); /* buffered, as that of any C++ driver */
        return CL_OUT_OF_RESOURCES;
    }
    return fake_compute(launch) ? CL_SUCCESS : CL_OUT_OF_RESOURCES;
}

static cl_int enqueue(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                      const size_t *offset, const size_t *global, const size_t *local,
                      cl_uint count, const cl_event *wait, cl_event *event)
{
    struct fake_launch launch = {0};
    cl_int code;

    (void)count;
    (void)wait;
    (void)event;
    if (!set_sizes(&launch, dimensions, global, local, queue->device)) {
        return CL_INVALID_WORK_GROUP_SIZE;
    }
    if (kernel->signature != NULL) {
        return run(queue->device, kernel, &launch, offset);
    }
    if (fake_measure(kernel, launch.global[0], &code) ||
        fake_probe(kernel, launch.local[0] * launch.local[1] * launch.local[2], &code)) {
        return code;
    }
    return CL_INVALID_OPERATION; /* nobody knows what that kernel computes */
}

/* Launches of several host threads run one after the other. */
static cl_int enqueue_kernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                             const size_t *offset, const size_t *global, const size_t *local,
                             cl_uint count, const cl_event *wait, cl_event *event)
{
    static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

    (void)pthread_mutex_lock(&turn);
    cl_int code = enqueue(queue, kernel, dimensions, offset, global, local, count, wait, event);
    (void)pthread_mutex_unlock(&turn);
    return code;
}

void fake_take_launch(cl_icd_dispatch *table)
{
    table->clEnqueueNDRangeKernel = enqueue_kernel;
}
