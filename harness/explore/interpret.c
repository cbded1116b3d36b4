/* The interpreter: a program's groups one after another. */
#include "explore/machine.h"

enum { USUAL_STEPS = 2000000 };

/* The group's part of mem, from its GLOBAL variables in their order. */
static void write_mem(struct wgc_machine *machine)
{
    const struct wgc_program *program = machine->program;
    uint32_t *to = machine->mem + machine->group * machine->layout.group_mem_words;
    for (size_t v = 0; v < program->var_count; v++) {
        const struct wgc_var *var = &program->var[v];
        if (var->kind != WGC_VAR_GLOBAL) {
            continue;
        }
        const size_t words = wgc_bits(var->type) / 32;
        for (size_t e = 0; e < var->length; e++) {
            to[e * words] = (uint32_t)machine->value[v][e];
            if (words == 2) {
                to[e * words + 1] = (uint32_t)(machine->value[v][e] >> 32);
            }
        }
        to += (var->length * words + 1) / 2 * 2;
    }
}

static void run_groups(struct wgc_machine *machine, const uint32_t *ids, uint64_t steps)
{
    const size_t items = machine->items;
    const size_t record_words = items * machine->recorded.words;
    uint32_t *const predicted = machine->predicted;
    for (size_t group = 0; group < machine->program->groups; group++) {
        machine->group = group;
        machine->steps = steps;
        wgc_machine_begin_group(machine);
        if (machine->has_sub_groups) {
            const size_t record = machine->layout.total * WGC_IDS_WORDS + group * record_words;
            machine->record = ids + record;
            machine->predicted = predicted == NULL ? NULL : predicted + record;
            if (!wgc_machine_partition(machine, ids + group * items * WGC_IDS_WORDS)) {
                return;
            }
        }
        if (!wgc_machine_run_group(machine)) {
            return;
        }
        write_mem(machine);
    }
}

/* predicted: ids, to be written, or NULL. */
static enum wgc_interpreted interpret(const struct wgc_program *program, const uint32_t *in,
                                      const uint32_t *ids, uint32_t *predicted, bool splits,
                                      uint64_t steps, uint32_t *out, uint32_t *mem,
                                      struct wgc_err *err)
{
    struct wgc_machine machine = {.program = program,
                                  .in = in,
                                  .out = out,
                                  .mem = mem,
                                  .predicted = predicted,
                                  .splits = splits,
                                  .err = err};
    if (wgc_program_check_form(program, err) != WGC_OK) {
        err->status = WGC_ERR_RUN;
        return WGC_BAD_PROGRAM;
    }
    wgc_program_layout(program, &machine.layout);
    machine.items = machine.layout.items;
    machine.has_sub_groups = machine.layout.ids_words > 0;
    if (machine.has_sub_groups) {
        wgc_recorded_find(program, &machine.recorded);
    }
    for (size_t i = 0; i < machine.layout.out_words; i++) {
        out[i] = WGC_PROGRAM_POISON;
    }
    for (size_t i = 0; i < machine.layout.mem_words; i++) {
        mem[i] = 0;
    }
    if (machine.has_sub_groups && ids == NULL) {
        wgc_machine_fail(&machine, WGC_BAD_PARTITION, "the program's sub-groups are unknown");
    } else if (wgc_machine_make_memory(&machine)) {
        run_groups(&machine, ids, steps == 0 ? USUAL_STEPS : steps);
    }
    wgc_machine_free_memory(&machine);
    return machine.state;
}

enum wgc_interpreted wgc_program_interpret(const struct wgc_program *program, const uint32_t *in,
                                           const uint32_t *ids, uint64_t steps, uint32_t *out,
                                           uint32_t *mem, struct wgc_err *err)
{
    return interpret(program, in, ids, NULL, false, steps, out, mem, err);
}

enum wgc_interpreted wgc_program_predict(const struct wgc_program *program, const uint32_t *in,
                                         uint32_t *ids, enum wgc_parts parts, uint32_t *out,
                                         uint32_t *mem, struct wgc_err *err)
{
    return interpret(program, in, ids, ids, parts == WGC_PARTS_SPLIT, 0, out, mem, err);
}
