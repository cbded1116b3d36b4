/* The parts of a stand-alone program as C text, in their order in the program. */
#ifndef WGC_REPRO_PARTS_H
#define WGC_REPRO_PARTS_H

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
extern const char wgc_repro_launch[];        /* Launches its kernel, once or several times. */
extern const char wgc_repro_run[];           /* Runs it, and judges. */
extern const char wgc_repro_main[];

/* Of a program of explore. */
extern const char wgc_repro_explored[];       /* Builds and runs a program of explore. */
extern const char wgc_repro_explored_judge[]; /* Judges what it wrote. */

extern const char wgc_repro_program[]; /* Builds several kernels, alone and together. */
extern const char wgc_repro_program_main[];

#endif
