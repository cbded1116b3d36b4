#include "tests/layer/layer.h"

#include <string.h>

/* The older headers do not declare this one; the type of `properties` is that of newer ones. */
CL_API_ENTRY cl_int CL_API_CALL clInitLayerWithProperties(cl_uint num_entries,
                                                          const cl_icd_dispatch *target,
                                                          cl_uint *num_entries_ret,
                                                          const cl_icd_dispatch **layer_ret,
                                                          const cl_ulong *properties);

cl_icd_dispatch wgl_next;
static cl_icd_dispatch own;

CL_API_ENTRY cl_int CL_API_CALL clGetLayerInfo(cl_layer_info param_name, size_t param_value_size,
                                               void *param_value, size_t *param_value_size_ret)
{
    const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    const void *value = &version;
    size_t size = sizeof version;

    if (param_name == CL_LAYER_NAME) {
        value = wgl_name;
        size = strlen(wgl_name) + 1;
    } else if (param_name != CL_LAYER_API_VERSION) {
        return CL_INVALID_VALUE;
    }
    if (param_value != NULL && param_value_size < size) {
        return CL_INVALID_VALUE;
    }
    if (param_value != NULL) {
        memcpy(param_value, value, size);
    }
    if (param_value_size_ret != NULL) {
        *param_value_size_ret = size;
    }
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clInitLayer(cl_uint num_entries,
                                            const cl_icd_dispatch *target_dispatch,
                                            cl_uint *num_entries_ret,
                                            const cl_icd_dispatch **layer_dispatch_ret)
{
    /* The loader's table may be shorter or longer than ours; what both know counts. */
    const cl_uint known = (cl_uint)(sizeof own / sizeof(void *));
    const cl_uint entries = num_entries < known ? num_entries : known;

    if (target_dispatch == NULL || num_entries_ret == NULL || layer_dispatch_ret == NULL) {
        return CL_INVALID_VALUE;
    }
    memcpy(&wgl_next, target_dispatch, entries * sizeof(void *));
    own = wgl_next;
    wgl_take(&own);
    *layer_dispatch_ret = &own;
    *num_entries_ret = entries;
    return CL_SUCCESS;
}

/* What the Khronos loader calls since 2024 instead. */
CL_API_ENTRY cl_int CL_API_CALL clInitLayerWithProperties(cl_uint num_entries,
                                                          const cl_icd_dispatch *target,
                                                          cl_uint *num_entries_ret,
                                                          const cl_icd_dispatch **layer_ret,
                                                          const cl_ulong *properties)
{
    (void)properties;
    return clInitLayer(num_entries, target, num_entries_ret, layer_ret);
}
