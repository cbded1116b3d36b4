#ifndef WGC_CLI_USAGE_H
#define WGC_CLI_USAGE_H

/* The text of --help, in two: no string is to be longer than 4095 bytes. */
extern const char wgc_usage[], wgc_usage_more[];

#endif
