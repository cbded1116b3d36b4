"""The generator: what it makes of the suite's tables, and what it reports about broken ones."""

import collections
import dataclasses
import fnmatch
import json
import math
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
from unittest import mock

import jsonschema
import pytest
from conftest import BUILD
from selection import PARTS

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from generator import (  # noqa: E402
    context,
    families,
    forms_active,
    grids,
    pack,
    quick,
    rank,
    signatures,
    tables,
)

# What later sub-group extensions added; it has fewer cases, and none in the tables of the standard.
LATER = {
    "subgroup_extended_types",
    *(f"subgroup_{name}" for name in ("non_uniform_vote", "ballot", "shuffle", "shuffle_relative", "rotate")),
    *(f"spirv_non_uniform{name}" for name in ("", "_vote", "_ballot", "_shuffle")),
    "spirv_shuffle_relative",
    "spirv_rotate",
    "subgroup_non_uniform_arithmetic",
    "subgroup_clustered_reduce",
    "spirv_non_uniform_arithmetic",
    "spirv_clustered_reduce",
}
PROFILES = ["quick", "default", "full"]
# Of a generator that does not end. The whole suite takes three minutes of an idle processor.
ENDLESS_S = 3600


def generate(out, suite=ROOT / "suite"):
    command = [sys.executable, "-m", "generator", "--suite", str(suite), "--out", str(out)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=ENDLESS_S)


def tree(folder):
    """What the generator writes; .made is the stamp of make build."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.name != ".made")
    return {path.relative_to(folder).as_posix(): path for path in files}


FILES = ["c.pack", "manifest.c", "manifest.json", "spirv.pack"]


def unpacked(folder):
    """The entries of the packed files, as bytes by name."""
    files = [pack.Packed(folder / name) for name in FILES if name.endswith(".pack")]
    return {name: file[name] for file in files for name in file}


@pytest.fixture(scope="module")
def entries(suite):
    return unpacked(suite)


@pytest.fixture(scope="module")
def suite():
    """What the build has made of this checkout's tables; make brought it up to date."""
    return BUILD / "suite"


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """Three functions in few forms, and what is made of them: all kinds of files, and few of each."""
    tables, out = (tmp_path_factory.mktemp("small") / name for name in ("tables", "suite"))
    make_small(tables)
    run = generate(out, tables)
    assert (run.returncode, run.stderr) == (0, "")
    assert list(tree(out)) == FILES
    assert {name.split("/")[0] for name in unpacked(out)} == {"c", "emulated", "spirv", "spirv32"}
    return tables, out


FEW_FORMS = (
    *("plain", "loop", "sequence", "branch", "local", "reqd", "bare", "active", "required8", "offset"),
    *("remainder", "groups2d", "threads", "pipes", "plain_unoptimized"),
)


def make_small(tables, forms=FEW_FORMS):
    """Makes a folder of tables of three functions, in all forms for None."""
    shutil.copytree(ROOT / "suite", tables)

    def keep(file, macro, is_kept):
        rows = (tables / file).read_text().splitlines(keepends=True)
        few = [row for row in rows if not row.startswith(f"{macro}(") or is_kept(row)]
        (tables / file).write_text("".join(few))

    kept = ('"work_group_all"', '"work_group_any"', '"sub_group_any"')
    keep("functions.def", "WGC_FUNCTION", lambda row: any(name in row for name in kept))
    if forms:
        for file, macro in (("forms.def", "WGC_FORM"), ("grids.def", "WGC_GRID")):
            keep(file, macro, lambda row: re.match(r"\w+\((\w+),", row)[1] in forms)
    clauses = json.loads((tables / "clauses.json").read_text())
    clauses["clauses"] = [
        {
            "id": "c",
            "source": "000",
            "place": "-",
            "text": "for all, or for any",
            "signatures": ["c.*", "query.*"],
        },
        {
            "id": "spirv",
            "source": "spirv",
            "place": "-",
            "text": "for all, or for any",
            "signatures": ["spirv.*"],
        },
        {"id": "forms", "source": "000", "place": "-", "text": "-", "form": "*", "signatures": ["*"]},
    ]
    (tables / "clauses.json").write_text(json.dumps(clauses))


@pytest.fixture(scope="module")
def manifest(suite):
    return json.loads((suite / "manifest.json").read_text())


@pytest.fixture(scope="module")
def schema():
    return json.loads((ROOT / "schemas" / "manifest.schema.json").read_text())


def cases(manifest, signature, profile):
    """(form, shape) of a signature's cases."""
    for cell in (manifest["cells"][index] for index in manifest["grids"][signature["grid"]]):
        if PROFILES.index(cell["profile"]) <= PROFILES.index(profile):
            for shape in cell["shapes"]:
                yield manifest["forms"][cell["form"]], manifest["shapes"][shape]


def kernels(manifest, signature, impl="kernels"):
    """The kernels of a signature: (variant, file, entry)."""
    made = signature.get(impl)
    for variant in manifest["variants"][made["variants"]] if made else ():
        yield variant, made["file"].replace("*", variant), f"{made['entry']}_{variant.replace('-', '_')}"


def kernel_name(form, shape):
    return f"{form['variant']}-{shape['name']}" if form["per_shape"] else form["variant"]


@pytest.mark.in_parts
@pytest.mark.parametrize("part", range(PARTS))
def test_manifest_fits_its_schema(manifest, schema, part):
    """Of its long lists, each PARTSth entry from the part's number on."""
    jsonschema.Draft202012Validator.check_schema(schema)
    long = ("signatures", "cells", "grids", "variants")
    share = {name: manifest[name][part::PARTS] for name in long}
    jsonschema.validate({**manifest, **share}, schema)


@pytest.fixture(scope="module")
def of_small(small, schema):
    """The text of a manifest that fits its schema."""
    text = (small[1] / "manifest.json").read_text()
    jsonschema.validate(json.loads(text), schema)
    return text


@pytest.mark.parametrize(
    "spoil",
    [
        lambda m: m.pop("prelude"),
        lambda m: m.update(extra=1),
        lambda m: m["signatures"][0].update(scope="device"),
        lambda m: m["signatures"][0].update(kernels=[]),
        lambda m: m["signatures"][0]["kernels"].update(file="../passwd"),
        lambda m: m["variants"][0].append("reqd-"),
        lambda m: m["shapes"][0]["side"].append(1),
        lambda m: m["cells"][0].update(profile="slow"),
    ],
)
def test_schema_refuses(of_small, schema, spoil):
    copy = json.loads(of_small)
    spoil(copy)
    assert not jsonschema.Draft202012Validator(schema).is_valid(copy)


def test_each_row_of_the_standard_is_complete(manifest):
    """152 signatures of work-groups and 135 of sub-groups, as the standard has them, and the mapping."""
    families = collections.Counter()
    for signature in manifest["signatures"]:
        if signature["language"] == "c" and not LATER & set(signature["requires"]):
            group = set_of(signature.get("op", ""))
            kind = re.sub("^scan_(ex|in)clusive", "scan", signature["kind"])
            families[signature["scope"], kind, group] += 1
    assert families == {
        ("work_group", "all", ""): 1,
        ("work_group", "any", ""): 1,
        ("work_group", "broadcast", ""): 7,
        ("work_group", "broadcast_2d", ""): 7,
        ("work_group", "broadcast_3d", ""): 7,
        ("work_group", "reduce", "arithmetic"): 21,
        ("work_group", "scan", "arithmetic"): 42,
        ("work_group", "reduce", "logical"): 3,
        ("work_group", "scan", "logical"): 6,
        ("work_group", "reduce", "bitwise"): 12,
        ("work_group", "scan", "bitwise"): 24,
        ("work_group", "reduce", "mul"): 7,
        ("work_group", "scan", "mul"): 14,
        ("sub_group", "mapping", ""): 1,
        ("sub_group", "progress", ""): 1,
        ("sub_group", "barrier_local", ""): 7,
        ("sub_group", "barrier_global", ""): 7,
        ("sub_group", "all", ""): 1,
        ("sub_group", "any", ""): 1,
        ("sub_group", "broadcast", ""): 7,
        ("sub_group", "reduce", "arithmetic"): 21,
        ("sub_group", "scan", "arithmetic"): 42,
        ("sub_group", "reduce_init", "arithmetic"): 21,
        ("sub_group", "scan_init", "arithmetic"): 42,
    }
    by_scope = collections.Counter()
    for (scope, _, _), count in families.items():
        by_scope[scope] += count
    assert by_scope == {"work_group": 152, "sub_group": 135 + 16}


@pytest.mark.parametrize("profile", PROFILES)
def test_profile_covers_every_signature(manifest, profile):
    """From default on: a function of work-groups in each dimension; of sub-groups, by its call alone too."""
    for signature in manifest["signatures"]:
        every = list(cases(manifest, signature, profile))
        assert every, signature["function"]
        if profile == "quick":
            continue
        chosen = [
            (form, shape)
            for form, shape in every
            if {"call", "bare"} & set(form["slots"]) and form["geometry"] == "linear"
        ]
        if signature["kind"] != "progress":
            assert {shape["rank"] for _, shape in chosen} == {1, 2, 3}, signature["function"]
        forms = {form["name"] for form, _ in chosen}
        assert forms - {"bare"}, signature["function"]
        if signature["scope"] == "sub_group" and signature["kind"] not in NO_CALLS:
            assert "bare" in forms, signature


def ranked(manifest, profile="full"):
    """(rank, signature, form, shape) of every case of a profile, the strongest first."""
    every = []
    for signature in manifest["signatures"]:
        cells = [manifest["cells"][cell] for cell in manifest["grids"][signature["grid"]]]
        places = [(cell, shape) for cell in cells for shape in cell["shapes"]]
        assert len(places) == len(signature["ranks"])
        for (cell, shape), place in zip(places, signature["ranks"], strict=True):
            if PROFILES.index(cell["profile"]) > PROFILES.index(profile):
                continue
            every.append((place, signature, manifest["forms"][cell["form"]], manifest["shapes"][shape]))
    return sorted(every, key=lambda case: case[0])


def test_each_case_has_a_rank_of_its_own(manifest):
    assert [place for place, *_ in ranked(manifest)] == list(range(len(ranked(manifest))))


def test_quick_has_each_signature_in_a_case_that_may_be_alone(manifest):
    """One that loads data, is not about its launch, has several sub-groups and so on; if there is one."""
    suite = tables.read_tables(ROOT / "suite")
    shown = {(s.name, s.type_name): s for s in signatures.expand(suite)}
    chosen, of_signature = {case[0] for case in ranked(manifest, "quick")}, collections.defaultdict(list)
    for place, signature, form, shape in ranked(manifest):
        name, type_name = signature["function"], signature["type"] + str(signature.get("width") or "")
        parts = (shown[name, type_name], suite.forms[form["name"]], suite.shapes[shape["name"]])
        alone = quick.may_be_alone(rank.Candidate(signature["language"], *parts))
        of_signature[signature["language"], name, type_name].append((place in chosen, alone))
    earlier = {rule.form for rule in suite.rules if rule.in_pass != "last"}
    only_last = {rule.form for rule in suite.rules} - earlier
    assert only_last
    assert len(chosen) == quick.QUICK_CASES + len(only_last)
    for key, cases in of_signature.items():
        assert any(taken for taken, _ in cases), key
        if any(alone for _, alone in cases):
            assert (True, True) in cases, key


def test_quick_has_each_program(manifest):
    """Each is the only case that shows a bug."""
    assert manifest["programs"]
    assert {program["profile"] for program in manifest["programs"]} == {"quick"}


@pytest.mark.parametrize(
    ("function", "form", "shape", "expected"),
    [
        ("work_group_reduce_add", "plain", "65", True),
        ("work_group_reduce_add", "groups2d", "65", True),
        ("work_group_reduce_add", "plain", "1", False),
        ("work_group_reduce_add", "plain", "1x1", False),
        ("work_group_reduce_add", "plain", "32", False),
        ("work_group_reduce_add", "plain", "1024", False),
        ("work_group_reduce_add", "plain", "max", False),
        ("sub_group_reduce_add", "plain", "single", False),
        ("work_group_reduce_add", "literals", "65", False),
        ("work_group_reduce_add", "uniform", "65", False),
        ("work_group_reduce_add", "operands", "65", True),
        ("work_group_reduce_add", "cloned", "65", False),
        ("work_group_reduce_add", "offset64", "65", False),
        ("work_group_reduce_add", "nested", "65", True),
        ("work_group_reduce_mul", "nested", "65", False),
        ("work_group_reduce_mul", "branch", "65", True),
        ("work_group_broadcast", "plain", "65", True),
        ("work_group_broadcast_2d", "plain", "65", False),
        ("work_group_broadcast_2d", "plain", "13x11", True),
        ("work_group_broadcast_3d", "plain", "13x11", False),
        ("work_group_broadcast_3d", "plain", "7x5x3", True),
        ("sub_group_broadcast", "plain", "65", True),
        ("sub_group_broadcast", "plain", "13x11", False),
        ("sub_group_broadcast", "required8", "65", False),
        ("sub_group_non_uniform_broadcast", "plain", "65", True),
    ],
)
def test_a_case_that_shows_little_of_its_function_is_not_the_only_one(function, form, shape, expected):
    suite = tables.read_tables(ROOT / "suite")
    signature = next(s for s in signatures.expand(suite) if (s.name, s.type_name) == (function, "int"))
    case = rank.Candidate("c", signature, suite.forms[form], suite.shapes[shape])
    other = "65" if signature.sub_group else "7x5x3"
    plain = rank.Candidate("c", signature, suite.forms["plain"], suite.shapes[other])
    assert quick.may_be_alone(case) is expected and quick.may_be_alone(plain)
    with mock.patch.object(quick, "QUICK_CASES", 1):
        assert quick.choose([case, plain]) <= ({0, 1} if expected else {1})
        assert quick.choose([case]) == {0}


def test_the_only_case_of_a_signature_is_seldom_one_that_devices_do_not_pass():
    suite = tables.read_tables(ROOT / "suite")
    signature = next(s for s in signatures.expand(suite) if (s.name, s.type_name) == ("sub_group_all", "int"))
    cases = [
        rank.Candidate("c", signature, suite.forms[form], suite.shapes["65"]) for form in ("loop", "some")
    ]
    for blind in cases:
        weights = quick.Weights({}, {"loop": 1, "some": 1}, {blind.form.name: 0.9})
        with mock.patch.object(quick, "QUICK_CASES", 1):
            assert quick.choose(cases, weights) == {1 - cases.index(blind)}


SIX = (
    "work_group_reduce_add",
    "work_group_scan_inclusive_add",
    "work_group_broadcast",
    "work_group_all",
    "sub_group_reduce_add",
    "sub_group_broadcast",
)


def test_rows_of_the_pass_last_move_no_other_case():
    """
    With them and without: the same cases of the same profiles in the same order, and theirs after them. Quick
    has one of each form of which it has no other case.
    """
    suite = tables.read_tables(ROOT / "suite")
    some = [
        signature
        for signature in signatures.expand(suite)
        if signature.type.name == "int" and signature.name in SIX
    ]
    assert {signature.name for signature in some} == set(SIX)
    without = dataclasses.replace(suite, rules=[rule for rule in suite.rules if rule.in_pass != "last"])
    assert len(without.rules) < len(suite.rules)

    def places(of):
        found = {}
        for language, grids_of in grids.make_grids(some, of).items():
            for key, grid in grids_of.items():
                names = [(form, profile, shape) for form, profile, shapes in grid.cells for shape in shapes]
                found |= {(language, key, *name): rank for name, rank in zip(names, grid.ranks, strict=True)}
        return found

    before, after = places(without), places(suite)
    new = after.keys() - before.keys()
    assert {name: after[name] for name in before} == before
    assert new and min(after[name] for name in new) == len(before)
    assert {profile for *_, profile, _ in new} == {"default", "quick"}
    forms = [form for _, _, form, profile, _ in new if profile == "quick"]
    others = {form for _, _, form, profile, _ in before if profile == "quick"}
    assert len(forms) == len(set(forms)) and not others & set(forms)
    assert {form for _, _, form, *_ in new} <= {*forms, *others}


def test_the_first_cases_have_each_form_and_each_family_with_its_forms(manifest):
    """
    A form that a family has comes before the 4,000th case, and one that is another form's text with a build
    option before the 5,500th; each form at all, before the 300th. Rows of the pass last are behind them.
    """
    rules = tables.read_tables(ROOT / "suite").rules
    last = {(rule.form, rule.limit.lower()) for rule in rules if rule.in_pass == "last"}
    forms, pairs_seen, family = {}, {}, families.families(ROOT / "suite")
    for place, signature, form, _ in ranked(manifest):
        if (form["name"], signature["scope"]) in last:
            continue
        forms.setdefault(form["name"], place)
        key = (family[signature["function"]], form["name"])
        pairs_seen.setdefault(key, place)
    assert max(forms.values()) < 300, forms
    late = {pair: place for pair, place in pairs_seen.items() if place >= (5500 if "_" in pair[1] else 4000)}
    assert not late


# What is no call in an expression.
NO_CALLS = ("mapping", "progress", "barrier_local", "barrier_global")


def is_vector(signature):
    """Whether it is a broadcast of a vector; the values of ballots are no vectors in this sense."""
    return "width" in signature and signature["kind"] in ("broadcast", "non_uniform_broadcast")


def set_of(op):
    """The operators in one row of functions.def."""
    sets = {"add": "arithmetic", "min": "arithmetic", "max": "arithmetic", "and": "bitwise", "or": "bitwise"}
    return "logical" if op.startswith("logical") else sets.get(op, "bitwise" if op == "xor" else op)


# Forms of sub-groups alone; in those behind the first, sub-groups go ways of their own.
OF_SUB_GROUPS = ("bare", "mixed", "some", "either", "trips", "leave", "steps")
# Forms of some functions only, and of which languages.
OF_SOME = ("example", "root", "levels", "relaxed", "loaded", "computed", "indexed")
# Forms of programs that are built in another way, and of kernels that are launched in another.
OF_BUILDS = (*context.BUILDS, "library")
OF_LAUNCHES = tuple(name.lower() for name in tables.SEVERAL_LAUNCHES)
AROUND = set(context.VARIANTS) - set(OF_BUILDS)
OF_ACTIVE = tuple(forms_active.FORMS)
OF_SIZES = tuple(f"cluster{1 << n}" for n in range(8)) + tuple(f"required{4 << n}" for n in range(6))
OF_SIZES += tuple(f"both{8 << n}" for n in range(3))
# Forms of launches that meet each row, operator and type, and not each function.
OF_ROWS = ("groups65536", "filled", "subdevice", "threads", "cloned", "commands")
WITH_ARGUMENTS = ("shuffle", "rotate", "non_uniform_broadcast", "bit_extract", "_init", "sycl")


def parts_of(signature):
    """What the cover pairs with forms and shapes."""
    group = "later" if LATER & set(signature["requires"]) else signature["scope"]
    group = "vector" if is_vector(signature) else group
    row = (signature["function"].split("_scan")[0].split("_reduce")[0], signature["kind"])
    return {
        "group": group,
        "row": (group, *row, set_of(signature.get("op", ""))),
        "operator": (group, signature.get("op", "none")),
        "type": (group, signature["type"]),
        "function": (group, signature["function"]),
    }


def pairs(manifest, language, profile):
    """For each kind of part and each part: the forms and the shapes that the profile has it with."""
    forms, shapes = (collections.defaultdict(set) for _ in range(2))
    for signature in manifest["signatures"]:
        if signature["language"] != language or signature["kind"] in NO_CALLS:
            continue
        for form, shape in cases(manifest, signature, profile):
            for kind, part in parts_of(signature).items():
                forms[kind, part].add(form["name"])
                shapes[kind, part].add(shape["name"])
    return forms, shapes


@pytest.mark.parametrize("language", ["c", "spirv"])
def test_every_form_meets_every_part_of_a_call(manifest, language):
    """In default each row of functions.def, operator, type and function has each form that its group has."""
    forms, _ = pairs(manifest, language, "default")
    rules = tables.read_tables(ROOT / "suite").rules
    for (kind, part), have in forms.items():
        if kind == "group":
            continue
        expected = forms["group", part[0]] - {*OF_SOME, *OF_SIZES}
        expected = {form for form in expected if tables.text_of(form) not in OF_ACTIVE}
        if part[0] in ("later", "vector"):  # other cases of default are there because quick has them
            expected &= {
                rule.form for rule in rules if (rule.limit.lower(), rule.in_pass != "full") == (part[0], True)
            }
        expected -= set(OF_ROWS) if kind == "function" else set()
        if any(word in str(part) for word in WITH_ARGUMENTS):
            expected -= {*context.ALONE, "literals"}
        if "clustered" in str(part):
            expected -= {"unused", "groups65536"}  # a cluster is larger than its work-groups
        if kind == "function":
            expected -= {form for form in expected if "_" in form}
        if kind == "function" and part[0] == "later":
            expected -= {*context.BUILDS, *OF_LAUNCHES}
        if part[0] == "later":
            # A value that is the same for all shows nothing of a shuffle; of a ballot's kernels, which have
            # values of four words, only those of plain and of control flow are there.
            is_ballot = "ballot" in str(part) or "mask" in str(part)
            expected -= {*AROUND, "offset64"} - {*context.CONTROL_FLOW} if is_ballot else {"operands"}
        assert expected <= have, (part, expected - have)


@pytest.mark.parametrize("language", ["c", "spirv"])
def test_every_shape_of_default_meets_every_type(manifest, language):
    """The types that every device has, on the shapes of the set COMMON."""
    _, shapes = pairs(manifest, language, "default")
    common = {
        shape.name for shape in tables.read_tables(ROOT / "suite").shapes.values() if "COMMON" in shape.sets
    }
    for scope in ("work_group", "sub_group"):
        expected = shapes["group", scope] & common
        assert len(expected) > 20
        for name in ("int", "uint", "long", "ulong", "float"):
            assert expected <= shapes["type", (scope, name)], (scope, name)


def test_default_has_bare_calls_of_every_function_of_sub_groups_and_type(manifest):
    """On a shape with one sub-group on most devices, and on one with several."""
    small = {shape["name"] for shape in manifest["shapes"] if math.prod(shape["side"]) < 16}
    few = collections.defaultdict(set)
    for signature in manifest["signatures"]:
        if signature["scope"] != "sub_group" or signature["kind"] in NO_CALLS or is_vector(signature):
            continue
        shapes = {s["name"] for f, s in cases(manifest, signature, "default") if f["name"] == "bare"}
        assert shapes & small and shapes - small, signature
        few[signature["function"]] |= shapes
    assert {"1", "5"} <= few["sub_group_non_uniform_scan_exclusive_mul"]
    assert "5" in few["sub_group_non_uniform_reduce_mul"]


def test_no_cluster_is_larger_than_its_work_group(manifest):
    """What would be undefined on every device is no case."""
    clustered = [s for s in manifest["signatures"] if "cluster" in s]
    assert {s["cluster"] for s in clustered} == {2, 4}
    found = set()
    for signature in clustered:
        for form, shape in cases(manifest, signature, "full"):
            cluster = form.get("cluster", signature["cluster"])
            found.add(cluster)
            assert cluster <= math.prod(shape["side"]) or "decided" in shape
    assert found == {1 << n for n in range(8)}


def test_every_case_has_its_kernel_and_shapes_are_legal(manifest):
    for signature in manifest["signatures"]:
        builtin, emulated = (
            {variant for variant, _, _ in kernels(manifest, signature, impl)}
            for impl in ("kernels", "emulated")
        )
        # emulated sub-groups are all of one size and meet at barriers of the work-group; their functions are
        # in one program of OpenCL C 1.2; ids past 32 bits and pipes are nothing of the functions
        never = {*OF_SUB_GROUPS[2:], *OF_ACTIVE, "older", "library", "chosen", "far", "pipes"}
        never |= {name for name in builtin if tables.text_of(name) in OF_ACTIVE or name.endswith("_older")}
        possible = {variant for variant in builtin - never if not variant.startswith(("required", "both"))}
        none = signature["language"] != "c" or signature["kind"] == "progress"
        assert emulated == (set() if none else possible), signature["function"]
        for form, shape in cases(manifest, signature, "full"):
            assert kernel_name(form, shape) in builtin, (signature["function"], form["name"], shape["name"])
            if signature["scope"] == "work_group" and signature["kind"] == "broadcast":
                assert shape["side"][1:] == [1, 1]
            if signature["scope"] == "work_group" and signature["kind"] == "broadcast_2d":
                assert shape["side"][2] == 1


def test_example_is_a_case_of_the_adding_scans(manifest):
    """In default; the first of them is one of quick, as each form is."""
    found = {
        signature["function"]
        for signature in manifest["signatures"]
        for form, shape in cases(manifest, signature, "default")
        if form["name"] == "example" and shape["name"] == "8"
    }
    assert found == {f"work_group_{kind}_add" for kind in ("reduce", "scan_exclusive", "scan_inclusive")}


def test_names_are_unique(manifest):
    def once(names):
        return [name for name, count in collections.Counter(names).items() if count > 1]

    assert not once(shape["name"] for shape in manifest["shapes"])
    assert not once(form["name"] for form in manifest["forms"])
    assert not once((s["language"], s["function"], s["type"], s.get("width")) for s in manifest["signatures"])
    for impl in ("kernels", "emulated"):
        entries = [(s["language"], k[2]) for s in manifest["signatures"] for k in kernels(manifest, s, impl)]
        assert not once(entries)
    for signature in manifest["signatures"]:
        assert not once(variant for variant, _, _ in kernels(manifest, signature))
        names = [(form["name"], shape["name"]) for form, shape in cases(manifest, signature, "full")]
        assert not once(names)


def entry_marks(text):
    """How often a text in OpenCL C announces and defines each kernel, or a module has it as entry point."""
    marks = re.findall(r"^(//@ kernel \w+|kernel void \w+\()$", text, re.M)
    marks += [f"OpEntryPoint {name}" for name in re.findall(r'OpEntryPoint Kernel %\S+ "(\w+)"', text)]
    return collections.Counter(marks)


def test_every_kernel_is_in_its_entry_and_every_entry_is_used(suite, entries, manifest):
    used = {manifest["prelude"]}
    for program in manifest["programs"]:
        used.add(program["file"])
        assert entries[program["file"]].decode().count(f"//@ kernel {program['entry']}\n") == 1
    marks = {}
    for signature in manifest["signatures"]:
        both = [*kernels(manifest, signature), *kernels(manifest, signature, "emulated")]
        for _, text, entry in both:
            used.add(text)
            if text not in marks:
                marks[text] = entry_marks(entries[text.replace(".spv", ".spvasm")].decode())
            marks_needed = (
                ["//@ kernel {}", "kernel void {}("] if signature["language"] == "c" else ["OpEntryPoint {}"]
            )
            assert [marks[text][mark.format(entry)] for mark in marks_needed] == [1] * len(marks_needed)
    used |= {file.replace(".spv", ".spvasm") for file in used}
    used |= {file.replace("spirv/", "spirv32/") for file in used}
    assert set(entries) == used
    assert list(tree(suite)) == FILES


def kernels_without_their_call(entries, manifest):
    """The kernels in OpenCL C that do not call their function, and the number of files with kernels."""
    # they have no function of their own: sizes and ids, combinations of others, and kinds of barriers
    made_of_others = {"sub_group_mapping": "get_sub_group_id", "sub_group_progress": "sub_group_barrier"}
    made_of_others["sub_group_barrier_global"] = "sub_group_barrier"
    texts, without = {}, []
    for s in manifest["signatures"]:
        if s["language"] != "c" or "init" in s["kind"]:
            continue
        name = made_of_others.get(s["function"], re.sub(r"_[123]d$", "", s["function"]))
        if s["kernels"]["file"] not in texts:
            kernels = entries[s["kernels"]["file"]].decode().split("//@ kernel ")[1:]
            texts[s["kernels"]["file"]] = {k.split(None, 1)[0]: k for k in kernels}
        kernels = texts[s["kernels"]["file"]]
        without += [entry for entry, text in kernels.items() if not re.search(rf"\b{name}\(", text)]
    return without, len(texts)


def test_every_kernel_in_opencl_c_calls_its_own_function(entries, manifest):
    """A pass of a kernel without the call would be one of nothing."""
    without, files = kernels_without_their_call(entries, manifest)
    assert without == []
    assert files > 300


def test_packed_files_belong_to_the_manifest(suite, manifest):
    for name in (name for name in FILES if name.endswith(".pack")):
        assert pack.Packed(suite / name).digest == manifest["suite_digest"]


def test_second_run_touches_nothing(small):
    tables, out = small
    before = {name: path.stat().st_mtime_ns for name, path in tree(out).items()}
    assert generate(out, tables).returncode == 0
    assert {name: path.stat().st_mtime_ns for name, path in tree(out).items()} == before


def same_files(first, second):
    first, second = tree(first), tree(second)
    assert list(first) == list(second)
    assert [name for name, path in first.items() if path.read_bytes() != second[name].read_bytes()] == []


def test_any_run_gives_the_same(tmp_path, monkeypatch):
    """In whatever order Python keeps its sets, in each form."""
    make_small(tmp_path / "tables", forms=None)
    for seed in ("1", "2"):
        monkeypatch.setenv("PYTHONHASHSEED", seed)
        assert generate(tmp_path / seed, tmp_path / "tables").returncode == 0
    same_files(tmp_path / "1", tmp_path / "2")


@pytest.mark.slow
def test_any_run_gives_the_same_whole_suite(suite, tmp_path):
    assert generate(tmp_path / "new").returncode == 0
    same_files(suite, tmp_path / "new")


@pytest.mark.parametrize("spoil", [lambda b: b[:1000], lambda b: b"x" + b[1:], lambda b: b[:2000] + b[1999:]])
def test_stale_files_go_and_spoilt_ones_come_back(small, tmp_path, spoil):
    tables, made = small
    out = tmp_path / "suite"
    shutil.copytree(made, out)
    (out / "spirv.pack.new").write_text("old")
    for path in (out / "c.pack", out / "spirv.pack"):
        path.write_bytes(spoil(path.read_bytes()))
    assert generate(out, tables).returncode == 0
    same_files(made, out)


def test_a_damaged_module_is_made_again(small, tmp_path):
    """Whichever byte is wrong, of the module or of the text that identifies the module."""
    tables, made = small
    out = tmp_path / "suite"
    shutil.copytree(made, out)
    whole = (made / "spirv.pack").read_bytes()
    packed = pack.Packed(made / "spirv.pack")
    for ending in (".spv", ".spvasm"):
        place, stored, _ = packed.block[packed.record[f"spirv/work_group_any.int.plain{ending}"][0]]
        place += stored // 2
        (out / "spirv.pack").write_bytes(whole[: place + 8] + b"\x55" + whole[place + 9 :])
        assert generate(out, tables).returncode == 0
        same_files(made, out)


def test_an_unchanged_module_is_not_assembled_again(small, tmp_path):
    """With an assembler that answers nothing."""
    tables, made = small
    out = tmp_path / "suite"
    shutil.copytree(made, out)
    command = [sys.executable, "-m", "generator", "--suite", str(tables), "--out", str(out)]
    run = subprocess.run(
        [*command, "--assembler", "/bin/true"], cwd=ROOT, capture_output=True, check=False, timeout=ENDLESS_S
    )
    assert (run.returncode, run.stderr) == (0, b"")
    same_files(made, out)


def test_runs_at_once_do_not_disturb_each_other(small, tmp_path):
    tables, made = small
    out = tmp_path / "suite"
    shutil.copytree(made, out)
    (out / "spirv.pack").unlink()
    command = [sys.executable, "-m", "generator", "--suite", str(tables), "--out", str(out)]
    runs = [subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    assert [(run.communicate(timeout=ENDLESS_S)[1], run.returncode) for run in runs] == [("", 0)] * 3
    same_files(made, out)


def test_packed_entries_come_out_as_they_went_in(tmp_path):
    entries = {
        "a.cl": b"kernel\n",
        "b.spv": bytes(range(256)),
        "empty.cl": b"",
        "t.spvasm": b"one\n\ntwo\none\n",
        "u.spvasm": b"one\nno newline",
    }
    file = tmp_path / "file.pack"
    file.write_bytes(pack.pack(entries, "0" * 64))
    assert {name: pack.Packed(file)[name] for name in pack.Packed(file)} == entries
    assert pack.pack(dict(reversed(entries.items())), "0" * 64) == file.read_bytes()


def test_packed_files_are_listed_and_unpacked_by_hand(small):
    command = [sys.executable, "-m", "generator.pack", str(small[1] / "spirv.pack")]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout.split()
    assert listed == sorted(name for name in unpacked(small[1]) if not name.endswith(".cl"))
    for name in (listed[0], "spirv/work_group_any.int.plain.spv"):
        run = subprocess.run([*command, name], cwd=ROOT, capture_output=True, check=True)
        assert run.stdout == unpacked(small[1])[name]


def test_later_sub_group_functions(manifest):
    """Arithmetic: four operators over eleven types, three over eight, three over one, and four types more."""
    found = collections.Counter()
    for signature in manifest["signatures"]:
        for feature in LATER & set(signature["requires"]):
            found[signature["language"], feature] += 1
        assert ("cluster" in signature) == (signature["kind"] in ("clustered_reduce", "clustered_rotate"))
        assert signature.get("cluster") in (None, 2, 4)
    each = 4 * 11 + 3 * 8 + 3
    own = {"c": "subgroup", "spirv": "spirv"}
    assert found == {
        **{(language, "subgroup_extended_types"): 4 * (1 + 3 * 3) + 5 * 11 for language in own},
        # elect, all, any and all_equal; two broadcasts of scalars and one of vectors, and 13 of bits
        ("c", "subgroup_non_uniform_vote"): 3 + 11,
        ("spirv", "spirv_non_uniform"): 1,
        ("spirv", "spirv_non_uniform_vote"): 2 + 11,
        ("c", "subgroup_ballot"): (2 + 5) * 11 + 13,
        ("spirv", "spirv_non_uniform_ballot"): (2 + 5) * 11 + 13,
        **{("c", f"subgroup_{name}"): 2 * 11 for name in ("shuffle", "shuffle_relative", "rotate")},
        **{
            ("spirv", f"spirv_{name}"): 2 * 11
            for name in ("non_uniform_shuffle", "shuffle_relative", "rotate")
        },
        **{(language, f"{prefix}_clustered_reduce"): each for language, prefix in own.items()},
        **{(language, f"{prefix}_non_uniform_arithmetic"): 3 * each for language, prefix in own.items()},
    }


def first_arguments(text, name):
    """The text of the first argument of each call of a function."""
    for call in re.finditer(rf"\b{name}\(", text):
        depth = 0
        for at in range(call.end(), len(text)):
            if depth == 0 and text[at] in ",)":
                yield text[call.end() : at]
                break
            depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(text[at], 0)


def test_a_call_has_an_argument_of_its_own_type(entries, manifest):
    """An expression of types narrower than int is an int: the call would be that of int's function."""
    seen = collections.Counter()
    for s in manifest["signatures"]:
        narrow = s["type"] in ("char", "uchar", "short", "ushort")
        if not narrow or s["language"] != "c" or "init" in s["kind"]:
            continue
        text = entries[s["kernels"]["file"]].decode()
        for argument in first_arguments(text, s["function"]):
            cast = rf"\({s['type']}\).*"
            kind = re.fullmatch(rf"\s*(\w+(\.\w+)?|in\[.*\]|vload\d+\(.*\)|{cast})\s*", argument, re.DOTALL)
            assert kind, (s["function"], s["type"], argument)
            seen["cast" if argument.lstrip().startswith("(") else "other"] += 1
    assert seen["cast"] >= 10 and seen["other"] >= 100, seen


CALL = re.compile(r"sub_group_shuffle\((?:in\[(.*?)\]|(\w+)), (\w+)\)")


def test_each_call_has_the_arguments_of_its_own_element(entries, manifest):
    """A kernel with several slots fetches each slot's argument, not the first one's for all."""
    seen = set()
    for signature in manifest["signatures"]:
        if signature["language"] != "c" or signature["function"] != "sub_group_shuffle":
            continue
        text = entries[f"c/{signature['function']}.{signature['type']}.cl"].decode()
        for part in text.split("//@ kernel ")[1:]:
            name = part.split()[0].removeprefix(f"wgc_{signature['function']}_{signature['type']}_")
            places = dict(re.findall(r"const uint (\w*argument) = aux\[(.*)\];", part))
            values = dict(re.findall(r"(\w+) = in\[([^]]*)\]", part))
            for place, variable, argument in CALL.findall(part):
                at = place or values.get(variable)
                if name in context.VARIANTS and at and "%" not in at and name != "partly":
                    # divergent: at is i by then; atomic: before is 0
                    same = {"at": ("at", "i"), "i + before": ("i",)}.get(at, (at,))
                    assert places[argument] in same, (part, at)
                    seen.add(name)
    assert seen >= {
        "many",
        "nested",
        "dependent",
        "arms",
        "guard",
        "exits",
        "switch",
        "divergent",
        "ids",
    }, seen


SPIRV = [
    ("work_group_all.int.plain", r"= OpGroupAll %bool %i32_2 %truth$"),
    ("work_group_any.int.loop", r"= OpGroupAny %bool %i32_2 %truth$"),
    ("work_group_broadcast.float.plain", r"= OpGroupBroadcast %f32 %i32_2 %x %id_2$"),
    ("work_group_broadcast_3d.int.plain", r"= OpGroupBroadcast %i32 %i32_2 %x %ids_4$"),
    ("work_group_broadcast_3d.ulong.plain", r"= OpGroupBroadcast %i64 %i32_2 %x %ids$"),
    ("work_group_reduce_add.int.plain", r"= OpGroupIAdd %i32 %i32_2 Reduce %x$"),
    ("work_group_scan_exclusive_min.uint.branch", r"= OpGroupUMin %i32 %i32_2 ExclusiveScan %x$"),
    ("work_group_scan_inclusive_max.long.local", r"= OpGroupSMax %i64 %i32_2 InclusiveScan %x$"),
    ("work_group_reduce_min.half.plain", r"= OpGroupFMin %f16 %i32_2 Reduce %x$"),
    ("work_group_reduce_mul.double.plain", r"= OpGroupFMulKHR %f64 %i32_2 Reduce %x$"),
    ("work_group_scan_exclusive_logical_xor.int.plain", r"= OpGroupLogicalXorKHR %bool %i32_2 ExclusiveScan"),
    ("work_group_reduce_and.ulong.plain", r"= OpGroupBitwiseAndKHR %i64 %i32_2 Reduce %x$"),
    ("work_group_reduce_and.int.reqd-7x5x3", r"^OpExecutionMode %kernel LocalSize 7 5 3$"),
    # which of the types has the form is up to the cover
    ("work_group_reduce_a*.*.literal", r"= OpGroup\w+ %[if]\d+ %i32_2 Reduce %[if]\d+_(minus_)?[13]$"),
    ("work_group_reduce_add.int.function", r"^%call = OpFunction %i32 DontInline "),
    ("sub_group_scan_inclusive_add.double.plain", r"= OpGroupFAdd %f64 %i32_3 InclusiveScan %x$"),
    ("sub_group_broadcast.half.plain", r"= OpGroupBroadcast %f16 %i32_3 %x %id$"),
    ("sub_group_non_uniform_reduce_mul.char.plain", r"= OpGroupNonUniformIMul %i8 %i32_3 Reduce %x$"),
    (
        "sub_group_clustered_reduce_max.half.plain",
        r"= OpGroupNonUniformFMax %f16 %i32_3 ClusteredReduce %x %i32_4$",
    ),
    ("sycl_exclusive_scan_plus_init.int.plain", r"= OpGroupIAdd %i32 %i32_3 ExclusiveScan %with_init$"),
]


@pytest.mark.parametrize(("kernel", "line"), SPIRV)
def test_spirv_has_the_group_instruction(entries, kernel, line):
    name = next(name for name in sorted(entries) if fnmatch.fnmatch(name, f"spirv/{kernel}.spvasm"))
    text = entries[name].decode()
    assert re.search(line, text, re.M), text


def test_spirv_is_worded_in_each_way_for_each_function_type_and_form(entries, manifest):
    """With and without OpSource, which has no effect; vectors put together in both ways."""
    sources, vectors = collections.defaultdict(set), collections.defaultdict(set)
    for signature in manifest["signatures"]:
        for variant, file, _ in kernels(manifest, signature) if signature["language"] == "spirv" else ():
            text = entries[file + "asm"].decode()
            has_source = "\nOpSource " in text
            assert text.splitlines()[1].startswith("; OpSource " if has_source else "; no OpSource")
            for key in (signature["function"], signature["type"], variant.split("-")[0]):
                sources[key].add(has_source)
            if signature["kind"] in ("broadcast_2d", "broadcast_3d"):
                way = "OpCompositeConstruct" if "OpCompositeConstruct" in text else "OpCompositeInsert"
                assert f"= {way} " in text and text.splitlines()[1].endswith(f", vectors by {way}")
                for key in (signature["kind"], signature["type"], has_source):
                    vectors[key].add(way)
    # the mapping has the plain text alone
    assert {key for key, found in sources.items() if len(found) != 2} <= {"sub_group_mapping"}
    assert {key for key, found in vectors.items() if len(found) != 2} == set()


def test_spirv_version_is_the_least_that_will_do(entries, manifest):
    for signature in manifest["signatures"]:
        for variant, file, _ in kernels(manifest, signature) if signature["language"] == "spirv" else ():
            magic, version = struct.unpack("<2I", entries[file][:8])
            has_size = variant.startswith(("required", "both"))
            minor = 3 if "spirv_1_3" in signature["requires"] else int(has_size)
            if variant == "loaded":  # a broadcast's id that is no constant
                minor = 5
            assert (magic, version) == (0x07230203, 0x00010000 | minor << 8), file


def test_spirv_has_each_module_for_both_widths_of_addresses(entries):
    wide, narrow = (
        {name.split("/")[1] for name in entries if name.startswith(f"{folder}/")}
        for folder in ("spirv", "spirv32")
    )
    assert wide == narrow and wide
    for name in fnmatch.filter(entries, "spirv32/work_group_broadcast*.spvasm"):
        text = entries[name].decode()
        assert "OpMemoryModel Physical32 OpenCL" in text
        uses_64_bits = "OpCapability Int64" in text
        assert uses_64_bits == (".long." in name or ".ulong." in name), name


@pytest.mark.in_parts
@pytest.mark.parametrize("version", [f"1.{minor}" for minor in range(1, 7)])
@pytest.mark.parametrize("folder", ["spirv", "spirv32"])
def test_spirv_is_valid_in_every_version(entries, tmp_path, folder, version):
    """As harness/suite/spirv.c makes them: from 1.4 on the entry point names the variables of Workgroup."""
    names = ["work_group_scan_inclusive_add.long", "work_group_broadcast_3d.float"]
    names += ["sub_group_broadcast.uint", "sub_group_clustered_reduce_mul.char"]
    files = [found for name in names for found in fnmatch.filter(entries, f"{folder}/{name}.*.spvasm")]
    every = {name.split(".")[2].split("-")[0] for name in fnmatch.filter(entries, f"{folder}/*.spvasm")}
    for variant in every - {name.split(".")[2].split("-")[0] for name in files}:
        files.append(sorted(fnmatch.filter(entries, f"{folder}/*.{variant}[.-]*spvasm"))[0])
    assert every > {"plain", "loop", "active", "cluster8", "required16"}
    for name in files:
        text = entries[name].decode()
        (needed,) = struct.unpack("<I", entries[name.removesuffix("asm")][4:8])
        if 0x00010000 | int(version[2:]) << 8 < needed:
            continue
        if version >= "1.4":
            more = re.findall(r"^(%\w+) = OpVariable %\w+ Workgroup$", text, re.M)
            text = re.sub(r"^(OpEntryPoint .*)$", " ".join([r"\1", *more]), text, flags=re.M)
        source, binary = tmp_path / "module.spvasm", tmp_path / "module.spv"
        source.write_text(text)
        for command in (["spirv-as", source, "-o", binary], ["spirv-val", binary]):
            command[1:1] = ["--target-env", f"spv{version}"]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            assert done.returncode == 0, (name, done.stdout + done.stderr)


ASSEMBLERS = [
    (None, ": No such file or directory (make build makes it)\n"),
    ("exit 0", " ended\n"),
    ("while read -r a rules bytes; do head -c $bytes >/dev/null; echo no; done", ": no\n"),
    ("while read -r a rules bytes; do head -c $bytes >/dev/null; echo ok; done", ": ok\n"),
    ("read -r a rules bytes; head -c $bytes >/dev/null; echo ok 4; echo abc | head -c 3", " ended\n"),
]


@pytest.mark.parametrize(
    ("script", "message"), ASSEMBLERS, ids=["missing", "ends", "refuses", "no size", "cut short"]
)
def test_an_assembler_that_fails_is_named(small, tmp_path, script, message):
    program = tmp_path / "assembler"
    if script is not None:
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
    command = [sys.executable, "-m", "generator", "--suite", str(small[0]), "--out", str(tmp_path / "out")]
    command += ["--assembler", str(program)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=ENDLESS_S)
    assert run.returncode == 1
    assert run.stderr.startswith("generator: ") and run.stderr.endswith(message), run.stderr
    assert not (tmp_path / "out" / "manifest.json").exists()


SOURCE = """OpCapability Kernel
OpCapability Addresses
OpCapability Linkage
OpMemoryModel Physical64 OpenCL
"""
GRAPHICS = SOURCE.replace("Kernel", "Shader")
REQUESTS = [
    ("spv1.0 opencl2.1 SIZE\n", SOURCE, 0, rb"ok (\d+)\n(\x03\x02\x23\x07.*)"),
    (
        "spv1.0 opencl2.1 SIZE\n",
        SOURCE.replace("Kernel", "Shader"),
        0,
        rb"the validator refused it: .*Shader.*\n",
    ),
    ("spv1.0 opencl2.1 SIZE\n", "OpNothing\n", 0, rb"the assembler refused line 1: .*OpNothing.*\n"),
    ("spv9.9 opencl2.1 SIZE\n", SOURCE, 2, rb""),
    ("spv1.0 opencl2.1\n", SOURCE, 2, rb""),
    ("spv1.0 opencl2.1 1SIZE\n", SOURCE, 2, rb""),
]


@pytest.mark.parametrize(("line", "text", "status", "answer"), REQUESTS)
def test_the_assembler_answers_each_request(line, text, status, answer):
    request = line.replace("SIZE", str(len(text))) + text
    program = ROOT / "build" / "tools" / "spirv-assembler"
    run = subprocess.run([program], input=request.encode(), capture_output=True, check=False, timeout=60)
    assert run.returncode == status
    match = re.fullmatch(answer, run.stdout, re.DOTALL)
    assert match
    if match.groups():
        assert int(match[1]) == len(match[2])


def test_an_assembler_that_cannot_answer_ends():
    program = ROOT / "build" / "tools" / "spirv-assembler"
    request = f"spv1.0 opencl2.1 {len(SOURCE)}\n{SOURCE}".encode()
    with open(os.devnull, "rb") as read_only:
        run = subprocess.run([program], input=request, stdout=read_only, check=False, timeout=60)
    assert run.returncode == 2


BROKEN = [
    ("types.def", "float, ", "flo at, ", "type 'flo at' is not a name"),
    ("types.def", "WGC_TYPE(float,  FLOAT, 32, 24,", "WGC_TYPE(float,  FLOAT, 32, 0,", "significand"),
    ("types.def", "WGC_TYPE(float,", "WGC_TYPE(int,", "'int' is there twice"),
    ("types.def", "64, 53, fp64,", "64, 53, fp46,", "unknown feature 'fp46'"),
    ("ops.def", "WGC_OP(max, ", "WGC_OPS(max, ", "WGC_OPS is not WGC_OP"),
    ("ops.def", "ARITHMETIC, LOWEST,", "ARITHMETIC, DEEPEST,", "unknown identity 'DEEPEST'"),
    ("features.def", '"sub-groups (', '"sub-groups" (', "not a row"),
    ("features.def", 'NO,  YES, "OpenCL C 2.0', 'MAYBE, YES, "OpenCL C 2.0', "unknown emulated 'MAYBE'"),
    ("functions.def", "BROADCAST_2D,", "BROADCAST_4D,", "unknown kind 'BROADCAST_4D'"),
    ("functions.def", "PREDICATE, 1, subgroups", "PREDICATES, 1, subgroups", "unknown set of types"),
    ("functions.def", "WORK_GROUP, BITWISE,", "WORK_GROUP, BYTEWISE,", "unknown set of operators 'BYTEWISE'"),
    ("functions.def", "ALL,                 SUB_GROUP,  NONE,", "ALL, SUB_GROUP,", "7 columns, not 8"),
    ("forms.def", "LINEAR,    CALL COPY,", "LINEAR, CALL KEEP,", "slots 'CALL KEEP'"),
    ("forms.def", "REMAINDER, CALL", "RESIDUE, CALL", "unknown geometry 'RESIDUE'"),
    ("forms.def", "uniform,   uniform,", "uniform, uniformity,", "unknown variant 'uniformity'"),
    ("shapes.def", "WGC_SHAPE(7x5x3, ", "WGC_SHAPE(7x5x0, ", "'7x5x0' is no shape"),
    ("grids.def", "TURN,  SMALL)", "TURN,  LITTLE)", "unknown set of shapes 'LITTLE'"),
]


@pytest.mark.parametrize(("file", "old", "new", "message"), BROKEN)
def test_broken_table_is_refused_with_its_line(tmp_path, file, old, new, message):
    folder = tmp_path / "suite"
    shutil.copytree(ROOT / "suite", folder)
    path = folder / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    run = generate(tmp_path / "out", folder)
    line = text[: text.index(old)].count("\n") + 1
    assert run.returncode == 1
    assert run.stderr.startswith(f"generator: {path}:{line}: ")
    assert message in run.stderr
    assert not (tmp_path / "out" / "manifest.json").exists()


def test_comment_without_end_and_missing_table(tmp_path):
    folder = tmp_path / "suite"
    shutil.copytree(ROOT / "suite", folder)
    path = folder / "ops.def"
    path.write_text(path.read_text() + "\n/* and so on\n")
    run = generate(tmp_path / "out", folder)
    assert run.returncode == 1
    assert re.match(rf"generator: {re.escape(str(path))}:\d+: the comment does not end", run.stderr)
    path.unlink()
    run = generate(tmp_path / "out", folder)
    assert run.returncode == 1
    assert str(path) in run.stderr
