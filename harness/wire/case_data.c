#include "wire/case_data.h"

#include <stdlib.h>
#include <string.h>

static void put_signature(struct wgc_buf *buf, const struct wgc_signature *signature)
{
    wgc_wire_put_u32(buf, (uint32_t)signature->language);
    wgc_wire_put_u32(buf, (uint32_t)signature->query);
    wgc_wire_put_str(buf, signature->function);
    wgc_wire_put_u32(buf, (uint32_t)signature->kind);
    wgc_wire_put_u32(buf, (uint32_t)signature->scope);
    wgc_wire_put_u32(buf, (uint32_t)signature->op);
    wgc_wire_put_u32(buf, (uint32_t)signature->type);
    wgc_wire_put_u32(buf, (uint32_t)signature->cluster);
    wgc_wire_put_u32(buf, (uint32_t)signature->width);
    wgc_wire_put_u32(buf, (uint32_t)(signature->argument + 1)); /* -1: none */
    wgc_wire_put_u64(buf, (uint64_t)signature->constant);
    for (size_t i = 0; i < WGC_MORE_LITERALS; i++) {
        wgc_wire_put_u64(buf, (uint64_t)signature->more[i]);
    }
    wgc_wire_put_u32(buf, (uint32_t)signature->requires_count);
    for (size_t i = 0; i < signature->requires_count; i++) {
        wgc_wire_put_u32(buf, (uint32_t)signature->requires[i]);
    }
}

static void put_form(struct wgc_buf *buf, const struct wgc_form *form)
{
    wgc_wire_put_str(buf, form->name);
    wgc_wire_put_str(buf, form->variant);
    wgc_wire_put_u32(buf, (uint32_t)form->geometry);
    wgc_wire_put_u32(buf, form->per_shape);
    wgc_wire_put_u32(buf, (uint32_t)(form->feature + 1)); /* -1: none */
    wgc_wire_put_u32(buf, (uint32_t)form->cluster);
    wgc_wire_put_u32(buf, (uint32_t)form->required_size);
    wgc_wire_put_u32(buf, (uint32_t)form->slot_count);
    for (size_t i = 0; i < form->slot_count; i++) {
        wgc_wire_put_u32(buf, (uint32_t)form->slot[i]);
    }
}

static void put_shape(struct wgc_buf *buf, const struct wgc_shape *shape)
{
    wgc_wire_put_str(buf, shape->name);
    wgc_wire_put_u32(buf, shape->rank);
    wgc_wire_put_u32(buf, (uint32_t)shape->size);
    for (int i = 0; i < 3; i++) {
        wgc_wire_put_u32(buf, (uint32_t)shape->side[i]);
    }
}

static void put_text(struct wgc_buf *buf, const struct wgc_case_text *text)
{
    wgc_wire_put_u32(buf, (uint32_t)text->size);
    wgc_buf_add(buf, text->size == 0 ? "" : text->data, text->size);
}

void wgc_case_set_put(struct wgc_buf *buf, const struct wgc_case_set *set)
{
    wgc_wire_put_u32(buf, set->count);
    wgc_wire_put_u32(buf, set->texts);
    for (uint32_t i = 0; i < set->count; i++) {
        const struct wgc_case_data *item = &set->item[i];
        put_signature(buf, &item->signature);
        put_form(buf, &item->form);
        put_shape(buf, &item->shape);
        wgc_wire_put_u32(buf, item->signature_number);
        wgc_wire_put_u32(buf, item->has_kernel);
        if (item->has_kernel) {
            wgc_wire_put_u32(buf, item->kernel_number);
            wgc_wire_put_u32(buf, item->text);
            wgc_wire_put_str(buf, item->kernel.variant);
            wgc_wire_put_str(buf, item->kernel.file);
            wgc_wire_put_str(buf, item->kernel.entry);
        }
    }
    for (uint32_t i = 0; i < set->texts; i++) {
        put_text(buf, &set->text[i]);
    }
    put_text(buf, &set->prelude);
}

/* Reads a number below limit. */
static bool get_below(struct wgc_wire_view *view, uint32_t limit, uint32_t *value)
{
    return wgc_wire_get_u32(view, value) && *value < limit;
}

static bool get_owned(struct wgc_wire_view *view, const char **out)
{
    char *text;

    if (!wgc_wire_get_str(view, &text)) {
        return false;
    }
    *out = text;
    return true;
}

static bool get_signature(struct wgc_wire_view *view, struct wgc_signature *signature)
{
    uint32_t language, query, kind, scope, op, type, cluster, width, argument, count, feature;
    uint64_t constant;

    if (!get_below(view, WGC_LANGUAGE_COUNT, &language) ||
        !get_below(view, WGC_QUERY_COUNT + 1, &query) || !get_owned(view, &signature->function) ||
        !get_below(view, WGC_KIND_COUNT, &kind) || !get_below(view, WGC_SCOPE_COUNT, &scope) ||
        !get_below(view, WGC_OP_NONE + 1, &op) || !get_below(view, WGC_TYPE_COUNT, &type) ||
        !wgc_wire_get_u32(view, &cluster) || !get_below(view, WGC_MAX_WIDTH + 1, &width) ||
        !wgc_wire_get_u32(view, &argument) || !wgc_wire_get_u64(view, &constant)) {
        return false;
    }
    for (size_t i = 0; i < WGC_MORE_LITERALS; i++) {
        uint64_t literal;
        if (!wgc_wire_get_u64(view, &literal)) {
            return false;
        }
        signature->more[i] = (int64_t)literal;
    }
    if (!get_below(view, WGC_MAX_REQUIRES + 1, &count)) {
        return false;
    }
    signature->language = (enum wgc_language)language;
    signature->query = (enum wgc_query)query;
    signature->kind = (enum wgc_kind)kind;
    signature->scope = (enum wgc_scope)scope;
    signature->op = (enum wgc_op)op;
    signature->type = (enum wgc_type)type;
    signature->cluster = cluster;
    signature->width = width;
    signature->argument = (long)argument - 1;
    signature->constant = (int64_t)constant;
    for (; signature->requires_count < count; signature->requires_count++) {
        if (!get_below(view, WGC_FEATURE_COUNT, &feature)) {
            return false;
        }
        signature->requires[signature->requires_count] = (enum wgc_feature)feature;
    }
    return true;
}

static bool get_form(struct wgc_wire_view *view, struct wgc_form *form)
{
    uint32_t geometry, per_shape, feature, cluster, required_size, count, slot;

    if (!get_owned(view, &form->name) || !get_owned(view, &form->variant) ||
        !get_below(view, WGC_GEOMETRY_COUNT, &geometry) || !get_below(view, 2, &per_shape) ||
        !get_below(view, WGC_FEATURE_COUNT + 1, &feature) || !wgc_wire_get_u32(view, &cluster) ||
        !wgc_wire_get_u32(view, &required_size) || !get_below(view, WGC_MAX_SLOTS + 1, &count)) {
        return false;
    }
    form->geometry = (enum wgc_geometry)geometry;
    form->per_shape = per_shape == 1;
    form->feature = (int)feature - 1;
    form->cluster = cluster;
    form->required_size = required_size;
    for (; form->slot_count < count; form->slot_count++) {
        if (!get_below(view, WGC_SLOT_COUNT, &slot)) {
            return false;
        }
        form->slot[form->slot_count] = (enum wgc_slot)slot;
    }
    return true;
}

static bool get_shape(struct wgc_wire_view *view, struct wgc_shape *shape)
{
    uint32_t rank, size, side = 0;
    bool good = get_owned(view, &shape->name) && get_below(view, 4, &rank) && rank > 0 &&
                get_below(view, WGC_SHAPE_SIZE_COUNT, &size);

    for (int i = 0; good && i < 3; i++) {
        good = wgc_wire_get_u32(view, &side) && side > 0;
        shape->side[i] = side;
    }
    if (good) {
        shape->rank = rank;
        shape->size = (enum wgc_shape_size)size;
    }
    return good;
}

static bool get_case(struct wgc_wire_view *view, uint32_t texts, struct wgc_case_data *item)
{
    uint32_t has_kernel;

    if (!get_signature(view, &item->signature) || !get_form(view, &item->form) ||
        !get_shape(view, &item->shape) || !wgc_wire_get_u32(view, &item->signature_number) ||
        !get_below(view, 2, &has_kernel)) {
        return false;
    }
    item->has_kernel = has_kernel == 1;
    return !item->has_kernel ||
           (wgc_wire_get_u32(view, &item->kernel_number) && get_below(view, texts, &item->text) &&
            get_owned(view, &item->kernel.variant) && get_owned(view, &item->kernel.file) &&
            get_owned(view, &item->kernel.entry));
}

static bool get_text(struct wgc_wire_view *view, struct wgc_case_text *text)
{
    uint32_t size;

    if (!wgc_wire_get_u32(view, &size) || view->size - view->at < size) {
        return false;
    }
    text->data = malloc((size_t)size + 1);
    if (text->data == NULL) {
        return false;
    }
    memcpy(text->data, view->data + view->at, size);
    text->data[size] = '\0';
    text->size = size;
    view->at += size;
    return true;
}

struct wgc_case_set *wgc_case_set_get(struct wgc_wire_view *view)
{
    struct wgc_case_set *set = calloc(1, sizeof *set);
    uint32_t count, texts;

    /* each takes some bytes of the payload, so that a wrong count cannot exhaust the memory */
    if (set == NULL || !get_below(view, (uint32_t)view->size, &count) ||
        !get_below(view, (uint32_t)view->size, &texts)) {
        free(set);
        return NULL;
    }
    set->item = calloc((size_t)count + 1, sizeof *set->item);
    set->text = calloc((size_t)texts + 1, sizeof *set->text);
    bool good = set->item != NULL && set->text != NULL;
    while (good && set->count < count) {
        good = get_case(view, texts, &set->item[set->count++]);
    }
    while (good && set->texts < texts) {
        good = get_text(view, &set->text[set->texts++]);
    }
    if (!good || !get_text(view, &set->prelude) || !wgc_wire_at_end(view)) {
        wgc_case_set_free(set);
        return NULL;
    }
    return set;
}

static void free_text(const char *text)
{
    free((char *)(uintptr_t)text);
}

static void free_case(struct wgc_case_data *item)
{
    free_text(item->signature.function);
    free_text(item->form.name);
    free_text(item->form.variant);
    free_text(item->shape.name);
    free_text(item->kernel.variant);
    free_text(item->kernel.file);
    free_text(item->kernel.entry);
}

void wgc_case_set_free(struct wgc_case_set *set)
{
    while (set != NULL) {
        struct wgc_case_set *next = set->next;
        for (uint32_t i = 0; i < set->count; i++) {
            free_case(&set->item[i]);
        }
        for (uint32_t i = 0; i < set->texts; i++) {
            free(set->text[i].data);
        }
        free(set->prelude.data);
        free(set->item);
        free(set->text);
        free(set);
        set = next;
    }
}
