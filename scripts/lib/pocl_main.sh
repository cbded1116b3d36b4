# Sourced by scripts/setup: PoCL as its repository has it, built from a clone of it (POCL_SOURCE, and POCL_COMMIT for
# another commit than the newest). It is built in a root folder of Debian 13 of its own, with LLVM 19 and its SPIR-V
# translator, and installed there; scripts/with-device pocl-main runs a command with it.

pocl_main_packages=(llvm-19-dev libclang-19-dev clang-19 libclang-cpp19-dev libllvmspirvlib-19-dev llvm-spirv-19
    spirv-tools libhwloc-dev ocl-icd-opencl-dev opencl-headers cmake ninja-build pkg-config zlib1g-dev libzstd-dev
    libxml2-dev gcc g++ python3)

# pocl_main_root: the folder with the packages, made once; prints it.
pocl_main_root() {
    local root=$cache/pocl-main log=$cache/pocl-main-root.log
    if [ ! -e "$root/suite" ]; then
        rm -rf --one-file-system "$root"
        note "installing Debian 13 with LLVM 19 into a root folder of its own, some minutes" >&2
        mmdebstrap --quiet --mode=root --variant=apt --components=main --aptopt='APT::Install-Recommends "false"' \
            --include="$(IFS=,; printf '%s' "${pocl_main_packages[*]}")" --keyring="$keyring" \
            trixie "$root" "deb $(debian_uri) trixie main" >"$log" 2>&1 9>&- </dev/null ||
            { tail -n 5 "$log" >&2; fail "the root folder could not be made: see $log"; }
        printf 'trixie\n' >"$root/suite" # for device_usr
    fi
    printf '%s\n' "$root"
}

# pocl_commit DEVICE: the commit that POCL_SOURCE and POCL_COMMIT ask for; prints it.
pocl_commit() {
    [ -n "${POCL_SOURCE:-}" ] || fail "$1: set POCL_SOURCE to a clone of PoCL's repository"
    [ "$(id -u)" -eq 0 ] || fail "$1: has to be set up by root, as it is built in a root folder"
    git -C "$POCL_SOURCE" rev-parse --verify --quiet "${POCL_COMMIT:-HEAD}^{commit}" ||
        fail "$1: POCL_SOURCE=$POCL_SOURCE has no commit '${POCL_COMMIT:-HEAD}'"
}

# unpack_pocl DEVICE COMMIT FOLDER: the sources, in the place of what the folder had.
unpack_pocl() {
    rm -rf --one-file-system "$3"
    mkdir -p "$3"
    git -C "$POCL_SOURCE" archive "$2" -- . ':!examples' | tar -x -C "$3" ||
        fail "$1: commit $2 could not be read from $POCL_SOURCE"
}

setup_pocl_main() {
    local root commit log=$cache/pocl-main-build.log started=$SECONDS
    ! device_ready pocl-main || [ -n "${POCL_SOURCE:-}" ] || return 0
    commit=$(pocl_commit pocl-main) || exit
    need_packages "device pocl-main" mmdebstrap arch-test mount git
    root=$(pocl_main_root)
    [ "$(cat "$root/commit" 2>/dev/null)" != "$commit" ] || [ ! -e "$vendors/pocl-main/pocl-main.icd" ] || return 0
    unpack_pocl pocl-main "$commit" "$root/build/source"
    note "building PoCL $commit with LLVM 19, some minutes (log: $log)"
    chroot "$root" /bin/sh -ec "
        cd /build
        cmake -G Ninja -S source -B objects -DCMAKE_INSTALL_PREFIX=/usr -DWITH_LLVM_CONFIG=/usr/bin/llvm-config-19 \
            -DENABLE_TESTS=OFF -DENABLE_EXAMPLES=OFF -DENABLE_POCLCC=OFF -DCMAKE_POSITION_INDEPENDENT_CODE=ON \
            -DCMAKE_BUILD_TYPE=Release -DLLC_HOST_CPU=$(cpu_level)
        nice ninja -C objects install" >"$log" 2>&1 9>&- </dev/null ||
        { tail -n 20 "$log" >&2; fail "PoCL did not build: see $log"; }
    printf '%s\n' "$commit" >"$root/commit"
    write_icd pocl-main "$(find "$root/usr/lib" -name 'libpocl.so.2.*' -type f | head -n 1)"
    device_ready pocl-main || fail "$root holds no libpocl.so"
    note "device pocl-main is ready (commit $commit, after $((SECONDS - started)) s)"
}
