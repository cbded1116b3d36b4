"""What the quick profile cannot take less than: the time of a device's compiler for the calls alone.

    . build/env.sh && python3 tests/bench/limit.py --device 0

Takes the built-in functions and types that the device has, makes kernels of twelve calls (--calls) with a
load and a store each and nothing else, one program for each type, and prints the CPU seconds that
clBuildProgram takes for them. A signature of the quick profile has to be compiled at least once, so that no
number of workers can take less than this, divided among them. With --calls 1 each has a kernel of its own, as
in the suite.
"""

import argparse
import ctypes
import json
import multiprocessing
import sys
import time
from pathlib import Path

from run import ROOT, run_suite, table

sys.path.append(str(ROOT))

from generator import signatures, tables
from generator.kernels import Kernel

ALL_DEVICES = 0xFFFFFFFF


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


def results_of(options):
    if options.report is None:
        return run_suite(options.device, "-p", "quick", "--language", "c")[2]["results"]
    return json.loads(options.report.read_text())["results"]


def present(results):
    """The names of functions and types of which some case was neither skipped nor killed the driver."""
    return {tuple(r["name"].split(".")[1:3]) for r in results if r["state"] in ("pass", "fail")}


def what_of(signature):
    if signature.sub_group:
        return "sub-groups, later extensions" if signature.later else "sub-groups"
    return "work-groups"


def groups_of(here):
    """{what: {type: [(type of the value, call of VALUE and the number n, extension lines)]}}"""
    groups = {}
    for signature in signatures.expand(tables.read_tables(ROOT / "suite")):
        # SYCL's functions with an initial value are made of others, and those of LONELY have no call
        if (signature.name, signature.type_name) not in here or signature.init:
            continue
        if signature.kind in signatures.LONELY:
            continue
        kernel = Kernel(signature, [], "bare", None, False)
        arguments = ["n % 2"] * (1 if kernel.call.numbered else kernel.call.dimensions)
        made = (signature.type_name, kernel.call.built_in("VALUE", arguments), tuple(kernel.extensions()))
        groups.setdefault(what_of(signature), {}).setdefault(signature.type.name, []).append(made)
    return groups


def kernel(type_name, calls, number):
    lines = [
        f"kernel void k{number}(global const {type_name} *a, global {type_name} *o, uint n)",
        "{",
        "    const size_t i = get_global_id(0);",
    ]
    for place, call in enumerate(calls):
        at = f"[i + {place} * n]"
        lines.append(f"    o{at} = {call.replace('VALUE', 'a' + at)};")
    return "\n".join([*lines, "}\n"])


def program(calls, most):
    """
    The number of kernels, and the text. A kernel has that number of calls at most, of one type and one width
    of vectors.
    """
    extensions = dict.fromkeys("\n".join([*lines, ""]) for _, _, lines in calls)
    of_type = {}
    for type_name, call, _ in calls:
        of_type.setdefault(type_name, []).append(call)
    parts = [
        (type_name, own[i : i + most]) for type_name, own in of_type.items() for i in range(0, len(own), most)
    ]
    texts = [kernel(type_name, part, n) for n, (type_name, part) in enumerate(parts)]
    return len(parts), "".join([*extensions, *texts])


def build_in_child(sender, options, text):
    opencl, how = OpenCL(options.device), options.options.encode()
    opencl.build("kernel void warm(global int *a) { *a = 0; }", how)
    sender.send(opencl.build(text, how))


def seconds_of(options, text, build=build_in_child):
    """CPU seconds, of a process of its own; None where the compiler crashes or refuses the program."""
    here = multiprocessing.get_context("fork")
    receiver, sender = here.Pipe(duplex=False)
    child = here.Process(target=build, args=(sender, options, text))
    child.start()
    child.join()
    return receiver.recv() if receiver.poll() else None


def measured(options, groups):
    """The rows of the table, and how many signatures no program of the compiler has."""
    rows, total, left = [], [0, 0, 0.0], 0
    for what, types in groups.items():
        row = [0, 0, 0.0]
        for calls in types.values():
            kernels, text = program(calls, options.calls)
            seconds = seconds_of(options, text)
            if seconds is None:
                left += len(calls)
                continue
            row = [a + b for a, b in zip(row, (len(calls), kernels, seconds), strict=True)]
        total = [a + b for a, b in zip(total, row, strict=True)]
        rows.append((what, *row))
    return [*rows, ("all", *total)], left


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--device", type=int, default=0, help="its number")
    parser.add_argument("--options", default="-cl-std=CL3.0", help="for clBuildProgram")
    parser.add_argument("--calls", type=int, default=12, help="of a kernel; more make no difference")
    parser.add_argument("--report", type=Path, help="of quick on this device; without it, quick is run")
    options = parser.parse_args()
    rows, left = measured(options, groups_of(present(results_of(options))))
    table(("calls", "signatures", "kernels", "CPU s"), [(*row[:3], f"{row[3]:.2f}") for row in rows])
    if left:
        print(f"left out: {left} signatures, of programs that this compiler does not build")
    return 0


if __name__ == "__main__":
    sys.exit(main())
