#include "base/machine.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <windows.h>

#include "base/json_put.h"

/* As uname names the architectures. */
static const char *machine_name(WORD architecture)
{
    switch (architecture) {
    case PROCESSOR_ARCHITECTURE_AMD64:
        return "x86_64";
    case PROCESSOR_ARCHITECTURE_ARM64:
        return "aarch64";
    case PROCESSOR_ARCHITECTURE_INTEL:
        return "i686";
    default:
        return "unknown";
    }
}

/* For a program without a manifest GetVersionEx returns an old version, RtlGetVersion the true one.
 */
static bool put_release(char *text, size_t size)
{
    LONG(WINAPI * get_version)(OSVERSIONINFOW *);
    OSVERSIONINFOW version = {.dwOSVersionInfoSize = sizeof version};
    HMODULE library = GetModuleHandleA("ntdll.dll");
    FARPROC symbol = library == NULL ? NULL : GetProcAddress(library, "RtlGetVersion");

    memcpy(&get_version, &symbol, sizeof get_version);
    if (get_version == NULL || get_version(&version) != 0) {
        return false;
    }
    (void)snprintf(text, size, "%lu.%lu.%lu", version.dwMajorVersion, version.dwMinorVersion,
                   version.dwBuildNumber);
    return true;
}

void wgc_machine_put(struct wgc_buf *out)
{
    char text[64], name[MAX_COMPUTERNAME_LENGTH + 1] = "";
    DWORD size = sizeof name;
    SYSTEM_INFO system;

    GetNativeSystemInfo(&system);
    wgc_buf_char(out, '{');
    wgc_json_put_text(out, "system", "Windows");
    if (put_release(text, sizeof text)) {
        wgc_json_put_text(out, "release", text);
    }
    wgc_json_put_text(out, "machine", machine_name(system.wProcessorArchitecture));
    if (GetComputerNameA(name, &size)) {
        wgc_json_put_text(out, "name", name);
    }
    wgc_json_put_number(out, "processors", system.dwNumberOfProcessors);
    wgc_json_put_number(out, "pointer_bits", 8 * sizeof(void *));
    wgc_buf_char(out, '}');
}
