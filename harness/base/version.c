#include "base/version.h"

#ifndef WGC_COMMIT
#define WGC_COMMIT "unknown"
#endif
#ifndef WGC_SOURCES
#define WGC_SOURCES "unknown"
#endif

const char wgc_commit[] = WGC_COMMIT;
const char wgc_sources[] = WGC_SOURCES;
