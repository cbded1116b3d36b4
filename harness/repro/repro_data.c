#include <stdio.h>
#include <string.h>

#include "patterns/patterns.h"
#include "repro/parts.h"
#include "trial/trial_data.h"

static const char *bits_type(size_t bytes)
{
    return bytes == 1 ? "cl_uchar" : bytes == 2 ? "cl_ushort" : bytes == 4 ? "cl_uint" : "cl_ulong";
}

uint64_t wgc_repro_load(const unsigned char *at, size_t bytes)
{
    uint64_t value = 0;

    for (size_t i = bytes; i-- > 0;) { /* the data has the byte order of the host */
        uint16_t probe = 1;
        bool little = *(unsigned char *)&probe == 1;
        value = value << 8 | at[little ? i : bytes - 1 - i];
    }
    return value;
}

/* The tables while they are written, and the statements that expand some of them. */
struct writer {
    struct wgc_buf *out, expand;
    const struct wgc_repro_data *data;
    const struct wgc_trial *trial;
    size_t cells;        /* work-groups in all slots */
    size_t width, bytes; /* elements of a value, bytes of an element */
};

static void put_values(struct writer *writer, const char *type, const char *name,
                       const unsigned char *values, size_t count, size_t bytes)
{
    struct wgc_repro_table table = {.type = type, .name = name};

    for (size_t i = 0; i < count; i++) {
        wgc_repro_table_number(&table, wgc_repro_load(values + i * bytes, bytes));
    }
    wgc_repro_table_put(&table, writer->out, &writer->expand);
}

static struct wgc_trial_group cell_of(const struct writer *writer, size_t k)
{
    const struct wgc_trial *trial = writer->trial;

    return wgc_trial_group_at(trial->data, k / trial->group_count, k % trial->group_count);
}

static const char *mode_name(unsigned mode)
{
    static const char *const names[] = {
        [WGC_JUDGE_BITS] = "BITS",
        [WGC_JUDGE_TRUTH] = "TRUTH",
        [WGC_JUDGE_ORDER] = "ORDER",
        [WGC_JUDGE_SUM] = "SUM",
        [WGC_JUDGE_PRODUCT] = "PRODUCT",
        [WGC_JUDGE_SAME] = "SAME",
        [WGC_JUDGE_INTERVAL] = "INTERVAL",
        [WGC_EXPECTED_ANY] = "NOT_JUDGED",
        [WGC_EXPECTED_POISON] = "NOT_WRITTEN",
        [WGC_EXPECTED_KNOWN] = "KNOWN",
    };

    return names[mode];
}

/* The traits that the data of each work-group is made for. */
static void put_needs(struct writer *writer)
{
    struct wgc_repro_table table = {.type = "unsigned char", .name = "needs"};

    wgc_buf_text(writer->out, "\n/* The bits of the type's FP_CONFIG that the data of each "
                              "work-group is made for. */");
    for (size_t k = 0; k < writer->cells; k++) {
        const struct wgc_trial_group cell = cell_of(writer, k);
        wgc_repro_table_number(&table, cell.slot == WGC_SLOT_CALL
                                           ? wgc_pattern_fp_config(cell.set->row[cell.row].pattern)
                                           : 0);
    }
    wgc_repro_table_put(&table, writer->out, &writer->expand);
}

/* One number of each work-group. */
static void put_sizes(struct writer *writer, const char *name, bool row)
{
    const struct wgc_launch *launch = &writer->trial->data->launch;
    struct wgc_repro_table table = {.type = "size_t", .name = name};

    for (size_t g = 0; g < writer->trial->group_count; g++) {
        wgc_repro_table_number(&table, row ? launch->part[wgc_launch_part(launch, g)].side[0]
                                           : launch->part[wgc_launch_part(launch, g)].items);
    }
    wgc_repro_table_put(&table, writer->out, &writer->expand);
}

/* What each work-item passes: the input, unless a slot has a literal, an id or one value for a
 * whole work-group. */
static void put_passed(struct writer *writer)
{
    const size_t group = writer->trial->group_items * writer->width;
    bool is_input = true;

    for (size_t s = 0; s < writer->trial->slot_count; s++) {
        is_input = is_input && wgc_is_of_input(writer->trial->data->slot[s]);
    }
    if (is_input) {
        wgc_buf_text(writer->out, "\n#define passed input /* what each work-item passes */\n");
        return;
    }
    wgc_buf_text(writer->out, "\n/* What each work-item passes. */");
    struct wgc_repro_table table = {.type = "bits", .name = "passed"};
    for (size_t k = 0; k < writer->cells; k++) {
        const struct wgc_trial_group cell = cell_of(writer, k);
        for (size_t i = 0; i < group; i++) {
            const bool none = i >= cell.part->items * writer->width;
            wgc_repro_table_number(
                &table, none ? 0 : wgc_repro_load(cell.input + i * writer->bytes, writer->bytes));
        }
    }
    wgc_repro_table_put(&table, writer->out, &writer->expand);
}

static bool has_mode(const struct wgc_repro_data *data, unsigned char mode)
{
    for (size_t t = 0; t < data->tables; t++) {
        if (memchr(data->expected[t].mode, mode, data->expected[t].elements) != NULL) {
            return true;
        }
    }
    return false;
}

static void put_bounds(struct writer *writer, const char *name, bool upper)
{
    struct wgc_repro_table table = {.type = "double", .name = name};
    char text[40];

    for (size_t t = 0; t < writer->data->tables; t++) {
        const struct wgc_expected *expected = &writer->data->expected[t];
        for (size_t i = 0; i < expected->elements; i++) {
            (void)snprintf(text, sizeof text, "%a", upper ? expected->hi[i] : expected->lo[i]);
            wgc_repro_table_add(&table, text);
        }
    }
    wgc_repro_table_put(&table, writer->out, &writer->expand);
}

static void put_expected(struct writer *writer)
{
    struct wgc_repro_table mode = {.type = "unsigned char", .name = "mode"};
    struct wgc_repro_table values = {.type = "bits", .name = "right_value"};
    const bool interval = has_mode(writer->data, WGC_JUDGE_INTERVAL);

    for (size_t t = 0; t < writer->data->tables; t++) {
        const struct wgc_expected *expected = &writer->data->expected[t];
        for (size_t i = 0; i < expected->elements; i++) {
            wgc_repro_table_add(&mode, mode_name(expected->mode[i]));
            wgc_repro_table_number(
                &values, wgc_repro_load(expected->values + i * writer->bytes, writer->bytes));
        }
    }
    wgc_buf_text(writer->out, "\n/* How each element of the output is judged. */");
    wgc_repro_table_put(&mode, writer->out, &writer->expand);
    wgc_buf_text(writer->out, "\n/* What it must be. */");
    wgc_repro_table_put(&values, writer->out, &writer->expand);
    const bool known = has_mode(writer->data, WGC_EXPECTED_KNOWN);
    if (interval || known) {
        put_bounds(writer, "low", false);
    }
    if (interval) {
        put_bounds(writer, "high", true);
    }
    wgc_buf_printf(writer->out, "#define LOW(at)  %s\n#define HIGH(at) %s\n",
                   interval || known ? "low[at]" : "0", interval ? "high[at]" : "0");
}

static void put_launch(struct writer *writer)
{
    const struct wgc_trial *trial = writer->trial;
    const size_t *const triple[] = {trial->global_offset, trial->global_size, trial->local_size};
    static const char *const names[] = {"global_offset", "global_size", "local_size"};

    wgc_buf_printf(
        writer->out,
        "\nenum {\n    DIMENSIONS = %u,\n    GROUP_ITEMS = %zu, /* of a whole "
        "work-group */\n    GROUP_COUNT = %zu,\n    SLOT_ITEMS = %zu,\n    "
        "SLOT_COUNT = %zu,  /* calls */\n    WIDTH = %zu,       /* elements of a value */\n"
        "    ELEMENTS = SLOT_COUNT * SLOT_ITEMS * WIDTH,\n"
        "    TABLES = %zu, /* of expected values: one of them is right */\n"
        "    LAUNCHES = %d,\n"
        "    GUARD_ITEMS = %zu, /* on either side of the output */\n"
        "    GUARDS = GUARD_ITEMS * WIDTH,\n    META_WORDS = %d,\n"
        "    LOCAL_BYTES = %zu, /* of an argument in local memory */\n"
        "    RECORD = %zu, /* the word of meta with a local size that the device chose */\n"
        "    META_ITEMS = SLOT_ITEMS * META_WORDS + 3,\n    SHOWN = 20, /* wrong values */\n};\n",
        trial->dimensions, trial->group_items, trial->group_count, trial->slot_items,
        trial->slot_count, writer->width, writer->data->tables,
        writer->data->first_aux == NULL ? 1 : 2, trial->guard_items, WGC_META_WORDS,
        trial->local_bytes, trial->record);
    for (size_t i = 0; i < 3; i++) {
        wgc_buf_printf(writer->out, "static const size_t %s[3] = {%zu, %zu, %zu};\n", names[i],
                       triple[i][0], triple[i][1], triple[i][2]);
    }
}

/* The other arguments of the function. */
static void put_aux(struct writer *writer)
{
    const struct wgc_repro_data *data = writer->data;
    const bool is_typed = wgc_has_init(data->signature->kind);
    const char *type = is_typed ? "bits" : "cl_uint";
    const size_t bytes = is_typed ? writer->bytes : sizeof(uint32_t);
    const size_t count = writer->trial->aux_bytes / bytes;

    wgc_buf_text(writer->out, "\n/* The other arguments of the function. */");
    put_values(writer, type, "aux", writer->trial->aux, count, bytes);
    if (data->first_aux == NULL) {
        wgc_buf_text(writer->out, "#define first_aux aux\n");
        return;
    }
    wgc_buf_text(writer->out, "\n/* The same in a first launch, which finds the sub-groups. */");
    put_values(writer, type, "first_aux", data->first_aux, count, bytes);
}

/* The partition that the values are for. */
static void put_sub_groups(struct writer *writer)
{
    const struct wgc_repro_data *data = writer->data;
    const struct wgc_call *call = &writer->trial->data->call;

    wgc_buf_printf(writer->out,
                   "\n/* The expected values are for sub-groups of that many work-items. */\n"
                   "#define full_size ((size_t)%zu) /* which not each program asks for */\n",
                   data->sub_group_size);
    if (!wgc_repro_stores_sub_groups(data)) {
        return;
    }
    struct wgc_repro_table table = {.type = "size_t", .name = "table_max"};
    for (size_t t = 0; t < data->tables; t++) {
        wgc_repro_table_number(&table, data->expected[t].max_size);
    }
    wgc_buf_text(writer->out, "\n/* Each table is for one get_max_sub_group_size(). */");
    wgc_repro_table_put(&table, writer->out, &writer->expand);
    wgc_buf_text(writer->out, "\n/* The work-items of a row of each work-group. */");
    put_sizes(writer, "row_items", true);
    wgc_buf_printf(
        writer->out,
        "\nenum {\n    STRICT = %d,   /* the case is about the sub-groups themselves */\n"
        "    USES_MAX = %d, /* the call depends on get_max_sub_group_size() */\n"
        "    BY_ROWS = %d,  /* each row of a work-group has sub-groups of its own */\n};\n"
        "/* The work-items of a cluster, and of a sub-group that the kernel requires, or 0. */\n"
        "static const size_t cluster = %zu, required = %zu;\n",
        data->signature->kind == WGC_KIND_MAPPING, wgc_repro_uses_max(data), data->rows,
        call->cluster, data->form->required_size);
}

void wgc_repro_put_data(struct wgc_buf *out, const struct wgc_repro_data *data)
{
    const struct wgc_trial *trial = data->trial;
    const struct wgc_type_info *type = wgc_type_info(data->signature->type);
    struct writer writer = {.out = out,
                            .data = data,
                            .trial = trial,
                            .cells = trial->slot_count * trial->group_count,
                            .width = wgc_call_width(&trial->data->call),
                            .bytes = type->bytes};

    wgc_buf_printf(out, "\ntypedef %s bits; /* of one %s */\n", bits_type(type->bytes), type->name);
    if (type->value_class == WGC_SINT) {
        wgc_buf_printf(out, "typedef cl_%s sbits;\n", bits_type(type->bytes) + strlen("cl_u"));
    }
    wgc_buf_printf(out, "#define POISON ((bits)%s) /* what the output holds before */\n",
                   has_mode(data, WGC_JUDGE_INTERVAL) ? "~(bits)0" : "0xa5a5a5a5a5a5a5a5");
    put_launch(&writer);
    wgc_buf_text(out, wgc_repro_tables);
    put_sizes(&writer, "group_size", false);
    put_values(&writer, "bits", "input", trial->input, trial->input_bytes / type->bytes,
               type->bytes);
    put_aux(&writer);
    wgc_repro_put_type(out, type);
    put_needs(&writer);
    put_passed(&writer);
    if (data->sub_group_size != 0) {
        put_sub_groups(&writer);
    }
    put_expected(&writer);
    wgc_buf_printf(out, "\nstatic void expand_tables(void)\n{\n%s}\n", wgc_buf_str(&writer.expand));
    out->failed = out->failed || writer.expand.failed;
    wgc_buf_free(&writer.expand);
}
