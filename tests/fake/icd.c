/* What the loader finds in the library (cl_khr_icd). */
#include <string.h>

#include "tests/fake/fake.h"

cl_icd_dispatch fake_dispatch;

CL_API_ENTRY cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint room, cl_platform_id *out,
                                                       cl_uint *count)
{
    struct fake_config *config = fake_config();

    fake_take_info(&fake_dispatch);
    fake_take_objects(&fake_dispatch);
    fake_take_programs(&fake_dispatch);
    fake_take_kernels(&fake_dispatch);
    fake_take_launch(&fake_dispatch);
    if (count != NULL) {
        *count = (cl_uint)config->platforms;
    }
    for (cl_uint i = 0; out != NULL && i < room && i < config->platforms; i++) {
        out[i] = &config->platform[i];
    }
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform, cl_platform_info what,
                                                  size_t room, void *out, size_t *needed)
{
    return fake_dispatch.clGetPlatformInfo(platform, what, room, out, needed);
}

static void *address_of(const char *name)
{
    void *address = NULL;

    if (strcmp(name, "clIcdGetPlatformIDsKHR") == 0) {
        cl_int (*function)(cl_uint, cl_platform_id *, cl_uint *) = clIcdGetPlatformIDsKHR;
        memcpy(&address, &function, sizeof address);
    } else if (strcmp(name, "clGetPlatformInfo") == 0) {
        /* Not cl_api_clGetPlatformInfo: the headers of Debian 13 do not have that name. */
        cl_int (*function)(cl_platform_id, cl_platform_info, size_t, void *, size_t *) =
            clGetPlatformInfo;
        memcpy(&address, &function, sizeof address);
    } else if (strcmp(name, "clGetKernelSubGroupInfoKHR") == 0) {
        memcpy(&address, &fake_dispatch.clGetKernelSubGroupInfo, sizeof address);
    } else if (strcmp(name, "clCreateProgramWithILKHR") == 0) {
        memcpy(&address, &fake_dispatch.clCreateProgramWithIL, sizeof address);
    }
    return address;
}

CL_API_ENTRY void *CL_API_CALL clGetExtensionFunctionAddress(const char *name)
{
    return address_of(name);
}
