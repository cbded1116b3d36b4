"""Has SPIR-V modules assembled and validated (generator/assembler.c), those that changed only."""

import os
import subprocess
from concurrent.futures import ThreadPoolExecutor

from generator.pack import PackError
from generator.spirv_module import TARGETS

# Capabilities that no OpenCL environment of the validator knows: their modules follow the universal rules.
BEYOND_OPENCL = {"Float16", "GroupUniformArithmeticKHR"}


class ToolError(Exception):
    """An assembler that is missing or ended, or that refused a module."""


class Assembler:
    """A process of the assembler, which takes one module after the other."""

    def __init__(self, program):
        self.program = program
        try:
            self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise ToolError(f"{program}: {error.strerror} (make build makes it)") from error

    def make(self, target, rules, text, name):
        """The module of a text, assembled for an environment and held against the rules of another."""
        try:
            self.process.stdin.write(f"{target} {rules} {len(text)}\n".encode() + text)
            self.process.stdin.flush()
            answer = self.process.stdout.readline().decode(errors="replace").strip()
        except BrokenPipeError:
            answer = ""
        word, _, size = answer.partition(" ")
        if word != "ok" or not size.isdecimal():
            raise ToolError(f"{name}: {answer or f'{self.program} ended'}")
        module = self.process.stdout.read(int(size))
        if len(module) != int(size):
            raise ToolError(f"{name}: {self.program} ended")
        return module

    def close(self):
        try:
            self.process.communicate()
        except BrokenPipeError:
            self.process.wait()


def made_earlier(earlier, name, text):
    """The module that an earlier run made of this text, or None."""
    try:
        return earlier[f"{name}.spv"] if earlier[f"{name}.spvasm"] == text else None
    except (KeyError, PackError):
        return None


def build(assembler, name, module, earlier):
    text = module.text().encode()
    binary = made_earlier(earlier, name, text)
    if binary is None:
        target = TARGETS[module.version]
        universal = target != "spv1.0" or BEYOND_OPENCL & set(module.capabilities)
        binary = assembler.make(target, target if universal else "opencl2.1", text, name)
    return name, text, binary


def build_some(program, modules, earlier):
    assembler = Assembler(program)
    try:
        return [build(assembler, name, module, earlier) for name, module in modules]
    finally:
        assembler.close()


def build_all(modules, earlier, program):
    """
    (name, text, module as bytes) of each (name, module). earlier: the entries NAME.spvasm and NAME.spv of an
    earlier run. A ToolError names the first module that failed.
    """
    processes = len(os.sched_getaffinity(0))
    with ThreadPoolExecutor(processes) as pool:
        parts = [
            pool.submit(build_some, program, modules[first::processes], earlier) for first in range(processes)
        ]
    return [made for part in parts for made in part.result()]
