"""Programs of this build in which a part is wrong on purpose: its tests must find it."""

import os
import shlex
import subprocess

from conftest import BUILD, ROOT

SANITIZERS = {"address", "undefined", "leak", "thread"}
UNIT_LIBS = ("-lcmocka", "-lmpfr", "-lgmp")
LIBS = ("-lcjson", "-lxml2", "-larchive", "-lmd", "-lz", "-ldl", "-lm", "-lpthread")


def flags():
    names = BUILD.name.split("-")
    return [f"-fsanitize={','.join(names)}"] if {*names} <= SANITIZERS else []


def packages():
    command = ["pkg-config", "--cflags", "libcjson", "libxml-2.0"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


def changed(text, change, name):
    assert text.count(change["old"]) == 1, f"{name} has not once: {change['old']}"
    return text.replace(change["old"], change["new"])


def build(program, changes, folder):
    """wgconform or a unit program, linked with changed files of harness/ in place of the library's."""
    objects = []
    for number, change in enumerate(changes):
        source = folder / f"{number}.c"
        original = ROOT / "harness" / change["file"]
        source.write_text(changed(original.read_text(), change, change["file"]))
        objects.append(source.with_suffix(".o"))
        includes = ("-I", "harness", "-I", "suite", "-I", ".", "-I", original.parent)
        compiled(folder, "-c", *includes, *packages(), "-o", objects[-1], source)
    made = folder / "bin" / program
    made.parent.mkdir()
    if program == "wgconform":
        parts, libs = [BUILD / "obj" / "harness" / "cli" / "main.o"], LIBS
    else:
        tests = BUILD / "obj" / "tests" / "unit"
        helpers = sorted({*tests.glob("*.o")} - {*tests.glob("test_*.o")})
        parts, libs = [tests / f"{program}.o", *helpers], UNIT_LIBS + LIBS
    compiled(folder, *objects, *parts, BUILD / "libwgconform.a", *libs, "-o", made)
    return made


def compiled(folder, *arguments):
    command = [*shlex.split(os.environ.get("CC", "cc")), "-std=c11", "-D_GNU_SOURCE", "-O1", *flags()]
    made = subprocess.run(
        [*command, *map(str, arguments)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made.stderr
