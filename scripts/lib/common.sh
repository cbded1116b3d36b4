# Sourced by scripts/setup: messages, the cache folder, Debian packages, and the archive this machine uses.

repo=$(cd "$here/.." && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/wgconform
vendors=$cache/vendors # vendors/NAME/NAME.icd for each device; vendors/default/ holds the default ones
default_devices=(pocl intel)
other_devices=(pocl3 pocl7 rusticl rusticl26 oclgrind)
devices=("${default_devices[@]}" "${other_devices[@]}")

build_packages=(gcc libc6-dev make pkg-config python3 libcjson-dev libxml2-dev libarchive-dev libmd-dev zlib1g-dev opencl-headers
    ocl-icd-libopencl1 spirv-tools)
test_packages=(libcmocka-dev libmpfr-dev libgmp-dev ocl-icd-opencl-dev valgrind libc6-dev-i386 xz-utils)
venv_packages=(python3-venv ca-certificates)
style_packages=(clang-format shellcheck)
lint_packages=("${style_packages[@]}" clang-tidy cppcheck)
fuzz_packages=(clang libclang-rt-dev)
shell_packages=(zsh fish mandoc)
scale_packages=(parallel slurm-wlm munge)
browser_packages=(chromium fonts-dejavu-core)

note() { printf 'setup: %s\n' "$*"; }
fail() { printf 'setup: %s\n' "$*" >&2; exit 1; }

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        fail "needs root to run '$*': run it as root or install sudo"
    fi
}

require_supported_debian() {
    local id='' version=''
    [ -r /etc/os-release ] && . /etc/os-release && id=${ID:-} version=${VERSION_ID:-}
    debian=$version
    case $id:$version in
        debian:12 | debian:13) ;;
        *) fail "knows Debian 12 and 13, and this is '$id $version': set up by hand after docs/devices.md" ;;
    esac
    [ "$(dpkg --print-architecture)" = amd64 ] || fail "knows amd64 only: set up by hand after docs/devices.md"
}

# One set-up at a time for a cache folder; the lock goes with the process, however it ends.
take_lock() {
    mkdir -p "$vendors"
    exec 9>"$cache/lock"
    flock --timeout 5 9 || { note "another set-up is running; waiting for it"; flock 9; }
    rm -rf --one-file-system "$cache"/*.partial # what an interrupted set-up left
}

# missing_packages NAME...: those that are not installed, one a line.
missing_packages() {
    local installed name
    installed=" $(dpkg-query -W -f '${db:Status-Status}:${Package} ' "$@" 2>/dev/null || true)"
    for name in "$@"; do
        [[ $installed == *" installed:$name "* ]] || printf '%s\n' "$name"
    done
}

apt_updated=
apt_get() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Acquire::Retries=3 -o DPkg::Lock::Timeout=600 -o Dpkg::Use-Pty=0 \
        "$@" </dev/null 9>&-
}

apt_update() {
    [ -z "$apt_updated" ] || return 0
    note "refreshing the package lists"
    apt_get update
    apt_updated=1
}

# need_packages WHY NAME...: installs what is missing. Recommended packages stay out.
need_packages() {
    local why=$1 missing
    shift
    mapfile -t missing < <(missing_packages "$@")
    [ ${#missing[@]} -gt 0 ] || return 0
    apt_update
    note "installing packages ($why): ${missing[*]}"
    apt_get install --yes --no-install-recommends "${missing[@]}" >/dev/null ||
        fail "apt-get could not install ${missing[*]}"
}

first_debian_uri() {
    # shellcheck disable=SC2016 # apt expands these
    apt-get indextargets --format '$(ORIGIN)|$(LABEL)|$(REPO_URI)' 'Created-By: Packages' |
        sed -n 's/^Debian|Debian|//p' | sort -u | sed -n 1p
}

# debian_uri: the archive from which this machine's own apt takes Debian, so that no script has to name one.
debian_uri() {
    local uri
    uri=$(first_debian_uri)
    if [ -z "$uri" ]; then # no lists yet
        apt_update >&2
        uri=$(first_debian_uri)
    fi
    [ -n "$uri" ] || fail "apt on this machine names no Debian archive ('apt-get indextargets' lists none)"
    printf '%s\n' "$uri"
}

keyring=/usr/share/keyrings/debian-archive-keyring.gpg

# private_apt FOLDER SUITE TYPE: an apt configuration of its own for another suite of the same archive. The system's
# sources, lists and preferences stay as they are. Prints the configuration file, for APT_CONFIG.
private_apt() {
    local folder=$1 suite=$2 type=$3 uri
    uri=$(debian_uri)
    mkdir -p "$folder/lists/partial" "$folder/archives/partial"
    printf 'Types: %s\nURIs: %s\nSuites: %s\nComponents: main\nSigned-By: %s\n' \
        "$type" "$uri" "$suite" "$keyring" >"$folder/$suite.sources"
    cat >"$folder/apt.conf" <<CONF
Dir::Etc::sourcelist "$folder/$suite.sources";
Dir::Etc::sourceparts "/dev/null";
Dir::Etc::preferences "/dev/null";
Dir::Etc::preferencesparts "/dev/null";
Dir::State::Lists "$folder/lists";
Dir::Cache "$folder";
APT::Sandbox::User "root";
Acquire::Retries "3";
CONF
    printf '%s\n' "$folder/apt.conf"
}

# write_icd NAME LIBRARY: the vendor file of a device, complete or not there.
write_icd() {
    mkdir -p "$vendors/$1"
    printf '%s\n' "$2" >"$vendors/$1/.new"
    mv "$vendors/$1/.new" "$vendors/$1/$1.icd"
}

# known_devices: every device that has a name of its own, and the versions of Intel's runtime that were set up.
known_devices() {
    local folder
    printf '%s\n' "${devices[@]}"
    for folder in "$vendors"/intel-*/; do
        [ ! -d "$folder" ] || basename "$folder"
    done
}

# device_ready NAME: set up, and the library that its vendor file names is still there.
device_ready() {
    [ -r "$vendors/$1/$1.icd" ] && [ -e "$(cat "$vendors/$1/$1.icd")" ]
}
