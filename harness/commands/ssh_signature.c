#include "commands/parts.h"

#include <errno.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/system.h"

enum { OUTPUT_LIMIT = 1024 * 1024, STREAMS = 3 };

static const char program[] = "ssh-keygen";

/* ssh-keygen's streams are unnamed files: no pipe can fill up. */
struct keygen {
    FILE *stream[STREAMS];
    bool succeeded; /* its exit status was 0 */
};

void wgc_ssh_signature_name(struct wgc_buf *out, const char *package)
{
    wgc_buf_printf(out, "%s.sig", package);
}

static void close_streams(struct keygen *keygen)
{
    for (int i = 0; i < STREAMS; i++) {
        if (keygen->stream[i] != NULL) {
            (void)fclose(keygen->stream[i]);
        }
    }
}

static enum wgc_status spawn(struct keygen *keygen, const char *const *argument, pid_t *child,
                             struct wgc_err *err)
{
    posix_spawn_file_actions_t actions;
    int code = posix_spawn_file_actions_init(&actions);

    if (code != 0) {
        return wgc_err_set(err, WGC_ERR_RUN, "%s: cannot start it: %s", program, strerror(code));
    }
    for (int i = 0; code == 0 && i < STREAMS; i++) {
        code = posix_spawn_file_actions_adddup2(&actions, fileno(keygen->stream[i]), i);
    }
    if (code == 0) {
        code = posix_spawnp(child, program, &actions, NULL, (char *const *)(uintptr_t)argument,
                            environ);
    }
    (void)posix_spawn_file_actions_destroy(&actions);
    return code == 0 ? WGC_OK
                     : wgc_err_set(err, WGC_ERR_RUN, "%s: cannot start it (part of OpenSSH): %s",
                                   program, strerror(code));
}

static enum wgc_status run_and_wait(struct keygen *keygen, const char *const *argument,
                                    struct wgc_err *err)
{
    pid_t child = 0;
    int ended;
    enum wgc_status status = spawn(keygen, argument, &child, err);

    if (status != WGC_OK) {
        return status;
    }
    while (waitpid(child, &ended, 0) < 0) {
        if (errno != EINTR) {
            return wgc_err_set(err, WGC_ERR_RUN, "%s: cannot wait for it: %s", program,
                               strerror(errno));
        }
    }
    keygen->succeeded = WIFEXITED(ended) && WEXITSTATUS(ended) == 0;
    return WGC_OK;
}

/* Starts ssh-keygen with the bytes as its input, and waits for its end. On success the streams are
 * closed with close_streams. */
static enum wgc_status run(struct keygen *keygen, const char *const *argument,
                           const struct wgc_buf *bytes, struct wgc_err *err)
{
    *keygen = (struct keygen){{NULL}, false};
    bool ready = true;
    for (int i = 0; i < STREAMS; i++) {
        keygen->stream[i] = tmpfile();
        ready = ready && keygen->stream[i] != NULL;
    }
    if (ready && bytes->size > 0) {
        ready = fwrite(bytes->data, 1, bytes->size, keygen->stream[0]) == bytes->size;
    }
    if (!ready || fflush(keygen->stream[0]) != 0) {
        close_streams(keygen);
        return wgc_err_set(err, WGC_ERR_RUN, "a temporary file for %s: %s", program,
                           strerror(errno));
    }
    rewind(keygen->stream[0]);
    enum wgc_status status = run_and_wait(keygen, argument, err);
    if (status != WGC_OK) {
        close_streams(keygen);
    }
    return status;
}

/* Appends what ssh-keygen wrote, up to a limit. */
static void read_stream(FILE *stream, struct wgc_buf *out)
{
    char chunk[4096];
    size_t got;

    rewind(stream);
    while (out->size < OUTPUT_LIMIT && (got = fread(chunk, 1, sizeof chunk, stream)) > 0) {
        wgc_buf_add(out, chunk, got);
    }
    out->failed = out->failed || ferror(stream) != 0;
}

/* Appends the text of a stream as one line. */
static void read_line(FILE *stream, struct wgc_buf *out)
{
    struct wgc_buf text = {0};

    read_stream(stream, &text);
    while (text.size > 0 && strchr("\r\n ", text.data[text.size - 1]) != NULL) {
        text.data[--text.size] = '\0';
    }
    for (size_t i = 0; i < text.size; i++) {
        wgc_buf_char(out, text.data[i] == '\n' || text.data[i] == '\r' ? ' ' : text.data[i]);
    }
    out->failed = out->failed || text.failed;
    wgc_buf_free(&text);
}

enum wgc_status wgc_ssh_signature_make(const char *key, const struct wgc_buf *bytes,
                                       struct wgc_buf *signature, struct wgc_err *err)
{
    const char *const argument[] = {
        program, "-Y", "sign", "-f", key, "-n", WGC_SSH_SIGNATURE_NAMESPACE, NULL};
    struct keygen keygen;
    struct wgc_buf message = {0};
    enum wgc_status status = run(&keygen, argument, bytes, err);

    if (status != WGC_OK) {
        return status;
    }
    if (keygen.succeeded) {
        read_stream(keygen.stream[STDOUT_FILENO], signature);
        status = signature->failed ? wgc_err_memory(err, "the signature") : WGC_OK;
    } else {
        read_line(keygen.stream[STDERR_FILENO], &message);
        status = wgc_err_set(err, WGC_ERR_INPUT, "--sign %s: %s: %s", key, program,
                             message.size == 0 ? "failed without a message" : message.data);
    }
    wgc_buf_free(&message);
    close_streams(&keygen);
    return status;
}

/* Runs ssh-keygen; appends the first line of its output to *line, and its error to *problem. */
static enum wgc_status run_check(const char *const *argument, const struct wgc_buf *bytes,
                                 struct wgc_buf *line, struct wgc_buf *problem, struct wgc_err *err)
{
    struct keygen keygen;
    enum wgc_status status = run(&keygen, argument, bytes, err);

    if (status != WGC_OK) {
        return status;
    }
    read_stream(keygen.stream[STDOUT_FILENO], line);
    if (!keygen.succeeded) {
        wgc_buf_printf(problem, "%s: ", program);
        read_line(keygen.stream[STDERR_FILENO], problem);
        wgc_buf_char(problem, '\n');
    }
    close_streams(&keygen);
    if (line->data != NULL) {
        line->size = strcspn(line->data, "\n");
        line->data[line->size] = '\0';
    }
    return line->failed || problem->failed ? wgc_err_memory(err, "the output of ssh-keygen")
                                           : WGC_OK;
}

enum wgc_status wgc_ssh_signature_check(const struct wgc_buf *bytes, const char *signature,
                                        const char *signers, struct wgc_buf *who,
                                        struct wgc_buf *problem, struct wgc_err *err)
{
    const char *const find[] = {program,   "-Y", "find-principals", "-s",
                                signature, "-f", signers,           NULL};
    struct wgc_buf text = {0};
    struct wgc_buf ignored = {0};
    enum wgc_status status = wgc_file_read(signers, OUTPUT_LIMIT, WGC_ERR_INPUT, &text, err);

    wgc_buf_free(&text);
    if (status != WGC_OK) {
        return status;
    }
    status = run_check(find, bytes, who, problem, err);
    if (status == WGC_OK && problem->size == 0 && who->size == 0) {
        wgc_buf_text(problem, "the key of the signature is not one of an allowed signer\n");
    }
    if (status == WGC_OK && problem->size == 0) {
        const char *const verify[] = {program,   "-Y",      "verify",
                                      "-f",      signers,   "-I",
                                      who->data, "-n",      WGC_SSH_SIGNATURE_NAMESPACE,
                                      "-s",      signature, NULL};
        status = run_check(verify, bytes, &ignored, problem, err);
    }
    wgc_buf_free(&ignored);
    return status;
}
