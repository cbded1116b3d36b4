# Sourced by scripts/setup: writes build/env.sh (the default devices) and build/env.d/NAME.sh (one device alone).

# env_text NAME: the text of an environment file, for any POSIX shell, from any folder. It may be read twice. "default"
# shows the system's drivers and after them the default devices. Any other name shows that device alone.
env_text() {
    local name=$1 venv
    venv=$(test_venv)
    printf '# Written by scripts/setup; "make setup" writes it again.\n'
    cat <<'ENV'
wgc_remove() { # NAME FOLDER: takes FOLDER out of the path variable NAME
    eval "wgc_old=:\${$1:-}:"
    while case $wgc_old in *":$2:"*) ;; *) false ;; esac; do
        wgc_old=${wgc_old%%":$2:"*}:${wgc_old#*":$2:"}
    done
    wgc_old=${wgc_old#:} wgc_old=${wgc_old%:}
    export "$1=$wgc_old"
}
wgc_prepend() { # NAME FOLDER: puts FOLDER first in the path variable NAME
    wgc_remove "$1" "$2"
    export "$1=$2${wgc_old:+:$wgc_old}"
}
# What an earlier file like this one set.
if [ -n "${WGC_LIBRARIES:-}" ]; then
    wgc_remove LD_LIBRARY_PATH "$WGC_LIBRARIES"
    [ -n "$LD_LIBRARY_PATH" ] || unset LD_LIBRARY_PATH
    unset WGC_LIBRARIES
fi
# What the system shows, as it was before a file like this one: WGC_VENDORS is what that file set.
[ "${OCL_ICD_VENDORS:-}" = "${WGC_VENDORS:-}" ] || export WGC_SYSTEM_VENDORS="${OCL_ICD_VENDORS:-}"
wgc_show() { # FOLDER: of vendor files; none: what the system shows
    if [ -n "$1" ]; then
        export OCL_ICD_VENDORS="$1" WGC_VENDORS="$1"
    elif [ -n "${WGC_SYSTEM_VENDORS:-}" ]; then
        export OCL_ICD_VENDORS="$WGC_SYSTEM_VENDORS"
        unset WGC_VENDORS
    else
        unset OCL_ICD_VENDORS WGC_VENDORS
    fi
}
ENV
    printf "export WGC_CHECKOUT='%s' WGC_WITH_DEVICE='%s'\n" "$repo" "$name"
    if [ "$name" = default ]; then
        printf 'wgc_show "$('"'%s'"' "${WGC_SYSTEM_VENDORS:-${OPENCL_VENDOR_PATH:-/etc/OpenCL/vendors}}" '"'%s' '%s'"')"\n' \
            "$repo/scripts/vendors" "$vendors/default" "$repo/build/vendors"
        cat <<'ENV'
if [ -e "${OCL_ICD_VENDORS:-}/keep-order" ] && [ -z "${OCL_ICD_PLATFORM_SORT:-}" ]; then
    export OCL_ICD_PLATFORM_SORT=none
fi
ENV
    else
        printf "wgc_show '%s'\n" "$vendors/$name"
    fi
    [ ! -e "$venv/.complete" ] || printf "wgc_prepend PATH '%s'\n" "$venv/bin"
    printf "wgc_prepend PATH '%s'\n" "$repo/build/bin"
}

write_file() { # PATH: standard input, complete or not at all; a file that has this text already is not touched
    local text
    text=$(cat)
    if [ -f "$1" ] && [ "$(cat "$1")" = "$text" ]; then
        return
    fi
    mkdir -p "${1%/*}"
    printf '%s\n' "$text" >"$1.new"
    mv "$1.new" "$1"
}

# The default folder holds the vendor files of all default devices that are set up. Programs of other checkouts may read
# it meanwhile, so a file that is right stays.
link_default_vendors() {
    local name file
    mkdir -p "$vendors/default"
    for file in "$vendors/default"/*.icd; do
        name=${file##*/}
        name=${name%.icd}
        [[ " ${default_devices[*]} " == *" $name "* ]] && device_ready "$name" || rm -f "$file"
    done
    for name in "${default_devices[@]}"; do
        ! device_ready "$name" || write_file "$vendors/default/$name.icd" <"$vendors/$name/$name.icd"
    done
}

device_env() { # NAME: what this device needs in addition to its vendor file
    local usr
    usr=$(device_usr "$1")
    [ -z "$usr" ] || printf "export WGC_USR='%s' # for scripts/with-device, which has to be used\n" "$usr"
    case $1 in
        rusticl | rusticl26) printf 'export RUSTICL_ENABLE=llvmpipe\n' ;;
        intel | intel-*)
            printf "if grep -qsF '%s' \"\${OCL_ICD_VENDORS:-}\"/*.icd; then\n" "$(intel_folder "$1")"
            printf "    export WGC_LIBRARIES='%s'\n" "$(intel_libraries "$1")"
            printf '    wgc_prepend LD_LIBRARY_PATH "$WGC_LIBRARIES"\nfi\n'
            ;;
    esac
}

write_env() {
    local name
    link_default_vendors
    {
        env_text default
        for name in "${default_devices[@]}"; do
            ! device_ready "$name" || device_env "$name"
        done
    } | write_file "$repo/build/env.sh"
    for name in $(known_devices); do
        if device_ready "$name"; then
            { env_text "$name"; device_env "$name"; } | write_file "$repo/build/env.d/$name.sh"
        else
            rm -f "$repo/build/env.d/$name.sh"
        fi
    done
}

print_status() {
    local name
    for name in $(known_devices); do
        if device_ready "$name"; then
            printf '%-14s set up    %s\n' "$name" "$(cat "$vendors/$name/$name.icd")"
        else
            printf '%-14s not set up\n' "$name"
        fi
    done
}
