/* Functions that use sub-group local ids, and calls that some work-items of a sub-group make. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "oracle/classes.h"
#include "tests/unit/portion.h"
#include "tests/unit/trial_fixture.h"

enum { ITEMS = 37, MOST = 128, VALUE = 128 };

/* A sub-group's call, as a device sees it. */
struct lanes {
    enum wgc_kind kind;
    size_t n, max, width, bytes, cluster; /* bytes: of a component */
    bool active[MOST];
    uint32_t argument[MOST];
    unsigned char x[MOST][VALUE]; /* zero from ITEMS on */
};
/* Of the struct, up to what is zero. */
static const size_t used_bytes = offsetof(struct lanes, x) + sizeof(unsigned char[ITEMS][VALUE]);

/* A device: the size of its sub-groups, and what it does wrong. */
struct device {
    size_t size;
    void (*spoil)(struct lanes *lanes); /* before each call */
    bool garbage;                       /* where the result is undefined */
    bool everybody;                     /* work-items that are not active store too */
    bool short_garbage;                 /* in a last cluster that lacks work-items */
    bool split;  /* work-items with even and with odd local ids call separately */
    bool joined; /* all that make the call, whatever their class, call together */
};

static bool bit(const unsigned char *ballot, size_t i)
{
    uint32_t word[4];
    memcpy(word, ballot, sizeof word);
    return i < 128 && (word[i / 32] >> i % 32 & 1) != 0;
}

static void set_all(const struct lanes *lanes, uint32_t number, unsigned char *result)
{
    for (size_t c = 0; c < lanes->width; c++) {
        memset(result + c * lanes->bytes, 0, lanes->bytes);
        memcpy(result + c * lanes->bytes, &number, lanes->bytes < 4 ? lanes->bytes : 4);
    }
}

static size_t first_of(const struct lanes *lanes)
{
    for (size_t i = 0; i < lanes->n; i++) {
        if (lanes->active[i]) {
            return i;
        }
    }
    return lanes->n;
}

/* Whether bit k is set in the ballot, or in the mask, that work-item i gets. */
static bool is_set(const struct lanes *lanes, size_t i, size_t k)
{
    switch (lanes->kind) {
    case WGC_KIND_GE_MASK:
        return k >= i;
    case WGC_KIND_LT_MASK:
        return k < i;
    default: /* BALLOT */
        return k < lanes->n && lanes->active[k] && memcmp(lanes->x[k], "\0\0\0\0", 4) != 0;
    }
}

static void put_ballot(const struct lanes *lanes, size_t i, unsigned char *result)
{
    uint32_t word[4] = {0};
    for (size_t k = 0; k < lanes->max; k++) {
        word[k / 32] |= (uint32_t)is_set(lanes, i, k) << k % 32;
    }
    memcpy(result, word, sizeof word);
}

/* What the set bits of a ballot give; false: it is undefined. */
static bool compute_of_bits(const struct lanes *lanes, size_t i, unsigned char *result)
{
    const bool scan = lanes->kind == WGC_KIND_BALLOT_EXCLUSIVE_SCAN;
    uint32_t count = 0, low = 128, high = 128;
    for (size_t k = 0; k < (scan ? i : lanes->max); k++) {
        if (bit(lanes->x[i], k)) {
            count++;
            low = low == 128 ? (uint32_t)k : low;
            high = (uint32_t)k;
        }
    }
    set_all(lanes,
            lanes->kind == WGC_KIND_BALLOT_FIND_LSB   ? low
            : lanes->kind == WGC_KIND_BALLOT_FIND_MSB ? high
                                                      : count,
            result);
    return high != 128 || lanes->kind == WGC_KIND_BALLOT_BIT_COUNT || scan;
}

static bool all_equal(const struct lanes *lanes)
{
    const size_t size = lanes->width * lanes->bytes;
    const size_t first = first_of(lanes);
    for (size_t k = 0; k < lanes->n; k++) {
        if (lanes->active[k] && memcmp(lanes->x[k], lanes->x[first], size) != 0) {
            return false;
        }
    }
    return true;
}

/* The work-item whose value work-item i gets. */
static size_t source_of(const struct lanes *lanes, size_t i)
{
    const size_t argument = lanes->argument[i];
    switch (lanes->kind) {
    case WGC_KIND_BROADCAST_FIRST:
        return first_of(lanes);
    case WGC_KIND_SHUFFLE_XOR:
        return argument ^ i;
    case WGC_KIND_SHUFFLE_UP:
        return i - argument;
    case WGC_KIND_SHUFFLE_DOWN:
        return i + argument;
    case WGC_KIND_ROTATE:
        return (i + argument) % lanes->max;
    case WGC_KIND_CLUSTERED_ROTATE:
        return i - i % lanes->cluster + (i + argument) % lanes->cluster;
    default: /* SHUFFLE, NON_UNIFORM_BROADCAST */
        return argument;
    }
}

/* The result for work-item i, straight from the text of the extension; false: it is undefined. */
static bool compute(const struct lanes *lanes, size_t i, unsigned char *result)
{
    switch (lanes->kind) {
    case WGC_KIND_ELECT:
        set_all(lanes, i == first_of(lanes), result);
        return true;
    case WGC_KIND_ALL_EQUAL:
        set_all(lanes, all_equal(lanes), result);
        return true;
    case WGC_KIND_BALLOT:
    case WGC_KIND_GE_MASK:
    case WGC_KIND_LT_MASK:
        put_ballot(lanes, i, result);
        return true;
    case WGC_KIND_INVERSE_BALLOT:
        set_all(lanes, bit(lanes->x[i], i), result);
        return true;
    case WGC_KIND_BALLOT_BIT_EXTRACT:
        set_all(lanes, bit(lanes->x[i], lanes->argument[i]), result);
        return true;
    case WGC_KIND_BALLOT_BIT_COUNT:
    case WGC_KIND_BALLOT_EXCLUSIVE_SCAN:
    case WGC_KIND_BALLOT_FIND_MSB:
    case WGC_KIND_BALLOT_FIND_LSB:
        return compute_of_bits(lanes, i, result);
    default:
        break;
    }
    const size_t from = source_of(lanes, i);
    if (from >= lanes->n || !lanes->active[from]) {
        return false;
    }
    memcpy(result, lanes->x[from], lanes->width * lanes->bytes);
    return true;
}

/* A sum over the active work-items, or those of a cluster, for a kind that does not use local ids.
 */
static bool compute_sum(const struct lanes *lanes, size_t i, unsigned char *result)
{
    uint32_t sum = 0, value;
    for (size_t k = 0; k < lanes->n; k++) {
        const bool together = lanes->cluster == 0 || k / lanes->cluster == i / lanes->cluster;
        memcpy(&value, lanes->x[k], sizeof value);
        sum += together && lanes->active[k] ? value : 0;
    }
    memcpy(result, &sum, sizeof sum);
    return true;
}

static uint32_t aux_at(const struct wgc_trial *trial, size_t index)
{
    uint32_t word;
    if ((index + 1) * sizeof word > trial->aux_bytes) {
        return 0;
    }
    memcpy(&word, (const unsigned char *)trial->aux + index * sizeof word, sizeof word);
    return word;
}

static uint32_t activity_at(const struct wgc_trial *trial, size_t element)
{
    return aux_at(trial, trial->slot_count * trial->slot_items + element);
}

/* The value of slot FED: of the first slot's and the results of those before. */
static void feed(const struct lanes *lanes, const struct wgc_signature *signature,
                 const struct wgc_trial *trial, size_t slot, size_t element,
                 const unsigned char *output, unsigned char *value)
{
    const size_t size = lanes->width * lanes->bytes;
    memcpy(value, (const unsigned char *)trial->input + element * size, size);
    for (size_t s = 0; s < slot; s++) {
        const unsigned char *result =
            output + (trial->guard_items + s * trial->slot_items + element) * size;
        for (size_t k = 0; k < size; k++) {
            const bool real = wgc_type_info(signature->type)->value_class == WGC_FLOAT;
            value[k] = (unsigned char)(real ? result[k] : value[k] ^ result[k]);
        }
    }
}

static void run_sub_group(const struct device *device, const struct wgc_trial_spec *spec,
                          const struct wgc_trial *trial, size_t slot, size_t element, size_t n,
                          unsigned char *output)
{
    static struct lanes lanes, before;
    const struct wgc_signature *signature = spec->signature;
    const enum wgc_slot kind = spec->form->slot[slot];
    uint32_t class_of[MOST];
    memset(&lanes, 0, used_bytes);
    lanes.kind = signature->kind;
    lanes.n = n;
    lanes.max = device->size;
    lanes.width = signature->width;
    lanes.bytes = wgc_type_info(signature->type)->bytes;
    lanes.cluster = signature->cluster;
    const size_t size = lanes.width * lanes.bytes, at = slot * trial->slot_items + element;
    for (size_t i = 0; i < n; i++) {
        const uint32_t word = activity_at(trial, element + i);
        memcpy(lanes.x[i], (const unsigned char *)trial->input + (at + i) * size, size);
        if (kind == WGC_SLOT_FED) {
            feed(&lanes, signature, trial, slot, element + i, output, lanes.x[i]);
        }
        lanes.active[i] = wgc_is_active(kind, slot, trial->slot_count, word, i);
        class_of[i] =
            lanes.active[i] ? wgc_class_of(kind, trial->slot_count, word, i) : WGC_NO_CLASS;
        lanes.argument[i] = aux_at(trial, at + i);
    }
    memcpy(&before, &lanes, used_bytes);
    for (size_t i = 0; i < n; i++) {
        unsigned char result[VALUE];
        if (device->spoil != NULL) {
            memcpy(&lanes, &before, used_bytes);
        }
        for (size_t k = 0; k < n; k++) { /* those of other classes call separately */
            lanes.active[k] = before.active[k] && (device->joined || class_of[k] == class_of[i]) &&
                              !(device->split && k % 2 != i % 2);
        }
        if (device->spoil != NULL) {
            device->spoil(&lanes);
        }
        memset(result, 0xc3, sizeof result);
        const bool sums =
            signature->kind == WGC_KIND_REDUCE || signature->kind == WGC_KIND_CLUSTERED_REDUCE;
        const bool lacks = lanes.cluster != 0 && i - i % lanes.cluster + lanes.cluster > n;
        const bool defined = sums ? compute_sum(&lanes, i, result) : compute(&lanes, i, result);
        if (lacks && device->short_garbage) {
            memset(result, 0xc3, sizeof result);
        } else if (!defined && !device->garbage) {
            memcpy(result, before.x[i], size);
        }
        if (before.active[i] || device->everybody) {
            memcpy(output + (trial->guard_items + at + i) * size, result, size);
        }
    }
}

static void run_once(const struct device *device, const struct wgc_trial_spec *spec,
                     const struct wgc_trial *trial, unsigned char *output, uint32_t *meta)
{
    const size_t sub_groups = (ITEMS + device->size - 1) / device->size;
    memcpy(output, trial->poison, trial->output_bytes);
    for (size_t g = 0; g < trial->group_count; g++) {
        for (size_t i = 0; meta != NULL && i < ITEMS; i++) {
            uint32_t *words = meta + (g * ITEMS + i) * WGC_META_WORDS;
            words[0] = (uint32_t)(i / device->size);
            words[1] = (uint32_t)(i % device->size);
            words[3] = (uint32_t)device->size;
            if (spec->form->slot[0] == WGC_SLOT_PICKED) {
                words[2] = activity_at(trial, g * ITEMS + i);
            }
        }
        for (size_t s = 0; s < trial->slot_count * sub_groups; s++) {
            const size_t first = s % sub_groups * device->size;
            const size_t n = ITEMS - first < device->size ? ITEMS - first : device->size;
            run_sub_group(device, spec, trial, s / sub_groups, g * ITEMS + first, n, output);
        }
    }
}

/* A case, and what became of it. */
struct subject {
    struct wgc_signature signature;
    struct wgc_form form;
};

static bool passes(const struct device *device, const struct subject *subject,
                   struct wgc_mismatch *mismatch)
{
    struct wgc_trial_cache *cache = wgc_trial_cache_create(0);
    struct wgc_trial_spec spec = fake_spec(&subject->signature, &subject->form, ITEMS);
    struct wgc_err err;
    spec.sub_group_hint = 8;
    spec.sub_group_count = (ITEMS + device->size - 1) / device->size;
    spec.sub_group_size = device->size;
    struct wgc_trial *trial = fake_trial(&spec, cache);
    unsigned char *output = fake_memory(1, trial->output_bytes);
    uint32_t *meta = trial->meta_bytes == 0 ? NULL : fake_memory(1, trial->meta_bytes);
    run_once(device, &spec, trial, output, meta);
    if (wgc_trial_needs_map(trial)) {
        assert_int_equal(wgc_trial_map(trial, meta, &err), WGC_OK);
        run_once(device, &spec, trial, output, meta);
    }
    const bool right = fake_judge(trial, output, meta, mismatch);
    free(output);
    free(meta);
    wgc_trial_free(trial);
    wgc_trial_cache_free(cache);
    return right;
}

static const struct {
    enum wgc_kind kind;
    enum wgc_type type;
    size_t width;
} functions[] = {
    {WGC_KIND_ELECT, WGC_TYPE_int, 1},
    {WGC_KIND_ALL_EQUAL, WGC_TYPE_short, 1},
    {WGC_KIND_BALLOT, WGC_TYPE_uint, 4},
    {WGC_KIND_GE_MASK, WGC_TYPE_uint, 4},
    {WGC_KIND_LT_MASK, WGC_TYPE_uint, 4},
    {WGC_KIND_INVERSE_BALLOT, WGC_TYPE_uint, 4},
    {WGC_KIND_BALLOT_BIT_EXTRACT, WGC_TYPE_uint, 4},
    {WGC_KIND_BALLOT_BIT_COUNT, WGC_TYPE_uint, 4},
    {WGC_KIND_BALLOT_EXCLUSIVE_SCAN, WGC_TYPE_uint, 4},
    {WGC_KIND_BALLOT_FIND_LSB, WGC_TYPE_uint, 4},
    {WGC_KIND_BALLOT_FIND_MSB, WGC_TYPE_uint, 4},
    {WGC_KIND_NON_UNIFORM_BROADCAST, WGC_TYPE_half, 3},
    {WGC_KIND_NON_UNIFORM_BROADCAST, WGC_TYPE_double, 16},
    {WGC_KIND_BROADCAST_FIRST, WGC_TYPE_float, 1},
    {WGC_KIND_SHUFFLE, WGC_TYPE_uchar, 1},
    {WGC_KIND_SHUFFLE_XOR, WGC_TYPE_long, 1},
    {WGC_KIND_SHUFFLE_UP, WGC_TYPE_double, 1},
    {WGC_KIND_SHUFFLE_DOWN, WGC_TYPE_half, 1},
    {WGC_KIND_ROTATE, WGC_TYPE_ulong, 1},
    {WGC_KIND_CLUSTERED_ROTATE, WGC_TYPE_int, 1},
    {WGC_KIND_REDUCE, WGC_TYPE_uint, 1},
    {WGC_KIND_CLUSTERED_REDUCE, WGC_TYPE_uint, 1},
};

static const struct {
    size_t count;
    enum wgc_slot slot[5];
} forms[] = {
    {1, {WGC_SLOT_CALL}},
    {1, {WGC_SLOT_BARE}},
    {2, {WGC_SLOT_ACTIVE, WGC_SLOT_ACTIVE}},
    {3, {WGC_SLOT_ACTIVE, WGC_SLOT_NESTED, WGC_SLOT_ELSE}},
    {3, {WGC_SLOT_LEAVING, WGC_SLOT_LEAVING, WGC_SLOT_LEAVING}},
    {2, {WGC_SLOT_LANE, WGC_SLOT_LANE}},
    {4, {WGC_SLOT_OUT, WGC_SLOT_OUT, WGC_SLOT_OUT, WGC_SLOT_SINGLE}},
    {1, {WGC_SLOT_PICKED}},
    {5, {WGC_SLOT_BEFORE, WGC_SLOT_THEN, WGC_SLOT_INNER, WGC_SLOT_OTHER, WGC_SLOT_AFTER}},
    {4, {WGC_SLOT_ARM, WGC_SLOT_LANE, WGC_SLOT_FALLEN, WGC_SLOT_LANE}},
    {4, {WGC_SLOT_ACTIVE, WGC_SLOT_ELSE, WGC_SLOT_STAYS, WGC_SLOT_STAYS}},
    {3, {WGC_SLOT_FED, WGC_SLOT_FED, WGC_SLOT_FED}},
    {4, {WGC_SLOT_INDEXED, WGC_SLOT_INDEXED, WGC_SLOT_INDEXED, WGC_SLOT_INDEXED}},
    {4, {WGC_SLOT_OF_LANE, WGC_SLOT_OF_LANE, WGC_SLOT_OF_LANE, WGC_SLOT_OF_LANE}},
};
/* The last two forms have operands and arguments that no device of these tests gets wrong. */
enum {
    FUNCTIONS = sizeof functions / sizeof *functions,
    ALL_FORMS = sizeof forms / sizeof *forms,
    FORMS = ALL_FORMS - 2
};

static struct subject subject_of(size_t function, size_t form)
{
    const enum wgc_kind kind = functions[function].kind;
    const bool sum = kind == WGC_KIND_REDUCE || kind == WGC_KIND_CLUSTERED_REDUCE;
    struct subject subject = {
        .signature = fake_signature(WGC_SCOPE_SUB_GROUP, kind, sum ? WGC_OP_add : WGC_OP_NONE,
                                    functions[function].type),
        .form = fake_form(WGC_GEOMETRY_LINEAR, forms[form].count, forms[form].slot)};
    subject.signature.width = functions[function].width;
    subject.signature.cluster = wgc_has_clusters(kind) ? 4 : 0;
    return subject;
}

static void right_results_pass(void **state)
{
    static const struct device devices[] = {{.size = 8},
                                            {.size = 16, .garbage = true},
                                            {.size = 1},
                                            {.size = 4},
                                            {.size = 64, .garbage = true}};
    (void)state;
    for (size_t d = 0; d < sizeof devices / sizeof *devices; d++) {
        for (size_t k = 0; k < (size_t)FUNCTIONS * ALL_FORMS; k++) {
            const struct subject subject = subject_of(k / ALL_FORMS, k % ALL_FORMS);
            struct wgc_mismatch mismatch;
            if (is_in_portion(k + d) && !passes(&devices[d], &subject, &mismatch)) {
                fail_msg("%s in sub-groups of %zu, slot %s: %s, expected %s, got %s, %s",
                         wgc_kind_name(subject.signature.kind), devices[d].size,
                         wgc_slot_name(subject.form.slot[0]), mismatch.what, mismatch.expected,
                         mismatch.actual, mismatch.pattern);
            }
        }
    }
}

static void all_are_active(struct lanes *lanes)
{
    memset(lanes->active, 1, lanes->n);
}

static void first_is_not_active(struct lanes *lanes)
{
    lanes->active[0] = false;
}

static void next_argument(struct lanes *lanes)
{
    for (size_t i = 0; i < lanes->n; i++) {
        lanes->argument[i]++;
    }
}

static void argument_of_first(struct lanes *lanes)
{
    for (size_t i = 1; i < lanes->n; i++) {
        lanes->argument[i] = lanes->argument[0];
    }
}

static void one_bit_more(struct lanes *lanes)
{
    for (size_t i = 0; i < lanes->n; i++) {
        lanes->x[i][0] ^= 1;
    }
}

static void last_component(struct lanes *lanes)
{
    for (size_t i = 0; i < lanes->n; i++) {
        memset(lanes->x[i] + (lanes->width - 1) * lanes->bytes, 0, lanes->bytes);
    }
}

static void assert_found(void (*spoil)(struct lanes *), size_t function, size_t form)
{
    const struct device device = {.size = 8, .spoil = spoil};
    const struct subject subject = subject_of(function, form);
    struct wgc_mismatch mismatch;
    if (passes(&device, &subject, &mismatch)) {
        fail_msg("%s, slot %s: not found", wgc_kind_name(subject.signature.kind),
                 wgc_slot_name(subject.form.slot[0]));
    }
    wgc_mismatch_free(&mismatch);
}

/* Which function has an argument, or depends on the active work-items. */
static bool depends_on_active(enum wgc_kind kind)
{
    return kind == WGC_KIND_ELECT || kind == WGC_KIND_ALL_EQUAL || kind == WGC_KIND_BALLOT ||
           kind == WGC_KIND_BROADCAST_FIRST || kind == WGC_KIND_REDUCE ||
           kind == WGC_KIND_CLUSTERED_REDUCE;
}

static void faults_are_found(void **state)
{
    (void)state;
    for (size_t f = 0; f < FUNCTIONS; f++) {
        const enum wgc_kind kind = functions[f].kind;
        const enum wgc_argument argument = wgc_kind_argument(kind);
        for (size_t form = 0; form < FORMS; form++) {
            const bool bare = forms[form].slot[0] == WGC_SLOT_BARE;
            if (!is_in_portion(f + form)) {
                continue;
            }
            if (depends_on_active(kind) && form >= 2 && forms[form].slot[0] != WGC_SLOT_FED) {
                assert_found(all_are_active, f, form);
            }
            /* equal values without the first: those of two parts that call separately */
            if (depends_on_active(kind) &&
                !(wgc_has_classes(forms[form].slot[0]) && kind == WGC_KIND_ALL_EQUAL)) {
                assert_found(first_is_not_active, f, form);
            }
            if (argument != WGC_ARGUMENT_NONE) {
                assert_found(next_argument, f, form);
            }
            /* the first never looks up: where work-items call separately, nothing but that is
             * certain */
            if (argument == WGC_ARGUMENT_EACH && !bare &&
                !(wgc_has_classes(forms[form].slot[0]) && kind == WGC_KIND_SHUFFLE_UP)) {
                assert_found(argument_of_first, f, form);
            }
            if (argument != WGC_ARGUMENT_NONE && kind != WGC_KIND_BALLOT_BIT_EXTRACT) {
                assert_found(one_bit_more, f, form);
            }
            if (functions[f].width > 1 && kind == WGC_KIND_NON_UNIFORM_BROADCAST) {
                assert_found(last_component, f, form);
            }
        }
    }
}

static void a_store_of_an_inactive_work_item_is_found(void **state)
{
    const struct device device = {.size = 8, .everybody = true};
    (void)state;
    for (size_t f = 0; f < FUNCTIONS; f++) {
        for (size_t form = 2; form < FORMS; form++) {
            const struct subject subject = subject_of(f, form);
            struct wgc_mismatch mismatch;
            const enum wgc_slot first = forms[form].slot[0];
            if (first == WGC_SLOT_OUT || first == WGC_SLOT_PICKED || first == WGC_SLOT_FED) {
                continue; /* all of them make each call */
            }
            assert_false(passes(&device, &subject, &mismatch));
            assert_string_equal(mismatch.what, "written by a work-item that makes no call");
            wgc_mismatch_free(&mismatch);
        }
    }
}

/* -- what SPIR-V leaves open -- */

static bool passes_in(enum wgc_language language, const struct device *device, size_t function,
                      size_t form)
{
    struct subject subject = subject_of(function, form);
    struct wgc_mismatch mismatch;
    subject.signature.language = language;
    const bool right = passes(device, &subject, &mismatch);
    if (!right) {
        wgc_mismatch_free(&mismatch);
    }
    return right;
}

/* "Considering only the bits in Value required to represent all bits of the scope restricted
 * tangle", and a mask that ends with the sub-group. */
static void only_bits_of_active(struct lanes *lanes)
{
    for (size_t i = 0; i < lanes->n; i++) {
        for (size_t k = 0; k < 128; k++) {
            if (k >= lanes->n || !lanes->active[k]) {
                lanes->x[i][k / 8] &= (unsigned char)~(1u << k % 8);
            }
        }
    }
    lanes->max = lanes->n;
}

static void bits_of_others_may_count_or_not_in_spirv(void **state)
{
    static const enum wgc_kind kinds[] = {WGC_KIND_GE_MASK, WGC_KIND_BALLOT_BIT_COUNT,
                                          WGC_KIND_BALLOT_EXCLUSIVE_SCAN, WGC_KIND_BALLOT_FIND_LSB,
                                          WGC_KIND_BALLOT_FIND_MSB};
    const struct device device = {.size = 16, .spoil = only_bits_of_active};
    const struct device wrong = {.size = 16, .spoil = one_bit_more};
    (void)state;
    for (size_t f = 0; f < FUNCTIONS; f++) {
        bool meant = false;
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
            meant = meant || functions[f].kind == kinds[k];
        }
        for (size_t form = 0; form < FORMS && meant; form++) {
            const bool all = forms[form].slot[0] == WGC_SLOT_CALL;
            if (!is_in_portion(f + form)) {
                continue;
            }
            if (!passes_in(WGC_LANGUAGE_SPIRV, &device, f, form)) {
                fail_msg("%s, slot %s", wgc_kind_name(functions[f].kind),
                         wgc_slot_name(forms[form].slot[0]));
            }
            /* a scan's bits and the least one are those of work-items, if any is */
            if (all && functions[f].kind != WGC_KIND_BALLOT_EXCLUSIVE_SCAN &&
                functions[f].kind != WGC_KIND_BALLOT_FIND_LSB) {
                assert_false(passes_in(WGC_LANGUAGE_C, &device, f, form));
            }
            if (all && functions[f].kind != WGC_KIND_GE_MASK) {
                assert_false(passes_in(WGC_LANGUAGE_SPIRV, &wrong, f, form));
            }
        }
    }
}

static void all_bits(struct lanes *lanes)
{
    lanes->max = 128;
}

/* Without the bit of the last work-item. */
static void one_bit_less(struct lanes *lanes)
{
    lanes->max = lanes->n - 1;
}

/* Only the end of a mask is open: "Subgroup invocations bitmask where bit index >=
 * SubgroupLocalInvocationId. See the client API specification for more detail". */
static void a_mask_of_spirv_has_the_bits_of_its_work_items(void **state)
{
    const struct device legal = {.size = 64, .spoil = all_bits};
    const struct device wrong = {.size = 64, .spoil = one_bit_less};
    size_t f = 0;
    (void)state;
    while (functions[f].kind != WGC_KIND_GE_MASK) {
        f++;
    }
    for (size_t form = 0; form < FORMS; form++) {
        if (!passes_in(WGC_LANGUAGE_SPIRV, &legal, f, form) ||
            passes_in(WGC_LANGUAGE_SPIRV, &wrong, f, form)) {
            fail_msg("slot %s", wgc_slot_name(forms[form].slot[0]));
        }
    }
}

/* A sum that SPIR-V masks names no work-item where the maximum size is no power of two. */
static void results_that_are_not_determined_are_not_counted(void **state)
{
    static const enum wgc_slot bare[] = {WGC_SLOT_BARE};
    static const struct {
        enum wgc_kind kind;
        size_t size;
        bool judged;
    } cases[] = {{WGC_KIND_ROTATE, 12, false},
                 {WGC_KIND_ROTATE, 16, true},
                 {WGC_KIND_ROTATE, 8, true},
                 {WGC_KIND_GE_MASK, 64, true}};
    (void)state;
    for (size_t c = 0; c < 2 * sizeof cases / sizeof *cases; c++) {
        const struct device device = {.size = cases[c / 2].size};
        const bool mask = cases[c / 2].kind == WGC_KIND_GE_MASK;
        struct subject subject = {
            .signature = fake_signature(WGC_SCOPE_SUB_GROUP, cases[c / 2].kind, WGC_OP_NONE,
                                        mask ? WGC_TYPE_uint : WGC_TYPE_int),
            .form = fake_form(WGC_GEOMETRY_LINEAR, 1, c % 2 == 0 ? NULL : bare)};
        struct wgc_mismatch mismatch = {0};
        subject.signature.width = mask ? 4 : 1;
        subject.signature.language = WGC_LANGUAGE_SPIRV;
        assert_true(passes(&device, &subject, &mismatch));
        if ((mismatch.judged_items > 0) != cases[c / 2].judged) {
            fail_msg("%s in sub-groups of %zu, slot %s: %zu judged",
                     wgc_kind_name(cases[c / 2].kind), cases[c / 2].size,
                     wgc_slot_name(subject.form.slot[0]), mismatch.judged_items);
        }
        /* sub-groups of other sizes, which determine nothing, explain no wrong result */
        const struct device wrong = {.size = device.size, .spoil = next_argument};
        assert_true(passes(&wrong, &subject, &mismatch) == (mask || !cases[c / 2].judged));
        if (!mask && cases[c / 2].judged) {
            wgc_mismatch_free(&mismatch);
        }
    }
}

/* "If ClusterSize is greater than the size of the scope, executing this instruction results in
 * undefined behavior", and "the additional invocations in the last cluster are considered not part
 * of the tangle": 37 work-items in sub-groups of 8 leave 5, of which a cluster of 4 and one are. */
static void a_cluster_that_lacks_work_items_is_undefined_in_spirv(void **state)
{
    static const size_t sizes[] = {2, 8, 16, 64};
    (void)state;
    for (size_t f = 0; f < FUNCTIONS; f++) {
        for (size_t form = 0; form < FORMS && wgc_has_clusters(functions[f].kind); form++) {
            const bool reduces = functions[f].kind == WGC_KIND_CLUSTERED_REDUCE;
            for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
                const struct device device = {.size = sizes[s], .short_garbage = true};
                const struct device wrong = {.size = sizes[s], .spoil = one_bit_more};
                if (!passes_in(WGC_LANGUAGE_SPIRV, &device, f, form)) {
                    fail_msg("%s in sub-groups of %zu, slot %s", wgc_kind_name(functions[f].kind),
                             sizes[s], wgc_slot_name(forms[form].slot[0]));
                }
                assert_false(reduces && passes_in(WGC_LANGUAGE_C, &device, f, form));
                assert_false(sizes[s] >= 4 && passes_in(WGC_LANGUAGE_SPIRV, &wrong, f, form));
            }
        }
    }
}

/* "Behavior is undefined when Id is not dynamically uniform", which is the same for all invocations
 * of the work-group; in OpenCL C for the "active work items in the sub-group". */
static void an_id_that_is_loaded_is_the_same_in_a_work_group_of_spirv(void **state)
{
    const struct device device = {.size = 8};
    (void)state;
    for (size_t language = 0; language < 2; language++) {
        struct wgc_trial_cache *cache = wgc_trial_cache_create(0);
        struct subject subject = {.signature = fake_signature(WGC_SCOPE_SUB_GROUP,
                                                              WGC_KIND_NON_UNIFORM_BROADCAST,
                                                              WGC_OP_NONE, WGC_TYPE_int),
                                  .form = fake_form(WGC_GEOMETRY_LINEAR, 1, NULL)};
        struct wgc_trial_spec spec = fake_spec(&subject.signature, &subject.form, ITEMS);
        struct wgc_err err;
        size_t sub_groups = 0, work_groups = 0; /* that have another id than the one before */
        subject.signature.language = language == 0 ? WGC_LANGUAGE_C : WGC_LANGUAGE_SPIRV;
        spec.sub_group_hint = spec.sub_group_size = device.size;
        spec.sub_group_count = (ITEMS + device.size - 1) / device.size;
        struct wgc_trial *trial = fake_trial(&spec, cache);
        unsigned char *output = fake_memory(1, trial->output_bytes);
        uint32_t *meta = fake_memory(1, trial->meta_bytes);
        run_once(&device, &spec, trial, output, meta);
        assert_int_equal(wgc_trial_map(trial, meta, &err), WGC_OK);
        for (size_t i = 1; i < trial->group_count * ITEMS; i++) {
            const bool differs = aux_at(trial, i) != aux_at(trial, i - 1);
            work_groups += differs && i % ITEMS == 0;
            sub_groups += differs && i % ITEMS != 0;
        }
        assert_true(work_groups > 0);
        assert_true((sub_groups > 0) == (language == 0));
        free(output);
        free(meta);
        wgc_trial_free(trial);
        wgc_trial_cache_free(cache);
    }
}

/* Of the slots of a form, those of several classes and those of which parts may
 * call separately. */
static bool all_split(size_t form)
{
    bool all = true;
    for (size_t s = 0; s < forms[form].count; s++) {
        all = all && wgc_may_split(forms[form].slot[s]);
    }
    return all;
}

static void parts_of_a_class_may_call_separately(void **state)
{
    const struct device device = {.size = 8, .split = true};
    size_t checked = 0;
    (void)state;
    for (size_t f = 0; f < FUNCTIONS; f++) {
        for (size_t form = 2; form < FORMS; form++) {
            const struct subject subject = subject_of(f, form);
            struct wgc_mismatch mismatch;
            if (all_split(form)) {
                assert_true(passes(&device, &subject, &mismatch));
                checked++;
            } else if (depends_on_active(functions[f].kind) &&
                       (forms[form].slot[0] == WGC_SLOT_ACTIVE ||
                        forms[form].slot[0] == WGC_SLOT_BEFORE)) {
                if (passes(&device, &subject, &mismatch)) {
                    fail_msg("%s, slot %s: not found", wgc_kind_name(functions[f].kind),
                             wgc_slot_name(forms[form].slot[0]));
                }
                wgc_mismatch_free(&mismatch);
            }
        }
    }
    assert_int_equal(checked, 2 * FUNCTIONS); /* of the forms leaving and waterfall */
}

static void joined_classes_are_found(void **state)
{
    static const enum wgc_slot slots[] = {WGC_SLOT_OUT, WGC_SLOT_SINGLE, WGC_SLOT_PICKED,
                                          WGC_SLOT_ARM};
    const struct device device = {.size = 8, .joined = true};
    (void)state;
    for (size_t f = 0; f < FUNCTIONS; f++) {
        for (size_t k = 0; k < sizeof slots / sizeof *slots; k++) {
            struct subject subject = subject_of(f, 0);
            struct wgc_mismatch mismatch;
            const enum wgc_slot twice[] = {slots[k], slots[k]};
            subject.form = fake_form(WGC_GEOMETRY_LINEAR, 2, twice);
            if (depends_on_active(functions[f].kind)) {
                if (passes(&device, &subject, &mismatch)) {
                    fail_msg("%s, slot %s: not found", wgc_kind_name(functions[f].kind),
                             wgc_slot_name(slots[k]));
                }
                wgc_mismatch_free(&mismatch);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bits_of_others_may_count_or_not_in_spirv),
        cmocka_unit_test(a_mask_of_spirv_has_the_bits_of_its_work_items),
        cmocka_unit_test(results_that_are_not_determined_are_not_counted),
        cmocka_unit_test(a_cluster_that_lacks_work_items_is_undefined_in_spirv),
        cmocka_unit_test(an_id_that_is_loaded_is_the_same_in_a_work_group_of_spirv),
        cmocka_unit_test(right_results_pass),
        cmocka_unit_test(faults_are_found),
        cmocka_unit_test(parts_of_a_class_may_call_separately),
        cmocka_unit_test(joined_classes_are_found),
        cmocka_unit_test(a_store_of_an_inactive_work_item_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
