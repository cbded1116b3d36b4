"""What is shown without running anything: names, descriptions, kernels, help; and what is refused."""

import itertools
import re

import pytest
from conftest import BUILD

# What is beyond the functions of sub-groups that the standard itself has.
LATER = (
    "non_uniform|clustered|mapping|elect|ballot|broadcast_first|shuffle|rotate|barrier|progress"
    "|_(mul|and|or|xor|logical_[a-z]+)$"
)
NAME = re.compile(
    r"(c|spirv)\.[a-z0-9_]+\.[a-z]+[0-9]{0,2}\.[0-9a-z]+\.[a-z0-9_]+|(query|c\.program)\.[a-z0-9_]+"
)
NO_DRIVER = {"OCL_ICD_VENDORS": "/nonexistent"}


def listed(wgconform, *arguments):
    result = wgconform("--list", *arguments, env=NO_DRIVER)
    assert result.returncode == 0, result.stderr
    assert result.stderr == ""
    return result.stdout.splitlines()


def test_the_list_needs_no_device_and_every_name_keeps_the_grammar(wgconform):
    names = listed(wgconform, "--profile", "full")
    assert len(names) == len(set(names))
    assert all(NAME.fullmatch(name) for name in names)


def test_each_profile_holds_the_one_below(wgconform):
    quick, default, full = (set(listed(wgconform, "-p", p)) for p in ("quick", "default", "full"))
    assert quick < default < full


@pytest.mark.parametrize("profile", ["quick", "default", "full"])
def test_every_profile_covers_every_signature(wgconform, profile):
    signatures = {tuple(n.split(".")[1:3]) for n in listed(wgconform, "-p", profile, "--language", "c")}
    assert len({s for s in signatures if s[0].startswith("work_group")}) == 152
    gentype = {"half", "int", "uint", "long", "ulong", "float", "double"}
    sub_groups = {s for s in signatures if s[0].startswith(("sub_group_", "sycl_")) and s[1] in gentype}
    assert len({s for s in sub_groups if not re.search(LATER, s[0])}) == 135


def test_queries_select_and_exclude(wgconform, tmp_path):
    names = listed(wgconform, "c.work_group_reduce_add.int.*", "!*.plain")
    assert names
    assert all(n.startswith("c.work_group_reduce_add.int.") and not n.endswith(".plain") for n in names)
    file = tmp_path / "queries"
    file.write_text("# two of them\n\n  c.work_group_reduce_add.int.*  # with a remark\n!*.plain\n")
    assert listed(wgconform, f"@{file}") == names


def test_shards_are_a_partition(wgconform):
    whole = listed(wgconform, "-p", "quick")
    parts = [listed(wgconform, "-p", "quick", "--shard", f"{i}/3") for i in (1, 2, 3)]
    assert sorted(itertools.chain(*parts)) == sorted(whole)
    assert max(map(len, parts)) < 2 * min(map(len, parts))


def test_a_form_is_what_the_kernel_does_and_its_fault_has_a_line(wgconform):
    """What the standard allows is not mistaken for what a wrong driver does."""
    name = listed(wgconform, "-p", "full", "c.sub_group_*.steps")[0]
    lines = wgconform("--describe", name).stdout.splitlines()
    form = lines.index("form:     steps: sub-groups that make different numbers of sub_group_barrier calls")
    assert lines[form + 1] == "          finds: they wait for each other"


def test_a_case_is_described_with_what_it_needs(wgconform):
    result = wgconform("--describe", "c.work_group_scan_exclusive_min.ulong.7x5x3.plain")
    assert result.returncode == 0, result.stderr
    for part in ("work_group_scan_exclusive_min", "ulong", "7 x 5 x 3", "collective_functions", "identity"):
        assert part in result.stdout


def test_a_capability_check_is_a_case(wgconform):
    """Named as a case, of every profile, described with its clause; it has neither kernel nor emulation."""
    checks = listed(wgconform, "-p", "quick", "query.*")
    assert "query.collectives" in checks
    in_full = listed(wgconform, "-p", "full", "query.*")
    assert set(checks) < set(in_full)
    assert all(name.startswith("query.program_") for name in set(in_full) - set(checks))
    assert not [n for n in listed(wgconform, "--language", "c") if n.startswith("query.")]
    described = wgconform("--describe", "query.collectives")
    assert described.returncode == 0, described.stderr
    for part in ("CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT", "OpenCL 3.0", "query-collectives"):
        assert part in described.stdout
    refused = (
        ("--dump-kernel", "query.collectives"),
        ("repro", "query.collectives"),
        ("--list", "--impl", "emulated", "query.*"),
        ("--language", "query", "--list"),
    )
    for arguments in refused:
        result = wgconform(*arguments, env=NO_DRIVER)
        assert result.returncode == 2, arguments
        assert len(result.stderr.splitlines()) == 1, result.stderr


@pytest.mark.parametrize("impl", ["builtin", "emulated"])
def test_the_kernel_of_a_case_is_printed_alone(wgconform, impl):
    result = wgconform("--impl", impl, "--dump-kernel", "c.work_group_reduce_add.int.7x5x3.plain")
    assert result.returncode == 0, result.stderr
    assert result.stdout.count("//@ kernel") == 1
    assert "work_group_reduce_add(" in result.stdout


def test_help_names_every_option_of_the_contract(wgconform):
    result = wgconform("--help")
    assert result.returncode == 0
    options = "list-devices device list profile impl language jobs timeout json shard seed describe"
    for option in [*options.split(), "dump-kernel", "version", "no-color"]:
        assert f"--{option}" in result.stdout


def test_version(wgconform):
    result = wgconform("--version")
    assert result.returncode == 0
    found = re.fullmatch(r"wgconform \d+\.\d+\.\d+ \(commit (\S+)\)\n", result.stdout)
    # the commit that reports name; make compiles it in again whenever it changes
    commit = (BUILD / "obj" / "commit").read_text().split()[0]
    assert found[1] == commit != "unknown"


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["--nonsense"], "--nonsense"),
        (["--jobs", "none"], "--jobs"),
        (["--list", "c.unknown_function.*"], "c.unknown_function.*"),
        (["--list", "@/nonexistent"], "/nonexistent"),
        (["--describe", "c.nothing.int.1.plain"], "c.nothing.int.1.plain"),
        (["--dump-kernel", "x"], '"x"'),
        (["--json", "/nonexistent/report.json", "*reduce_add*"], "/nonexistent/report.json"),
        (["--json", "/", "*reduce_add*"], "it is a folder"),
    ],
)
def test_what_is_wrong_gets_one_line_and_status_2(wgconform, arguments, part):
    result = wgconform(*arguments)
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert part in result.stderr


def test_the_error_of_a_missing_suite_names_the_folders_searched(wgconform, tmp_path):
    result = wgconform("--list", env={"WGCONFORM_SUITE": str(tmp_path)})
    assert result.returncode == 2
    assert str(tmp_path / "c.pack") in result.stderr


def test_a_check_that_runs_a_kernel_shows_it(wgconform):
    result = wgconform("--dump-kernel", "query.subgroups_run")
    assert result.returncode == 0
    assert "in each of 16 work-items" in result.stdout
    assert "kernel void feature_test(global int *out)" in result.stdout
    assert "value1 = sub_group_scan_exclusive_add(1);" in result.stdout
    assert "expected1 = (int)get_sub_group_local_id();" in result.stdout


def test_a_form_that_is_built_another_way_has_the_rules_of_both(wgconform):
    """The form's own, and the option's; another form's not."""
    for form, stated in (
        ("wayout", (True, False)),
        ("wayout_unoptimized", (True, True)),
        ("plain", (False, False)),
    ):
        case = listed(wgconform, "-p", "full", f"c.sub_group_elect.int.*.{form}")[0]
        text = wgconform("--describe", case, "-p", "full", env=NO_DRIVER).stdout
        assert ("the condition that ends a loop" in text, "disables all optimizations" in text) == stated
