"""Completions for bash, zsh and fish.

Options and commands are written down; the names of cases are asked of the program when they are needed, part
by part: LANGUAGE, FUNCTION, TYPE, SHAPE, FORM.
"""

CHOICES = {
    "profile": ("quick", "default", "full"),
    "impl": ("builtin", "emulated"),
    "language": ("c", "spirv", "all"),
}
CASES = ("CASE", "QUERY")
FILES = ("FILE", "REPORT", "OLD", "NEW")
MADE = "# Made by python3 -m generator.manual of what wgconform --help says; do not edit it here.\n"

# The names that begin with $2, each up to its next dot.
ASK = """\
    "$1" --list --profile full 2>/dev/null | awk -v head="$2" '
        index($0, head) == 1 {
            rest = substr($0, length(head) + 1)
            dot = index(rest, ".")
            name = dot ? substr($0, 1, length(head) + dot) : $0
            if (!(name in seen)) { seen[name] = 1; print name }
        }'
"""


def action_of(option):
    """ "choices", "cases", "files", "folder", "other" (a value nobody can guess) or "" (no value)."""
    if option.name in CHOICES:
        return "choices"
    if option.value in CASES:
        return "cases"
    if option.value in FILES:
        return "files"
    if option.value == "FOLDER":
        return "folder"
    return "other" if option.value else ""


def names(option):
    return ([f"-{option.letter}"] if option.letter else []) + [f"--{option.name}"]


def takes_case(command):
    return "CASE" in command.arguments


def bash_values(owner, options):
    """Lines of a case statement: what completes the value of each option."""
    actions = {
        "cases": "_wgconform_cases ",
        "files": "_wgconform_files f ",
        "folder": "_wgconform_files d ",
        "other": "",
    }
    for option in options:
        action = action_of(option)
        if action:
            pattern = "|".join(f"{owner}:{name}" for name in names(option))
            words = f'_wgconform_words "{" ".join(CHOICES.get(option.name, ()))}" '
            yield f"        {pattern}) {words if action == 'choices' else actions[action]};;\n"


BASH_HEAD = (
    """\
_wgconform_ask() {
"""
    + ASK
    + """\
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
"""
)
BASH_MIDDLE = """\
        *) return 1 ;;
    esac
}

_wgconform() {
    local program=$1 current=$2 before=$3 command=run
    local commands="@COMMANDS@"
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
"""
BASH_END = """\
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
"""


def bash(told):
    text = MADE + BASH_HEAD
    for command in told.commands:
        text += "".join(bash_values(command.name, command.options))
    text += "".join(bash_values("run", told.options()))
    text += BASH_MIDDLE.replace("@COMMANDS@", " ".join(command.name for command in told.commands))
    for command in told.commands:
        own = " ".join([*(name for option in command.options for name in names(option)), "--help"])
        rest = "_wgconform_cases" if takes_case(command) else "_wgconform_files f"
        text += f'        {command.name}:-*) _wgconform_words "{own}" ;;\n'
        text += f"        {command.name}:*) {rest} ;;\n"
    words = " ".join(name for option in told.options() for name in names(option))
    return text + f'        run:-*) _wgconform_words "{words}" ;;\n' + BASH_END


def zsh_quote(text):
    return text.replace("'", "'\\''").replace("[", "\\[").replace("]", "\\]").replace(":", "\\:")


def zsh_specs(options):
    actions = {"cases": "_wgconform_cases", "files": "_files", "folder": "_files -/", "other": " ", "": ""}
    for option in options:
        action = action_of(option)
        value = f"({' '.join(CHOICES[option.name])})" if action == "choices" else actions[action]
        rest = f"[{zsh_quote(option.text)}]" + (f":{option.value}:{value}" if action else "")
        for name in names(option):
            end = "=" if action and name.startswith("--") else "+" if action else ""
            yield f"'*{name}{end}{rest}'"


def zsh_arguments(options, rest, indent):
    lines = [f"{indent}_arguments -s -S"]
    lines += [f"{indent}    {spec}" for spec in [*zsh_specs(options), f"'{rest}'"]]
    return " \\\n".join(lines) + " ;;\n"


ZSH_HEAD = """\
_wgconform_cases() {
    local -a found whole part
    found=(${(f)"$(_wgconform_ask ${_wgconform_program:-wgconform} ${(Q)PREFIX})"})
    whole=(${found:#*.}) part=(${(M)found:#*.})
    ((${#whole} == 0)) || compadd -- $whole
    ((${#part} == 0)) || compadd -S '' -- $part
}

_wgconform_queries() {
    if compset -P '@'; then _files; else _wgconform_cases; fi
}

_wgconform() {
    local _wgconform_program=${(Q)words[1]}
    local -a commands
    commands=(
"""


def zsh(told):
    text = "#compdef wgconform\n" + MADE + "\n_wgconform_ask() {\n" + ASK + "}\n\n" + ZSH_HEAD
    text += "".join(f"        '{c.name}:{zsh_quote(c.text)}'\n" for c in told.commands)
    text += "    )\n    if ((CURRENT == 2)) && [[ $PREFIX != -* ]]; then\n"
    text += "        _describe command commands\n    fi\n    case ${(M)CURRENT:#<3->}:$words[2] in\n"
    for command in told.commands:
        rest = "*:CASE:_wgconform_cases" if takes_case(command) else "*:FILE:_files"
        text += f"    <->:{command.name})\n        shift words\n        ((CURRENT--))\n"
        text += zsh_arguments(command.options, rest, " " * 8)
    text += "    *)\n" + zsh_arguments(told.options(), "*:QUERY:_wgconform_queries", " " * 8)
    return text + '    esac\n}\n\n_wgconform "$@"\n'


def fish_quote(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def fish_options(options, condition):
    for option in options:
        action = action_of(option)
        line = f"complete -c wgconform -n {fish_quote(condition)} -l {option.name}"
        line += f" -s {option.letter}" if option.letter else ""
        line += {
            "choices": f" -x -a {fish_quote(' '.join(CHOICES.get(option.name, ())))}",
            "cases": " -x -a '(__wgconform_cases)'",
            "files": " -r -F",
            "folder": " -x -a '(__fish_complete_directories)'",
            "other": " -x",
            "": "",
        }[action]
        yield f"{line} -d {fish_quote(option.text)}\n"


def fish(told):
    commands = " ".join(command.name for command in told.commands)
    text = MADE + (
        "function __wgconform_cases\n"
        "    set -l head (commandline -ct | string replace -r '^--[a-z-]+=' '')\n"
        "    set -l program (commandline -opc)[1]\n"
        "    $program --list --profile full 2>/dev/null | string match -- \"$head*\" |\n"
        "        string replace -r -- '^(.{'(string length -- \"$head\")'}[^.]*\\.?).*' '$1' | sort -u\n"
        "end\n\n"
        "function __wgconform_runs\n"
        f"    not __fish_seen_subcommand_from {commands}\n"
        "end\n\n"
        "complete -c wgconform -f\n"
        "complete -c wgconform -n __wgconform_runs -a '(__wgconform_cases)'\n"
    )  # fmt: skip
    for command in told.commands:
        text += f"complete -c wgconform -n __fish_use_subcommand -a {command.name}"
        text += f" -d {fish_quote(command.text)}\n"
    text += "".join(fish_options(told.options(), "__wgconform_runs"))
    for command in told.commands:
        condition = f"__fish_seen_subcommand_from {command.name}"
        what = "-a '(__wgconform_cases)'" if takes_case(command) else "-F"
        text += f"complete -c wgconform -n {fish_quote(condition)} {what}\n"
        text += "".join(fish_options(command.options, condition))
    return text
