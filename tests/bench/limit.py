"""What the quick profile cannot take less than: the time of a device's compiler for the calls alone.

    . build/env.sh && python3 tests/bench/limit.py --device 0

Takes the built-in functions and types that the device has, makes kernels of twelve calls with a load and a
store each and nothing else, one program for each type, and prints the CPU seconds that clBuildProgram takes
for them. A signature of the quick profile has to be compiled at least once, so that no number of workers can
take less than this, divided among them.
"""

import argparse
import ctypes
import json
import re
import sys
import time

from run import PROGRAM, run_suite, table

SUITE = PROGRAM.parents[1] / "suite"
sys.path.append(str(PROGRAM.parents[2]))

from generator.pack import Packed  # noqa: E402

CALLS = 12  # of a kernel; more make no difference
ALL_DEVICES = 0xFFFFFFFF
EXTENSION = re.compile(r"#ifdef (\w+)\n#pragma OPENCL EXTENSION \1 : enable\n#endif\n")


class OpenCL:
    """The few calls that are needed, of the loader's library; each ends the program where it fails."""

    def __init__(self, number):
        self.library = ctypes.CDLL("libOpenCL.so.1")
        for name in ("clCreateContext", "clCreateProgramWithSource"):
            getattr(self.library, name).restype = ctypes.c_void_p
        self.device = ctypes.c_void_p(self.devices()[number])
        error = ctypes.c_int()
        self.context = ctypes.c_void_p(
            self.library.clCreateContext(None, 1, ctypes.byref(self.device), None, None, ctypes.byref(error))
        )
        self.check("clCreateContext", error.value)

    @staticmethod
    def check(call, code):
        if code != 0:
            sys.exit(f"limit: {call}: error {code}")

    def ids(self, call, *first):
        """The list that one of the clGet...IDs functions gives."""
        function, count = getattr(self.library, call), ctypes.c_uint()
        self.check(call, function(*first, 0, None, ctypes.byref(count)))
        found = (ctypes.c_void_p * count.value)()
        self.check(call, function(*first, count, found, None))
        return list(found)

    def devices(self):
        """In the order in which wgconform numbers them."""
        every = ctypes.c_ulong(ALL_DEVICES)
        platforms = self.ids("clGetPlatformIDs")
        return [d for p in platforms for d in self.ids("clGetDeviceIDs", ctypes.c_void_p(p), every)]

    def build(self, text, options):
        """The CPU seconds of all the process's threads."""
        source, error = ctypes.c_char_p(text.encode()), ctypes.c_int()
        program = ctypes.c_void_p(
            self.library.clCreateProgramWithSource(
                self.context, 1, ctypes.byref(source), None, ctypes.byref(error)
            )
        )
        self.check("clCreateProgramWithSource", error.value)
        start = time.process_time()
        code = self.library.clBuildProgram(program, 1, ctypes.byref(self.device), options, None, None)
        seconds = time.process_time() - start
        self.check(f"clBuildProgram of\n{text}\n", code)
        return seconds


def present(device):
    """The functions and types of which some case was neither skipped nor killed the driver."""
    results = run_suite(device, "-p", "quick", "--language", "c")[2]["results"]
    return {tuple(r["name"].split(".")[1:3]) for r in results if r["state"] in ("pass", "fail")}


def groups_of(device):
    """{what: {type: [(call of in[i] and the number n, extension lines)]}}"""
    manifest = json.loads((SUITE / "manifest.json").read_text())
    here, groups, texts = present(device), {}, Packed(SUITE / "c.pack")
    for signature in (s for s in manifest["signatures"] if s["language"] == "c"):
        function, type_name = signature["function"], signature["type"]
        text = texts.text(signature["kernels"]["file"])
        call = re.search(rf"= ({function}\(.*\));", text)
        # SYCL's functions with an initial value are made of these, and the mapping has no call
        if (function, type_name) not in here or call is None:
            continue
        of_later = any(feature.startswith("subgroup_") for feature in signature["requires"])
        what = "sub-groups, later extensions" if of_later else signature["scope"].replace("_", "-") + "s"
        expression = re.sub(r"\bid(\[\d\])?", "n % 2", call[1])
        lines = "".join(match[0] for match in EXTENSION.finditer(text.split("kernel void")[0]))
        groups.setdefault(what, {}).setdefault(type_name, []).append((expression, lines))
    return groups


def kernel(type_name, calls, number):
    lines = [
        f"kernel void k{number}(global const {type_name} *a, global {type_name} *o, uint n)",
        "{",
        "    const size_t i = get_global_id(0);",
    ]
    for place, (call, _) in enumerate(calls):
        at = f"[i + {place} * n]"
        lines.append(f"    o{at} = {call.replace('in[i]', 'a' + at)};")
    return "\n".join([*lines, "}\n"])


def program(type_name, calls):
    extensions = "".join(dict.fromkeys(lines for _, lines in calls))
    parts = [calls[i : i + CALLS] for i in range(0, len(calls), CALLS)]
    return len(parts), extensions + "".join(kernel(type_name, part, n) for n, part in enumerate(parts))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--device", type=int, default=0, help="its number")
    parser.add_argument("--options", default="-cl-std=CL3.0", help="for clBuildProgram")
    options = parser.parse_args()
    groups, opencl = groups_of(options.device), OpenCL(options.device)
    opencl.build("kernel void warm(global int *a) { *a = 0; }", options.options.encode())
    rows, total = [], [0, 0, 0.0]
    for what, types in groups.items():
        row = [0, 0, 0.0]
        for type_name, calls in types.items():
            kernels, text = program(type_name, calls)
            made = (len(calls), kernels, opencl.build(text, options.options.encode()))
            row = [a + b for a, b in zip(row, made, strict=True)]
        total = [a + b for a, b in zip(total, row, strict=True)]
        rows.append((what, *row))
    rows.append(("all", *total))
    table(("calls", "signatures", "kernels", "CPU s"), [(*row[:3], f"{row[3]:.2f}") for row in rows])
    return 0


if __name__ == "__main__":
    sys.exit(main())
