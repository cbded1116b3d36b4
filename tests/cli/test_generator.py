"""The generator: what it makes of the suite's tables, and what it says about broken ones."""

import collections
import json
import math
import pathlib
import re
import shutil
import struct
import subprocess
import sys

import jsonschema
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What later sub-group extensions added; it has fewer cases, and none in the tables of the standard.
LATER = {
    "subgroup_extended_types",
    "subgroup_non_uniform_arithmetic",
    "subgroup_clustered_reduce",
    "spirv_non_uniform_arithmetic",
    "spirv_clustered_reduce",
}
PROFILES = ["quick", "default", "full"]


def generate(out, suite=ROOT / "suite"):
    command = [sys.executable, "-m", "generator", "--suite", str(suite), "--out", str(out)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)


def tree(folder):
    return {p.relative_to(folder).as_posix(): p for p in sorted(folder.rglob("*")) if p.is_file()}


@pytest.fixture(scope="module")
def suite(tmp_path_factory):
    out = tmp_path_factory.mktemp("suite")
    run = generate(out)
    assert (run.returncode, run.stderr) == (0, "")
    return out


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


def test_manifest_fits_its_schema(manifest, schema):
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(manifest, schema)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda m: m.pop("prelude"),
        lambda m: m.update(extra=1),
        lambda m: m["signatures"][0].update(kind="sum"),
        lambda m: m["signatures"][0].update(kernels=[]),
        lambda m: m["signatures"][0]["kernels"].update(file="../passwd"),
        lambda m: m["variants"][0].append("reqd-"),
        lambda m: m["shapes"][0]["side"].append(1),
        lambda m: m["cells"][0].update(profile="slow"),
    ],
)
def test_schema_refuses(manifest, schema, spoil):
    copy = json.loads(json.dumps(manifest))
    spoil(copy)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(copy, schema)


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
    assert by_scope == {"work_group": 152, "sub_group": 135 + 1}


@pytest.mark.parametrize("profile", PROFILES)
def test_profile_covers_every_signature_in_every_dimension(manifest, profile):
    for signature in manifest["signatures"]:
        plain = [s for form, s in cases(manifest, signature, profile) if form["name"] == "plain"]
        assert {shape["rank"] for shape in plain} == {1, 2, 3}, signature["function"]


def set_of(op):
    """The operators that stand in one row of functions.def."""
    sets = {"add": "arithmetic", "min": "arithmetic", "max": "arithmetic", "and": "bitwise", "or": "bitwise"}
    return "logical" if op.startswith("logical") else sets.get(op, "bitwise" if op == "xor" else op)


# What quick leaves to the default profile: in SPIR-V PoCL 6 aborts in each, which costs a worker; of
# functions of sub-groups what is there for memory or barriers, which these seldom use.
NOT_IN_QUICK = {
    ("spirv", "function"),
    *(("c", "sub_group", form) for form in ("sequence", "branch", "local", "reqd")),
}


# Forms of sub-groups alone; in those behind the first, sub-groups go ways of their own.
OF_SUB_GROUPS = ("bare", "some", "either", "trips")


def test_quick_has_every_form_for_every_function(manifest):
    """In SPIR-V a row of functions.def shares, and each of its types has each form as well, but for those in
    which sub-groups go ways of their own."""
    found = collections.defaultdict(set)
    for signature in manifest["signatures"]:
        language, scope = signature["language"], signature["scope"]
        if signature["kind"] == "mapping" or LATER & set(signature["requires"]):
            continue
        names = [signature["function"]]
        if language == "spirv":
            names = [(signature["kind"], set_of(signature.get("op", ""))), signature["type"]]
        for form, _ in cases(manifest, signature, "quick"):
            for name in names:
                found[language, scope, name].add(form["name"])
    forms = {form["name"] for form in manifest["forms"]} - {"example"}
    for (language, scope, name), have in found.items():
        wanted = {f for f in forms if not {(language, f), (language, scope, f)} & NOT_IN_QUICK}
        is_type = language == "spirv" and isinstance(name, str)
        wanted -= set(OF_SUB_GROUPS if scope == "work_group" else OF_SUB_GROUPS[1:] if is_type else ())
        assert wanted <= have, (language, scope, name, wanted - have)


def test_quick_has_bare_calls_of_every_function_of_sub_groups_and_type(manifest):
    """On a shape with one sub-group on most devices, and on one with several."""
    small = {shape["name"] for shape in manifest["shapes"] if math.prod(shape["side"]) < 16}
    few = collections.defaultdict(set)
    for signature in manifest["signatures"]:
        if signature["scope"] != "sub_group" or signature["kind"] == "mapping":
            continue
        shapes = {s["name"] for f, s in cases(manifest, signature, "quick") if f["name"] == "bare"}
        assert len(shapes & small) == 1 and len(shapes - small) == 1, signature
        few[signature["function"]] |= shapes
    assert {"1", "5"} <= few["sub_group_non_uniform_scan_exclusive_mul"]
    assert "5" in few["sub_group_non_uniform_reduce_mul"]


def test_no_cluster_is_larger_than_its_work_group(manifest):
    """What would be undefined on every device is no case."""
    clustered = [s for s in manifest["signatures"] if s["kind"] == "clustered_reduce"]
    assert {s["cluster"] for s in clustered} == {2, 4}
    for signature in clustered:
        for _, shape in cases(manifest, signature, "full"):
            assert signature["cluster"] <= math.prod(shape["side"]) or shape["name"] == "max"


def test_quick_meets_on_one_type_and_shape(manifest):
    """Functions with the same types have a form of quick on one type and shape."""
    places = collections.defaultdict(set)
    for signature in manifest["signatures"]:
        arithmetic = set_of(signature.get("op", "")) == "arithmetic" and signature["kind"] in (
            "reduce",
            "scan",
        )
        if signature["language"] != "c" or not arithmetic or LATER & set(signature["requires"]):
            continue
        for form, shape in cases(manifest, signature, "quick"):
            if form["name"] in ("loop", "function", "uniform", "sequence"):
                places[form["name"]].add((signature["type"], shape["name"]))
    assert [len(found) for found in places.values()] == [1] * 4
    assert len(set.union(*places.values())) == 4


def test_every_case_has_its_kernel_and_shapes_are_legal(manifest):
    for signature in manifest["signatures"]:
        builtin, emulated = (
            {variant for variant, _, _ in kernels(manifest, signature, impl)}
            for impl in ("kernels", "emulated")
        )
        # emulated sub-groups meet at barriers of the work-group: none can go a way of its own
        assert emulated in (set(), builtin - set(OF_SUB_GROUPS[1:]))
        for form, shape in cases(manifest, signature, "full"):
            assert kernel_name(form, shape) in builtin, (signature["function"], form["name"], shape["name"])
            if signature["scope"] == "work_group" and signature["kind"] == "broadcast":
                assert shape["side"][1:] == [1, 1]
            if signature["scope"] == "work_group" and signature["kind"] == "broadcast_2d":
                assert shape["side"][2] == 1


def test_example_is_a_case_of_the_adding_scans(manifest):
    found = {
        signature["function"]
        for signature in manifest["signatures"]
        for form, shape in cases(manifest, signature, "quick")
        if form["name"] == "example" and shape["name"] == "8"
    }
    assert found == {f"work_group_{kind}_add" for kind in ("reduce", "scan_exclusive", "scan_inclusive")}


def test_names_are_unique(manifest):
    def once(names):
        return [name for name, count in collections.Counter(names).items() if count > 1]

    assert not once(shape["name"] for shape in manifest["shapes"])
    assert not once(form["name"] for form in manifest["forms"])
    assert not once((s["language"], s["function"], s["type"]) for s in manifest["signatures"])
    for impl in ("kernels", "emulated"):
        entries = [(s["language"], k[2]) for s in manifest["signatures"] for k in kernels(manifest, s, impl)]
        assert not once(entries)
    for signature in manifest["signatures"]:
        assert not once(variant for variant, _, _ in kernels(manifest, signature))
        names = [(form["name"], shape["name"]) for form, shape in cases(manifest, signature, "full")]
        assert not once(names)


def test_every_kernel_is_in_its_file_and_every_file_is_used(suite, manifest):
    used = {"manifest.json", manifest["prelude"]}
    texts = {}
    for signature in manifest["signatures"]:
        both = [*kernels(manifest, signature), *kernels(manifest, signature, "emulated")]
        for _, text, entry in both:
            used.add(text)
            if text not in texts:
                texts[text] = (suite / text.replace(".spv", ".spvasm")).read_text()
            if signature["language"] == "c":
                assert texts[text].count(f"//@ kernel {entry}\n") == 1
                assert len(re.findall(rf"^kernel void {entry}\($", texts[text], re.M)) == 1
            else:
                assert len(re.findall(rf'OpEntryPoint Kernel %\S+ "{entry}"', texts[text])) == 1
    used |= {file.replace(".spv", ".spvasm") for file in used}
    used |= {file.replace("spirv/", "spirv32/") for file in used}
    assert set(tree(suite)) == used


def test_second_run_touches_nothing_and_any_run_gives_the_same(suite, tmp_path):
    before = {name: path.stat().st_mtime_ns for name, path in tree(suite).items()}
    assert generate(suite).returncode == 0
    assert {name: path.stat().st_mtime_ns for name, path in tree(suite).items()} == before
    assert generate(tmp_path / "new").returncode == 0
    first, second = tree(suite), tree(tmp_path / "new")
    assert list(first) == list(second)
    assert [name for name, path in first.items() if path.read_bytes() != second[name].read_bytes()] == []


def test_stale_files_go_and_spoilt_ones_come_back(suite, tmp_path):
    out = tmp_path / "suite"
    shutil.copytree(suite, out)
    stale = [out / "c" / "old.cl", out / "spirv" / "old.plain.spv", out / "spirv" / "some.spv.new"]
    for path in stale:
        path.write_text("old")
    spoilt = [out / "c" / "work_group_any.int.cl", out / "spirv" / "work_group_any.int.plain.spv"]
    before = [path.read_bytes() for path in spoilt]
    for path in spoilt:
        path.write_bytes(path.read_bytes()[:100])
    assert generate(out).returncode == 0
    assert [path.read_bytes() for path in spoilt] == before
    assert not any(path.exists() for path in stale)


def test_runs_at_once_do_not_disturb_each_other(suite, tmp_path):
    out = tmp_path / "suite"
    shutil.copytree(suite, out)
    for path in (out / "spirv").glob("work_group_all.*.spv"):
        path.unlink()
    command = [sys.executable, "-m", "generator", "--out", str(out)]
    runs = [subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    assert [(run.communicate(timeout=300)[1], run.returncode) for run in runs] == [("", 0)] * 3
    first, second = tree(suite), tree(out)
    assert {name: path.read_bytes() for name, path in first.items()} == {
        name: path.read_bytes() for name, path in second.items()
    }


def test_later_sub_group_functions(manifest):
    """Four operators over eleven types, three over eight, three over one, and four types more."""
    found = collections.Counter()
    for signature in manifest["signatures"]:
        for feature in LATER & set(signature["requires"]):
            found[signature["language"], feature] += 1
        assert ("cluster" in signature) == (signature["kind"] == "clustered_reduce")
        assert signature.get("cluster") in (None, 2, 4)
    each = 4 * 11 + 3 * 8 + 3
    own = {"c": "subgroup", "spirv": "spirv"}
    assert found == {
        **{(language, "subgroup_extended_types"): 4 * (1 + 3 * 3) for language in own},
        **{(language, f"{prefix}_clustered_reduce"): each for language, prefix in own.items()},
        **{(language, f"{prefix}_non_uniform_arithmetic"): 3 * each for language, prefix in own.items()},
    }


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
    ("work_group_reduce_max.uint.uniform", r"= OpGroupUMax %i32 %i32_2 Reduce %i32_3$"),
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
def test_spirv_has_the_group_instruction(suite, kernel, line):
    text = (suite / "spirv" / f"{kernel}.spvasm").read_text()
    assert re.search(line, text, re.M), text


def test_spirv_is_worded_in_each_way_for_each_function_type_and_form(suite, manifest):
    """With and without OpSource, which says nothing; vectors put together in both ways."""
    sources, vectors = collections.defaultdict(set), collections.defaultdict(set)
    for signature in manifest["signatures"]:
        for variant, file, _ in kernels(manifest, signature) if signature["language"] == "spirv" else ():
            text = (suite / (file + "asm")).read_text()
            has_source = "\nOpSource " in text
            assert text.splitlines()[1].startswith("; OpSource " if has_source else "; no OpSource")
            for key in (signature["function"], signature["type"], variant.split("-")[0]):
                sources[key].add(has_source)
            if signature["kind"] in ("broadcast_2d", "broadcast_3d"):
                way = "OpCompositeConstruct" if "OpCompositeConstruct" in text else "OpCompositeInsert"
                assert f"= {way} " in text and text.splitlines()[1].endswith(f", vectors by {way}")
                for key in (signature["kind"], signature["type"], has_source):
                    vectors[key].add(way)
    assert {key for key, found in sources.items() if len(found) != 2} == set()
    assert {key for key, found in vectors.items() if len(found) != 2} == set()


def test_spirv_version_is_the_least_that_will_do(suite, manifest):
    for signature in manifest["signatures"]:
        for _, file, _ in kernels(manifest, signature) if signature["language"] == "spirv" else ():
            magic, version = struct.unpack("<2I", (suite / file).read_bytes()[:8])
            newer = "spirv_1_3" in signature["requires"]
            assert (magic, version) == (0x07230203, 0x00010300 if newer else 0x00010000), file


def test_spirv_has_each_module_for_both_widths_of_addresses(suite):
    wide, narrow = ({p.name for p in (suite / folder).iterdir()} for folder in ("spirv", "spirv32"))
    assert wide == narrow and wide
    for path in (suite / "spirv32").glob("work_group_broadcast*.spvasm"):
        text = path.read_text()
        assert "OpMemoryModel Physical32 OpenCL" in text
        uses_64_bits = "OpCapability Int64" in text
        assert uses_64_bits == (".long." in path.name or ".ulong." in path.name), path.name


@pytest.mark.parametrize("version", [f"1.{minor}" for minor in range(1, 7)])
@pytest.mark.parametrize("folder", ["spirv", "spirv32"])
def test_spirv_is_valid_in_every_version(suite, tmp_path, folder, version):
    """As harness/suite/spirv.c makes them: from 1.4 on the entry point names the variables of Workgroup."""
    names = ["work_group_scan_inclusive_add.long", "work_group_broadcast_3d.float"]
    names += ["sub_group_broadcast.uint", "sub_group_clustered_reduce_mul.char"]
    files = [path for name in names for path in sorted((suite / folder).glob(f"{name}.*.spvasm"))]
    every = {path.name.split(".")[2].split("-")[0] for path in (suite / folder).glob("*.spvasm")}
    assert {path.name.split(".")[2].split("-")[0] for path in files} == every > {"plain", "loop"}
    for path in files:
        text = path.read_text()
        if "NonUniform" in text and version < "1.3":
            continue
        if version >= "1.4":
            more = re.findall(r"^(%\w+) = OpVariable %\w+ Workgroup$", text, re.M)
            text = re.sub(r"^(OpEntryPoint .*)$", " ".join([r"\1", *more]), text, flags=re.M)
        source, binary = tmp_path / "module.spvasm", tmp_path / "module.spv"
        source.write_text(text)
        for command in (["spirv-as", source, "-o", binary], ["spirv-val", binary]):
            command[1:1] = ["--target-env", f"spv{version}"]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            assert done.returncode == 0, (path.name, done.stdout + done.stderr)


@pytest.mark.parametrize("missing", ["spirv-as", "spirv-val"])
def test_missing_tool_is_named(tmp_path, missing):
    tools = tmp_path / "bin"
    tools.mkdir()
    for tool in {"spirv-as", "spirv-val"} - {missing}:
        (tools / tool).symlink_to(shutil.which(tool))
    command = [sys.executable, "-m", "generator", "--out", str(tmp_path / "out")]
    run = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300, env={"PATH": str(tools)}
    )
    assert run.returncode == 1
    assert run.stderr == f"generator: {missing} was not found: install the package spirv-tools\n"


BROKEN = [
    ("types.def", "float, ", "flo at, ", "type 'flo at' is not a name"),
    ("types.def", "WGC_TYPE(float,  FLOAT, 32, 24,", "WGC_TYPE(float,  FLOAT, 32, 0,", "significand"),
    ("types.def", "WGC_TYPE(float,", "WGC_TYPE(int,", "'int' is there twice"),
    ("types.def", "64, 53, fp64,", "64, 53, fp46,", "unknown feature 'fp46'"),
    ("ops.def", "WGC_OP(max, ", "WGC_OPS(max, ", "WGC_OPS is not WGC_OP"),
    ("ops.def", "LOWEST)", "DEEPEST)", "unknown identity 'DEEPEST'"),
    ("features.def", '"sub-groups (', '"sub-groups" (', "not a row"),
    ("functions.def", "BROADCAST_2D,", "BROADCAST_4D,", "unknown kind 'BROADCAST_4D'"),
    ("functions.def", "PREDICATE, subgroups", "PREDICATES, subgroups", "unknown set of types"),
    ("functions.def", "WORK_GROUP, BITWISE,", "WORK_GROUP, BYTEWISE,", "unknown set of operators 'BYTEWISE'"),
    ("functions.def", "ALL,                 SUB_GROUP,  NONE,", "ALL, SUB_GROUP,", "6 columns, not 7"),
    ("forms.def", "CALL COPY,", "CALL KEEP,", "slots 'CALL KEEP'"),
    ("forms.def", "REMAINDER, CALL", "RESIDUE, CALL", "unknown geometry 'RESIDUE'"),
    ("forms.def", "uniform,   uniform,", "uniform, uniformity,", "unknown variant 'uniformity'"),
    ("shapes.def", "WGC_SHAPE(7x5x3, ", "WGC_SHAPE(7x5x0, ", "'7x5x0' is no shape"),
    ("grids.def", "TURN, SMALL)", "TURN, LITTLE)", "unknown set of shapes 'LITTLE'"),
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
