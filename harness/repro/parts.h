/* The parts of a stand-alone program as C text, in their order in the program. */
#ifndef WGC_REPRO_PARTS_H
#define WGC_REPRO_PARTS_H

extern const char wgc_repro_values[];      /* How one value is judged. */
extern const char wgc_repro_work_group[];  /* Judges functions of work-groups, for which the values
                                              expected are in the program. */
extern const char wgc_repro_expect[];      /* Of sub-groups: the expected value of an item. */
extern const char wgc_repro_expect_copy[]; /* ... one of the values. */
extern const char wgc_repro_expect_bits[]; /* ... integers and truth values. */
extern const char wgc_repro_expect_real[]; /* ... floating point. */
extern const char
    wgc_repro_mapping[]; /* Which items are in which sub-group, as the kernel wrote it down. */
extern const char wgc_repro_read[];        /* Reads it. */
extern const char wgc_repro_ids[];         /* The ids of broadcasts in sub-groups. */
extern const char wgc_repro_no_ids[];      /* Of other functions. */
extern const char wgc_repro_sub_group[];   /* Judges functions of sub-groups by it. */
extern const char wgc_repro_bare[];        /* The driver's values of them where the kernel
                                              stores none. */
extern const char wgc_repro_bare_judge[];  /* Judges a function of that kind. */
extern const char wgc_repro_no_question[]; /* Of other functions. */
extern const char wgc_repro_host[];        /* Finds the device. */
extern const char wgc_repro_traits[];      /* Reads the missing traits of the type's arithmetic. */
extern const char wgc_repro_build_options[]; /* The build options for OpenCL C. */
extern const char wgc_repro_source_c[];      /* Builds OpenCL C. */
extern const char wgc_repro_source_il[];     /* Builds SPIR-V. */
extern const char wgc_repro_run[];           /* Runs it. */
extern const char wgc_repro_main[];

extern const char wgc_repro_program[]; /* Builds several kernels, alone and together. */
extern const char wgc_repro_program_main[];

#endif
