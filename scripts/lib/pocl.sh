# Sourced by scripts/setup: PoCL 6, the default device, and PoCL 3.1.

pocl_build_packages=(llvm-15-dev libclang-15-dev clang-15 libclang-cpp15-dev libllvmspirvlib-15-dev llvm-spirv-15
    spirv-tools libhwloc-dev ocl-icd-opencl-dev cmake ninja-build pkg-config zlib1g-dev libzstd-dev libxml2-dev
    dpkg-dev gcc g++ python3 xz-utils)
# What a built PoCL needs when it runs, should a user remove the build packages later: it compiles and links kernels.
pocl_run_packages=(clang-15 libclang-cpp15 libllvmspirvlib15 spirv-tools libhwloc15)

setup_pocl() {
    if [ "$debian" -ge 13 ]; then
        need_packages "device pocl" pocl-opencl-icd
        device_ready pocl && return 0
        write_icd pocl "$(dpkg -L libpocl2t64 libpocl2 2>/dev/null | grep -m1 '/libpocl\.so\.2\.')"
        note "device pocl is ready (Debian's package)"
        return 0
    fi
    if device_ready pocl; then
        need_packages "device pocl" "${pocl_run_packages[@]}"
        return 0
    fi
    need_packages "device pocl" "${pocl_build_packages[@]}"
    build_pocl6
}

# cpu_level: the x86-64 level that this machine reaches, at most 3. PoCL would ask LLVM for the CPU's name, and LLVM 15
# knows none for a CPU younger than itself; a level also lets the cache move to another machine.
cpu_level() {
    case $(/lib64/ld-linux-x86-64.so.2 --help) in
        *' x86-64-v3 (supported'*) echo x86-64-v3 ;;
        *' x86-64-v2 (supported'*) echo x86-64-v2 ;;
        *) echo x86-64 ;;
    esac
}

# install_pocl DEVICE WORK VERSION: builds WORK/source with LLVM 15, because Debian 12 packages LLVM's SPIR-V translator
# for that version, and installs it in the cache as the device. Built next to its place and renamed into it: an
# interrupted build leaves nothing that looks like a result.
install_pocl() {
    local device=$1 work=$2 level prefix
    level=$(cpu_level)
    prefix=$cache/pocl-$3-llvm15-$level
    note "building PoCL $3 with LLVM 15 for $level, about two minutes (log: $cache/pocl-build.log)"
    ( # PoCL's cmake files try the compiler without naming an output, and it writes into the current folder
        cd "$work" && cmake -G Ninja -S "$work/source" -B "$work/build" -DCMAKE_INSTALL_PREFIX="$prefix" \
            -DWITH_LLVM_CONFIG=/usr/bin/llvm-config-15 -DENABLE_TESTS=OFF -DENABLE_EXAMPLES=OFF \
            -DENABLE_POCLCC=OFF -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DCMAKE_BUILD_TYPE=Release \
            -DLLC_HOST_CPU="$level" &&
            nice ninja -C "$work/build" && DESTDIR=$work/stage ninja -C "$work/build" install
    ) >"$cache/pocl-build.log" 2>&1 9>&- </dev/null ||
        { tail -n 20 "$cache/pocl-build.log" >&2; fail "PoCL did not build: see $cache/pocl-build.log"; }
    rm -rf --one-file-system "$prefix"
    mv "$work/stage$prefix" "$prefix"
    rm -rf --one-file-system "$work"
    write_icd "$device" "$(find "$prefix" -name 'libpocl.so.2.*' | head -n 1)"
}

build_pocl6() {
    local work=$cache/pocl6.partial version started=$SECONDS
    mkdir -p "$work"
    note "fetching the source of PoCL 6 (Debian 13's source package)"
    export APT_CONFIG
    APT_CONFIG=$(private_apt "$work/apt" trixie deb-src)
    (cd "$work" && apt-get -qq update && apt-get -qq source --download-only pocl) 9>&- ||
        fail "could not fetch the source package of PoCL"
    unset APT_CONFIG
    version=$(sed -n 's/^Version: //p' "$work"/pocl_*.dsc | head -n 1)
    # apt has verified the source package; Debian 12 does not have the uploader's own key, which this would ask for.
    dpkg-source --no-check -x "$work"/pocl_*.dsc "$work/source" >/dev/null
    install_pocl pocl "$work" "$version"
    note "device pocl is ready (PoCL $version, built in $((SECONDS - started)) s)"
}

# setup_pocl_version DEVICE: a release of PoCL, pocl-5.0 or pocl-7.0, from its tag in the clone POCL_SOURCE.
setup_pocl_version() {
    local device=$1 version=${1#pocl-} work=$cache/pocl-version.partial started=$SECONDS
    [[ $version =~ ^[0-9]+[.][0-9]+$ ]] || fail "'$device': a version of PoCL looks like 5.0 or 7.0"
    ! device_ready "$device" || return 0
    local POCL_COMMIT=v$version commit
    commit=$(pocl_commit "$device") || exit
    [ "$debian" -lt 13 ] || fail "$device: is built with LLVM 15, which is a package of Debian 12"
    need_packages "device $device" "${pocl_build_packages[@]}" git
    unpack_pocl "$device" "$commit" "$work/source"
    install_pocl "$device" "$work" "$version"
    note "device $device is ready (commit $commit, built in $((SECONDS - started)) s)"
}
