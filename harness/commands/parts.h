/* What the commands share. */
#ifndef WGC_COMMANDS_PARTS_H
#define WGC_COMMANDS_PARTS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "options/options.h"
#include "record/record.h"
#include "repro/repro.h"

/* ---- settings.c: Settings of the environment, NAME=VALUE, which are set for a while. ---- */

struct wgc_setting {
    char *name, *value;
    char *before; /* the value before; NULL: the variable was not set */
};

struct wgc_settings {
    struct wgc_setting *item;
    size_t count;
};

/* Splits text at each blank that a NAME= follows. Text that does not begin with NAME= is an error
 * of status WGC_ERR_INPUT. The caller frees *settings in any case. */
enum wgc_status wgc_settings_parse(const char *text, struct wgc_settings *settings,
                                   struct wgc_err *err);
void wgc_settings_free(struct wgc_settings *settings);

/* Changes the environment of this process, and changes it back. */
enum wgc_status wgc_settings_apply(struct wgc_settings *settings, struct wgc_err *err);
void wgc_settings_undo(struct wgc_settings *settings);

/*
 * Detached signatures of packages, made by ssh-keygen of OpenSSH with an SSH key. A file of allowed
 * signers (ssh-keygen(1)) lists the keys that are accepted.
 */

/* The namespace (-n) of the signatures: one made for another purpose is not accepted. */
#define WGC_SSH_SIGNATURE_NAMESPACE "wgconform-package"

/* Appends the name of a package's signature file: "PACKAGE.sig". */
void wgc_ssh_signature_name(struct wgc_buf *out, const char *package);

/*
 * Appends the signature of bytes. key is the file of a private key, or of a public key whose
 * private key is in an agent. ssh-keygen reads a passphrase from the terminal. A key that cannot
 * sign is WGC_ERR_INPUT, a machine without ssh-keygen WGC_ERR_RUN.
 */
enum wgc_status wgc_ssh_signature_make(const char *key, const struct wgc_buf *bytes,
                                       struct wgc_buf *signature, struct wgc_err *err);

/*
 * Checks the signature in a file against bytes. Appends the signer to *who, or a line with the
 * error in the signature to *problem. A file of signers that cannot be read is WGC_ERR_INPUT, a
 * machine without ssh-keygen WGC_ERR_RUN.
 */
enum wgc_status wgc_ssh_signature_check(const struct wgc_buf *bytes, const char *signature,
                                        const char *signers, struct wgc_buf *who,
                                        struct wgc_buf *problem, struct wgc_err *err);

/*
 * `wgconform waive --check`: applies waivers to a saved report without a run. Waivers that the
 * report has are undone first. Standard output gets the failures by cause, the totals and how many
 * waivers were used; standard error the warnings of a run: expired and unused waivers. The exit
 * status is that of a run with these waivers. --output writes the report with the waivers applied.
 */

/* As a command (commands/commands.h). A report of explore is an error of status WGC_ERR_INPUT. */
enum wgc_status wgc_waive_check(const struct wgc_options *options, struct wgc_buf *out,
                                int *exit_status, struct wgc_err *err);

/* ---- report_set.c: Saved reports, several at a time. ---- */

struct wgc_report_set {
    struct wgc_record **record;
    size_t count;
};

/* Reads each report, completed from its journal; on failure *set is empty. *set is zero before the
 * call and freed by the caller. */
enum wgc_status wgc_report_set_read(char *const *path, size_t count, struct wgc_report_set *set,
                                    struct wgc_err *err);
void wgc_report_set_free(struct wgc_report_set *set);

/*
 * ---- repro_shared.c: The program of a finding of query.shared_program. ----
 *
 * Sets the cases that a report has with the finding, and the run's profile, implementation and
 * seed. The names are the record's, which the caller frees in any case. A report without a finding
 * is an error of status WGC_ERR_INPUT.
 */
enum wgc_status wgc_repro_shared_read(const struct wgc_options *options, const char *path,
                                      struct wgc_repro_spec *spec, struct wgc_record **record,
                                      struct wgc_err *err);

/*
 * Sets the example of a cause (options->explore.cause) of the report, and what the run had:
 * profile, implementation, seed, build options, device, size of the sub-groups. A report of explore
 * is left to wgc_kept_read: then nothing is set. As above, the names are the record's.
 */
enum wgc_status wgc_repro_cause_read(const struct wgc_options *options, const char *path,
                                     struct wgc_repro_spec *spec, struct wgc_record **record,
                                     struct wgc_err *err);

/* ---- watch.c: Waits until a file changes. ---- */

/* A number for the state of a file: size, time, place; of a folder with the files in it. */
uint64_t wgc_watch_stamp(const char *path);

/* Waits until the state is not `before` and has been the same for half a second. False if a signal
 * ended the wait. */
bool wgc_watch_wait(const char *path, uint64_t before, const volatile sig_atomic_t *interrupted);

#endif
