#include "worker/parts.h"

#include <stdlib.h>
#include <string.h>

bool wgc_program_words_make(const struct wgc_program *program, struct wgc_program_words *words)
{
    struct wgc_program_layout *layout = &words->layout;

    wgc_program_layout(program, layout);
    words->count[WGC_PROGRAM_IN] = layout->in_words;
    words->count[WGC_PROGRAM_OUT] = layout->out_words;
    words->count[WGC_PROGRAM_IDS] = layout->ids_words;
    words->count[WGC_PROGRAM_MEM] = layout->mem_words;
    for (int i = 0; i < WGC_PROGRAM_BUFFERS; i++) {
        words->word[i] = calloc(words->count[i] + WGC_PROGRAM_GUARD, sizeof *words->word[i]);
        if (words->word[i] == NULL) {
            return false;
        }
        for (size_t k = i == WGC_PROGRAM_MEM ? words->count[i] : 0;
             k < words->count[i] + WGC_PROGRAM_GUARD; k++) {
            words->word[i][k] = WGC_PROGRAM_POISON;
        }
    }
    wgc_program_inputs(program, words->word[WGC_PROGRAM_IN]);
    return true;
}

void wgc_program_words_free(struct wgc_program_words *words)
{
    for (int i = 0; i < WGC_PROGRAM_BUFFERS; i++) {
        free(words->word[i]);
        words->word[i] = NULL;
    }
}

bool wgc_program_guard_is_broken(const struct wgc_program_words *words,
                                 enum wgc_program_buffer buffer)
{
    const uint32_t *guard = words->word[buffer] + words->count[buffer];

    for (size_t i = 0; i < WGC_PROGRAM_GUARD; i++) {
        if (guard[i] != WGC_PROGRAM_POISON) {
            return true;
        }
    }
    return false;
}

static size_t bytes_of(const struct wgc_program_words *words, int buffer)
{
    return (words->count[buffer] + WGC_PROGRAM_GUARD) * sizeof(uint32_t);
}

static int fill_memory(const struct wgc_device *device, cl_kernel kernel,
                       const struct wgc_program_words *words, cl_mem memory[WGC_PROGRAM_BUFFERS],
                       const char **call)
{
    int code = CL_SUCCESS;

    for (cl_uint i = 0; code == CL_SUCCESS && i < WGC_PROGRAM_BUFFERS; i++) {
        *call = "clCreateBuffer";
        memory[i] = device->cl->CreateBuffer(device->context, CL_MEM_READ_WRITE,
                                             bytes_of(words, (int)i), NULL, &code);
        if (memory[i] == NULL) {
            return code == CL_SUCCESS ? CL_INVALID_MEM_OBJECT : code;
        }
        *call = "clEnqueueWriteBuffer";
        code =
            device->cl->EnqueueWriteBuffer(device->queue, memory[i], CL_TRUE, 0,
                                           bytes_of(words, (int)i), words->word[i], 0, NULL, NULL);
        if (code == CL_SUCCESS) {
            *call = "clSetKernelArg";
            code = device->cl->SetKernelArg(kernel, i, sizeof(cl_mem), &memory[i]);
        }
    }
    return code;
}

static int enqueue(const struct wgc_device *device, const struct wgc_program *program,
                   cl_kernel kernel, const char **call)
{
    const size_t local[3] = {program->local[0], program->local[1], program->local[2]};
    const size_t global[3] = {(size_t)program->local[0] * program->groups, local[1], local[2]};

    *call = "clEnqueueNDRangeKernel";
    return device->cl->EnqueueNDRangeKernel(device->queue, kernel, program->dimensions, NULL,
                                            global, local, 0, NULL, NULL);
}

static int read_back(const struct wgc_device *device, const cl_mem memory[WGC_PROGRAM_BUFFERS],
                     struct wgc_program_words *words, const char **call)
{
    int code = CL_SUCCESS;

    *call = "clEnqueueReadBuffer";
    for (int i = 0; code == CL_SUCCESS && i < WGC_PROGRAM_BUFFERS; i++) {
        code = device->cl->EnqueueReadBuffer(device->queue, memory[i], CL_TRUE, 0,
                                             bytes_of(words, i), words->word[i], 0, NULL, NULL);
    }
    return code;
}

int wgc_program_launch(const struct wgc_device *device, const struct wgc_program *program,
                       cl_kernel kernel, struct wgc_program_words *words, const char **call)
{
    cl_mem memory[WGC_PROGRAM_BUFFERS] = {NULL};
    int code = fill_memory(device, kernel, words, memory, call);

    if (code == CL_SUCCESS) {
        code = enqueue(device, program, kernel, call);
    }
    if (code == CL_SUCCESS) {
        code = read_back(device, memory, words, call);
    }
    if (code != CL_SUCCESS) {
        (void)device->cl->Finish(device->queue); /* copies from words may be in flight */
    }
    for (int i = 0; i < WGC_PROGRAM_BUFFERS; i++) {
        if (memory[i] != NULL) {
            (void)device->cl->ReleaseMemObject(memory[i]);
        }
    }
    return code;
}
