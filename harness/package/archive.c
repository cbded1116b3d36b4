#include "package/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <string.h>

#include "base/report_text.h"

enum { FILE_MODE = 0644, CHUNK = 16 * 1024 };

static const char folder[] = WGC_ARCHIVE_FOLDER "/";

static enum wgc_status fail(struct archive *archive, enum wgc_status status, struct wgc_err *err)
{
    const char *text = archive_error_string(archive);

    return wgc_err_set(err, status, "%s", text == NULL ? "libarchive gave no reason" : text);
}

static la_ssize_t append(struct archive *archive, void *context, const void *bytes, size_t size)
{
    struct wgc_buf *out = context;

    wgc_buf_add(out, bytes, size);
    if (out->failed) {
        archive_set_error(archive, ENOMEM, "no memory");
        return -1;
    }
    return (la_ssize_t)size;
}

static enum wgc_status put_file(struct archive *archive, const struct wgc_bundle_file *file,
                                int64_t time, struct wgc_err *err)
{
    struct archive_entry *entry = archive_entry_new();
    struct wgc_buf path = {0};

    wgc_buf_printf(&path, "%s%s", folder, file->name);
    if (entry == NULL || path.failed) {
        archive_entry_free(entry);
        wgc_buf_free(&path);
        return wgc_err_memory(err, "an archive");
    }
    archive_entry_set_pathname(entry, path.data);
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, FILE_MODE);
    archive_entry_set_mtime(entry, time, 0);
    archive_entry_set_size(entry, (int64_t)file->data.size);
    enum wgc_status status = WGC_OK;
    if (archive_write_header(archive, entry) != ARCHIVE_OK ||
        (file->data.size > 0 && archive_write_data(archive, file->data.data, file->data.size) !=
                                    (la_ssize_t)file->data.size)) {
        status = fail(archive, WGC_ERR_RUN, err);
    }
    archive_entry_free(entry);
    wgc_buf_free(&path);
    return status;
}

enum wgc_status wgc_archive_put(struct wgc_buf *out, const struct wgc_bundle *bundle, int64_t time,
                                struct wgc_err *err)
{
    struct archive *archive = archive_write_new();
    enum wgc_status status = WGC_OK;

    if (archive == NULL) {
        return wgc_err_memory(err, "an archive");
    }
    if (archive_write_set_format_pax_restricted(archive) != ARCHIVE_OK ||
        archive_write_add_filter_gzip(archive) != ARCHIVE_OK ||
        archive_write_set_options(archive, "gzip:!timestamp") != ARCHIVE_OK ||
        archive_write_set_bytes_in_last_block(archive, 1) != ARCHIVE_OK || /* no padding after it */
        archive_write_open(archive, out, NULL, append, NULL) != ARCHIVE_OK) {
        status = fail(archive, WGC_ERR_RUN, err);
    }
    for (size_t i = 0; status == WGC_OK && i < bundle->count; i++) {
        status = put_file(archive, &bundle->file[i], time, err);
    }
    if (status == WGC_OK && archive_write_close(archive) != ARCHIVE_OK) {
        status = fail(archive, WGC_ERR_RUN, err);
    }
    (void)archive_write_free(archive);
    return status;
}

/* An archive while it is read. */
struct reading {
    struct archive *archive;
    struct wgc_bundle *bundle;
    size_t total; /* bytes of files so far */
    char chunk[CHUNK];
};

static enum wgc_status refuse(const char *path, const char *why, struct wgc_err *err)
{
    struct wgc_buf shown = {0};

    wgc_report_text(&shown, path == NULL ? "?" : path);
    (void)wgc_err_set(err, WGC_ERR_INPUT, "\"%.200s\" %s", shown.data == NULL ? "?" : shown.data,
                      why);
    wgc_buf_free(&shown);
    return err->status;
}

static enum wgc_status too_much(struct wgc_err *err)
{
    return wgc_err_set(err, WGC_ERR_INPUT, "it holds more than %d bytes or %d files",
                       WGC_ARCHIVE_LIMIT, WGC_ARCHIVE_FILES);
}

/* The size in the header is untrusted: the bytes are counted. */
static enum wgc_status get_data(struct reading *reading, struct wgc_buf *data, struct wgc_err *err)
{
    static const size_t limit = WGC_ARCHIVE_LIMIT;

    for (;;) {
        la_ssize_t got = archive_read_data(reading->archive, reading->chunk, CHUNK);
        if (got < 0) {
            return fail(reading->archive, WGC_ERR_INPUT, err);
        }
        if (got == 0) {
            return WGC_OK; /* wgc_bundle_add sees data->failed */
        }
        wgc_buf_add(data, reading->chunk, (size_t)got);
        reading->total += (size_t)got;
        if (reading->total > limit) {
            return too_much(err);
        }
    }
}

static enum wgc_status get_entry(struct reading *reading, struct archive_entry *entry,
                                 struct wgc_err *err)
{
    const char *path = archive_entry_pathname(entry);
    struct wgc_buf data = {0};

    if (path == NULL || strncmp(path, folder, strlen(folder)) != 0) {
        return refuse(path, "is outside the folder " WGC_ARCHIVE_FOLDER, err);
    }
    bool linked = archive_entry_hardlink(entry) != NULL || archive_entry_symlink(entry) != NULL;
    if (!linked && archive_entry_filetype(entry) == AE_IFDIR) {
        return WGC_OK; /* of a package that was unpacked and packed again; only its files matter
                        */
    }
    if (linked || archive_entry_filetype(entry) != AE_IFREG) {
        return refuse(path, "is no plain file", err);
    }
    if (archive_entry_size(entry) > (int64_t)WGC_ARCHIVE_LIMIT ||
        reading->bundle->count >= WGC_ARCHIVE_FILES) {
        return too_much(err);
    }
    enum wgc_status status = get_data(reading, &data, err);
    if (status == WGC_OK) {
        status = wgc_bundle_add(reading->bundle, path + strlen(folder), &data, err);
    }
    wgc_buf_free(&data);
    return status;
}

static enum wgc_status get_entries(struct reading *reading, const struct wgc_buf *bytes,
                                   struct wgc_err *err)
{
    struct archive_entry *entry;
    enum wgc_status status = WGC_OK;
    int code = ARCHIVE_OK;

    if (archive_read_support_filter_gzip(reading->archive) != ARCHIVE_OK ||
        archive_read_support_format_tar(reading->archive) != ARCHIVE_OK ||
        archive_read_open_memory(reading->archive, bytes->data, bytes->size) != ARCHIVE_OK) {
        return fail(reading->archive, WGC_ERR_INPUT, err);
    }
    while (status == WGC_OK &&
           (code = archive_read_next_header(reading->archive, &entry)) == ARCHIVE_OK) {
        status = get_entry(reading, entry, err);
    }
    if (status == WGC_OK && code != ARCHIVE_EOF) {
        status = fail(reading->archive, WGC_ERR_INPUT, err);
    }
    return status == WGC_OK ? wgc_bundle_sort(reading->bundle, err) : status;
}

enum wgc_status wgc_archive_get(const struct wgc_buf *bytes, struct wgc_bundle *bundle,
                                struct wgc_err *err)
{
    struct reading reading = {.archive = archive_read_new(), .bundle = bundle};

    if (reading.archive == NULL) {
        return wgc_err_memory(err, "an archive");
    }
    enum wgc_status status = bytes->size == 0 ? wgc_err_set(err, WGC_ERR_INPUT, "it is empty")
                                              : get_entries(&reading, bytes, err);
    (void)archive_read_free(reading.archive);
    if (status != WGC_OK) {
        wgc_bundle_free(bundle);
    }
    return status;
}
