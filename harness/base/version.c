#include "base/version.h"

#ifndef WGC_COMMIT
#define WGC_COMMIT "unknown"
#endif
#ifndef WGC_SOURCES
#define WGC_SOURCES "unknown"
#endif

const char wgc_commit[] = WGC_COMMIT;
#ifdef WGC_SOURCE_STATE
const char wgc_source_state[] = {
#include WGC_SOURCE_STATE
    '\0'};
#else
const char wgc_source_state[] = "{\"tag\":null,\"patches\":[],\"modified\":[]}";
#endif
const char wgc_sources[] = WGC_SOURCES;
