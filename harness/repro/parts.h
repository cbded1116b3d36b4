/* What the modules of this folder share: the tables of a program and its parts as C text, in their
 * order in the program. */
#ifndef WGC_REPRO_PARTS_H
#define WGC_REPRO_PARTS_H

#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "repro/repro.h"
#include "suite/manifest.h"
#include "suite/queries.h"
#include "trial/expected.h"

extern const char wgc_repro_tables[];        /* How tables are written. */
extern const char wgc_repro_values[];        /* How one value is judged. */
extern const char wgc_repro_judge[];         /* Judges all values by the tables. */
extern const char wgc_repro_no_classes[];    /* All work-items that make a call make it together. */
extern const char wgc_repro_classes[];       /* Some may have made it separately: the tables are not
                                                the only right values, */
extern const char wgc_repro_classes_fold[];  /* ... of a reduction or scan, */
extern const char wgc_repro_classes_elect[]; /* ... or a kind that uses local ids. */
extern const char wgc_repro_classes_equal[];
extern const char wgc_repro_classes_ballot[];
extern const char wgc_repro_classes_first[];
extern const char wgc_repro_classes_judge[]; /* Finds the calls. */
extern const char wgc_repro_mapping[];       /* Which items are in which sub-group, */
extern const char wgc_repro_read[];          /* as the kernel wrote it, */
extern const char wgc_repro_largest[];       /* the largest of them, */
extern const char wgc_repro_required[];      /* whether they have the size that it requires, */
extern const char wgc_repro_sub_groups[];    /* and whether the values are for them. */
extern const char wgc_repro_no_sub_groups[]; /* It wrote none. */
extern const char wgc_repro_one_table[];     /* There is one table. */
extern const char wgc_repro_bare[];          /* The driver's values of them instead. */
extern const char wgc_repro_not_bare[];      /* Of other cases. */
extern const char wgc_repro_host[];          /* Finds the device. */
extern const char wgc_repro_traits[]; /* Reads the missing traits of the type's arithmetic. */
extern const char wgc_repro_build_options[]; /* The build options for OpenCL C. */
extern const char wgc_repro_source_c[];      /* Builds OpenCL C. */
extern const char wgc_repro_source_il[];     /* Builds SPIR-V. */
extern const char wgc_repro_refused[];       /* A build that failed. */
extern const char wgc_repro_build[];         /* Builds the program. */
extern const char wgc_repro_build_binary[];  /* ... from its own binary. */
extern const char wgc_repro_build_link[];    /* ... from two halves. */
extern const char wgc_repro_chosen[];        /* the local size is the device's choice */
extern const char wgc_repro_not_chosen[];    /* it is not */
extern const char wgc_repro_launch[];        /* One launch of its kernel, and its buffers. */
extern const char wgc_repro_start_one[];     /* One launch, not in a command buffer. */
extern const char wgc_repro_start[];         /* The launches before any is waited for. */
extern const char wgc_repro_start_clones[];
extern const char wgc_repro_start_commands[];
extern const char wgc_repro_start_threads[];
extern const char wgc_repro_start_pipes[];
extern const char wgc_repro_unread[];      /* Packets that refused reservations leave unread, */
extern const char wgc_repro_find_unread[]; /* and which they are. */
/* make_buffer(): a buffer, or a part of one. */
extern const char wgc_repro_whole_buffers[];
extern const char wgc_repro_sub_buffers[];
extern const char wgc_repro_numbers[]; /* Sets the arguments that are numbers. */
/* The local memory of an argument: none, of a size that is known, or nearly all of the device's. */
extern const char wgc_repro_no_memory[];
extern const char wgc_repro_given_memory[];
extern const char wgc_repro_filled_memory[];
/* The device, or a part of it. */
extern const char wgc_repro_whole_device[];
extern const char wgc_repro_sub_device[];
extern const char wgc_repro_launch_all[];
extern const char wgc_repro_run[]; /* Runs it, and judges. */
extern const char wgc_repro_main[];

/* Of a program of explore. */
extern const char wgc_repro_explored[];       /* Builds and runs a program of explore. */
extern const char wgc_repro_explored_judge[]; /* Judges what it wrote. */

extern const char wgc_repro_feature[]; /* Runs the kernel of a capability check, and judges. */

extern const char wgc_repro_program[]; /* Builds several kernels, alone and together. */
extern const char wgc_repro_program_main[];

/* The tables of a stand-alone program: its inputs, and what each element of the output must be. */

/* get_max_sub_group_size() may have so many values where it is not known. */
enum { WGC_REPRO_TABLES = 10 };

struct wgc_repro_data {
    const struct wgc_signature *signature;
    const struct wgc_form *form;
    struct wgc_trial *trial;
    size_t
        sub_group_size; /* of the sub-groups that the values are for; 0: function of work-groups */
    bool rows;          /* each row has sub-groups of its own */
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

/* Whether a call depends on get_max_sub_group_size(): by its function, or by the argument of a slot
 * INDEXED. */
bool wgc_repro_uses_max(const struct wgc_repro_data *data);

/* A value of 1, 2, 4 or 8 bytes of this machine, as a number. */
uint64_t wgc_repro_load(const unsigned char *at, size_t bytes);

/* Appends what explains the results of calls that parts of a sub-group may have made separately. */
void wgc_repro_put_classes(struct wgc_buf *out, const struct wgc_trial *trial);

/* Appends the constants and arrays. */
void wgc_repro_put_data(struct wgc_buf *out, const struct wgc_repro_data *data);

/* Appends the conversion of an element to a number. */
void wgc_repro_put_type(struct wgc_buf *out, const struct wgc_type_info *type);

/* Writes an array of C: plain, or as runs of equal elements where that is shorter. A long one has
 * codes of one or two characters, if these are much shorter. */

/* An array while its elements are collected. */
struct wgc_repro_table {
    const char *type, *name;
    struct wgc_buf text; /* a fixed number of characters for each element */
    size_t count;
};

void wgc_repro_table_add(struct wgc_repro_table *table, const char *text);
void wgc_repro_table_number(struct wgc_repro_table *table, uint64_t value);

/* Appends the array and frees the table. Of an array of runs, the program has to execute what is
 * appended to expand. */
void wgc_repro_table_put(struct wgc_repro_table *table, struct wgc_buf *out,
                         struct wgc_buf *expand);

/* ---- repro_program.c: Parts of repro.c. Pure. ---- */

/*
 * Makes the program of a case query.program_*: it builds the kernels of the case together, and
 * finds the smallest set that does not build. Fills *repro, which is all zero; the caller frees it
 * in any case.
 */
enum wgc_status wgc_repro_program_make(const struct wgc_repro_spec *spec,
                                       const struct wgc_query_info *info, struct wgc_repro *repro,
                                       struct wgc_err *err);

/* Makes the program of a check that has a kernel (wgc_query_has_kernel); as above. */
enum wgc_status wgc_repro_feature_make(const struct wgc_repro_spec *spec,
                                       const struct wgc_query_info *check, struct wgc_repro *repro,
                                       struct wgc_err *err);

/* ---- repro_head.c ---- */

/* Appends the comment and the constants that the program of a case begins with. */
void wgc_repro_put_head(const struct wgc_repro_spec *spec, const struct wgc_signature *signature,
                        const struct wgc_form *form, const struct wgc_kernel *kernel,
                        struct wgc_buf *out);

/* Appends the default device of the program (usual_device) as C, the build options of the user, and
 * a comment with the environment of the run. */
void wgc_repro_put_device(const struct wgc_repro_spec *spec, struct wgc_buf *out);

/* Appends the lines of text as rows of a comment, each after " * ". */
void wgc_repro_put_lines(struct wgc_buf *out, const char *text);

/* The parts of a stand-alone program that depend on how a form's kernel is built and launched. */

/* The part that builds the program. */
const char *wgc_repro_build_part(const struct wgc_form *form);

/* start_all(): the launches of the form, one for each copy of the buffers. */
const char *wgc_repro_start_part(const struct wgc_form *form);
const char *wgc_repro_buffer_part(const struct wgc_form *form);
const char *wgc_repro_local_part(const struct wgc_form *form);
const char *wgc_repro_part_of_device(const struct wgc_form *form);

/* Macros: how many contexts there are, and how often and in which queues the kernel is launched. */
void wgc_repro_put_launches(const struct wgc_form *form, struct wgc_buf *out);

#endif
