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
extern const char wgc_repro_read[];         /* Reads it. */
extern const char wgc_repro_ids[];          /* The ids of broadcasts in sub-groups. */
extern const char wgc_repro_partners[];     /* The items that exchange values over a barrier, and
                                               the same as wgc_repro_no_question. */
extern const char wgc_repro_no_ids[];       /* Of other functions. */
extern const char wgc_repro_idle[];         /* Judges items that make no call. */
extern const char wgc_repro_sub_group[];    /* Judges a sub-group by it. */
extern const char wgc_repro_sub_groups[];   /* Judges all. */
extern const char wgc_repro_bare[];         /* The driver's values of them where the kernel
                                               stores none. */
extern const char wgc_repro_bare_least[];   /* The least size of a sub-group by them. */
extern const char wgc_repro_bare_prepare[]; /* Reads them, and chooses ids. */
extern const char wgc_repro_bare_values[];  /* Judges a function of that kind for one size. */
extern const char wgc_repro_bare_judge[];   /* Finds the size. */
extern const char wgc_repro_no_question[];  /* Of other functions. */
extern const char wgc_repro_host[];         /* Finds the device. */
extern const char wgc_repro_traits[];       /* Reads the missing traits of the type's arithmetic. */
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

/* Of sub-groups in which the local ids of the active items count. */
extern const char wgc_repro_lanes[];           /* What the items of a sub-group pass. */
extern const char wgc_repro_lanes_judge[];     /* Judges a call of a kind that uses local ids. */
extern const char wgc_repro_lanes_fold[];      /* Judges one of another kind. */
extern const char wgc_repro_lanes_sub_group[]; /* Judges a sub-group by the mapping. */
extern const char wgc_repro_lanes_bare[];      /* Judges a call whose kernel stores no mapping. */
/* The expected value of an item: */
extern const char wgc_repro_lanes_uniform[]; /* Whether the arguments are defined. */
extern const char wgc_repro_lanes_place[];   /* The local id of an item by its linear id. */
extern const char wgc_repro_lanes_copy[];    /* The value of another one. */
extern const char wgc_repro_lanes_elect[];   /* Votes. */
extern const char wgc_repro_lanes_all_equal[];
extern const char wgc_repro_lanes_bits[]; /* Ballots and masks. */
extern const char wgc_repro_lanes_bit[];  /* Reads a ballot. */
extern const char wgc_repro_lanes_one_bit[];
extern const char wgc_repro_lanes_count[];
extern const char wgc_repro_lanes_has_bit[], wgc_repro_lanes_rotated[];
extern const char wgc_repro_lanes_lsb[];
extern const char wgc_repro_lanes_msb[];

/* Of parts of a class of items that call separately: */
extern const char wgc_repro_classes[];
extern const char wgc_repro_classes_fold[];  /* Whether some explain the results of a fold. */
extern const char wgc_repro_classes_alone[]; /* ... of a kind that uses local ids. */
extern const char wgc_repro_classes_judge[]; /* Judges a call by them. */

/* Of the sizes of sub-groups. */
extern const char wgc_repro_sizes[];         /* Reads the largest. */
extern const char wgc_repro_cluster_size[];  /* It has to have room for a cluster. */
extern const char wgc_repro_required_size[]; /* It has the size that the kernel requires. */
extern const char wgc_repro_no_cluster[];    /* Of other cases. */
extern const char wgc_repro_no_required[];
extern const char wgc_repro_max_size[];       /* The maximum that functions depend on. */
extern const char wgc_repro_no_max_size[];    /* Of other functions. */
extern const char wgc_repro_explored[];       /* Builds and runs a program of explore. */
extern const char wgc_repro_explored_judge[]; /* Judges what it wrote. */

extern const char wgc_repro_program[]; /* Builds several kernels, alone and together. */
extern const char wgc_repro_program_main[];

#endif
