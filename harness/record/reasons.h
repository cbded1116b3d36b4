/* Parts of the sentences in reasons by which results of one cause are known. */
#ifndef WGC_RECORD_REASONS_H
#define WGC_RECORD_REASONS_H

/* Precedes the version of SPIR-V at the end of a reason: the version in which the module ran. */
#define WGC_REASON_SPIRV "; as SPIR-V "

/* The start of the reason where a kernel has other sub-groups than it requires; what shows it
 * follows. */
#define WGC_REASON_REQUIRED "the kernel requires sub-groups of "

#endif
