#include "tests/unit/manifest_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"

#define KERNELS(variants, entry)                                                                   \
    "{\"variants\":" variants ",\"file\":\"c/a.cl\",\"entry\":\"" entry "\"}"
#define REDUCE_ADD                                                                                 \
    "\"function\":\"work_group_reduce_add\",\"kind\":\"reduce\",\"scope\":\"work_group\","         \
    "\"op\":\"add\",\"type\":\"int\",\"constant\":-3,\"grid\":0,"

const char fixture_manifest[] =
    "{\"schema_version\":2,\"suite_version\":\"0.1.0\",\n"
    "\"suite_digest\":\"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\",\n"
    "\"prelude\":\"emulated/prelude.cl\",\n"
    "\"shapes\":[{\"name\":\"1\",\"rank\":1,\"side\":[1,1,1]},\n"
    "{\"name\":\"64\",\"rank\":1,\"side\":[64,1,1]},\n"
    "{\"name\":\"8x4\",\"rank\":2,\"side\":[8,4,1]},\n"
    "{\"name\":\"max\",\"rank\":1,\"max\":true,\"side\":[1,1,1]}],\n"
    "\"forms\":[{\"name\":\"plain\",\"variant\":\"plain\",\"geometry\":\"linear\",\"slots\":["
    "\"call\"],\"why\":\"w\"},\n"
    "{\"name\":\"loop\",\"variant\":\"loop\",\"geometry\":\"linear\",\"slots\":[\"call\",\"call\"],"
    "\"why\":\"w\"},\n"
    "{\"name\":\"reqd\",\"variant\":\"reqd\",\"per_shape\":true,\"geometry\":\"linear\",\"slots\":["
    "\"call\"],\"feature\":\"fp64\",\"why\":\"w\"}],\n"
    "\"cells\":[{\"form\":0,\"profile\":\"quick\",\"shapes\":[0,1]},\n"
    "{\"form\":0,\"profile\":\"full\",\"shapes\":[3]},\n"
    "{\"form\":1,\"profile\":\"default\",\"shapes\":[2]},\n"
    "{\"form\":0,\"profile\":\"quick\",\"shapes\":[2]},\n"
    "{\"form\":2,\"profile\":\"quick\",\"shapes\":[2]}],\n"
    "\"grids\":[[0,1,2],\n[3,4]],\n"
    "\"variants\":[[\"plain\"],[\"plain\",\"reqd-8x4\"]],\n"
    "\"clauses\":[{\"id\":\"c1\",\"source\":\"s\",\"text\":\"t\",\"form\":\"loop\"}],\n"
    "\"signatures\":[{\"language\":\"c\"," REDUCE_ADD
    "\"requires\":[\"collective_functions\"],\"clauses\":[\"c1\"],\n\"kernels\":" KERNELS(
        "0",
        "k_add_int") ",\n\"emulated\":" KERNELS("0",
                                                "k_add_int") "},\n"
                                                             "{\"language\":\"c\",\"function\":"
                                                             "\"work_group_all\",\"kind\":\"all\","
                                                             "\"scope\":\"work_group\",\"type\":"
                                                             "\"int\",\"constant\":-3,\"grid\":1,"
                                                             "\"requires\":[],"
                                                             "\"clauses\":[],"
                                                             "\n\"kernels\":" KERNELS(
                                                                 "1",
                                                                 "k_all") "},\n"
                                                                          "{\"language\":"
                                                                          "\"spirv\"," REDUCE_ADD
                                                                          "\"requires\":[\"spirv\"]"
                                                                          ",\"clauses\":[],\n"
                                                                          "\"kernels\":{"
                                                                          "\"variants\":0,\"file\":"
                                                                          "\"spirv/"
                                                                          "a.*.spv\",\"entry\":\"k_"
                                                                          "add_int\"}}]}\n";

enum wgc_status fixture_load_text(const char *text, size_t size, struct wgc_manifest **out,
                                  struct wgc_err *err)
{
    return wgc_manifest_parse("suite", "suite/manifest.json", text, size, out, err);
}

enum wgc_status fixture_load(const char *from, const char *to, struct wgc_manifest **out,
                             struct wgc_err *err)
{
    struct wgc_buf text = {0};
    const char *at = from == NULL ? NULL : strstr(fixture_manifest, from);

    if (from == NULL) {
        return fixture_load_text(fixture_manifest, strlen(fixture_manifest), out, err);
    }
    assert_non_null(at);
    wgc_buf_add(&text, fixture_manifest, (size_t)(at - fixture_manifest));
    wgc_buf_text(&text, to);
    wgc_buf_text(&text, at + strlen(from));
    enum wgc_status status = fixture_load_text(text.data, text.size, out, err);
    wgc_buf_free(&text);
    return status;
}
