"""The fake driver itself: what it claims it computes right, and what a test orders it does wrong."""

import json
import os
import pathlib

import pytest
import selection
from conftest import run
from fake_driver import EVERYTHING, variables

CASE = "c.work_group_reduce_add.int.33.plain"
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache")) / "wgconform"

NO_PROGRAMS = "!c.program.*"  # it computes functions, and runs no program


def results(folder, *arguments, devices="", rules="", env=None):
    report = folder / "report.json"
    given = {**variables(devices, rules), **(env or {})}
    done = run("-p", "quick", "-q", "-o", report, *arguments, env=given)
    assert report.exists(), done.stderr
    found = json.loads(report.read_text())
    assert found["complete"] is True, done.stderr
    return found["results"]


def not_passed(found):
    return [(r["name"], r["state"], r.get("reason")) for r in found if r["state"] != "pass"]


@pytest.mark.parametrize(
    ("impl", "sub_group", "queries", "least"),
    [
        ("builtin", 8, [], 1000),
        ("builtin", 32, ["c.sub_group_*", "c.sycl_*", "c.get_*"], 300),
        ("emulated", 8, ["c.*"], 300),
    ],
)
def test_it_computes_every_function_right(tmp_path, request, impl, sub_group, queries, least):
    """
    But for kernels that require a size of sub-groups, and capabilities that it does not claim. Each commit
    has one share of the cases.
    """
    devices, (share, shares) = f"{EVERYTHING};sub_group={sub_group}", selection.share_of(request.config)
    found = results(tmp_path, "--impl", impl, *queries, NO_PROGRAMS, *share, devices=devices)
    rest = not_passed(found)
    assert {state for _, state, _ in rest} == {"skip"}, [r for r in rest if r[1] != "skip"][:5]
    lacking = (
        "cl_intel_",
        "cl_khr_spirv_queries",
        "need not take",
        "undefined: ",
        "nothing was judged: ",
        "cl_khr_command_buffer",
        "lacks pipes",
        "every version",
        "SPIR-V 1.5",
    )
    if impl == "builtin":
        assert [r for r in rest if not any(word in r[2] for word in lacking)] == []
    assert len(found) - len(rest) > (least / shares / 2 if share else least)


def test_what_it_does_not_claim_is_skipped(tmp_path):
    found = results(tmp_path, NO_PROGRAMS)
    assert {r["state"] for r in found} == {"pass", "skip"}
    ran = {r["name"].split(".")[1] for r in found if r["state"] == "pass"}
    assert not {"work_group_reduce_mul", "sub_group_shuffle", "sub_group_ballot"} & ran
    assert {"work_group_reduce_add", "sub_group_any", "sub_group_mapping", "sycl_reduce_plus_init"} <= ran
    assert sum(r["state"] == "pass" for r in found) > 500


@pytest.mark.parametrize("version", ["1.2", "2.0", "2.1", "3.0"])
def test_its_answers_agree(tmp_path, version):
    found = results(tmp_path, "query.*", devices=f"version={version}")
    assert {r["state"] for r in found} == {"pass", "skip"}, not_passed(found)


@pytest.mark.parametrize(
    ("claim", "failing"),
    [
        ("subgroups", "query.subgroups"),
        ("subgroups progress", None),
        ("spirv", None),
        ("fp64", None),
        ("collectives", None),
    ],
)
def test_a_device_without_a_claim(tmp_path, claim, failing):
    """cl_khr_subgroups without sub-groups: the checks find the contradiction."""
    found = results(tmp_path, "query.*", "c.work_group_*", devices=f"without={claim}")
    assert [r["name"] for r in found if r["state"] not in ("pass", "skip")] == [failing] * bool(failing)


@pytest.mark.parametrize(
    ("fault", "state", "part"),
    [
        ("wrong", "fail", "wrong value"),
        ("build_error", "build_error", "fake: no code for 'wgc_work_group_reduce_add_int_plain'"),
        ("build_warns", "build_error", "fake: extension unknown - ignoring\\nerror: fake: no code for"),
        ("crash", "crash", "SIGSEGV"),
        ("hang", "timeout", "1 s"),
        ("flaky", "flaky", ""),
        ("refuse", "fail", "the driver printed: Symbols not found: [ _Z21work_group_reduce_addi ]"),
        ("slow=300", "pass", ""),
    ],
)
@pytest.mark.parametrize("language", ["c", "spirv"])
def test_a_fault_is_found_as_its_state(tmp_path, language, fault, state, part):
    culprit = CASE.replace("c.", f"{language}.", 1)
    others = [f"{language}.work_group_reduce_{rest}.33.plain" for rest in ("min.int", "add.uint")]
    options = ["-p", "full", "-t", "1", "--retries", "1"]
    rules = f"{fault} {language}.work_group_reduce_add.int.*.plain"
    state_of = {"WGC_FAKE_STATE": str(tmp_path)}
    found = {r["name"]: r for r in results(tmp_path, *options, culprit, *others, rules=rules, env=state_of)}
    assert found[culprit]["state"] == state, found[culprit]
    assert part in str(found[culprit])
    assert {found[name]["state"] for name in others} == {"pass"}
    assert fault != "slow=300" or found[culprit]["seconds"] > 0.3


# What a device may do where the standard leaves it open (docs/checks.md), in sub-groups of 12 work-items,
# and a neighbour that breaks a rule: OpenCL C has a remainder, and clusters that need not be full.
FREEDOMS = [
    ("masked", "spirv.sub_group_rotate.*", "masked", "c.sub_group_rotate.*"),
    ("lacking", "spirv.sub_group_clustered_rotate.*", "lacking", "c.sub_group_clustered_rotate.*"),
    ("lacking", "spirv.sub_group_clustered_reduce_max.*", "lacking", "c.sub_group_clustered_reduce_max.*"),
    ("no_bit", "*.sub_group_ballot_find_lsb.*", "wrong", "*.sub_group_ballot_find_lsb.*"),
    ("no_bit", "*.sub_group_ballot_find_msb.*", "wrong", "*.sub_group_ballot_find_msb.*"),
]


@pytest.mark.parametrize(("rule", "cases", "other", "judged"), FREEDOMS)
def test_what_the_standard_leaves_open_is_no_failure(tmp_path, rule, cases, other, judged):
    """In every form. Where nothing is determined, as in a rotation of SPIR-V here, the case is a skip."""
    devices = f"{EVERYTHING};sub_group=12"
    found = results(tmp_path, "-p", "default", cases, devices=devices, rules=f"{rule} *")
    assert [r for r in not_passed(found) if r[1] != "skip"] == []
    ran = {r["name"].rpartition(".")[2] for r in found if r["state"] == "pass" or rule == "masked"}
    assert {"plain", "active", "leaving", "branches", "lanes"} <= ran, ran
    forms = [f"{judged}.{form}" for form in ("plain", "active")]
    found = results(tmp_path, "-p", "default", *forms, devices=devices, rules=f"{other} *")
    assert {"plain", "active"} == {r["name"].rpartition(".")[2] for r in found if r["state"] == "fail"}


@pytest.mark.parametrize("language", ["c", "spirv"])
@pytest.mark.parametrize("mapping", ["backwards", "renumbered"])
def test_a_mapping_is_any_and_the_same_in_all_work_groups(tmp_path, mapping, language):
    """Where all work-groups have another one than lines of work-items, that is no failure."""
    cases = [f"{language}.sub_group_mapping.int.*.{form}" for form in ("plain", "groups2d", "queues")]
    found = results(tmp_path, "-p", "default", *cases, rules=f"{mapping} *")
    assert not_passed(found) == []
    found = results(tmp_path, "-p", "default", *cases, rules=f"{mapping} *,alternates *")
    wrong = [r for r in found if r["state"] == "fail"]
    assert {"plain", "groups2d", "queues"} == {r["name"].rpartition(".")[2] for r in wrong}
    reason = "mapping to sub-groups is not that of another work-group"
    assert [r for r in wrong if reason not in str(r)] == []


@pytest.mark.in_parts
@pytest.mark.parametrize("form", ["offset", "remainder", "groups2d", "groups3d", "chosen", "reqd", "some"])
def test_a_wrong_value_in_one_form_is_found_there_alone(tmp_path, form):
    found = results(
        tmp_path,
        "-p",
        "default",
        "c.*_group_reduce_min.int.*.plain",
        f"c.*.{form}",
        rules=f"wrong *.{form}",
    )
    states = {(r["name"].split(".")[-1] == form, r["state"]) for r in found} - {
        (False, "skip"),
        (True, "skip"),
    }
    assert states == {(True, "fail"), (False, "pass")}


def test_a_function_that_is_not_claimed_is_not_built_unless_ordered(tmp_path):
    query = "c.work_group_reduce_mul.int.*"
    for rules, answer in (("", "rejected"), (f"accept {query}", "works")):
        results(tmp_path, "--unadvertised", query, rules=rules)
        (entry,) = json.loads((tmp_path / "report.json").read_text())["unadvertised"]
        assert entry["answer"] == answer


def test_a_rule_for_one_device(tmp_path):
    words = ["-d", "all", "-p", "full", "-q", "-o", tmp_path / "r.json", CASE]
    run(*words, env=variables(rules="wrong@*Two c.*"))
    states = [json.loads((tmp_path / f"r.{i}.json").read_text())["results"][0]["state"] for i in (0, 1)]
    assert states == ["pass", "fail"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("WGC_FAKE_DEVICES", "with=wings"),
        ("WGC_FAKE_DEVICES", "colour=red"),
        ("WGC_FAKE_DEVICES", "items=0"),
        ("WGC_FAKE_RULES", "wrong"),
        ("WGC_FAKE_RULES", "bend c.*"),
        ("WGC_FAKE_RULES", "slow c.*"),
        ("WGC_FAKE_STATE", "/nonexistent"),
    ],
)
def test_an_order_that_is_none_ends_the_run(name, value):
    done = run(CASE, env={**variables(rules="flaky *"), name: value})
    assert done.returncode == (1 if name == "WGC_FAKE_STATE" else 3)
    assert f"fake OpenCL driver: {name}" in done.stderr + done.stdout


def test_it_works_with_the_loader_of_khronos_as_well(tmp_path):
    """That of Intel's packages; the system's is ocl-icd's."""
    libraries = sorted(CACHE.glob("intel-*/lib/libOpenCL.so.1"))
    if not libraries:
        pytest.skip("no loader of Khronos: scripts/setup intel")
    names = set()
    for folder in ("", str(libraries[-1].parent)):
        found = results(tmp_path, CASE, "query.*", env={"LD_LIBRARY_PATH": folder})
        assert {r["state"] for r in found} == {"pass", "skip"}
        names.add(json.loads((tmp_path / "report.json").read_text())["device"]["loader"]["name"])
    assert len(names) == 2
