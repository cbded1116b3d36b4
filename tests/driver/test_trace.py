"""A case passes only when the kernel that --dump-kernel prints ran on its shape, with no other call in it.

A layer (trace.c) writes down what the driver was asked for; the run's verdicts are held against that.
"""

import json
import re
from collections import Counter

import conftest
from conftest import BUILD

LAYER = BUILD / "lib" / "libwgtrace.so"
PROBE = " wgc_sub_group_probe "
FUNCTIONS = ["c.work_group_*", "c.sub_group_*"]
SHAPES = ["*.int.65.*", "*.float.7x5x3.*", "*.long.64.*", "*.uint.3x5x7.*"]


def traced_run(device, folder, *arguments):
    """The verdicts, the sections of kernels that programs had, and how often each launch was made."""
    trace, report = folder / "trace", folder / "report.json"
    environment = {"OPENCL_LAYERS": str(LAYER), "WGC_TRACE": str(trace)}
    done = conftest.run("-d", device["index"], "-j", 1, "-o", report, *arguments, env=environment)
    assert done.returncode in (0, 1), done.stderr
    text = trace.read_text()
    parts = re.split(r"^(?=//@ )", text, flags=re.MULTILINE)
    sections = {part for part in parts if part.startswith("//@ kernel ")}
    # A launch of three dimensions may have a local size of one or two, as in 65x1x1.
    shapes = (re.sub(r"(x1)+$", "", part.strip()) for part in parts)
    # The probe asks what sub-groups a local size has, where no case has shown it yet; it is no case.
    launches = Counter(p for p in shapes if p.startswith("//@ launch ") and PROBE not in p)
    return json.loads(report.read_text())["results"], sections, launches


TWICE = (
    r"c\.sub_group_(broadcast|barrier\w*|shuffle\w*|non_uniform_broadcast)\.|.*\.(active|branches|leaving)$"
)


def launches_of(name):
    """What needs to know who is in a sub-group is launched twice: first to see that."""
    if name.endswith(".chosen"):  # one more to see the local size
        return 1 + launches_of(name.replace(".chosen", ".plain"))
    more = 7 if re.search(r"\.(repeated|queues|unordered|threads|cloned)$", name) else 0
    return more + (2 if re.match(TWICE, name) and not name.endswith(".bare") else 1)


def test_each_pass_is_a_launch_of_the_dumped_kernel(fake, tmp_path):
    queries = [f"{function}{shape[1:]}" for function in FUNCTIONS for shape in SHAPES]
    results, sections, launches = traced_run(fake, tmp_path, "--cases", "60", *queries)
    ran = [result["name"] for result in results if result["state"] == "pass"]
    assert len(ran) > 8
    expected = Counter()
    for name in ran:
        dumped = conftest.run("--dump-kernel", name)
        assert dumped.returncode == 0, dumped.stderr
        entry = re.search(r"^//@ kernel (\w+)$", dumped.stdout, flags=re.MULTILINE).group(1)
        own = dumped.stdout[dumped.stdout.index("//@ kernel ") :].strip()
        assert own in {section.strip() for section in sections}, name
        size = "NULL" if name.endswith(".chosen") else name.split(".")[3]
        expected[f"//@ launch {entry} {size}"] += launches_of(name)
    differ = {name: (n, launches[name]) for name, n in expected.items() if launches[name] != n}
    assert not differ
    judged = [result["name"] for result in results if result["state"] in ("pass", "fail")]
    assert sum(launches.values()) == sum(map(launches_of, judged))
