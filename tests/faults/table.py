"""The catalogue of faults: reads catalogue/*.toml, strictly.

A file is a group of faults; its name is the group's. Each [[fault]] has

  id         words with dots, in lower case in the end; the group's name is put in front
  what       one sentence: what is wrong, or unusual
  functions  patterns of the suite's names (suite/functions.def) that it touches
  types      the types it touches; all that the functions have where it is left out
  item, group, text, or spirv   its body (prelude.clh), or the rule for SPIR-V modules (layer/spirv.h)

and may have

  kind   "wrong" (default) or "right": an unusual implementation that the standard allows
  each   a list of tables: one fault is made for each, in which @NAME@ in a text is its value of NAME, if that
         is a text; a list takes the place of the row's field of that name
  uses   what of prelude.clh the body needs beyond the rest: "state", "context", "local", "rounds"
  needs  a property that the device must have (NEEDS), in addition to what its functions, types and cases need
  seen_in  the functions in whose cases it shows; all that it touches where it is left out
  skips  true on a right implementation that may make a skip of a pass: it does not do what a form needs
  repairs  true on a right implementation that replaces a device's own where that is wrong
  cases  where it shows, patterns of SHAPE.FORM, where that makes a run much shorter; else ["*"]
"""

import fnmatch
import math
import re
import tomllib
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import suite_functions

FOLDER = Path(__file__).resolve().parent / "catalogue"
BODIES = ("item", "group", "text", "spirv")
USES = {"state", "context", "local", "rounds"}


def items(case: str) -> int:
    """The number of work-items of a case's work-groups; 0 where its name does not contain it."""
    sides = case.split(".")[3].split("x")
    return math.prod(map(int, sides)) if all(side.isdigit() for side in sides) else 0


def rows(case: str) -> int:
    """In how many rows the work-items of a case's work-groups are; 1 in one dimension."""
    width = case.split(".")[3].split("x")[0]
    return max(items(case) // int(width), 1) if width.isdigit() else 1


# What a row may need, and whether a device has it. `device`: its entry in a report; `passing`: passing cases.
NEEDS = {
    "denormals": lambda device, passing: device["floating_point"]["float"]["denormals"],
    # PoCL's sub-groups are the rows of a work-group: all are full, and 1D, where its mapping passes, has one.
    "short_sub_groups": lambda device, passing: device["platform"] != "Portable Computing Language",
    "several_sub_groups": lambda device, passing: (
        device["platform"] != "Portable Computing Language" or any(rows(name) > 1 for name in passing)
    ),
    "2_items": lambda device, passing: 2 in map(items, passing),
    "above_256_items": lambda device, passing: max(map(items, passing)) > 256,
    "4096_items": lambda device, passing: device["limits"]["max_work_group_size"] >= 4096,
}
KINDS = {"wrong", "right"}
FIELDS = {"id", "what", "functions", "types", "kind", "each", "uses", "needs", "cases", "seen_in", "repairs"}
FIELDS |= set(BODIES) | {"skips"}


@dataclass(frozen=True)
class Fault:
    id: str
    group: str
    kind: str
    what: str
    functions: tuple[suite_functions.Function, ...]
    types: tuple[str, ...]
    body_kind: str
    body: str
    uses: tuple[str, ...]
    needs: tuple[str, ...]
    cases: tuple[str, ...]
    seen_in: tuple[suite_functions.Function, ...]
    repairs: bool
    skips: bool

    @cached_property
    def heads(self) -> set[tuple[str, str, str]]:
        """The language, function and type of each case in which it can show."""
        language = "spirv" if self.body_kind == "spirv" else "c"
        return {(language, f.name, t) for f in self.seen_in for t in f.types if t in self.types}

    @cached_property
    def ends(self) -> re.Pattern:
        """Matches the SHAPE.FORM of these cases."""
        return re.compile("|".join(fnmatch.translate(pattern) for pattern in self.cases))

    def touches(self, function: suite_functions.Function, type_: str) -> bool:
        return function in self.functions and type_ in self.types

    @property
    def outlives(self) -> bool:
        """Whether it keeps something from work-group to work-group: variables that OpenCL C 1.2 lacks."""
        return "wgf_left" in self.body

    @property
    def emulated(self) -> bool:
        """Whether no OpenCL C front end offers the functions, so that the emulated ones are made wrong."""
        return self.body_kind != "spirv" and any(f.feature == "uniform_arithmetic" for f in self.functions)


def fill(value, variables: dict, where: str):
    """`value` with each @NAME@ replaced, in lists too."""
    if isinstance(value, bool):
        return value
    if isinstance(value, list):
        return [fill(item, variables, where) for item in value]
    if not isinstance(value, str):
        raise ValueError(f"{where}: {value!r} is no text")

    def lookup(match):
        if match[1] not in variables:
            raise ValueError(f"{where}: no value for {match[0]}")
        return variables[match[1]]

    return re.sub(r"@(\w+)@", lookup, value)


def choose(patterns: list[str], functions: tuple, where: str) -> tuple:
    """The functions that have one of the names, in the order of the patterns."""
    chosen = []
    for pattern in patterns:
        found = [f for f in functions if fnmatch.fnmatchcase(f.name, pattern)]
        if not found:
            raise ValueError(f"{where}: no function is named {pattern}")
        chosen += [f for f in found if f not in chosen]
    return tuple(chosen)


def make(row: dict, group: str, functions: tuple[suite_functions.Function, ...]) -> Fault:
    where = f"{group}: {row.get('id', 'a fault without id')}"
    unknown = set(row) - FIELDS
    missing = {"id", "what", "functions"} - set(row)
    bodies = [body for body in BODIES if body in row]
    if unknown or missing or len(bodies) != 1:
        raise ValueError(f"{where}: unknown {sorted(unknown)}, missing {sorted(missing)}, bodies {bodies}")
    own_id = row["id"].lower()
    if not re.fullmatch(r"[a-z0-9_]+(\.[a-z0-9_]+)*", own_id):
        raise ValueError(f"{where}: the id is not made of words and dots")
    chosen = choose(row["functions"], functions, where)
    offered = {t for f in chosen for t in f.types}
    types = row.get("types", sorted(offered))
    for name, values, allowed in (
        ("types", types, offered),
        ("uses", row.get("uses", []), USES),
        ("needs", row.get("needs", []), NEEDS),
        ("kind", [row.get("kind", "wrong")], KINDS),
    ):
        if not set(values) <= set(allowed):
            raise ValueError(f"{where}: {name} {values} not among {sorted(allowed)}")
    return Fault(
        id=f"{group}.{own_id}",
        group=group,
        kind=row.get("kind", "wrong"),
        what=" ".join(row["what"].split()),
        functions=chosen,
        types=tuple(types),
        body_kind=bodies[0],
        body=row[bodies[0]].strip(),
        uses=tuple(row.get("uses", [])),
        needs=tuple(row.get("needs", [])),
        cases=tuple(row.get("cases", ["*"])),
        seen_in=choose(row["seen_in"], chosen, where) if "seen_in" in row else chosen,
        repairs=row.get("repairs", False),
        skips=row.get("skips", False),
    )


def load(folder: Path = FOLDER) -> list[Fault]:
    """The faults of a folder, of which the project's own one does not change while this process runs."""
    return list(own()) if folder == FOLDER else read(folder)


@cache
def own() -> tuple[Fault, ...]:
    return tuple(read(FOLDER))


def read(folder: Path) -> list[Fault]:
    functions = suite_functions.load()
    faults = []
    for path in sorted(folder.glob("*.toml")):
        data = tomllib.loads(path.read_text())
        if set(data) != {"fault"}:
            raise ValueError(f"{path.name}: only [[fault]] is allowed, not {sorted(data)}")
        for row in data["fault"]:
            each = row.pop("each", [{}])
            for values in each:
                where = f"{path.name}: {row.get('id')}"
                variables = {key: value for key, value in values.items() if isinstance(value, str)}
                fields = row | {key: value for key, value in values.items() if key not in variables}
                filled = {key: fill(value, variables, where) for key, value in fields.items()}
                faults.append(make(filled, path.stem, functions))
    seen = {}
    for fault in faults:
        body = (fault.functions, fault.types, fault.cases, " ".join(fault.body.split()))
        for key in (fault.id, body):
            if key in seen:
                raise ValueError(f"{fault.id} is {seen[key]} again")
            seen[key] = fault.id
    return faults
