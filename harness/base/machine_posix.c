#include "base/machine.h"

#include <sys/utsname.h>
#include <unistd.h>

#include "base/json_put.h"

void wgc_machine_put(struct wgc_buf *out)
{
    struct utsname names;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);

    wgc_buf_char(out, '{');
    if (uname(&names) == 0) {
        wgc_json_put_text(out, "system", names.sysname);
        wgc_json_put_text(out, "release", names.release);
        wgc_json_put_text(out, "machine", names.machine);
        wgc_json_put_text(out, "name", names.nodename);
    }
    wgc_json_put_number(out, "processors", processors < 1 ? 1 : (uint64_t)processors);
    wgc_json_put_number(out, "pointer_bits", 8 * sizeof(void *));
    wgc_buf_char(out, '}');
}
