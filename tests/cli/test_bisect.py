"""`wgconform bisect`: drivers are the fake one with and without a layer that lies about a query."""

import pytest
from conftest import BUILD

CASE = "query.subgroups_kernel"
CL_KERNEL_COMPILE_NUM_SUB_GROUPS = 0x11BA
WRONG = f"OPENCL_LAYERS={BUILD / 'lib' / 'libwglies.so'} WGC_LIES=number {CL_KERNEL_COMPILE_NUM_SUB_GROUPS} 2"
RIGHT = "WGC_TEST_DRIVER=right"
NONE = "OCL_ICD_VENDORS=/none OCL_ICD_FILENAMES="


@pytest.fixture
def bisect(wgconform, fake):
    def start(*environments, case=CASE):
        return wgconform("bisect", "-d", fake["selector"], case, "--", *environments)

    return start


def test_the_first_driver_with_another_verdict_is_found(bisect, fake):
    drivers = [RIGHT, RIGHT, f"{RIGHT} A=2", WRONG, f"{WRONG} A=4", WRONG]
    result = bisect(*drivers)
    assert result.returncode == 0, result.stderr
    driver = fake["driver_version"]
    assert result.stdout.splitlines() == [
        f"{CASE}: the verdict changes from the first to the second",
        f"  pass          [3] {drivers[2]} (driver {driver})",
        f"  fail          [4] {WRONG} (driver {driver})",
        "4 of 6 drivers ran",
    ]
    assert f"[6] {WRONG}: fail, driver {driver}: CL_KERNEL_COMPILE_NUM_SUB_GROUPS is 2" in result.stderr


def test_a_driver_that_does_not_run_is_no_end_of_the_search(bisect):
    result = bisect(NONE, WRONG, NONE, RIGHT)
    assert result.returncode == 0, result.stderr
    assert "fail          [2] " in result.stdout
    assert "pass          [4] " in result.stdout
    assert result.stdout.endswith("\n1 between them without a verdict\n4 of 4 drivers ran\n")
    assert f"[3] {NONE}: no verdict: " in result.stderr


def test_the_same_verdict_is_1(bisect):
    result = bisect(RIGHT, RIGHT)
    assert result.returncode == 1
    assert "the verdict is the same in the first and in the last" in result.stdout


def test_without_two_verdicts_the_exit_status_is_3(bisect):
    result = bisect(RIGHT, NONE)
    assert result.returncode == 3
    assert "fewer than two of the 2 drivers give the case a verdict" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([CASE, "--", RIGHT], "an argument is missing"),
        ([CASE, "--", RIGHT, "right"], '"right" is not NAME=VALUE of an environment'),
        (["query.*", "--", RIGHT, WRONG], '"query.*" is not the name of one case'),
        (["query.none", "--", RIGHT, WRONG], 'query "query.none" matches no case'),
    ],
)
def test_wrong_operands_are_2_with_one_line(wgconform, arguments, message):
    result = wgconform("bisect", *arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("wgconform: bisect: ")
    assert message in result.stderr
    assert result.stderr.count("\n") == 1
