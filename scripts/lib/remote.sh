# Sourced by scripts/setup: what the tests of workers on other machines and systems need.

# OpenSSH's server for the tests, which start it themselves on the loopback interface. It is unpacked and not
# installed: an installed one would be started at once and listen to the network.
setup_openssh() {
    local work=$cache/openssh.partial root=$cache/openssh file
    need_packages "to test workers behind ssh" openssh-client libwrap0
    [ ! -x "$root/usr/sbin/sshd" ] || return 0
    mkdir -p "$work/root"
    note "unpacking Debian's openssh-server"
    [ -n "$(apt-cache policy openssh-server 2>/dev/null)" ] || apt_update
    (cd "$work" && apt-get -qq -o APT::Sandbox::User=root download openssh-server) 9>&- ||
        fail "could not fetch the package openssh-server"
    for file in "$work"/*.deb; do dpkg -x "$file" "$work/root"; done
    rm -rf --one-file-system "$root"
    mv "$work/root" "$root"
    rm -rf --one-file-system "$work"
}

# setup_foreign NAME ARCHITECTURE COMPILER...: Debian 13's PoCL of another architecture, installed in a root folder of
# its own (scripts/in-root enters it), and what builds programs for it.
setup_foreign() {
    local name=$1 architecture=$2 root=$cache/$1 started=$SECONDS mode=root
    shift 2
    need_packages "device $name" mmdebstrap arch-test mount "$@"
    [ ! -e "$root/.complete" ] || return 0
    [ "$(id -u)" -eq 0 ] || mode=unshare
    [ "$architecture" != arm64 ] || enable_arm64
    rm -rf --one-file-system "$root"
    note "installing PoCL of Debian 13 for $architecture into a root folder of its own, a minute or two"
    mmdebstrap --quiet --mode="$mode" --variant=apt --architectures="$architecture" --components=main \
        --include=pocl-opencl-icd,ocl-icd-libopencl1 --aptopt='APT::Install-Recommends "false"' \
        --keyring="$keyring" trixie "$root" "deb $(debian_uri) trixie main" >"$cache/$name.log" 2>&1 9>&- </dev/null ||
        { tail -n 5 "$cache/$name.log" >&2; fail "the root folder for $architecture could not be made: see $cache/$name.log"; }
    : >"$root/.complete"
    note "device $name is ready (after $((SECONDS - started)) s)"
}

# Programs of arm64 run through qemu-user: PoCL starts a linker, so the kernel has to know of it (binfmt_misc).
enable_arm64() {
    need_packages "to run programs of arm64" qemu-user-static binfmt-support
    [ -e /proc/sys/fs/binfmt_misc/status ] || as_root mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc ||
        fail "the kernel of this machine runs no programs of other architectures (binfmt_misc)"
    [ -e /proc/sys/fs/binfmt_misc/qemu-aarch64 ] || as_root update-binfmts --enable qemu-aarch64
}

setup_pocl_i386() { setup_foreign pocl-i386 i386 gcc-i686-linux-gnu libc6-dev-i386-cross; }
setup_pocl_arm64() {
    setup_foreign pocl-arm64 arm64 gcc-aarch64-linux-gnu libc6-dev-arm64-cross
    enable_arm64 # again after a restart of the machine
}

# A compiler for Windows, Wine, and a Wine prefix of its own (0.7 GB): no windows, no menus, no questions.
setup_wine() {
    local prefix=$cache/wine work=$cache/wine.partial started=$SECONDS
    need_packages "to run programs for Windows" gcc-mingw-w64-x86-64-posix wine64
    [ ! -e "$prefix/.complete" ] || return 0
    rm -rf --one-file-system "$prefix"
    mkdir -p "$work"
    note "making a Wine prefix, half a minute"
    ( # Wine's server and services stay for some seconds; none of them may hold the lock
        unset DISPLAY WAYLAND_DISPLAY
        export WINEPREFIX=$work WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml=;winemenubuilder.exe,winedbg.exe=d'
        /usr/lib/wine/wine64 wineboot --init && /usr/lib/wine/wine64 wineboot --shutdown && /usr/lib/wine/wineserver -w
    ) >"$cache/wine.log" 2>&1 9>&- </dev/null ||
        { tail -n 5 "$cache/wine.log" >&2; fail "the Wine prefix could not be made: see $cache/wine.log"; }
    : >"$work/.complete"
    mv "$work" "$prefix"
    note "Wine is ready (after $((SECONDS - started)) s)"
}
