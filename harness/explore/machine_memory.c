/* The interpreter's memory, and its failure. */
#include "base/array.h"
#include "explore/machine.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool wgc_machine_fail(struct wgc_machine *machine, enum wgc_interpreted state, const char *format,
                      ...)
{
    if (machine->state == WGC_INTERPRETED) {
        char text[300];
        va_list arguments;
        va_start(arguments, format);
        (void)vsnprintf(text, sizeof text, format, arguments);
        va_end(arguments);
        machine->state = state;
        wgc_err_set(machine->err, WGC_ERR_RUN, "%s", text);
    }
    return false;
}

static bool no_memory(struct wgc_machine *machine)
{
    return wgc_machine_fail(machine, WGC_NO_MEMORY, "no memory for the interpreter");
}

uint64_t *wgc_machine_take(struct wgc_machine *machine)
{
    if (machine->slots_used == machine->slots_made) {
        uint64_t **grown = wgc_array_grow(machine->slot, machine->slots_made, sizeof *grown);
        machine->slot = grown != NULL ? grown : machine->slot;
        uint64_t *made = grown == NULL ? NULL : calloc(machine->items, sizeof *made);
        if (made == NULL) {
            no_memory(machine);
            return NULL;
        }
        machine->slot[machine->slots_made++] = made;
    }
    return machine->slot[machine->slots_used++];
}

unsigned char *wgc_machine_take_mask(struct wgc_machine *machine)
{
    return (unsigned char *)wgc_machine_take(machine);
}

static size_t elements(const struct wgc_machine *machine, const struct wgc_var *var)
{
    return wgc_is_shared(var) ? var->length : var->length * machine->items;
}

bool wgc_machine_make_memory(struct wgc_machine *machine)
{
    const struct wgc_program *program = machine->program;
    const size_t items = machine->items;
    machine->value = calloc(program->var_count + 1, sizeof *machine->value);
    machine->touch = calloc(program->var_count + 1, sizeof *machine->touch);
    machine->sub_group = calloc(items, sizeof *machine->sub_group);
    machine->lane = calloc(items, sizeof *machine->lane);
    machine->lanes = calloc(items, sizeof *machine->lanes);
    machine->member = calloc(items, sizeof *machine->member);
    machine->first = calloc(items + 2, sizeof *machine->first);
    machine->divided = calloc(items, sizeof *machine->divided);
    machine->made = calloc(machine->recorded.count * items + 1, sizeof *machine->made);
    if (machine->value == NULL || machine->touch == NULL || machine->sub_group == NULL ||
        machine->lane == NULL || machine->lanes == NULL || machine->member == NULL ||
        machine->first == NULL || machine->divided == NULL || machine->made == NULL) {
        return no_memory(machine);
    }
    for (size_t v = 0; v < program->var_count; v++) {
        const size_t count = elements(machine, &program->var[v]);
        machine->value[v] = calloc(count, sizeof *machine->value[v]);
        machine->touch[v] =
            wgc_is_shared(&program->var[v]) ? calloc(count, sizeof *machine->touch[v]) : NULL;
        if (machine->value[v] == NULL ||
            (machine->touch[v] == NULL && wgc_is_shared(&program->var[v]))) {
            return no_memory(machine);
        }
    }
    return true;
}

void wgc_machine_free_memory(struct wgc_machine *machine)
{
    for (size_t v = 0; v < machine->program->var_count; v++) {
        free(machine->value == NULL ? NULL : machine->value[v]);
        free(machine->touch == NULL ? NULL : machine->touch[v]);
    }
    free(machine->value);
    free(machine->touch);
    for (size_t i = 0; i < machine->slots_made; i++) {
        free(machine->slot[i]);
    }
    free(machine->slot);
    free(machine->sub_group);
    free(machine->lane);
    free(machine->lanes);
    free(machine->member);
    free(machine->first);
    free(machine->divided);
    free(machine->made);
}

void wgc_machine_begin_group(struct wgc_machine *machine)
{
    const struct wgc_program *program = machine->program;
    for (size_t v = 0; v < program->var_count; v++) {
        memset(machine->value[v], 0,
               elements(machine, &program->var[v]) * sizeof *machine->value[v]);
    }
    memset(machine->divided, 0, machine->items * sizeof *machine->divided);
    memset(machine->made, 0, machine->recorded.count * machine->items * sizeof *machine->made);
    machine->local_epoch++;
    machine->global_epoch++;
    machine->slots_used = 0;
}
