/*
 * Detached signatures of packages, made by ssh-keygen of OpenSSH with an SSH key. A file of allowed
 * signers (ssh-keygen(1)) lists the keys that are accepted.
 */
#ifndef WGC_COMMANDS_SSH_SIGNATURE_H
#define WGC_COMMANDS_SSH_SIGNATURE_H

#include "base/buf.h"
#include "base/err.h"

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

#endif
