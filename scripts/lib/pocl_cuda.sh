# Sourced by scripts/setup: PoCL with its driver for NVIDIA's GPUs (CUDA), from a clone of its repository (POCL_SOURCE,
# POCL_COMMIT). No GPU is needed to build it: it is built in the root folder of pocl-main, and packed, with the
# libraries that it needs, for a machine with a GPU, which may be one that reaches no network (docs/devices.md).

# Headers, libcudart and libdevice, from PyPI; the driver itself takes part when a program runs.
cuda_requirements=(nvidia-cuda-runtime-cu12==12.6.77 nvidia-cuda-nvcc-cu12==12.6.85)
pocl_cuda_prefix=/opt/pocl-cuda # in the root folder, and on the machine with the GPU

# cuda_toolkit ROOT: a folder in the root that CMake takes for CUDA's toolkit. The compiler nvcc is asked for its
# version alone, and libcuda.so.1 (the driver) is linked against a library of functions that do nothing.
cuda_toolkit() {
    local root=$1 wheels=$cache/cuda-12.6 toolkit=$1$pocl_cuda_prefix/toolkit found
    make_venv "$wheels" "${cuda_requirements[@]}"
    found=$(find "$wheels/lib" -type d -path '*/site-packages/nvidia')
    rm -rf --one-file-system "$toolkit"
    mkdir -p "$toolkit/bin" "$toolkit/lib64/stubs"
    cp -r "$found/cuda_nvcc/nvvm" "$toolkit/"
    cp -r "$found/cuda_runtime/include" "$found/cuda_nvcc/include" "$toolkit/"
    cp "$found/cuda_runtime/lib/libcudart.so.12" "$toolkit/lib64/"
    ln -s libcudart.so.12 "$toolkit/lib64/libcudart.so"
    printf '#!/bin/sh\necho "Cuda compilation tools, release 12.6, V12.6.85"\n' >"$toolkit/bin/nvcc"
    chmod +x "$toolkit/bin/nvcc"
    # Where Clang looks for a toolkit: its version decides which instructions Clang lets the built-ins use.
    ln -sfn "$pocl_cuda_prefix/toolkit" "$root/usr/local/cuda"
    grep -ohE '\bcu[A-Z][A-Za-z0-9]*(_v[0-9]+)?\b' "$toolkit/include/cuda.h" | sort -u |
        sed 's/.*/void &(void);\nvoid &(void) {}/' >"$toolkit/libcuda.c"
    chroot "$root" gcc -shared -fPIC -w -Wl,-soname,libcuda.so.1 -o "$pocl_cuda_prefix/toolkit/lib64/stubs/libcuda.so" \
        "$pocl_cuda_prefix/toolkit/libcuda.c" || fail "pocl-cuda: the library in place of the driver did not build"
}

# collect_libraries ROOT: what the driver needs in addition to the C and C++ libraries of the other machine.
collect_libraries() {
    chroot "$1" /bin/sh -ec "
        cd $pocl_cuda_prefix
        cp toolkit/lib64/libcudart.so.12 lib/
        LD_LIBRARY_PATH=$pocl_cuda_prefix/lib:toolkit/lib64:toolkit/lib64/stubs ldd lib/libpocl.so lib/pocl/*.so |
            sed -n 's/.*=> \\([^ ]*\\) (.*/\\1/p' | sort -u |
            grep -vE '/(libc|libm|libdl|librt|libpthread|libstdc\\+\\+|libgcc_s|libcuda|libcudart|libpocl)\\.so' |
            xargs cp -L -t lib/"
}

setup_pocl_cuda() {
    local root commit log=$cache/pocl-cuda-build.log started=$SECONDS archive
    commit=$(pocl_commit pocl-cuda) || exit
    archive=$cache/pocl-cuda-${commit:0:12}
    if [ ! -e "$archive" ]; then
        need_packages "device pocl-cuda" mmdebstrap arch-test mount git xz-utils "${venv_packages[@]}"
        root=$(pocl_main_root)
        rm -rf --one-file-system "$root$pocl_cuda_prefix"
        if [ "$(cat "$root/build/cuda-source/commit" 2>/dev/null)" != "$commit" ]; then
            rm -rf --one-file-system "$root/build/cuda-objects"
            unpack_pocl pocl-cuda "$commit" "$root/build/cuda-source"
            printf '%s\n' "$commit" >"$root/build/cuda-source/commit"
        fi
        cuda_toolkit "$root"
        note "building PoCL $commit for CUDA with LLVM 19, some minutes (log: $log)"
        chroot "$root" /bin/sh -ec "
            cd /build
            toolkit=$pocl_cuda_prefix/toolkit
            cmake -G Ninja -S cuda-source -B cuda-objects -DCMAKE_INSTALL_PREFIX=$pocl_cuda_prefix \
                -DCMAKE_INSTALL_LIBDIR=lib -DWITH_LLVM_CONFIG=/usr/bin/llvm-config-19 -DCMAKE_BUILD_TYPE=Release \
                -DENABLE_TESTS=OFF -DENABLE_EXAMPLES=OFF -DENABLE_POCLCC=OFF -DENABLE_CONFORMANCE=OFF \
                -DENABLE_IPO=OFF -DDEFAULT_ENABLE_IPO=OFF -DENABLE_HOST_CPU_DEVICES=OFF -DENABLE_CUDA=ON \
                -DENABLE_CUDA_EXPERIMENTAL_EXTENSIONS=ON -DENABLE_ICD=ON -DCUDA_TOOLKIT_ROOT_DIR=\$toolkit \
                -DCUDAToolkit_ROOT=\$toolkit -DCUDA_NVCC_EXECUTABLE=\$toolkit/bin/nvcc
            nice ninja -C cuda-objects install" >"$log" 2>&1 9>&- </dev/null ||
            { tail -n 20 "$log" >&2; fail "PoCL did not build for CUDA: see $log"; }
        collect_libraries "$root"
        rm -rf "$archive.partial"
        mkdir "$archive.partial"
        printf '%s\n' "$commit" >"$root$pocl_cuda_prefix/commit"
        # Two archives: a machine that is reached through a narrow channel takes one at a time.
        tar -C "$root/opt" --exclude=pocl-cuda/toolkit/include --exclude=pocl-cuda/toolkit/lib64 \
            --exclude=pocl-cuda/toolkit/bin --exclude=pocl-cuda/toolkit/nvvm/lib64 --exclude=cicc \
            --exclude=pocl-cuda/include --exclude=libLLVM.so.19.1 -c pocl-cuda |
            xz -T0 --x86 --lzma2=preset=9e >"$archive.partial/pocl-cuda.tar.xz"
        tar -C "$root/opt" -c pocl-cuda/lib/libLLVM.so.19.1 |
            xz -T0 --x86 --lzma2=preset=9e >"$archive.partial/llvm.tar.xz"
        mv "$archive.partial" "$archive"
        note "PoCL $commit is built for CUDA (after $((SECONDS - started)) s)"
    fi
    note "device pocl-cuda is packed in $archive: unpack both archives into /opt on the machine with the GPU"
}
