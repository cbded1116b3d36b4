"""Assembles and validates SPIR-V modules with SPIRV-Tools, those that changed only."""

import os
import subprocess
from concurrent.futures import ThreadPoolExecutor

from generator.spirv_module import TARGETS

# Capabilities that no OpenCL environment of the validator knows: the universal rules hold for such modules.
BEYOND_OPENCL = {"Float16", "GroupUniformArithmeticKHR"}


class ToolError(Exception):
    """An assembler or validator that is missing, or that refused a module."""


def run(command, name, data=None):
    try:
        done = subprocess.run(command, input=data, capture_output=True, check=False)
    except FileNotFoundError as error:
        raise ToolError(f"{command[0]} was not found: install the package spirv-tools") from error
    if done.returncode != 0:
        said = (done.stderr or done.stdout).decode(errors="replace").strip()
        raise ToolError(f"{command[0]} refused {name}: {said}")


def is_made(source, text, binary):
    """Whether the module was assembled from this text and not touched since. The text is written last."""
    try:
        if source.read_bytes() != text.encode():
            return False
        return binary.stat().st_size > 0 and binary.stat().st_mtime_ns <= source.stat().st_mtime_ns
    except FileNotFoundError:
        return False


def build(module, name, source, binary):
    text = module.text()
    if is_made(source, text, binary):
        return
    target = TARGETS[module.version]
    environment = (
        "opencl2.1" if target == "spv1.0" and not BEYOND_OPENCL & set(module.capabilities) else target
    )
    new = binary.with_name(binary.name + ".new")
    new.parent.mkdir(parents=True, exist_ok=True)
    run(["spirv-as", "--target-env", target, "-o", str(new), "-"], name, text.encode())
    run(["spirv-val", "--target-env", environment, str(new)], name)
    os.replace(new, binary)
    new_source = source.with_name(source.name + ".new")
    new_source.write_text(text, encoding="utf-8")
    os.replace(new_source, source)


def build_all(modules, out):
    """Builds (path without ending, module) pairs; a ToolError names the first that failed."""
    jobs = []
    for name, module in modules:
        paths = out.path(f"{name}.spvasm"), out.path(f"{name}.spv")
        jobs.append((module, name, *paths))
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        try:
            for result in [pool.submit(build, *job) for job in jobs]:
                result.result()
        except ToolError:
            pool.shutdown(cancel_futures=True)
            raise
