/* The tables of a stand-alone program: its inputs, and what each element of the output must be. */
#ifndef WGC_REPRO_REPRO_DATA_H
#define WGC_REPRO_REPRO_DATA_H

#include "base/buf.h"
#include "base/err.h"
#include "suite/manifest.h"
#include "trial/expected.h"

/* get_max_sub_group_size() may have so many values where it is not known. */
enum { WGC_REPRO_TABLES = 10 };

struct wgc_repro_data {
    const struct wgc_signature *signature;
    const struct wgc_form *form;
    struct wgc_trial *trial;
    size_t
        sub_group_size; /* of the sub-groups that the values are for; 0: function of work-groups */
    bool rows;                /* each row has sub-groups of its own */
    unsigned char *first_aux; /* of the first of two launches; NULL: there is one launch */
    size_t tables;
    struct wgc_expected expected[WGC_REPRO_TABLES];
};

/*
 * Makes the tables of the trial for sub-groups of that many work-items, in the order of their
 * linear local ids, in the whole work-group or in each row. data: signature, form, trial, size and
 * rows are there. Freed by the caller in any case, except for the trial.
 */
enum wgc_status wgc_repro_data_make(struct wgc_repro_data *data, struct wgc_err *err);
void wgc_repro_data_free(struct wgc_repro_data *data);

/* Whether the kernel writes which sub-groups its work-items are in. */
bool wgc_repro_stores_sub_groups(const struct wgc_repro_data *data);

/* The work-items of work-group g that are divided into sub-groups: a row, or all. */
size_t wgc_repro_row(const struct wgc_repro_data *data, size_t g);

/* A value of 1, 2, 4 or 8 bytes of this machine, as a number. */
uint64_t wgc_repro_load(const unsigned char *at, size_t bytes);

/* Appends what explains the results of calls that parts of a sub-group may have made separately. */
void wgc_repro_put_classes(struct wgc_buf *out, const struct wgc_trial *trial);

/* Appends the constants and arrays. */
void wgc_repro_put_data(struct wgc_buf *out, const struct wgc_repro_data *data);

/* Appends the conversion of an element to a number. */
void wgc_repro_put_type(struct wgc_buf *out, const struct wgc_type_info *type);

#endif
