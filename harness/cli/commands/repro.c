#include "cli/commands/repro.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "cli/options_value.h"
#include "cli/suite_folder.h"
#include "repro/repro.h"

enum { OPT_SEED = 256, OPT_IMPL, OPT_MAX_ITEMS, OPT_SUB_GROUP };
enum { USUAL_MAX_ITEMS = 256, MAX_ITEMS_LIMIT = 65536 };

struct request {
    struct wgc_repro_spec spec;
    const char *folder;
};

const char wgc_repro_options[] =
    "  -o, --output FOLDER     where it goes; made if it is not there (default: here)\n"
    "  -p, --profile NAME      quick, default or full: whose data (default: default)\n"
    "      --impl NAME         builtin or emulated (default: builtin)\n"
    "      --seed N            of the data (default: 1)\n"
    "      --max-items N       the local size of the shape max (default: 256)\n"
    "      --sub-group-size N  of the device at this local size: the suite asks, and fits the "
    "data\n";

static const struct option long_options[] = {
    {"output", required_argument, NULL, 'o'},
    {"profile", required_argument, NULL, 'p'},
    {"seed", required_argument, NULL, OPT_SEED},
    {"impl", required_argument, NULL, OPT_IMPL},
    {"max-items", required_argument, NULL, OPT_MAX_ITEMS},
    {"sub-group-size", required_argument, NULL, OPT_SUB_GROUP},
    {NULL, 0, NULL, 0},
};

static enum wgc_status take(struct request *request, int letter, char **argv, struct wgc_err *err)
{
    struct wgc_selection selection = {.profile = request->spec.profile, .impl = request->spec.impl};
    uint64_t number = request->spec.max_items;
    uint64_t sub_group_size = request->spec.sub_group_size;
    enum wgc_status status = WGC_OK;

    switch (letter) {
    case 'o':
        request->folder = optarg;
        break;
    case 'p':
        status = wgc_parse_profile(optarg, &selection, err);
        break;
    case OPT_IMPL:
        status = wgc_parse_impl(optarg, &selection, err);
        break;
    case OPT_SEED:
        status = wgc_parse_unsigned("--seed", optarg, 0, UINT64_MAX, &request->spec.seed, err);
        break;
    case OPT_MAX_ITEMS:
        status = wgc_parse_unsigned("--max-items", optarg, 1, MAX_ITEMS_LIMIT, &number, err);
        break;
    case OPT_SUB_GROUP:
        status = wgc_parse_unsigned("--sub-group-size", optarg, 1, MAX_ITEMS_LIMIT, &sub_group_size,
                                    err);
        break;
    default:
        status = wgc_err_set(err, WGC_ERR_INPUT, "%s: %s", argv[optind - 1],
                             letter == ':' ? "a value is missing" : "this option is unknown");
        break;
    }
    request->spec.profile = selection.profile;
    request->spec.impl = selection.impl;
    request->spec.max_items = (size_t)number;
    request->spec.sub_group_size = (size_t)sub_group_size;
    return status;
}

static enum wgc_status parse(int argc, char **argv, struct request *request, struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;
    int letter;

    *request = (struct request){
        .spec = {.profile = WGC_PROFILE_DEFAULT, .seed = 1, .max_items = USUAL_MAX_ITEMS},
        .folder = ".",
    };
    optind = 0; /* glibc: begin anew */
    opterr = 0;
    while (status == WGC_OK &&
           (letter = getopt_long(argc, argv, ":o:p:", long_options, NULL)) != -1) {
        status = take(request, letter, argv, err);
    }
    if (status == WGC_OK && argc - optind != 1) {
        status = wgc_err_set(err, WGC_ERR_INPUT, "the name of one case is needed");
    }
    if (status == WGC_OK) {
        request->spec.case_name = argv[optind];
    }
    return status;
}

static enum wgc_status write_file(const char *folder, const char *name, const struct wgc_buf *text,
                                  struct wgc_err *err)
{
    struct wgc_buf path = {0};

    wgc_buf_printf(&path, "%s/%s", folder, name);
    enum wgc_status status = path.failed ? wgc_err_memory(err, "a path")
                                         : wgc_file_write(path.data, text->data, text->size, err);
    wgc_buf_free(&path);
    return status;
}

static enum wgc_status write_all(const struct request *request, const struct wgc_repro *repro,
                                 struct wgc_buf *out, struct wgc_err *err)
{
    enum wgc_status status;

    if (mkdir(request->folder, 0777) != 0 && errno != EEXIST) {
        return wgc_err_set(err, WGC_ERR_INPUT, "%s: %s", request->folder, strerror(errno));
    }
    status = write_file(request->folder, "repro.c", &repro->program, err);
    if (status == WGC_OK && repro->kernel.size > 0) {
        status = write_file(request->folder, "repro.cl", &repro->kernel, err);
    }
    if (status == WGC_OK) {
        wgc_buf_printf(out, "cd %s && cc -o repro repro.c -lOpenCL -lm && ./repro\n",
                       request->folder);
    }
    return status;
}

enum wgc_status wgc_command_repro(int argc, char **argv, struct wgc_buf *out, int *exit_status,
                                  struct wgc_err *err)
{
    struct request request;
    struct wgc_repro repro;
    struct wgc_manifest *manifest = NULL;
    enum wgc_status status = parse(argc, argv, &request, err);

    (void)exit_status;
    if (status == WGC_OK) {
        status = wgc_load_suite(&manifest, err);
    }
    if (status != WGC_OK) {
        return status;
    }
    request.spec.manifest = manifest;
    status = wgc_repro_make(&request.spec, &repro, err);
    if (status == WGC_OK) {
        status = write_all(&request, &repro, out, err);
        wgc_repro_free(&repro);
    }
    wgc_manifest_free(manifest);
    return status;
}
