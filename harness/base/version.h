/* Which wgconform this is. */
#ifndef WGC_BASE_VERSION_H
#define WGC_BASE_VERSION_H

#define WGC_VERSION "0.1.0"

/* The commit that it was built from, as git describes it, or "unknown". */
extern const char wgc_commit[];

/* The first 16 hexadecimal digits of the SHA-256 of all sources and tables, the same on every
 * architecture, or "unknown". */
extern const char wgc_sources[];

#endif
