"""The tables of explore agree with suite/functions.def, which has what a function takes and needs."""

import re
import sys

import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT))
from generator.tables import read_tables

EXPLORE = ROOT / "harness/explore"
# Functions that no random program calls: those of work-group ids of more dimensions are calls of
# work_group_broadcast there, SYCL's are made of others, and these have no value that a program can use.
LEFT_OUT = re.compile(
    r"work_group_broadcast_[23]d|sycl_.*|.*barrier.*|sub_group_(progress|mapping)|sub_group_\w*size"
)


def rows(file, macro):
    text = re.sub(r"/\*.*?\*/", "", (EXPLORE / file).read_text(), flags=re.DOTALL)
    found = re.findall(rf"^{macro}\((.*)\)$", text, re.MULTILINE)
    return [[column.strip().strip('"') for column in row.split(",")] for row in found]


FAMILIES = {row[0]: row for row in rows("families.def", "WGC_FAMILY")}
COLLECTIVES = rows("collectives.def", "WGC_COLLECTIVE")
TABLES = read_tables(ROOT / "suite")
ROWS = {
    name: [row for row in TABLES.functions if row.name == name]
    for name in {row.name for row in TABLES.functions}
}


def test_each_family_is_a_feature():
    assert len(FAMILIES) > 10
    for _, _, feature, extension in FAMILIES.values():
        assert feature in TABLES.features
        # the suite's text of the feature names the extension whose pragma a program has
        assert extension == "NULL" or extension in TABLES.features[feature].text


@pytest.mark.parametrize("row", COLLECTIVES, ids=[row[0] for row in COLLECTIVES])
def test_each_collective_is_a_function(row):
    _, name, flow, family, ops, types, _ = row
    functions = ROWS[name]
    feature = FAMILIES[family][2]
    scalar = [function for function in functions if len(function.widths) == 1]
    sets = {function.types for function in scalar}
    assert {function.scope for function in functions} == {
        "WORK_GROUP" if flow == "WORK_GROUP" else "SUB_GROUP"
    }
    # operators that are not of the family are those of an extension for work-groups alone
    assert {function.feature for function in scalar} - {feature} <= {
        "uniform_arithmetic",
        "subgroup_extended_types",
    }
    base = {function.ops for function in scalar if function.feature == feature}
    assert (
        base
        == {
            "NONE": {"NONE"},
            "SUMS": {"ARITHMETIC"},
            "ALL": {"ARITHMETIC", "MULTIPLY", "BITWISE", "LOGICAL"},
        }[ops]
    )
    assert ("EVERY" in sets or "EXTENDED" in sets) == (types == "EVERY")
    assert (sets <= {"PREDICATE", "BALLOT"}) == (types == "TRUTH")


def test_each_function_is_a_collective_or_is_left_out():
    known = {row[1] for row in COLLECTIVES}
    assert sorted(name for name in ROWS if name not in known and not LEFT_OUT.fullmatch(name)) == []
    assert sorted(name for name in known if LEFT_OUT.fullmatch(name)) == []
