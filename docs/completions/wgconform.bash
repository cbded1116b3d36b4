# Made by python3 -m generator.manual of what wgconform --help says; do not edit it here.
_wgconform_ask() {
    "$1" --list --profile full 2>/dev/null | awk -v head="$2" '
        index($0, head) == 1 {
            rest = substr($0, length(head) + 1)
            dot = index(rest, ".")
            name = dot ? substr($0, 1, length(head) + dot) : $0
            if (!(name in seen)) { seen[name] = 1; print name }
        }'
}

_wgconform_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current"); }

_wgconform_files() {
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen "-$1" -- "$current")
}

_wgconform_cases() {
    compopt -o nospace 2>/dev/null
    mapfile -t COMPREPLY < <(_wgconform_ask "$program" "$current")
    [[ ${#COMPREPLY[@]} -ne 1 || ${COMPREPLY[0]} == *. ]] || COMPREPLY[0]+=' '
}

# COMMAND:OPTION. What follows an option that takes a value: words, cases, files, or nothing.
_wgconform_value() {
    case $1 in
        junit:-o|junit:--output) _wgconform_files f ;;
        html:-o|html:--output) _wgconform_files f ;;
        merge:-o|merge:--output) _wgconform_files f ;;
        repro:-d|repro:--device) ;;
        repro:-o|repro:--output) _wgconform_files d ;;
        repro:-p|repro:--profile) _wgconform_words "quick default full" ;;
        repro:--impl) _wgconform_words "builtin emulated" ;;
        repro:--seed) ;;
        repro:--max-items) ;;
        repro:--il-version) ;;
        repro:--sub-group-size) ;;
        waive:-o|waive:--output) _wgconform_files f ;;
        package:-o|package:--output) _wgconform_files f ;;
        run:--describe) _wgconform_cases ;;
        run:--dump-kernel) _wgconform_cases ;;
        run:-p|run:--profile) _wgconform_words "quick default full" ;;
        run:--impl) _wgconform_words "builtin emulated" ;;
        run:--language) _wgconform_words "c spirv all" ;;
        run:--shard) ;;
        run:--seed) ;;
        run:-d|run:--device) ;;
        run:--worker-command) ;;
        run:-j|run:--jobs) ;;
        run:-t|run:--timeout) ;;
        run:--limit) ;;
        run:-o|run:--json) _wgconform_files f ;;
        run:--junit) _wgconform_files f ;;
        run:--html) _wgconform_files f ;;
        run:--ctrf) _wgconform_files f ;;
        run:--cts-json) _wgconform_files f ;;
        run:--resume) _wgconform_files f ;;
        run:-w|run:--waivers) _wgconform_files f ;;
        run:--retries) ;;
        run:--repeat) ;;
        run:--audit) ;;
        run:--max-failures) ;;
        run:--min-cases) ;;
        *) return 1 ;;
    esac
}

_wgconform() {
    local program=$1 current=$2 before=$3 command=run
    local commands="junit html causes diff merge repro waive package verify"
    COMPREPLY=()
    if [[ $current == = ]]; then
        current=''
    elif [[ $before == = && $COMP_CWORD -ge 2 ]]; then # --name=value is three words to bash
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    if ((COMP_CWORD > 1)) && [[ " $commands " == *" ${COMP_WORDS[1]} "* ]]; then
        command=${COMP_WORDS[1]}
    fi
    ! _wgconform_value "$command:$before" || return 0
    case $command:$current in
        junit:-*) _wgconform_words "-o --output --help" ;;
        junit:*) _wgconform_files f ;;
        html:-*) _wgconform_words "-o --output --help" ;;
        html:*) _wgconform_files f ;;
        causes:-*) _wgconform_words "-v --verbose --help" ;;
        causes:*) _wgconform_files f ;;
        diff:-*) _wgconform_words "-v --verbose --help" ;;
        diff:*) _wgconform_files f ;;
        merge:-*) _wgconform_words "-o --output --help" ;;
        merge:*) _wgconform_files f ;;
        repro:-*) _wgconform_words "-d --device -o --output -p --profile --impl --seed --max-items --il-version --sub-group-size --help" ;;
        repro:*) _wgconform_cases ;;
        waive:-*) _wgconform_words "-o --output --help" ;;
        waive:*) _wgconform_files f ;;
        package:-*) _wgconform_words "-o --output --help" ;;
        package:*) _wgconform_files f ;;
        verify:-*) _wgconform_words "--help" ;;
        verify:*) _wgconform_files f ;;
        run:-*) _wgconform_words "-l --list-devices -L --list --describe --dump-kernel -p --profile --impl --language --shard --seed -d --device --worker-command -j --jobs -t --timeout --limit -o --json --junit --html --ctrf --cts-json --tap --resume -w --waivers --retries --repeat --audit --max-failures --min-cases --skips-as-fails -v --verbose -q --quiet --unadvertised --probe-unadvertised --no-color --version -h --help" ;;
        run:@*) # a file of queries
            current=${current#@}
            _wgconform_files f
            COMPREPLY=("${COMPREPLY[@]/#/@}") ;;
        *)
            _wgconform_cases
            ((COMP_CWORD > 1)) ||
                mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -S ' ' -W "$commands" -- "$current") ;;
    esac
}

complete -F _wgconform wgconform
