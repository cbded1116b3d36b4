# Sourced by scripts/setup: writes build/env.sh (the default devices) and build/env.d/NAME.sh (one device alone).

# env_text DEVICE...: the text of an environment file in which exactly these devices can be seen. It is for any POSIX
# shell, from any folder, and may be read twice.
env_text() {
    local folder=$1 venv
    venv=$(test_venv)
    printf '# Written by scripts/setup; "make setup" writes it again.\n'
    printf 'wgc_prepend() { # NAME FOLDER: puts FOLDER first in the path variable NAME, once\n'
    printf '    eval "wgc_old=\\${$1:-}"\n'
    printf '    case ":$wgc_old:" in\n'
    printf '        *":$2:"*) ;;\n'
    printf '        *) export "$1=$2${wgc_old:+:$wgc_old}" ;;\n'
    printf '    esac\n'
    printf '}\n'
    printf "export OCL_ICD_VENDORS='%s'\n" "$vendors/$folder"
    [ ! -e "$venv/.complete" ] || printf "wgc_prepend PATH '%s'\n" "$venv/bin"
    printf "wgc_prepend PATH '%s'\n" "$repo/build/bin"
}

write_file() { # PATH: standard input, complete or not at all
    mkdir -p "${1%/*}"
    cat >"$1.new"
    mv "$1.new" "$1"
}

# The default folder holds the vendor files of all default devices that are set up.
link_default_vendors() {
    local name
    mkdir -p "$vendors/default"
    rm -f "$vendors/default"/*.icd
    for name in "${default_devices[@]}"; do
        ! device_ready "$name" || cp "$vendors/$name/$name.icd" "$vendors/default/"
    done
}

device_env() { # NAME: what this device needs beside its vendor file
    local usr
    usr=$(device_usr "$1")
    [ -z "$usr" ] || printf "export WGC_USR='%s' # for scripts/with-device, which has to be used\n" "$usr"
    case $1 in
        rusticl | rusticl26) printf 'export RUSTICL_ENABLE=llvmpipe\n' ;;
        intel | intel-*) printf "wgc_prepend LD_LIBRARY_PATH '%s'\n" "$(intel_libraries "$1")" ;;
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
