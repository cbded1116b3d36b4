# Sourced by scripts/setup: Python environments in the cache folder, with pinned versions.

test_requirements=(pytest==8.3.4 pytest-xdist==3.6.1 jsonschema==4.23.0 junitparser==3.2.0 ruff==0.8.4 trcli==1.15.3)
# Of these a test reads files alone (axe-core's script, the schemas of CI systems): they come without what they need.
test_files=(axe-playwright-python==0.1.8 check-jsonschema==0.31.0)

# venv_key REQUIREMENT...: names an environment after what it holds, so that a changed pin makes a new one.
venv_key() { printf '%s\n' "$(readlink /usr/bin/python3)" "$@" | sha256sum | cut -c1-12; }

# pip_install FOLDER ARGUMENT...: into the environment.
pip_install() {
    local folder=$1
    shift
    "$folder/bin/python" -m pip install --quiet --disable-pip-version-check --no-input "$@" 9>&- </dev/null ||
        { rm -rf --one-file-system "$folder"; fail "pip could not install $*"; }
}

# make_venv FOLDER REQUIREMENT... [--no-deps REQUIREMENT...]: a complete environment or none; requirements
# after --no-deps come without their dependencies. A venv cannot be moved (its scripts hold its path), so the last
# thing written is a stamp, and a folder without the stamp is made again.
make_venv() {
    local folder=$1
    local -a whole=()
    shift
    [ ! -e "$folder/.complete" ] || return 0
    rm -rf --one-file-system "$folder"
    /usr/bin/python3 -m venv "$folder" 9>&-
    while [ $# -gt 0 ] && [ "$1" != --no-deps ]; do
        whole+=("$1")
        shift
    done
    pip_install "$folder" "${whole[@]}"
    [ $# -eq 0 ] || pip_install "$folder" "$@"
    : >"$folder/.complete"
}

test_venv() { printf '%s/test-venv-%s\n' "$cache" "$(venv_key "${test_requirements[@]}" "${test_files[@]}")"; }

setup_test_venv() {
    local folder
    need_packages "for Python tools" "${venv_packages[@]}" # first: the folder's name depends on the version of Python
    folder=$(test_venv)
    [ ! -e "$folder/.complete" ] || return 0
    note "installing Python tools: ${test_requirements[*]} ${test_files[*]}"
    make_venv "$folder" "${test_requirements[@]}" --no-deps "${test_files[@]}"
}
