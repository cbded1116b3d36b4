/* manifest.json, and what is done with every one that was read: plans, names, kernels. */
#include <string.h>

#include "plan/plan.h"
#include "tests/fuzz/fuzz.h"

static void check_path(const char *path)
{
    fuzz_require(path[0] != '/' && path[0] != '\0', "no path of a manifest is absolute or empty");
    for (const char *part = path; part != NULL; part = strchr(part, '/')) {
        part += *part == '/';
        fuzz_require(strncmp(part, "..", 2) != 0 || (part[2] != '/' && part[2] != '\0'),
                     "no path of a manifest goes up");
    }
}

static void check_kernels(const struct wgc_manifest *manifest, const struct wgc_case *item)
{
    const struct wgc_signature *signature = &manifest->signature[item->signature];

    for (int impl = 0; impl < WGC_IMPL_COUNT; impl++) {
        const struct wgc_kernel *kernel =
            wgc_manifest_kernel(manifest, signature, item->form, item->shape, (enum wgc_impl)impl);
        if (kernel != NULL) {
            check_path(kernel->file);
        }
    }
}

static void use(const struct wgc_manifest *manifest)
{
    struct wgc_selection selection = {.profile = WGC_PROFILE_FULL, .shard = 1, .shards = 1};
    struct wgc_plan *plan = NULL;
    struct wgc_err err = {0};
    char name[WGC_CASE_NAME_MAX];
    struct wgc_case found;

    check_path(manifest->prelude);
    for (int i = 0; i < WGC_LANGUAGE_COUNT; i++) {
        selection.language[i] = true;
    }
    if (wgc_plan_make(manifest, &selection, &plan, &err) != WGC_OK) {
        fuzz_require(err.text[0] != '\0', "an error has a text");
        return;
    }
    for (size_t i = 0; i < plan->count && i < 64; i++) {
        wgc_case_name(manifest, &plan->item[i], name);
        fuzz_require(strlen(name) < WGC_CASE_NAME_MAX - 1, "names of cases fit");
        fuzz_require(wgc_case_find(manifest, name, &found, &err) == WGC_OK &&
                         memcmp(&found, &plan->item[i], sizeof found) == 0,
                     "a case is found by its name");
        check_kernels(manifest, &plan->item[i]);
    }
    wgc_plan_free(plan);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wgc_manifest *manifest = NULL;
    struct wgc_err err = {0};

    if (wgc_manifest_parse("suite", "manifest", (const char *)data, size, &manifest, &err) ==
        WGC_OK) {
        use(manifest);
        wgc_manifest_free(manifest);
    } else {
        fuzz_require(err.status == WGC_ERR_INPUT && err.text[0] != '\0',
                     "a bad manifest is an error with a text");
    }
    return 0;
}
