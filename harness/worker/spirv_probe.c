#include "worker/spirv_probe.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "worker/cl_error.h"
#include "worker/facts_query.h"
#include "worker/features.h"
#include "worker/spirv_module.h"

/* cl_khr_spirv_queries is younger than the headers of Debian 12. */
enum { DEVICE_SPIRV_CAPABILITIES = 0x12BB };

enum { CAPABILITY_GROUPS = 18, CAPABILITY_GROUP_UNIFORM_ARITHMETIC = 6400 };

enum { WORK_GROUP = 2 }; /* the scope */

/* Builds the module and makes its kernel; returns CL_SUCCESS or the code of the call that failed.
 */
static int try_module(const struct wgc_device *device, bool uniform, const char **call)
{
    const struct wgc_cl *cl = device->cl;
    struct wgc_spirv_module module;
    cl_program program;
    cl_kernel kernel;
    int code;

    *call = "clCreateProgramWithIL";
    if (device->create_with_il == NULL) {
        return CL_INVALID_OPERATION;
    }
    wgc_spirv_assemble(&module, 100, uniform ? WGC_SPIRV_GROUP_IMUL : WGC_SPIRV_GROUP_IADD,
                       WORK_GROUP, device->facts.address_bits);
    program = device->create_with_il(device->context, module.word,
                                     module.count * sizeof module.word[0], &code);
    if (program == NULL) {
        return code;
    }
    *call = "clBuildProgram";
    code = cl->BuildProgram(program, 1, &device->place.id, "", NULL, NULL);
    if (code == CL_SUCCESS) {
        *call = "clCreateKernel";
        kernel = cl->CreateKernel(program, "p", &code);
        if (kernel != NULL) {
            (void)cl->ReleaseKernel(kernel);
        }
    }
    (void)cl->ReleaseProgram(program);
    return code;
}

static enum wgc_status try_fact(const struct wgc_device *device, bool uniform,
                                struct wgc_spirv_fact *fact, struct wgc_err *err)
{
    bool denied = wgc_facts_has_extension(&device->facts, "cl_khr_spirv_queries");
    char text[WGC_CL_TEXT_MAX];
    struct wgc_buf how = {0};
    const char *call = "";
    int code = try_module(device, uniform, &call);

    fact->answer = code == CL_SUCCESS ? WGC_SPIRV_YES : WGC_SPIRV_NO;
    if (denied) {
        wgc_buf_text(&how, "not in CL_DEVICE_SPIRV_CAPABILITIES_KHR; ");
    }
    wgc_buf_printf(&how, "tried: a module with %s ", uniform ? "OpGroupIMulKHR" : "OpGroupIAdd");
    if (code == CL_SUCCESS) {
        wgc_buf_text(&how, "was built");
    } else {
        wgc_buf_printf(&how, "gave %s", wgc_cl_error_text(text, call, code));
    }
    if (how.failed) {
        wgc_buf_free(&how);
        return wgc_err_memory(err, "how a feature was found");
    }
    free(fact->how);
    fact->how = how.data;
    return WGC_OK;
}

/* Whether the capability stands in the device's list. */
static bool listed(uint32_t capability, const char *bytes, size_t size)
{
    for (size_t i = 0; i + sizeof(cl_uint) <= size; i += sizeof(cl_uint)) {
        cl_uint one;
        memcpy(&one, bytes + i, sizeof one);
        if (one == capability) {
            return true;
        }
    }
    return false;
}

enum wgc_status wgc_spirv_ask(const struct wgc_cl *cl, cl_device_id id, struct wgc_facts *facts,
                              struct wgc_err *err)
{
    const struct {
        struct wgc_spirv_fact *fact;
        uint32_t capability;
    } row[] = {{&facts->spirv_groups, CAPABILITY_GROUPS},
               {&facts->spirv_uniform, CAPABILITY_GROUP_UNIFORM_ARITHMETIC}};
    enum wgc_status status = WGC_OK;
    char *bytes;
    size_t size;
    int code;

    if (wgc_facts_spirv_version(facts) == 0 ||
        !wgc_facts_has_extension(facts, "cl_khr_spirv_queries")) {
        return WGC_OK;
    }
    bytes = wgc_device_bytes(cl, id, DEVICE_SPIRV_CAPABILITIES, &size, &code);
    for (size_t i = 0; bytes != NULL && i < sizeof row / sizeof row[0]; i++) {
        if (listed(row[i].capability, bytes, size)) {
            row[i].fact->answer = WGC_SPIRV_YES;
            row[i].fact->how = strdup("CL_DEVICE_SPIRV_CAPABILITIES_KHR");
            status =
                row[i].fact->how == NULL ? wgc_err_memory(err, "how a feature was found") : status;
        }
    }
    free(bytes);
    return status;
}

static const struct wgc_spirv_fact *fact_of(const struct wgc_facts *facts, enum wgc_feature feature)
{
    return feature == WGC_FEATURE_spirv_groups               ? &facts->spirv_groups
           : feature == WGC_FEATURE_spirv_uniform_arithmetic ? &facts->spirv_uniform
                                                             : NULL;
}

bool wgc_spirv_unknown(const struct wgc_device *device, enum wgc_feature feature)
{
    const struct wgc_spirv_fact *fact = fact_of(&device->facts, feature);

    return fact != NULL && fact->answer == WGC_SPIRV_UNKNOWN &&
           wgc_feature_decide(&device->facts, feature).has;
}

enum wgc_status wgc_spirv_try(struct wgc_device *device, enum wgc_feature feature,
                              struct wgc_err *err)
{
    bool uniform = feature == WGC_FEATURE_spirv_uniform_arithmetic;
    enum wgc_status status;

    if (!wgc_spirv_unknown(device, feature)) {
        return WGC_OK;
    }
    status = try_fact(device, uniform,
                      uniform ? &device->facts.spirv_uniform : &device->facts.spirv_groups, err);
    device->features = wgc_features_of(&device->facts);
    return status;
}
