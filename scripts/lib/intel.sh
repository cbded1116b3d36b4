# Sourced by scripts/setup: Intel's OpenCL runtime for CPUs, from PyPI. Its licence is proprietary: the user installs
# it, and nothing of it is in this repository.

intel_requirements=(intel-opencl-rt==2026.2.0 intel-cmplr-lib-rt==2026.2.0)
intel_folder=$cache/intel-2026.2.0
intel_libraries=$intel_folder/runtime # what LD_LIBRARY_PATH gets

setup_intel() {
    local started=$SECONDS
    if device_ready intel && [ -e "$intel_libraries" ]; then return 0; fi
    need_packages "device intel" python3-venv ca-certificates
    say "installing Intel's OpenCL CPU runtime from PyPI (265 MB to load, 990 MB unpacked)"
    make_venv "$intel_folder" "${intel_requirements[@]}"
    link_intel_libraries
    # The vendor files in the wheel name a path that does not exist.
    write_icd intel "$intel_folder/lib/libintelocl.so"
    say "device intel is ready (after $((SECONDS - started)) s)"
}

# The runtime finds its other libraries through the library path. The wheel has an OpenCL loader
# and a hwloc that would take the place of the system's in every program, so the path gets links to the others alone.
link_intel_libraries() {
    local library partial=$cache/intel-links.partial
    rm -rf "$partial" "$intel_libraries"
    mkdir "$partial"
    for library in "$intel_folder"/lib/*.so*; do
        case ${library##*/} in
            libOpenCL.so* | libhwloc.so*) ;;
            *) ln -s "$library" "$partial/" ;;
        esac
    done
    mv "$partial" "$intel_libraries"
}
