/* Parts of a signature. For the modules of this folder. */
#ifndef WGC_CAUSES_SIGNATURE_PARTS_H
#define WGC_CAUSES_SIGNATURE_PARTS_H

#include "causes/signature.h"

/* Appends a part to a key, as reports have it: the key is the same when a report is read again. */
void wgc_signature_part(struct wgc_buf *key, const char *part);

/* Appends the kind of a wrong value to the title; what: the mismatch's own words. */
void wgc_signature_kind(struct wgc_signature *signature, const char *what);

/* Fills key and title of a program of explore. Its ids are in waivers, so its keys stay. */
void wgc_signature_put_explored(struct wgc_signature *signature, const struct wgc_result *result,
                                const char *reason);

#endif
