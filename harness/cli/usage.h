#ifndef WGC_CLI_USAGE_H
#define WGC_CLI_USAGE_H

#define WGC_VERSION "0.1.0"

extern const char wgc_usage[]; /* the text of --help */

#endif
