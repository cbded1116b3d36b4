# Sourced by scripts/setup: Intel's OpenCL runtime for CPUs, from PyPI. Its licence is proprietary: the user installs
# it, and nothing of it is in this repository. The device "intel" is the version below. "intel-VERSION" is any other
# version that PyPI has (2021.4, 2025.0.5, ...), installed in addition.

intel_default=2026.2.0

# intel_version DEVICE: the version that a device's name asks for. One that the default version fulfils shares its files.
intel_version() {
    case $intel_default. in
        "${1#intel-}".*) printf '%s\n' "$intel_default" ;;
        *) if [ "$1" = intel ]; then printf '%s\n' "$intel_default"; else printf '%s\n' "${1#intel-}"; fi ;;
    esac
}

intel_folder() { printf '%s/intel-%s\n' "$cache" "$(intel_version "$1")"; }
intel_libraries() { printf '%s/runtime\n' "$(intel_folder "$1")"; } # what LD_LIBRARY_PATH gets

# setup_intel DEVICE: the wheel of the runtime names TBB and the licence as its needs. It does not name the package of
# the maths libraries (libsvml.so), which has the same version numbers.
setup_intel() {
    local device=$1 started=$SECONDS version folder
    version=$(intel_version "$device")
    folder=$(intel_folder "$device")
    [[ $version =~ ^20[0-9]{2}\.[0-9]+(\.[0-9]+)?$ ]] ||
        fail "'$device': a version of Intel's runtime looks like 2021.4 or 2025.0.5 ('pip index versions intel-opencl-rt' lists them)"
    if device_ready "$device" && [ -e "$(intel_libraries "$device")" ]; then return 0; fi
    need_packages "device $device" "${venv_packages[@]}"
    [ -e "$folder/.complete" ] ||
        note "installing Intel's OpenCL CPU runtime $version from PyPI (up to 265 MB to load, 1 GB unpacked)"
    make_venv "$folder" "intel-opencl-rt==$version.*" "intel-cmplr-lib-rt==$version.*"
    [ -e "$(intel_libraries "$device")" ] || link_intel_libraries "$device"
    # The vendor files in the wheel name a path that does not exist.
    write_icd "$device" "$folder/lib/libintelocl.so"
    note "device $device is ready (after $((SECONDS - started)) s)"
}

# The runtime finds its other libraries through the library path. The wheel has an OpenCL loader
# and a hwloc that would take the place of the system's in every program, so the path gets links to the others alone.
link_intel_libraries() {
    local library partial=$cache/intel-links.partial folder libraries
    folder=$(intel_folder "$1")
    libraries=$(intel_libraries "$1")
    rm -rf "$partial"
    mkdir "$partial"
    for library in "$folder"/lib/*.so*; do
        case ${library##*/} in
            libOpenCL.so* | libhwloc.so*) ;;
            *) ln -s "$library" "$partial/" ;;
        esac
    done
    mv "$partial" "$libraries"
}
