#include "explore_run/keep.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "explore/program.h"
#include "explore_run/parts.h"
#include "options/report_queries.h"
#include "report_file/report_json.h"

enum { TEXT_LIMIT = 1024 * 1024 };
static const char folder[] = "suite/programs";

/* Makes a name of a-z, 0-9 and _ from a text. */
static void set_name(struct wgc_kept *kept, const char *text, size_t length)
{
    size_t used = 0;

    for (size_t i = 0; i < length && used + 1 < sizeof kept->name; i++) {
        const char c = text[i];
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_') {
            kept->name[used++] = c;
        } else if (c >= 'A' && c <= 'Z') {
            kept->name[used++] = (char)(c - 'A' + 'a');
        } else if (used > 0 && kept->name[used - 1] != '_') {
            kept->name[used++] = '_';
        }
    }
    kept->name[used] = '\0';
}

static const char *text_of(const cJSON *object, const char *name)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
}

/* The cause with that id; without an id the only one. */
static const cJSON *find_cause(const cJSON *causes, const char *id)
{
    const cJSON *item;

    if (id == NULL) {
        return cJSON_GetArraySize(causes) == 1 ? cJSON_GetArrayItem(causes, 0) : NULL;
    }
    cJSON_ArrayForEach(item, causes)
    {
        const char *text = text_of(item, "id");
        if (text != NULL && strcmp(text, id) == 0) {
            return item;
        }
    }
    return NULL;
}

static void take(const cJSON *cause, const char *text, struct wgc_kept *kept)
{
    const cJSON *reduced = cJSON_GetObjectItemCaseSensitive(cause, "reduced");
    struct wgc_record_mismatch *mismatch =
        wgc_record_mismatch_read(cJSON_GetObjectItemCaseSensitive(reduced, "mismatch"));
    const char *id = text_of(cause, "id");

    wgc_buf_text(&kept->text, text);
    set_name(kept, wgc_or_empty(id), id == NULL ? 0 : strlen(id));
    if (mismatch != NULL) {
        kept->sub_group_size = mismatch->sub_group_size > 0 ? mismatch->sub_group_size
                                                            : wgc_older_sub_group_size(mismatch);
    }
    wgc_record_mismatch_free(mismatch);
}

/* The program of the cause's first seed. */
static enum wgc_status take_whole(const char *path, const cJSON *explore, const cJSON *cause,
                                  struct wgc_kept *kept, struct wgc_err *err)
{
    const cJSON *seeds = cJSON_GetObjectItemCaseSensitive(cause, "seeds");
    const char *seed = cJSON_GetStringValue(cJSON_GetArrayItem(seeds, 0));
    struct wgc_buf text = {0};

    if (seed == NULL) {
        return wgc_err_set(err, WGC_ERR_INPUT, "%s: that cause has no seed", path);
    }
    enum wgc_status status = wgc_whole_program(explore, seed, &text, err);
    if (status == WGC_OK) {
        take(cause, text.data, kept);
    } else {
        (void)wgc_err_wrap(err, "%s: the program of seed %s", path, seed);
    }
    wgc_buf_free(&text);
    return status;
}

static enum wgc_status from_report(const char *path, const struct wgc_record *record,
                                   const char *id, bool whole, struct wgc_kept *kept,
                                   struct wgc_err *err)
{
    cJSON *object = cJSON_Parse(record->explore == NULL ? "{}" : record->explore);
    const cJSON *causes = cJSON_GetObjectItemCaseSensitive(object, "causes");
    const cJSON *cause = find_cause(causes, id);
    const char *text = text_of(cJSON_GetObjectItemCaseSensitive(cause, "reduced"), "program");
    enum wgc_status status = WGC_OK;

    if (cause == NULL) {
        status = wgc_err_set(err, WGC_ERR_INPUT,
                             id == NULL ? "%s has %d causes of programs: --cause must name one"
                                        : "%s: that cause is none of its %d causes of programs",
                             path, cJSON_GetArraySize(causes));
    } else if (text == NULL && whole) {
        status = take_whole(path, object, cause, kept, err);
    } else if (text == NULL) {
        status = wgc_err_set(err, WGC_ERR_INPUT, "%s: that cause has no reduced program", path);
    } else {
        take(cause, text, kept);
    }
    (void)snprintf(kept->build_options, sizeof kept->build_options, "%s",
                   wgc_or_empty(record->build_options));
    kept->emulated = record->impl != NULL && strcmp(record->impl, "emulated") == 0;
    cJSON_Delete(object);
    return status;
}

/* from_report of a cause that is given by its number in the whole report, or by its id. */
static enum wgc_status of_report(const char *path, const struct wgc_record *record,
                                 const char *cause, bool whole, struct wgc_kept *kept,
                                 struct wgc_err *err)
{
    struct wgc_buf id = {0};
    enum wgc_status status = cause == NULL ? WGC_OK : wgc_report_cause_id(record, cause, &id, err);

    if (status == WGC_OK || status == WGC_ERR_INPUT) {
        status = from_report(path, record, id.size > 0 ? id.data : cause, whole, kept, err);
    }
    wgc_buf_free(&id);
    return status;
}

static void name_by_file(struct wgc_kept *kept, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *base = slash == NULL ? path : slash + 1;
    const char *dot = strrchr(base, '.');

    set_name(kept, base, dot == NULL ? strlen(base) : (size_t)(dot - base));
}

/* A text may have comments in front: those of a file of suite/programs/. */
static enum wgc_status from_text(const char *path, const struct wgc_buf *text,
                                 struct wgc_kept *kept, struct wgc_err *err)
{
    const char *at = wgc_buf_str(text);

    if (text->size > TEXT_LIMIT) {
        return wgc_err_set(err, WGC_ERR_INPUT, "%s: too large for a program", path);
    }
    while (at[0] == '/' && at[1] == '/') {
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    wgc_buf_text(&kept->text, at);
    name_by_file(kept, path);
    return WGC_OK;
}

/* Whether the program is well defined. */
static enum wgc_status check(const char *path, const struct wgc_kept *kept, struct wgc_err *err)
{
    struct wgc_program program;
    enum wgc_status status =
        wgc_program_read(path, wgc_buf_str(&kept->text), kept->text.size, &program, err);

    if (status == WGC_OK) {
        status = wgc_program_check(&program, err);
        if (status != WGC_OK) {
            (void)wgc_err_wrap(err, "%s", path);
        }
        wgc_program_free(&program);
    }
    return status;
}

enum wgc_status wgc_kept_read(const char *path, const char *cause, bool whole,
                              struct wgc_kept *kept, struct wgc_err *err)
{
    struct wgc_buf text = {0};
    enum wgc_status status = wgc_report_text_read(path, &text, err);

    *kept = (struct wgc_kept){0};
    if (status == WGC_OK && text.size > 0 && text.data[0] == '{') {
        struct wgc_record *record = NULL;
        status = wgc_report_json_parse(path, text.data, text.size, &record, err);
        if (status == WGC_OK) {
            status = of_report(path, record, cause, whole, kept, err);
            wgc_record_free(record);
        }
    } else if (status == WGC_OK) {
        status = from_text(path, &text, kept, err);
    }
    wgc_buf_free(&text);
    if (status == WGC_OK && kept->text.failed) {
        status = wgc_err_memory(err, "a program");
    }
    return status == WGC_OK ? check(path, kept, err) : status;
}

/* Appends the line with what the program needs, for the suite's generator. */
static enum wgc_status put_requires(const struct wgc_kept *kept, struct wgc_buf *out,
                                    struct wgc_err *err)
{
    struct wgc_signature signature = {0};
    struct wgc_shape shape;
    enum wgc_status status =
        wgc_program_facts(kept->text.data, kept->text.size, &shape, &signature, err);

    wgc_buf_text(out, "// requires:");
    for (size_t i = 0; status == WGC_OK && i < signature.requires_count; i++) {
        wgc_buf_printf(out, " %s", wgc_feature_name(signature.requires[i]));
    }
    wgc_buf_char(out, '\n');
    return status;
}

static enum wgc_status write_kept(const struct wgc_kept *kept, struct wgc_buf *out,
                                  struct wgc_err *err)
{
    struct wgc_buf path = {0}, file = {0};
    struct stat info;

    if (stat("suite/functions.def", &info) != 0) {
        return wgc_err_set(err, WGC_ERR_INPUT,
                           "no suite/ in the current folder: run it in the sources of wgconform");
    }
    (void)mkdir(folder, 0777);
    wgc_buf_printf(&path, "%s/%s.prog", folder, kept->name);
    enum wgc_status status = put_requires(kept, &file, err);
    wgc_buf_add(&file, kept->text.data, kept->text.size);
    if (status == WGC_OK && (path.failed || file.failed)) {
        status = wgc_err_memory(err, "a program");
    } else if (status == WGC_OK && access(path.data, F_OK) == 0) {
        status = wgc_err_set(err, WGC_ERR_INPUT, "%s exists: --name gives another name", path.data);
    }
    if (status == WGC_OK) {
        status = wgc_file_write(path.data, file.data, file.size, err);
    }
    if (status == WGC_OK) {
        wgc_buf_printf(out, "%s: the case c.program.%s after make build\n", path.data, kept->name);
    }
    wgc_buf_free(&path);
    wgc_buf_free(&file);
    return status;
}

enum wgc_status wgc_explore_keep(const char *path, const char *cause, const char *name,
                                 struct wgc_buf *out, struct wgc_err *err)
{
    struct wgc_kept kept;
    enum wgc_status status = wgc_kept_read(path, cause, false, &kept, err);

    if (status == WGC_OK && name != NULL) {
        set_name(&kept, name, strlen(name));
        if (strcmp(kept.name, name) != 0) {
            status = wgc_err_set(err, WGC_ERR_INPUT, "--name: a name has only a-z, 0-9 and _");
        }
    }
    if (status == WGC_OK && kept.name[0] == '\0') {
        status = wgc_err_set(err, WGC_ERR_INPUT, "--name is missing");
    }
    if (status == WGC_OK) {
        status = write_kept(&kept, out, err);
    }
    wgc_buf_free(&kept.text);
    return status;
}
