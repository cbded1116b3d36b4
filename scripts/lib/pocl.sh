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

# pocl_tree VERSION: where the source package is kept and built.
pocl_tree() { printf '%s\n' "$cache/pocl-source-$1"; }

# fetch_pocl6: unpacks Debian 13's source package of PoCL 6 as TREE/source; sets `version`. Does nothing if it is there.
fetch_pocl6() {
    local work=$cache/pocl6.partial found
    found=$(find "$cache" -mindepth 2 -maxdepth 2 -path "$(pocl_tree '*')/source" | sort -V | tail -n 1)
    if [ -n "$found" ]; then
        version=${found%/source} version=${version#"$(pocl_tree '')"}
        return 0
    fi
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
    mkdir -p "$(pocl_tree "$version")"
    mv "$work/source" "$(pocl_tree "$version")/source"
    rm -rf --one-file-system "$work"
}

# build_pocl6: builds the source package with LLVM 15, because Debian 12 packages LLVM's SPIR-V translator for that
# version, and installs it in the cache as the device. It is installed next to its place and renamed into it: an
# interrupted build leaves nothing that looks like a result. The sources that were built (TREE/work) and the objects
# stay: tests/real-bugs changes them and compiles only what changed.
build_pocl6() {
    local version level prefix tree log=$cache/pocl-build.log started=$SECONDS
    fetch_pocl6
    tree=$(pocl_tree "$version")
    level=$(cpu_level)
    prefix=$cache/pocl-$version-llvm15-$level
    note "building PoCL $version with LLVM 15 for $level, about two minutes (log: $log)"
    rm -rf --one-file-system "$tree/work" "$tree/objects" "$tree/complete" "$tree/stage"
    cp -r "$tree/source" "$tree/work"
    ( # PoCL's cmake files try the compiler without naming an output, and it writes into the current folder
        cd "$tree" && cmake -G Ninja -S work -B objects -DCMAKE_INSTALL_PREFIX="$prefix" \
            -DWITH_LLVM_CONFIG=/usr/bin/llvm-config-15 -DENABLE_TESTS=OFF -DENABLE_EXAMPLES=OFF \
            -DENABLE_POCLCC=OFF -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DCMAKE_BUILD_TYPE=Release \
            -DENABLE_IPO=OFF -DDEFAULT_ENABLE_IPO=OFF -DLLC_HOST_CPU="$level" &&
            nice ninja -C objects && DESTDIR=$tree/stage cmake --install objects && rm -f compile_test_*
    ) >"$log" 2>&1 9>&- </dev/null ||
        { tail -n 20 "$log" >&2; fail "PoCL did not build: see $log"; }
    rm -rf --one-file-system "$prefix"
    mv "$tree/stage$prefix" "$prefix"
    rm -rf --one-file-system "$tree/stage"
    : >"$tree/complete"
    write_icd pocl "$(find "$prefix" -name 'libpocl.so.2.*' | head -n 1)"
    note "device pocl is ready (PoCL $version, built in $((SECONDS - started)) s)"
}

# setup_pocl_source: the tree that tests/real-bugs changes; a device of an older set-up has none.
setup_pocl_source() {
    [ "$debian" -lt 13 ] || fail "pocl-source: is built with LLVM 15, which is a package of Debian 12"
    need_packages "pocl-source" "${pocl_build_packages[@]}"
    compgen -G "$(pocl_tree '*')/complete" >/dev/null || build_pocl6
}
