# Sourced by scripts/setup: devices of another release of Debian. Each gets a root folder of its own, with the packages
# and all that they depend on, unpacked and not installed: no root is needed, and the system knows nothing of them.
# scripts/with-device merges this folder with the system's /usr for one command (WGC_USR).

# fetch_root NAME SUITE PACKAGE...: makes $cache/NAME-VERSION, where VERSION is that of the first package; prints it.
fetch_root() {
    local name=$1 suite=$2 main=$3 work=$cache/$1.partial file version root
    local new=$work/root
    shift 2
    mkdir -p "$new"
    : >"$work/status" # as if nothing were installed, so that apt takes every dependency
    export APT_CONFIG
    APT_CONFIG=$(private_apt "$work" "$suite" deb)
    cat >>"$APT_CONFIG" <<CONF
Dir::State::status "$work/status";
Debug::NoLocking "true";
APT::Install-Recommends "false";
CONF
    { apt-get -qq update && apt-get -qq install --yes --download-only "$@"; } >&2 9>&- </dev/null ||
        fail "could not fetch $* of Debian's $suite"
    unset APT_CONFIG
    for file in "$work"/archives/*.deb; do dpkg -x "$file" "$new"; done
    version=$(dpkg-deb -f "$(find "$work/archives" -name "${main}_*.deb")" Version)
    root=$cache/$name-$version
    printf '%s\n' "$suite" >"$new/suite"
    rm -rf --one-file-system "$root"
    mv "$new" "$root"
    rm -rf --one-file-system "$work"
    printf '%s\n' "$root"
}

# setup_in_root NAME SUITE LIBRARY PACKAGE...: a device in a root folder; LIBRARY is the shell pattern of its driver.
setup_in_root() {
    local name=$1 suite=$2 library=$3 started=$SECONDS root
    shift 3
    ! device_ready "$name" || return 0
    need_packages "device $name" mount
    note "unpacking $* of Debian's $suite"
    root=$(fetch_root "$name" "$suite" "$@")
    write_icd "$name" "$(find "$root/usr/lib" -name "$library" -type f | head -n 1)"
    device_ready "$name" || fail "$root holds no $library"
    note "device $name is ready (${root##*/}, after $((SECONDS - started)) s)"
}

# device_usr NAME: for a device that lives in a root folder, what takes the place of /usr: its folder and the system's,
# merged, with the younger release on top, because programs built for an older C library run with a younger one and
# not the other way round.
device_usr() {
    local root
    root=$(cat "$vendors/$1/$1.icd")
    root=${root%%/usr/lib/*}
    [ -e "$root/suite" ] || return 0
    case $(cat "$root/suite") in
        bookworm) printf '/usr:%s/usr\n' "$root" ;;
        *) printf '%s/usr:/usr\n' "$root" ;;
    esac
}

# On Debian 12 PoCL 3.1 runs on the system's own libraries: three packages, unpacked outside the system.
setup_pocl3() {
    ! device_ready pocl3 || return 0
    if [ "$debian" -ge 13 ]; then
        setup_in_root pocl3 bookworm 'libpocl.so.2.*' libpocl2 binutils
        return 0
    fi
    local work=$cache/pocl3.partial file version
    need_packages "device pocl3" "${pocl_run_packages[@]}"
    mkdir -p "$work/root"
    note "unpacking libpocl2 of Debian 12"
    [ -n "$(apt-cache policy libpocl2 2>/dev/null)" ] || apt_update
    (cd "$work" && apt-get -qq -o APT::Sandbox::User=root download libpocl2 libpocl2-common) 9>&- ||
        fail "could not fetch the package libpocl2"
    for file in "$work"/*.deb; do dpkg -x "$file" "$work/root"; done
    version=$(dpkg-deb -f "$(find "$work" -name 'libpocl2_*.deb')" Version)
    rm -rf --one-file-system "$cache/pocl3-$version"
    mv "$work/root" "$cache/pocl3-$version"
    write_icd pocl3 "$(find "$cache/pocl3-$version" -name 'libpocl.so.2.*' -type f)"
    note "device pocl3 is ready (PoCL $version)"
}

setup_pocl7() { setup_in_root pocl7 testing 'libpocl.so.2.*' libpocl2t64 binutils; }

setup_rusticl() {
    if [ "$debian" -lt 13 ]; then
        setup_in_root rusticl trixie 'libRusticlOpenCL.so.1*' mesa-opencl-icd
        return 0
    fi
    need_packages "device rusticl" mesa-opencl-icd
    device_ready rusticl && return 0
    write_icd rusticl "$(dpkg -L mesa-opencl-icd | grep -m1 '/libRusticlOpenCL\.so\.1')"
    note "device rusticl is ready (Debian's package)"
}

setup_rusticl26() { setup_in_root rusticl26 testing 'libRusticlOpenCL.so.1*' mesa-opencl-icd; }

# Debian 13 has no Oclgrind any more.
setup_oclgrind() {
    if [ "$debian" -ge 13 ]; then
        setup_in_root oclgrind bookworm liboclgrind-rt-icd.so oclgrind
        return 0
    fi
    need_packages "tool oclgrind" oclgrind
    device_ready oclgrind && return 0
    write_icd oclgrind "$(dpkg -L oclgrind | grep -m1 '/liboclgrind-rt-icd\.so')"
    note "tool oclgrind is ready (Debian's package)"
}
