"""wgconform(1), in the man macros."""

DESCRIPTION = """\
runs kernels that call OpenCL's work-group collective functions (work_group_all, any, broadcast, reduce and
scan, the uniform-arithmetic extension, and the sub-group functions that SYCL is built on) for every operator,
type and scan mode, with local sizes of one, two and three dimensions, in OpenCL C and in SPIR-V. It compares
every work-item with an exact oracle, under rules that leave floating point its freedom of order. Each case
that was selected gets one of these states: pass, fail, crash, timeout, build_error, skip, waived,
unexpected_pass, flaky, error. A crash of the driver costs one case: OpenCL is called by processes of their
own."""

ENVIRONMENT = (
    ("WGCONFORM_SUITE", "the folder of the suite, if it is neither beside the program nor installed"),
    ("OCL_ICD_VENDORS", "read by the OpenCL loader: the folder, or file, that names the drivers"),
    ("NO_COLOR, FORCE_COLOR", "if not empty: no colours, or colours where there is no terminal"),
    ("GITHUB_ACTIONS", "if set: annotations follow the totals"),
    ("GITHUB_STEP_SUMMARY", "then also: the file that a summary is appended to"),
)

FILES = (
    ("PREFIX/share/wgconform", "the suite: kernels, and manifest.json, which says what there is"),
    ("PREFIX/share/wgconform/waivers", "waivers of known drivers, for --waivers"),
    ("PREFIX/include/wgconform", "the functions in portable OpenCL C 1.2, for programs of your own"),
    ("REPORT.journal", "beside a report while its run goes on: what --resume reads after a crash"),
)


def escape(text):
    """Text in which nothing is a macro: dashes stay dashes, so that options can be searched and copied."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    return "\\&" + text if text.startswith(".") else text


def bold(text):
    return f"\\fB{escape(text)}\\fR"


def wrap(text, width=76):
    """Lines that are not too long for an editor."""
    lines, line = [], ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = ""
        line = f"{line} {word}" if line else word
    return "\n".join(escape(part) for part in [*lines, line])


def term(head, text):
    return f".TP\n{head}\n{wrap(text)}\n"


def option_head(option):
    names = [bold(f"-{option.letter}")] if option.letter else []
    names.append(bold(option.name if option.is_operand else f"--{option.name}"))
    return ", ".join(names) + (f" \\fI{escape(option.value)}\\fR" if option.value else "")


def arguments(text):
    """REPORT -o FILE: options are bold, words of capitals italic."""
    words = []
    for word in text.split():
        core = word.strip("[].")
        style = "B" if core.startswith("-") else "I"
        before, after = word.split(core, 1)
        words.append(f"{escape(before)}\\f{style}{escape(core)}\\fR{escape(after)}")
    return " ".join(words)


def page(told):
    lines = [
        '.\\" Made by python3 -m generator.manual of what wgconform --help says; do not edit it here.',
        f'.TH WGCONFORM 1 "" "wgconform {told.version}" "User Commands"',
        ".SH NAME",
        "wgconform \\- conformance tests of OpenCL work\\-group collective functions",
        ".SH SYNOPSIS",
        ".B wgconform",
        "[\\fIoptions\\fR] [\\fIQUERY\\fR...]",
    ]
    for command in told.commands:
        lines += [".br", f".B wgconform {command.name}", arguments(command.arguments)]
    lines += [".SH DESCRIPTION", ".B wgconform", wrap(DESCRIPTION), ".PP", wrap(told.naming), ".SH OPTIONS"]
    text = "\n".join(lines) + "\n"
    for group in told.groups:
        text += f".SS {escape(group.title)}\n"
        text += "".join(term(option_head(option), option.text) for option in group.options)
    text += ".SH COMMANDS\n"
    for command in told.commands:
        text += term(f"{bold(command.name)} {arguments(command.arguments)}", command.text + ".")
        if command.options:
            text += ".RS\n" + "".join(term(option_head(o), o.text) for o in command.options) + ".RE\n"
    text += ".SH EXIT STATUS\n" + "".join(
        term(bold(part.split(" ", 1)[0]), part.split(" ", 1)[1].rstrip("."))
        for part in told.exit_status.replace("128 + signal", "128+signal").split("; ")
    )
    for title, rows in (("ENVIRONMENT", ENVIRONMENT), ("FILES", FILES)):
        text += f".SH {title}\n" + "".join(term(bold(name), what) for name, what in rows)
    text += ".SH EXAMPLES\n.nf\n" + "".join(f"{escape(line)}\n" for line in told.examples) + ".fi\n"
    return text + ".SH SEE ALSO\n.BR clinfo (1)\n"
