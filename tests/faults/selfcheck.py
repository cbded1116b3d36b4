"""Checks the catalogue without a test program: each header compiles and runs in front of a program that
calls its functions in all ways. It does not show whether a fault is found.

    . build/env.sh && python3 tests/faults/selfcheck.py [--device N] [--options=-cl-std=CL3.0] [PATTERN...]
"""

import argparse
import concurrent.futures
import fnmatch
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import header
import suite_functions
import table

HERE = Path(__file__).resolve().parent
SCRATCH = """
#ifdef WGC_COLLECTIVES_CL_H
#define WGF_TEST_PARAMETER __local void *wgce_scratch,
#define WGF_TEST_ARGUMENT wgce_scratch,
#define WGF_TEST_SCRATCH WGC_SCRATCH(64);
#else
#define WGF_TEST_PARAMETER
#define WGF_TEST_ARGUMENT
#define WGF_TEST_SCRATCH
#endif
"""
LIMIT = 300  # seconds for one program
MARKER = "/* wgconform: end of emulation */"


# How a kernel calls: each in a kernel of its own, for PoCL multiplies the code behind a barrier in a branch.
PLACES = {
    "plain": "sum = (ulong)@;",
    "literal": "sum = (ulong)@;",
    "loop": "for (int i = 0; i < 2; ++i) sum += (ulong)@;",
    "branch": "if (get_num_groups(0) > 1) sum = (ulong)@;",
    "helper": "sum = (ulong)@;",
}


def kernel(function: suite_functions.Function, type_: str, place: str) -> str:
    """A kernel with one call of a built-in, and a helper if it makes it in one."""
    name = f"check_{function.name}_{type_}_{place}"
    value = function.value(type_)
    passed = [f"({value})({3 if place == 'literal' else 'value'})"] if value else []
    passed += ("0", "1", "1")[: len(function.ids)]
    call = f"{function.builtin}({', '.join(passed)})"
    component = ".x" if function.result(type_)[-1].isdigit() else ""
    own = ".x" if type_[-1].isdigit() else ""
    lines = []
    if place == "helper":
        parameters = f"WGF_TEST_PARAMETER {type_} value"
        lines.append(f"{function.result(type_)} {name}_call({parameters}) {{ return {call}; }}")
        call = f"{name}_call(WGF_TEST_ARGUMENT value)"
    lines += [
        f"kernel void {name}(global ulong *out)",
        "{",
        "    WGF_TEST_SCRATCH",
        f"    local {type_} own[16];",
        f"    {type_} value = ({type_})get_local_id(0);",
        "    ulong sum = 0;",
        "    own[get_local_id(0)] = value;",
        "    barrier(CLK_LOCAL_MEM_FENCE);",
        "    " + PLACES[place].replace("@", call + component),
        "    barrier(CLK_LOCAL_MEM_FENCE);",
        f"    out[get_global_id(0)] = sum + (ulong)own[get_local_id(0)]{own};",
        "}",
    ]
    text = "\n".join(lines)
    return header.guarded(text, header.guard(function, type_))


def program(fault: table.Fault) -> str:
    """Calls of each function of the fault with each type that it touches, and with one that it does not."""
    kernels = []
    for function in (f for f in fault.functions if not f.composed):
        touched = [t for t in fault.types if t in function.types]
        untouched = [t for t in function.types if t not in fault.types]
        if function.ids:  # Intel's compiler crashes on many broadcasts of half, with and without a fault
            touched = [t for t in touched if t != "half"] or ["float"]
            untouched = [t for t in untouched if t not in ("half", *touched)]
        kernels += [kernel(function, touched[0], place) for place in PLACES]
        kernels += [kernel(function, type_, "plain") for type_ in touched[1:] + untouched[:1]]
    return SCRATCH + "\n".join(kernels) + "\n"


def check(tool: Path, arguments: list[str], path: Path) -> str:
    """What is wrong with the program, or nothing."""
    try:
        result = subprocess.run(
            [tool, *arguments],
            input=f"{path}\n",
            text=True,
            stdout=subprocess.PIPE,
            timeout=LIMIT,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"not done after {LIMIT} s"
    if result.returncode != 0:
        return f"the process ended with {result.returncode}\n{result.stdout}"
    return "" if result.stdout.startswith("ok ") else result.stdout


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", default="0")
    parser.add_argument("--options", default="-cl-std=CL3.0")
    parser.add_argument("-j", "--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("patterns", nargs="*", default=["*"])
    args = parser.parse_args()
    functions = suite_functions.load()
    faults = [
        fault
        for fault in table.load()
        if fault.body_kind != "spirv" and any(fnmatch.fnmatch(fault.id, p) for p in args.patterns)
    ]
    emulation = (HERE.parents[1] / "suite/emulation/wgc_collectives.cl.h").read_text()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tool = folder / "compile_check"
        compiler = shutil.which("cc") or "gcc"
        source = str(HERE / "compile_check.c")
        flags = ["-std=c11", "-DCL_TARGET_OPENCL_VERSION=300"]
        subprocess.run([compiler, *flags, source, "-o", tool, "-lOpenCL"], check=True)
        for fault in faults:
            text = header.text(fault, functions) + program(fault)
            if fault.emulated:
                text = f"{emulation}\n{MARKER}\n{text}"
            (folder / fault.id).write_text(text)
        with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
            problems = list(
                pool.map(lambda fault: check(tool, [args.device, args.options], folder / fault.id), faults)
            )
    for fault, problem in zip(faults, problems, strict=True):
        if problem:
            print(f"{fault.id}: {problem}")
    good = problems.count("")
    print(f"{good} of {len(faults)} headers compile and run")
    return 0 if good == len(faults) else 1


if __name__ == "__main__":
    sys.exit(main())
