#include "repro/repro_data.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "patterns/patterns.h"
#include "repro/repro_lanes.h"
#include "trial/trial_data.h"

enum { LINE_WIDTH = 100 };

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

/* An array during its writing, with lines of a fixed width. */
struct array {
    struct wgc_buf *out;
    size_t column, count;
};

static struct array begin(struct wgc_buf *out, const char *type, const char *name)
{
    wgc_buf_printf(out, "\nstatic const %s %s[] = {\n", type, name);
    return (struct array){out, 0, 0};
}

static void put(struct array *array, const char *text)
{
    size_t length = strlen(text) + 2;

    if (array->column + length > LINE_WIDTH) {
        wgc_buf_text(array->out, "\n");
        array->column = 0;
    }
    wgc_buf_printf(array->out, "%s,", text);
    array->column += length;
    array->count++;
}

static void end(struct array *array)
{
    wgc_buf_text(array->out, array->count == 0 ? "0};\n" : "\n};\n");
}

static void put_number(struct array *array, uint64_t value)
{
    char text[40];

    (void)snprintf(text, sizeof text, value < 10 ? "%" PRIu64 : "0x%" PRIx64, value);
    put(array, text);
}

static void put_values(struct wgc_buf *out, const char *type, const char *name,
                       const unsigned char *values, size_t count, size_t bytes)
{
    struct array array = begin(out, type, name);

    for (size_t i = 0; i < count; i++) {
        put_number(&array, wgc_repro_load(values + i * bytes, bytes));
    }
    end(&array);
}

static struct wgc_trial_group cell_of(const struct wgc_trial *trial, size_t k)
{
    return wgc_trial_group_at(trial->data, k / trial->group_count, k % trial->group_count);
}

static const char *mode_name(const struct wgc_trial_group *cell)
{
    static const char *const names[WGC_JUDGE_MODE_COUNT] = {
        [WGC_JUDGE_BITS] = "BITS",         [WGC_JUDGE_TRUTH] = "TRUTH",
        [WGC_JUDGE_ORDER] = "ORDER",       [WGC_JUDGE_SUM] = "SUM",
        [WGC_JUDGE_PRODUCT] = "PRODUCT",   [WGC_JUDGE_SAME] = "SAME",
        [WGC_JUDGE_INTERVAL] = "INTERVAL",
    };

    return cell->slot == WGC_SLOT_SCRATCH ? "NOT_JUDGED" : names[cell->expects.mode];
}

static void put_modes(struct wgc_buf *out, const struct wgc_trial *trial)
{
    struct array array = begin(out, "unsigned char", "mode");

    for (size_t k = 0; k < trial->slot_count * trial->group_count; k++) {
        const struct wgc_trial_group cell = cell_of(trial, k);
        put(&array, mode_name(&cell));
    }
    end(&array);
}

/* The traits that the data of each work-group is made for. */
static void put_needs(struct wgc_buf *out, const struct wgc_trial *trial)
{
    wgc_buf_text(out, "\n/* The bits of the type's FP_CONFIG that the data is made for. */");
    struct array array = begin(out, "unsigned char", "needs");

    for (size_t k = 0; k < trial->slot_count * trial->group_count; k++) {
        const struct wgc_trial_group cell = cell_of(trial, k);
        put_number(&array, cell.slot == WGC_SLOT_CALL
                               ? wgc_pattern_fp_config(cell.set->row[cell.row].pattern)
                               : 0);
    }
    end(&array);
}

static void put_roots(struct wgc_buf *out, const struct wgc_trial *trial)
{
    struct array array = begin(out, "size_t", "root");

    for (size_t k = 0; k < trial->slot_count * trial->group_count; k++) {
        const struct wgc_trial_group cell = cell_of(trial, k);
        put_number(&array, cell.set == NULL ? 0 : cell.set->row[cell.row].root);
    }
    end(&array);
}

static void put_group_sizes(struct wgc_buf *out, const struct wgc_trial *trial)
{
    struct array array = begin(out, "size_t", "group_size");

    for (size_t g = 0; g < trial->group_count; g++) {
        const struct wgc_launch *launch = &trial->data->launch;
        put_number(&array, launch->part[wgc_launch_part(launch, g)].items);
    }
    end(&array);
}

enum what { WHAT_VALUE, WHAT_EXPECTED, WHAT_INIT };

/* One value for each place of the output; 0 where no item is or nothing is judged. */
static void put_cells(struct wgc_buf *out, const char *name, const struct wgc_trial *trial,
                      enum what what)
{
    const size_t width = wgc_call_width(&trial->data->call);
    const size_t bytes = trial->data->value_bytes / width;
    struct array array = begin(out, "bits", name);

    for (size_t k = 0; k < trial->slot_count * trial->group_count; k++) {
        const struct wgc_trial_group cell = cell_of(trial, k);
        const unsigned char *from = what == WHAT_VALUE  ? cell.input
                                    : what == WHAT_INIT ? cell.inits
                                                        : cell.expects.expected;
        bool none = from == NULL || cell.slot == WGC_SLOT_SCRATCH ||
                    (what == WHAT_EXPECTED && cell.expects.mode == WGC_JUDGE_INTERVAL);
        const size_t elements = none ? 0 : cell.part->items * width;
        for (size_t i = 0; i < trial->group_items * width; i++) {
            put_number(&array, i >= elements ? 0 : wgc_repro_load(from + i * bytes, bytes));
        }
    }
    end(&array);
}

/* Whether a result of it may be judged by bounds in the program. */
static bool is_bounded(const struct wgc_signature *signature)
{
    return signature->scope == WGC_SCOPE_SUB_GROUP && signature->op != WGC_OP_NONE &&
           wgc_type_info(signature->type)->value_class == WGC_FLOAT;
}

static bool any_interval(const struct wgc_trial *trial)
{
    for (size_t k = 0; k < trial->slot_count * trial->group_count; k++) {
        const struct wgc_trial_group cell = cell_of(trial, k);
        if (cell.slot != WGC_SLOT_SCRATCH && cell.expects.mode == WGC_JUDGE_INTERVAL) {
            return true;
        }
    }
    return false;
}

static void put_bounds(struct wgc_buf *out, const char *name, const struct wgc_trial *trial,
                       bool upper)
{
    struct array array = begin(out, "double", name);
    char text[40];

    for (size_t k = 0; k < trial->slot_count * trial->group_count; k++) {
        const struct wgc_trial_group cell = cell_of(trial, k);
        bool has = cell.slot != WGC_SLOT_SCRATCH && cell.expects.mode == WGC_JUDGE_INTERVAL;
        for (size_t i = 0; i < trial->group_items; i++) {
            const double *bound = upper ? cell.expects.hi : cell.expects.lo;
            (void)snprintf(text, sizeof text, "%a", has && i < cell.part->items ? bound[i] : 0.0);
            put(&array, text);
        }
    }
    end(&array);
}

static void put_launch(struct wgc_buf *out, const struct wgc_trial *trial)
{
    const size_t *const triple[] = {trial->global_offset, trial->global_size, trial->local_size};
    static const char *const names[] = {"global_offset", "global_size", "local_size"};

    wgc_buf_printf(
        out,
        "\nenum {\n    DIMENSIONS = %u,\n    GROUP_ITEMS = %zu, /* of a whole "
        "work-group */\n    GROUP_COUNT = %zu,\n    SLOT_ITEMS = %zu,\n    "
        "SLOT_COUNT = %zu,  /* calls */\n    WIDTH = %zu,       /* elements of a value */\n"
        "    GUARD_ITEMS = %zu, /* on either side of the output */\n"
        "    GUARDS = GUARD_ITEMS * WIDTH,\n    META_WORDS = %d,\n"
        "    RECORD = %zu, /* the word of meta with a local size that the device chose */\n"
        "    META_ITEMS = SLOT_ITEMS * META_WORDS + 3,\n    SHOWN = 20, /* wrong values */\n};\n",
        trial->dimensions, trial->group_items, trial->group_count, trial->slot_items,
        trial->slot_count, wgc_call_width(&trial->data->call), trial->guard_items, WGC_META_WORDS,
        trial->record);
    for (size_t i = 0; i < 3; i++) {
        wgc_buf_printf(out, "static const size_t %s[3] = {%zu, %zu, %zu};\n", names[i],
                       triple[i][0], triple[i][1], triple[i][2]);
    }
}

/* The action of a sub-group in a slot, by the sum of its id and its work-group's number. */
static void put_turns(struct wgc_buf *out, const struct wgc_trial *trial)
{
    const char *turn = "((void)(slot), CALLS)";

    switch (trial->data->slot[0]) {
    case WGC_SLOT_SOME:
        turn = "((void)(slot), ((s) + (group)) % 2 == 1 ? CALLS : KEEPS)";
        break;
    case WGC_SLOT_EVEN:
        turn = "(((s) + (group)) % 2 == (slot) ? CALLS : LEAVES)";
        break;
    case WGC_SLOT_ROUND:
        turn = "((slot) <= ((s) + (group)) % SLOT_COUNT ? CALLS : LEAVES)";
        break;
    default:
        break;
    }
    for (size_t s = 0; s < trial->slot_count; s++) {
        if (trial->data->slot[s] == WGC_SLOT_GROUPS) {
            wgc_buf_printf(out, "enum { BY_GROUPS = %zu }; /* the slot */\n", s);
            turn = "((void)(s), (slot) != BY_GROUPS || (group) % 2 == 1 ? CALLS : KEEPS)";
        }
    }
    wgc_buf_printf(
        out,
        "/* Whether a sub-group calls; if not, it keeps its input or writes nothing. */\n"
        "enum turn { CALLS, KEEPS, LEAVES };\n#define TURN(slot, s, group) %s\n",
        turn);
}

/* What every work-item of a kernel without a mapping passes. */
static void put_bare_ids(struct wgc_buf *out, const struct wgc_trial_data *data)
{
    const char *set = "((void)(at), (void)(id))", *get = "((void)(at), 0)";

    if (wgc_is_broadcast(data->call.kind)) {
        set = "(aux[at] = (cl_uint)(id))";
        get = "aux[at]";
    }
    if (data->has_numbers) {
        wgc_buf_text(out, "\nstatic void set_id(size_t at, size_t id)\n{\n"
                          "    for (size_t i = 0; i < GROUP_ITEMS; i++) {\n"
                          "        aux[at + i] = (cl_uint)id;\n    }\n}\n");
        set = "set_id(at, id)";
    }
    wgc_buf_printf(out, "#define SET_ID(at, id) %s\n#define ID(at)         %s\n", set, get);
    if (data->argument >= 0) {
        wgc_buf_printf(out, "#define ID_OF(root)    ((void)(root), %ld)\n", data->argument);
    } else if (data->call.kind == WGC_KIND_CLUSTERED_ROTATE) {
        wgc_buf_text(out, "#define ID_OF(root)    ((root) % CLUSTER)\n");
    } else {
        wgc_buf_text(out, "#define ID_OF(root)    ((root) % least_items())\n");
    }
}

static void put_sub_group_data(struct wgc_buf *out, const struct wgc_signature *signature,
                               const struct wgc_trial *trial)
{
    if (trial->data->bare || !wgc_repro_has_lanes(trial)) {
        put_roots(out, trial);
    }
    wgc_buf_printf(out, "\nenum { STRICT = %d };\n", signature->kind == WGC_KIND_MAPPING);
    wgc_buf_text(out, "#define IS_COPY(slot) (");
    for (size_t s = 0; s < trial->slot_count; s++) {
        wgc_buf_printf(out, "%s(slot) == %zu", s == 0 ? "" : " || ",
                       trial->data->slot[s] == WGC_SLOT_COPY ? s : (size_t)999);
    }
    wgc_buf_text(out, ")\n");
    if (wgc_has_init(signature->kind)) {
        put_cells(out, "init", trial, WHAT_INIT);
    }
    if (trial->data->call.cluster != 0) {
        wgc_buf_printf(out, "enum { CLUSTER = %zu };\n", trial->data->call.cluster);
    }
    wgc_buf_printf(
        out,
        "#define DETERMINED(n) %s /* items: SPIR-V leaves a cluster that lacks some undefined */\n",
        trial->data->spirv && trial->data->call.cluster != 0 ? "((n) - (n) % CLUSTER)" : "(n)");
    put_turns(out, trial);
    if (trial->data->bare) {
        put_bare_ids(out, trial->data);
    }
    wgc_buf_text(out, wgc_has_init(signature->kind) ? "#define INIT(at) init[at]\n"
                                                    : "#define INIT(at) ((void)(at), (bits)0)\n");
}

void wgc_repro_put_data(struct wgc_buf *out, const struct wgc_signature *signature,
                        const struct wgc_trial *trial)
{
    const struct wgc_type_info *type = wgc_type_info(signature->type);
    const size_t elements = trial->input_bytes / type->bytes;
    const bool interval = any_interval(trial);
    const bool typed_aux = wgc_has_init(signature->kind);

    wgc_buf_printf(out, "\ntypedef %s bits; /* of one %s */\n", bits_type(type->bytes), type->name);
    if (type->value_class == WGC_SINT) {
        wgc_buf_printf(out, "typedef cl_%s sbits;\n", bits_type(type->bytes) + strlen("cl_u"));
    }
    wgc_buf_printf(out, "#define POISON ((bits)%s) /* what the output holds before */\n",
                   interval || is_bounded(signature) ? "~(bits)0" : "0xa5a5a5a5a5a5a5a5");
    wgc_buf_text(out,
                 "\n/* How an element is judged. */\n"
                 "enum mode { NOT_JUDGED, BITS, TRUTH, ORDER, SUM, PRODUCT, SAME, INTERVAL };\n");
    put_launch(out, trial);
    put_group_sizes(out, trial);
    put_values(out, "bits", "input", trial->input, elements, type->bytes);
    const size_t aux_bytes = typed_aux ? type->bytes : sizeof(uint32_t);
    if (trial->data->sub_groups && wgc_is_broadcast(signature->kind)) {
        wgc_buf_text(out,
                     "\n/* The ids of the items that are broadcast: 0 in the first launch. */\n"
                     "static cl_uint aux[SLOT_COUNT * SLOT_ITEMS];\n");
    } else if ((trial->data->bare && trial->data->has_numbers) ||
               wgc_names_linear_ids(signature->kind)) {
        wgc_buf_text(out, "\n/* The argument of each work-item. */\n"
                          "static cl_uint aux[SLOT_COUNT * SLOT_ITEMS];\n");
    } else {
        wgc_repro_put_lanes_comment(out, trial);
        put_values(out, typed_aux ? "bits" : "cl_uint", "aux", trial->aux,
                   trial->aux_bytes / aux_bytes, aux_bytes);
    }
    wgc_repro_put_type(out, type);
    put_modes(out, trial);
    put_needs(out, trial);
    wgc_buf_text(out, "\n/* What each work-item passes. */");
    put_cells(out, "value", trial, WHAT_VALUE);
    if (signature->scope == WGC_SCOPE_SUB_GROUP) {
        put_sub_group_data(out, signature, trial);
        return;
    }
    wgc_buf_text(out, "\n/* What each work-item must get. */");
    put_cells(out, "expected", trial, WHAT_EXPECTED);
    if (interval) {
        put_bounds(out, "low", trial, false);
        put_bounds(out, "high", trial, true);
    }
    wgc_buf_printf(out, "#define LOW(at)  %s\n#define HIGH(at) %s\n", interval ? "low[at]" : "0",
                   interval ? "high[at]" : "0");
}
