"""--list-devices: a line each, a block each, JSON; and that their contents agree."""

import re

from conftest import ROOT, run
from fake_driver import DRIVER, EVERYTHING, TWO

# Of two platforms, with everything and with less, and of an older version.
FAKE_DEVICES = f"{TWO}|platform=First Platform;name=All;{EVERYTHING}|name=Old;version=1.2;without=fp64 spirv"
FEATURES = re.findall(r"^WGC_FEATURE\((\w+),", (ROOT / "suite/features.def").read_text(), re.MULTILINE)


def blocks():
    """{number: {label: text}} of --list-devices -v; the first line has the label "name"."""
    result = run("--list-devices", "-v")
    assert result.returncode == 0, result.stderr
    found = {}
    for block in result.stdout.rstrip("\n").split("\n\n"):
        head, *lines = block.split("\n")
        number, name = re.fullmatch(r"(\d+): (.*)", head).groups()
        rows = [re.fullmatch(r"  (\S.{30}.) (\S.*)", line).groups() for line in lines]
        found[int(number)] = {"name": name} | {label.strip(): text for label, text in rows}
        assert len(found[int(number)]) == len(rows) + 1, "a label is there twice"
    return found


def test_they_differ(fakes):
    """Else a list that shows one device four times would be as good."""
    assert [device["name"] for device in fakes] == ["Fake One", "All", "Fake Two", "Old"]
    some = [f for f in FEATURES if len({device["features"][f] for device in fakes}) == 2]
    assert len(some) > len(FEATURES) // 2


def test_a_line_for_each_device(fakes):
    lines = run("--list-devices").stdout.splitlines()
    assert len(lines) == len(fakes)
    for line, device in zip(lines, fakes, strict=True):
        features = device["features"]
        start = f"{device['index']}: {device['name']} [{device['platform']}] ({device['type']}): "
        assert line.startswith(start)
        assert len(line) < 160
        listed = line.removeprefix(start).split(", ")
        assert listed[0].startswith("work-group collectives") is features["collective_functions"]
        assert ("(uniform arithmetic too)" in listed[0]) is features["uniform_arithmetic"]
        assert listed[1].startswith("sub-groups") is features["subgroups"]
        extensions = sum(features[f] for f in FEATURES if f.startswith("subgroup_"))
        assert (f"({extensions} of 8 extensions)" in listed[1]) is (extensions > 0)
        words = {"half": "fp16", "double": "fp64", "SPIR-V": "spirv"}
        assert listed[2:] == [word for word, feature in words.items() if features[feature]]


def test_a_driver_that_does_not_load_is_explained(tmp_path):
    """The vendor file, its library, and the dynamic linker's words; or what is wrong with the folder."""
    folder = tmp_path / "vendors"

    def error(vendors=folder):
        result = run("-l", env={"OCL_ICD_VENDORS": str(vendors)})
        assert result.returncode == 3
        assert len(result.stderr.splitlines()) == 1
        return result.stderr

    assert f"there is no folder {folder}" in error()
    folder.mkdir()
    assert f"no vendor file NAME.icd is in {folder}" in error()
    (folder / "mine.icd").write_text("libnothing-like-it.so.7\n")
    text = error()
    assert f"{folder}/mine.icd: libnothing-like-it.so.7 does not load: " in text
    assert "cannot open shared object file" in text
    assert "libnothing-like-it.so.7 does not load" in error(folder / "mine.icd")
    (folder / "mine.icd").write_text("libm.so.6\n")
    assert "libm.so.6 loads, and has no platform" in error()
    (folder / "mine.icd").write_text("")
    assert f"{folder}/mine.icd cannot be read, or has no library" in error()


def test_a_broken_driver_among_others_is_named(fakes, tmp_path):
    """The devices of the other one are listed; the broken one is a warning with the linker's words."""
    (tmp_path / "good.icd").write_text((DRIVER / "fake.icd").read_text())
    env = {"OCL_ICD_VENDORS": str(tmp_path)}
    assert run("-l", env=env).stderr == ""
    (tmp_path / "bad.icd").write_text("libnothing-like-it.so.7\n")
    (tmp_path / "empty.icd").write_text("")
    result = run("-l", env=env)
    assert result.returncode == 0
    assert len(result.stdout.splitlines()) == len(fakes)
    warnings = result.stderr.splitlines()
    assert len(warnings) == 2
    start = f"warning: {tmp_path}/bad.icd: libnothing-like-it.so.7 does not load: "
    assert any(line.startswith(start) and "cannot open shared object" in line for line in warnings)
    assert f"warning: {tmp_path}/empty.icd cannot be read, or has no library" in warnings
    named = run("-d", "mine", "c.work_group_all.int.4.plain", env=env)
    assert named.returncode == 2
    assert start in named.stderr


def test_the_list_is_of_the_devices_that_are_named(fakes):
    for device in fakes:
        lines = run("--list-devices", "-d", device["selector"]).stdout.splitlines()
        assert [line.split(":")[0] for line in lines] == [str(device["index"])]
    backwards = [str(device["index"]) for device in reversed(fakes)]
    words = [word for number in [*backwards, *backwards] for word in ("-d", number)]
    assert [line.split(":")[0] for line in run("-l", *words).stdout.splitlines()] == backwards
    assert run("-l", "-d", "unknown device").returncode == 2


def test_the_details_match_the_json(fakes):
    shown = blocks()
    assert list(shown) == [device["index"] for device in fakes]
    for device in fakes:
        block = shown[device["index"]]
        assert block["name"] == device["name"]
        assert block["platform"] == device["platform"]
        assert block["driver"] == device["driver_version"]
        assert block["version"] == device["device_version"]
        assert block["OpenCL C"].split() == device["opencl_c_versions"]
        assert block["SPIR-V"] == (device["il_version"] or "none")
        limits = device["limits"]
        assert block["work-group"].startswith(f"up to {limits['max_work_group_size']} work-items")
        assert block["sub-groups of a work-group"] == f"up to {limits['max_num_sub_groups']}"
        for feature in FEATURES:
            yes = "yes" if device["features"][feature] else "no"
            assert block[feature] == f"{yes} ({device['feature_evidence'][feature]})"


def test_the_types_are_those_that_the_device_has(fakes):
    for device in fakes:
        block = blocks()[device["index"]]
        types = block["types"].split()
        assert {"int", "uint", "float"} <= set(types)
        assert ("half" in types) == device["features"]["fp16"] == ("half" in block)
        assert ("double" in types) == device["features"]["fp64"] == ("double" in block)
        assert ("char" in types) == device["features"]["subgroup_extended_types"]


def test_each_feature_has_its_evidence(fakes, validate):
    for device in fakes:
        assert list(device["features"]) == FEATURES
        assert all(device["feature_evidence"][feature] for feature in FEATURES)
        assert isinstance(device["compiler"], bool)
