/* The head of a program: the sentence that is violated, the case, and how the program is built. */
#include <inttypes.h>
#include <string.h>

#include "repro/parts.h"
#include "suite/build_way.h"

enum { NEWEST_C = 30 };

/* A case and the rows of its tables. */
struct subject {
    const struct wgc_repro_spec *spec;
    const struct wgc_signature *signature;
    const struct wgc_form *form;
    const struct wgc_kernel *kernel;
};

/* Whether the clause is about the form alone, or about FORM of FORM_WAY. */
static bool is_of_form(const struct wgc_clause *clause, const struct wgc_form *form)
{
    const size_t length = clause->form == NULL ? 0 : strlen(clause->form);

    return length > 0 && strncmp(clause->form, form->name, length) == 0 &&
           (form->name[length] == '\0' || form->name[length] == '_');
}

/* How much of the function's name the place of the clause has, at the end of a word: of
 * work_group_scan_inclusive_max "work_group_scan_inclusive". 0: no more than "work_group". */
static size_t named_length(const struct wgc_clause *clause, const char *function)
{
    const char *rest = strstr(function, "_group_");
    const size_t least = rest == NULL ? 0 : (size_t)(rest - function) + strlen("_group_");
    char name[96];

    for (size_t length = strlen(function); length > least; length--) {
        if (length < sizeof name && (function[length] == '\0' || function[length] == '_')) {
            memcpy(name, function, length);
            name[length] = '\0';
            if (strstr(clause->source, name) != NULL) {
                return length;
            }
        }
    }
    return 0;
}

/* The sentence that names what is wrong, the one about the form, or the one whose place names most
 * of the function: of a function of OpenCL that of the text of its language, not of SYCL's. NULL:
 * there is none. */
static const struct wgc_clause *find_clause(const struct subject *subject)
{
    const struct wgc_manifest *manifest = subject->spec->manifest;
    const struct wgc_signature *signature = subject->signature;
    const char *about = subject->spec->about;
    const char *text = strncmp(signature->function, "sycl_", 5) == 0 ? "SYCL"
                       : signature->language == WGC_LANGUAGE_C       ? "OpenCL C"
                                                                     : "SPIR-V specification";
    const struct wgc_clause *of_form = NULL, *own = NULL;
    size_t named = 0;

    for (size_t i = 0; i < signature->clause_count; i++) {
        const struct wgc_clause *clause = &manifest->clause[signature->clause[i]];
        const bool is_of_text = clause->form == NULL && strstr(clause->source, text) != NULL;
        if (clause->form == NULL && about != NULL && strstr(clause->text, about) != NULL) {
            return clause;
        }
        of_form = of_form == NULL && is_of_form(clause, subject->form) ? clause : of_form;
        const size_t length = is_of_text ? named_length(clause, signature->function) : 0;
        own = is_of_text && (own == NULL || length > named) ? clause : own;
        named = length > named ? length : named;
    }
    return of_form != NULL ? of_form : own;
}

/* The sentence that the failure is judged by. */
static void put_clause(const struct subject *subject, struct wgc_buf *out)
{
    const struct wgc_clause *clause = find_clause(subject);
    struct wgc_buf text = {0};

    if (clause != NULL) {
        wgc_buf_printf(&text, "The standard: %s [%s]\n", clause->text, clause->source);
        wgc_repro_put_lines(out, wgc_buf_str(&text));
        wgc_buf_text(out, " *\n");
    }
    out->failed = out->failed || text.failed;
    wgc_buf_free(&text);
}

/* What the device gave, and the options of the build. */
static void put_facts(const struct subject *subject, const char *options, struct wgc_buf *out)
{
    const struct wgc_repro_spec *spec = subject->spec;
    struct wgc_buf text = {0};

    wgc_buf_text(&text, wgc_or_empty(spec->seen));
    if (subject->signature->language == WGC_LANGUAGE_C) {
        wgc_buf_printf(&text, "Build options: %s%s", options, options[0] == '\0' ? "" : " ");
        wgc_buf_printf(&text, "%s%s", wgc_or_empty(spec->build_options),
                       spec->build_options == NULL ? "" : " ");
        wgc_buf_text(&text, "-cl-std=CLx.y, the newest up to NEWEST_C that the device has\n");
    }
    wgc_repro_put_lines(out, wgc_buf_str(&text));
    out->failed = out->failed || text.failed;
    wgc_buf_free(&text);
}

void wgc_repro_put_head(const struct wgc_repro_spec *spec, const struct wgc_signature *signature,
                        const struct wgc_form *form, const struct wgc_kernel *kernel,
                        struct wgc_buf *out)
{
    const struct subject subject = {spec, signature, form, kernel};
    const bool is_c = signature->language == WGC_LANGUAGE_C;
    const struct wgc_build_way *way = wgc_build_way(form->variant);
    const bool threads = form->geometry == WGC_GEOMETRY_THREADS;
    const bool is_old = spec->impl == WGC_IMPL_EMULATED && form->geometry != WGC_GEOMETRY_REMAINDER;

    wgc_buf_text(out, "/*\n");
    put_clause(&subject, out);
    wgc_buf_printf(
        out,
        " * %s\n * %s.\n *\n"
        " *     cc -o repro repro.c -lOpenCL -lm%s && ./repro [DEVICE]\n *\n"
        " * DEVICE is its number, counted over all platforms from 0 on, or PLATFORM/DEVICE "
        "(default: "
        "see\n * usual_device). Exit status: 0 the device is right, 1 it is wrong, 2 it could not "
        "be "
        "tried.\n *\n * Written by wgconform repro; profile %s, seed %" PRIu64 ".\n",
        spec->case_name, form->what, threads ? " -lpthread" : "", wgc_profile_name(spec->profile),
        spec->seed);
    put_facts(&subject, wgc_build_way_options(way, NEWEST_C * 10), out);
    wgc_buf_text(out, " */\n");
    wgc_buf_text(out, "#define CL_TARGET_OPENCL_VERSION 300\n#include <CL/cl.h>\n"
                      "#include <CL/cl_ext.h>\n"
                      "#include <float.h>\n#include <math.h>\n");
    wgc_buf_text(out, threads ? "#include <pthread.h>\n" : "");
    wgc_buf_text(out, "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\n");
    wgc_buf_printf(out,
                   "static const char case_name[] = \"%s\";\n"
                   "static const char kernel_name[] = \"%s\";\n",
                   spec->case_name, kernel->entry);
    wgc_repro_put_device(spec, out);
    wgc_repro_put_launches(form, out);
    if (is_c) {
        wgc_buf_printf(out, "#define MORE_OPTIONS \"%s\"\n",
                       wgc_build_way_options(way, NEWEST_C * 10));
        wgc_buf_printf(out, "#define KERNEL_FILE \"repro.cl\"\n#define NEWEST_C %d\n",
                       is_old               ? 12
                       : way->standard != 0 ? (int)way->standard / 10
                                            : NEWEST_C);
    }
}
