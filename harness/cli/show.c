#include "cli/parts.h"

#include <stdlib.h>
#include <string.h>

#include "reports/lines.h"
#include "suite/feature_test_kernel.h"
#include "suite/kernel_text.h"

void wgc_show_cases(const struct wgc_manifest *manifest, const struct wgc_plan *plan,
                    struct wgc_buf *out)
{
    char name[WGC_CASE_NAME_MAX];

    for (size_t i = 0; i < plan->count; i++) {
        wgc_case_name(manifest, &plan->item[i], name);
        wgc_buf_text(out, name);
        wgc_buf_char(out, '\n');
    }
}

static int by_suite(const void *a, const void *b)
{
    const char *const *x = a;
    const char *const *y = b;

    return wgc_lines_compare(*x, *y);
}

void wgc_show_tests(const struct wgc_manifest *manifest, const struct wgc_plan *plan,
                    struct wgc_buf *out)
{
    char(*text)[WGC_CASE_NAME_MAX] = calloc(plan->count + 1, sizeof *text);
    char **name = calloc(plan->count + 1, sizeof *name);

    if (text == NULL || name == NULL) {
        out->failed = true;
    }
    for (size_t i = 0; !out->failed && i < plan->count; i++) {
        wgc_case_name(manifest, &plan->item[i], text[i]);
        name[i] = text[i];
    }
    if (!out->failed) {
        qsort(name, plan->count, sizeof *name, by_suite);
        wgc_lines_put_list(out, name, plan->count);
    }
    free(name);
    free(text);
}

static void put_requires(const struct wgc_signature *signature, const struct wgc_form *form,
                         struct wgc_buf *out)
{
    wgc_buf_text(out, "needs:\n");
    for (size_t i = 0; i < signature->requires_count; i++) {
        wgc_buf_printf(out, "  %s: %s\n", wgc_feature_name(signature->requires[i]),
                       wgc_feature_text(signature->requires[i]));
    }
    if (form->feature >= 0) {
        wgc_buf_printf(out, "  %s: %s\n", wgc_feature_name((enum wgc_feature)form->feature),
                       wgc_feature_text((enum wgc_feature)form->feature));
    }
    if (signature->requires_count == 0 && form->feature < 0) {
        wgc_buf_text(out, "  nothing beyond OpenCL C 1.2\n");
    }
}

/* Whether a clause is about the form: its own form may begin or end with an asterisk, and FORM is
 * also FORM_WAY, built another way. */
static bool is_about(const struct wgc_clause *clause, const struct wgc_form *form)
{
    const char *about = clause->form;
    const size_t length = about == NULL ? 0 : strlen(about), name = strlen(form->name);

    if (about == NULL) {
        return true;
    }
    if (about[0] == '*') {
        return name >= length - 1 && strcmp(form->name + name - (length - 1), about + 1) == 0;
    }
    if (about[length - 1] == '*') {
        return strncmp(about, form->name, length - 1) == 0;
    }
    return strncmp(about, form->name, length) == 0 &&
           (form->name[length] == '\0' || form->name[length] == '_');
}

static void put_clauses(const struct wgc_manifest *manifest, const struct wgc_signature *signature,
                        const struct wgc_form *form, struct wgc_buf *out)
{
    wgc_buf_text(out, "the standard requires:\n");
    for (size_t i = 0; i < signature->clause_count; i++) {
        const struct wgc_clause *clause = &manifest->clause[signature->clause[i]];
        if (is_about(clause, form)) {
            wgc_buf_printf(out, "  %s: %s\n    [%s]\n", clause->id, clause->text, clause->source);
        }
    }
}

static void put_query(const struct wgc_manifest *manifest, const struct wgc_case *item,
                      struct wgc_buf *out)
{
    const struct wgc_signature *signature = &manifest->signature[item->signature];
    const struct wgc_query_info *query = wgc_query_info(signature->query);

    wgc_buf_printf(out, "meaning:  %s\n", query->text);
    wgc_buf_printf(out, "needs:\n  a device of OpenCL %u.%u or later\n",
                   WGC_VERSION_PARTS(query->since));
    put_clauses(manifest, signature, &manifest->form[item->form], out);
}

static void put_shape(const struct wgc_shape *shape, struct wgc_buf *out)
{
    static const char *const texts[] = {
        [WGC_SHAPE_MAX] = "as many work-items in x as the kernel and the device allow",
        [WGC_SHAPE_FULL] = "several sub-groups in x, all full; the kernel's sub-groups decide",
        [WGC_SHAPE_PARTIAL] =
            "several sub-groups in x, the last smaller; the kernel's sub-groups decide",
        [WGC_SHAPE_SINGLE] = "one sub-group of several work-items; the kernel's sub-groups decide",
    };
    if (shape->size != WGC_SHAPE_SIDES) {
        wgc_buf_printf(out, "shape:    %s\n", texts[shape->size]);
        return;
    }
    wgc_buf_printf(out, "shape:    local size %zu x %zu x %zu, %u dimension%s\n", shape->side[0],
                   shape->side[1], shape->side[2], shape->rank, shape->rank == 1 ? "" : "s");
}

enum wgc_status wgc_show_case(const struct wgc_manifest *manifest, const char *name,
                              struct wgc_buf *out, struct wgc_err *err)
{
    struct wgc_case item;
    char type[WGC_TYPE_NAME_MAX];
    enum wgc_status status = wgc_case_find(manifest, name, &item, err);

    if (status != WGC_OK) {
        return status;
    }
    const struct wgc_signature *signature = &manifest->signature[item.signature];
    const struct wgc_form *form = &manifest->form[item.form];
    const struct wgc_shape *shape = &manifest->shape[item.shape];
    wgc_buf_printf(out, "%s\n", name);
    if (signature->language == WGC_LANGUAGE_QUERY) {
        put_query(manifest, &item, out);
        return WGC_OK;
    }
    if (signature->kind == WGC_KIND_PROGRAM) {
        return wgc_show_program(manifest, &item, out, err);
    }
    wgc_buf_printf(out, "function: %s for %s, in %s\n", signature->function,
                   wgc_signature_type(signature, type),
                   signature->language == WGC_LANGUAGE_C ? "OpenCL C" : "SPIR-V");
    wgc_buf_printf(out, "meaning:  %s\n", wgc_kind_meaning(signature->kind));
    if (wgc_is_truth(signature->kind, signature->op)) {
        wgc_buf_text(out, "          any non-zero value is true, in arguments and in results\n");
    }
    put_shape(shape, out);
    wgc_buf_printf(out, "form:     %s: %s\n          finds: %s\n", form->name, form->what,
                   form->fault);
    put_requires(signature, form, out);
    put_clauses(manifest, signature, form, out);
    return WGC_OK;
}

/* The kernel of a check that runs one. */
static enum wgc_status show_check(const struct wgc_query_info *check, const char *name,
                                  struct wgc_buf *out, struct wgc_err *err)
{
    if (!wgc_query_has_kernel(check)) {
        return wgc_err_set(err, WGC_ERR_INPUT, "%s: this capability check has no kernel of its own",
                           name);
    }
    wgc_buf_printf(out,
                   "/* each value must be what the next word has, in each of %d work-items, one "
                   "work-group */\n",
                   WGC_FEATURE_TEST_ITEMS);
    wgc_feature_test_kernel_put(out, wgc_feature_test_info(check->subject), "feature_test");
    return WGC_OK;
}

static enum wgc_status show_kernel(const struct wgc_manifest *manifest, const char *name,
                                   enum wgc_impl impl, const struct wgc_spirv_target *target,
                                   struct wgc_buf *out, struct wgc_err *err)
{
    struct wgc_case item;
    enum wgc_status status = wgc_case_find(manifest, name, &item, err);

    if (status != WGC_OK) {
        return status;
    }
    const struct wgc_signature *signature = &manifest->signature[item.signature];
    if (signature->language == WGC_LANGUAGE_QUERY) {
        return show_check(wgc_query_info(signature->query), name, out, err);
    }
    const struct wgc_kernel *kernel =
        wgc_manifest_kernel(manifest, signature, item.form, item.shape, impl);
    if (kernel == NULL) {
        return wgc_err_set(err, WGC_ERR_INPUT, "%s: the suite has no kernel for it%s", name,
                           impl == WGC_IMPL_EMULATED ? " in the emulated implementation" : "");
    }
    if (signature->kind == WGC_KIND_PROGRAM) {
        return wgc_show_program_kernel(manifest, kernel, impl, out, err);
    }
    return signature->language == WGC_LANGUAGE_SPIRV && target != NULL
               ? wgc_show_module(manifest, signature, kernel, target, out, err)
               : wgc_kernel_dump(manifest, kernel, out, err);
}

enum wgc_status wgc_show_kernels(const struct wgc_manifest *manifest, const char *names,
                                 enum wgc_impl impl, const struct wgc_spirv_target *target,
                                 struct wgc_buf *out, struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;

    for (const char *rest = names; status == WGC_OK && rest != NULL;) {
        const size_t size = strcspn(rest, ",");
        char *name = strndup(rest, size);
        status = name == NULL ? wgc_err_memory(err, "a case")
                              : show_kernel(manifest, name, impl, target, out, err);
        free(name);
        rest = rest[size] == ',' ? rest + size + 1 : NULL;
    }
    return status;
}
