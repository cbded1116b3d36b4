"""The clauses (suite/clauses.json): each function, form and language has one that states what its kernels do.

The generator stops without one: its checks run here on the suite's own tables, and on tables that lack a
clause or have one for another function.
"""

import copy
import json
import re
import sys
from dataclasses import replace

import pytest
from conftest import BUILD, ROOT

sys.path.insert(0, str(ROOT))
from generator import clauses, pack, tables


@pytest.fixture(scope="module")
def manifest():
    return json.loads((BUILD / "suite" / "manifest.json").read_text())


def attach(manifest, chosen, about=None):
    """Attaches clauses to all entries, or to those alone that another clause is about."""
    names = [form["name"] for form in manifest["forms"]]

    def forms_of(entry):
        return {names[manifest["cells"][cell]["form"]] for cell in manifest["grids"][entry["grid"]]}

    entries = [{**entry} for entry in manifest["signatures"] + manifest["queries"]]
    if about:
        entries = [entry for entry in entries if about.covers(clauses.name_of(entry))]
    clauses.attach(chosen, entries, forms_of, [f"c.program.{p['name']}" for p in manifest["programs"]])
    return entries


def own():
    return clauses.read_clauses(ROOT / "suite")[1]


def test_the_suite_is_what_the_clauses_of_this_checkout_give(manifest):
    found = {clauses.name_of(entry): entry["clauses"] for entry in attach(manifest, own())}
    entries = manifest["signatures"] + manifest["queries"]
    assert found == {clauses.name_of(entry): entry["clauses"] for entry in entries}


@pytest.mark.parametrize(
    ("left_out", "words"),
    [
        ("non-uniform-reduce", "no clause of c states what c.sub_group_non_uniform_reduce_"),
        ("spirv-rotate", "no clause of spirv states what spirv.sub_group_"),
        ("spirv-group-scan", "no clause of spirv states what spirv.work_group_scan_"),
        ("spirv-built-ins", "no clause of spirv states what spirv.sub_group_mapping"),
        ("required-size", "no clause states the rule of"),
        ("vote-active-lanes", "in the form lanes"),
        ("global-id-of-offset", "in the form offset64"),
        ("many-work-groups", "in the form groups65536"),
        ("kernel-cloned", "in the form cloned"),
        ("kernel-recorded", "in the form commands"),
        ("host-threads", "in the form threads"),
        ("sub-device-commands", "in the form subdevice"),
        ("local-memory-of-a-kernel", "in the form filled"),
        ("local-memory-of-an-argument", "in the form given"),
        ("vote-active-chain", "in the form chained"),
        ("queues-of-a-context", "in the form queues"),
        ("option-opt-disable", "_unoptimized"),
        ("vote-active-way-out", "in the form wayout"),
        ("vote-active-after-divergence", "in the form divergent"),
        ("vote-active-literal", "in the form counted"),
        ("asynchronous-copies", "in the form copies"),
        ("pipe-of-a-work-group", "in the form pipes"),
        ("sub-buffer", "in the form subbuffers"),
        ("programs-kept", "no clause states what c.program."),
    ],
)
def test_a_clause_that_is_missing_stops_the_generator(manifest, left_out, words):
    [missing] = [clause for clause in own() if clause.id == left_out]
    with pytest.raises(tables.TableError, match=re.escape(words)):
        attach(manifest, [clause for clause in own() if clause.id != left_out], missing)


def test_a_form_is_decided_or_stops_the_generator(manifest):
    """Whether it has a rule of its own: each is in one of the tables, and in one alone."""
    decided = [*clauses.RULED_FORMS, *clauses.CALLED_BY_ALL, *clauses.RULED_OF_ACTIVE, *clauses.MADE_OF]
    assert sorted({form["name"].partition("_")[0] for form in manifest["forms"]}) == sorted(decided)
    new = copy.deepcopy(manifest)
    next(form for form in new["forms"] if form["name"] == "arms")["name"] = "another"
    with pytest.raises(
        tables.TableError, match="the form another has a rule of its own, or is called by all"
    ):
        attach(new, own())


def test_a_clause_about_something_else_does_not_help(manifest):
    """A rule of work-groups states nothing about an elected work-item."""
    of_others = [replace(c, text="The value is one.") if c.id == "vote-elect" else c for c in own()]
    with pytest.raises(tables.TableError, match="states what c.sub_group_elect.int does"):
        attach(manifest, of_others)


def test_a_clause_for_no_signature_stops_the_generator(manifest):
    odd = replace(own()[0], id="odd", signatures=("c.no_function.*",))
    with pytest.raises(tables.TableError, match="no signature matches c.no_function"):
        attach(manifest, [*own(), odd])


SEMANTICS = re.compile(r"(OpControlBarrier \S+|OpMemoryBarrier|OpAtomic\w+ \S+ \S+) (%\S+) (%\S+)")


def test_modules_need_no_more_memory_semantics_than_every_device_has():
    """
    In all modules: barriers are AcquireRelease (SequentiallyConsistent needs CL_DEVICE_ATOMIC_ORDER_SEQ_CST
    of CL_DEVICE_ATOMIC_FENCE_CAPABILITIES, the scope Device CL_DEVICE_ATOMIC_SCOPE_DEVICE), and atomics
    Relaxed (another order needs more of CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES than the least device has).
    """
    modules = pack.Packed(BUILD / "suite" / "spirv.pack")
    barriers, atomics, scopes = set(), set(), set()
    for name in modules:
        text = modules.text(name) if name.endswith(".spvasm") else ""
        constants = dict(re.findall(r"(%\S+) = OpConstant %\S+ (\d+)", text))
        for instruction, scope, semantics in SEMANTICS.findall(text):
            seen = atomics if instruction.startswith("OpAtomic") else barriers
            seen.add(int(constants[semantics]))
            scopes.add(int(constants[scope]))
    work_group, sub_group, acquire_release, local_memory, global_memory = 2, 3, 0x8, 0x100, 0x200
    each = {acquire_release | of for of in (local_memory, global_memory, local_memory | global_memory)}
    assert barriers == {0, *each}  # none: sub_group_barrier(0)
    assert atomics == {0}
    assert scopes == {work_group, sub_group}


def test_barriers_of_sub_groups_have_each_flag_and_scope():
    """In OpenCL C; each scope under the macro that has it."""
    kernels = pack.Packed(BUILD / "suite" / "c.pack")
    texts = [kernels.text(name) for name in kernels if re.search(r"sub_group_barrier\w*\.", name)]
    seen = set(re.findall(r"sub_group_barrier\(([^)]*)\);", "\n".join(texts)))
    local, everywhere = "CLK_LOCAL_MEM_FENCE", "CLK_GLOBAL_MEM_FENCE"
    for flags in (local, everywhere, f"{local} | {everywhere}", f"{everywhere} | {local}", "0"):
        assert flags in seen, seen
    scopes = {call.partition(", memory_scope_")[2] for call in seen}
    assert scopes == {"", "sub_group", "work_group", "device"}, seen


def test_constant_ids_of_broadcasts_are_not_the_first_ones_alone():
    """OpGroupNonUniformBroadcast before SPIR-V 1.5."""
    manifest = json.loads((BUILD / "suite" / "manifest.json").read_text())
    ids = {s["argument"] for s in manifest["signatures"] if "argument" in s}
    assert min(ids) == 0 and len([one for one in ids if one > 3]) >= 4, ids


def test_from_spirv_1_5_on_a_broadcast_takes_an_id_that_is_loaded():
    """Before that, "Id must come from a constant instruction"."""
    modules = pack.Packed(BUILD / "suite" / "spirv.pack")
    some = re.compile(r"spirv/sub_group_non_uniform_broadcast\.(int|half|double)\.(plain|loaded)\.spvasm$")
    seen = {"plain": [], "loaded": []}
    for name in filter(some.match, modules):
        text = modules.text(name)
        constants = set(re.findall(r"(%\S+) = OpConstant ", text))
        ids = re.findall(r"OpGroupNonUniformBroadcast %\S+ %\S+ %\S+ (%\S+)", text)
        seen[some.match(name)[2]] += [one in constants for one in ids]
    assert seen["plain"] and all(seen["plain"]), seen
    assert seen["loaded"] and not any(seen["loaded"]), seen


@pytest.mark.parametrize("function", ["reduce", "scan_inclusive", "scan_exclusive", "clustered_reduce"])
@pytest.mark.parametrize("operator", ["min", "max"])
def test_a_minimum_of_spirv_has_the_clause_of_its_nans(manifest, function, operator):
    """These are the cases whose data has NaN among numbers (pattern nan_ignored)."""
    sentence = "if for any two Values one of them is a NaN, the other is chosen"
    stated = {clause.id for clause in own() if sentence in clause.text}
    name = ("sub_group_" if function == "clustered_reduce" else "sub_group_non_uniform_") + function
    found = {
        clauses.name_of(entry): stated & set(entry["clauses"])
        for entry in manifest["signatures"]
        if re.fullmatch(rf"spirv\.{name}_{operator}\.(half|float|double)", clauses.name_of(entry))
    }
    assert len(found) == 3 and all(found.values()), found
