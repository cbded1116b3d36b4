/* The version and the sources of this program. */
#ifndef WGC_BASE_VERSION_H
#define WGC_BASE_VERSION_H

#define WGC_VERSION "0.1.0"

/* The commit that it was built from, as git describes it, or "unknown". */
extern const char wgc_commit[];

/* An object of JSON (scripts/source-state): the newest tag or null, the commits after it, and the
 * files that differ from the commit. Empty in the small worker, which writes no reports. */
extern const char wgc_source_state[];

/* The first 16 hexadecimal digits of the SHA-256 of all sources and tables, the same on every
 * architecture, or "unknown". */
extern const char wgc_sources[];

#endif
