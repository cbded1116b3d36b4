#include "cli/commands/repro.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "cli/choose.h"
#include "cli/invocation.h"
#include "cli/options_value.h"
#include "cli/suite_folder.h"
#include "repro/repro.h"
#include "reports/shell_word.h"

enum { OPT_SEED = 256, OPT_IMPL, OPT_MAX_ITEMS, OPT_SUB_GROUP, OPT_IL_VERSION };
enum { USUAL_MAX_ITEMS = 256, MAX_ITEMS_LIMIT = 65536, OPEN_SECONDS = 60 };

struct request {
    struct wgc_repro_spec spec;
    char il_version[256]; /* of the device */
    const char *folder;
    struct wgc_options device; /* what --device says */
    const char *word[1];
    bool items_given; /* --max-items */
};

const char wgc_repro_options[] =
    "  -d, --device DEVICE     the device that the program uses, as for a run (default: its number "
    "0)\n"
    "  -o, --output FOLDER     where it goes; made if it is not there (default: here)\n"
    "  -p, --profile NAME      quick, default or full: whose data (default: default)\n"
    "      --impl NAME         builtin or emulated (default: builtin)\n"
    "      --seed N            of the data (default: 1)\n"
    "      --max-items N       the local size of the shape max (default: 256)\n"
    "      --il-version LIST   CL_DEVICE_IL_VERSION of the device: a module of SPIR-V is in the "
    "version that\n"
    "                          the suite chooses of them (default: that of --device, else the "
    "least)\n"
    "      --sub-group-size N  of the device at this local size: the suite asks, and fits the "
    "data\n";

static const struct option long_options[] = {
    {"device", required_argument, NULL, 'd'},
    {"output", required_argument, NULL, 'o'},
    {"profile", required_argument, NULL, 'p'},
    {"seed", required_argument, NULL, OPT_SEED},
    {"impl", required_argument, NULL, OPT_IMPL},
    {"max-items", required_argument, NULL, OPT_MAX_ITEMS},
    {"il-version", required_argument, NULL, OPT_IL_VERSION},
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
    case 'd':
        request->word[0] = optarg;
        request->device.device_count = 1;
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
        request->items_given = true;
        break;
    case OPT_IL_VERSION:
        request->spec.il_version = optarg;
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
        .device = {.timeout = OPEN_SECONDS},
    };
    request->device.device = request->word;
    optind = 0; /* glibc: begin anew */
    opterr = 0;
    while (status == WGC_OK &&
           (letter = getopt_long(argc, argv, ":d:o:p:", long_options, NULL)) != -1) {
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
        wgc_buf_text(out, "cd ");
        wgc_shell_word(out, request->folder);
        wgc_buf_printf(out, " && cc -o repro repro.c -lOpenCL -lm && %s./repro\n",
                       request->spec.start == NULL ? "" : request->spec.start);
    }
    return status;
}

/* PLATFORM/DEVICE, or the number where another device has the same names, and the largest local
 * size of the shape max. Without --device no driver is loaded. */
static enum wgc_status find_device(struct request *request, struct wgc_buf *name,
                                   struct wgc_err *err)
{
    struct wgc_device_list list = {0};
    char *program = NULL;
    enum wgc_status status = wgc_find_program(&program, err);

    if (status == WGC_OK) {
        status = wgc_choose_listed(program, &request->device, &list, err);
    }
    free(program);
    if (status != WGC_OK) {
        return status;
    }
    if (list.count != 1) {
        wgc_device_list_free(&list);
        return wgc_err_set(err, WGC_ERR_INPUT, "--device: a program is for one device");
    }
    const struct wgc_device_info *info = &list.item[0];
    cJSON *object = cJSON_Parse(info->json);
    const char *platform =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, "platform"));
    const char *selector =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, "selector"));
    wgc_buf_printf(name, "%s/%s", platform == NULL ? "" : platform, info->name);
    if (!name->failed && (selector == NULL || strcmp(selector, name->data) != 0)) {
        wgc_buf_clear(name);
        wgc_buf_printf(name, "%u", (unsigned)info->index);
    }
    if (!request->items_given && info->max_work_group_size <= MAX_ITEMS_LIMIT) {
        request->spec.max_items = (size_t)info->max_work_group_size;
    }
    const char *versions =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, "il_version"));
    if (request->spec.il_version == NULL && versions != NULL && versions[0] != '\0') {
        (void)snprintf(request->il_version, sizeof request->il_version, "%s", versions);
        request->spec.il_version = request->il_version;
    }
    request->spec.device = name->data;
    cJSON_Delete(object);
    wgc_device_list_free(&list);
    return name->failed ? wgc_err_memory(err, "the name of a device") : WGC_OK;
}

/* What stands before ./repro in a new shell, in whatever folder: the words of a rerun line but the
 * last. */
static enum wgc_status find_start(struct wgc_buf *start, struct wgc_err *err)
{
    char *program = NULL;
    char **words = NULL;
    bool in_front = true;
    enum wgc_status status = wgc_find_program(&program, err);

    if (status == WGC_OK) {
        const struct wgc_invocation invocation = {.program = program,
                                                  .environment = (const char *const *)environ};
        status = wgc_invocation_words(&invocation, &words, err);
    }
    free(program);
    for (size_t i = 0; words != NULL && words[i] != NULL; i++) {
        if (words[i + 1] != NULL) {
            in_front = wgc_shell_command_word(start, words[i], in_front);
            wgc_buf_char(start, ' ');
        }
        free(words[i]);
    }
    free(words);
    return status == WGC_OK && start->failed ? wgc_err_memory(err, "the environment") : status;
}

enum wgc_status wgc_command_repro(int argc, char **argv, struct wgc_buf *out, int *exit_status,
                                  struct wgc_err *err)
{
    struct request request;
    struct wgc_repro repro;
    struct wgc_manifest *manifest = NULL;
    struct wgc_buf device = {0};
    struct wgc_buf start = {0};
    enum wgc_status status = parse(argc, argv, &request, err);

    (void)exit_status;
    if (status == WGC_OK) {
        status = wgc_load_suite(&manifest, err);
    }
    if (status == WGC_OK && request.device.device_count > 0) {
        status = find_device(&request, &device, err);
    }
    if (status == WGC_OK) {
        status = find_start(&start, err);
        request.spec.start = start.data;
    }
    request.spec.manifest = manifest;
    if (status == WGC_OK) {
        status = wgc_repro_make(&request.spec, &repro, err);
    }
    if (status == WGC_OK) {
        status = write_all(&request, &repro, out, err);
        wgc_repro_free(&repro);
    }
    wgc_manifest_free(manifest);
    wgc_buf_free(&device);
    wgc_buf_free(&start);
    return status;
}
