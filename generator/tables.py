"""Reads the tables of suite/: X-macro rows `WGC_NAME(a, b, "text")`, one a line, and block comments.

The C program includes the same files. What is not understood here is an error that names file and line, so
that no row is ever silently left out.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

from generator import context, forms_active

PROFILES = ("quick", "default", "full")
# What a row of grids.def belongs to. Of all their cases, quick has those that generator/rank.py selects.
PASSES = ("first", "default", "full", "last")
LANGUAGES = ("c", "spirv")
ARGUMENTS = ("NONE", "IDS", "INIT", "UNIFORM", "EACH")
SCOPES = ("WORK_GROUP", "SUB_GROUP")
CLASSES = ("SINT", "UINT", "FLOAT")
REALS = ("SUM", "PRODUCT", "ORDER", "NONE")
TRAITS = ("NOTHING", "TRUTH", "LOCAL_IDS", "MAX_SIZE", "LINEAR_IDS", "CLUSTERS")
IDENTITIES = ("ZERO", "ONE", "ALL_ONES", "TRUE", "FALSE", "HIGHEST", "LOWEST")
# Local sizes with up to so many work-items are each one of its own.
FEW_ITEMS = 4
# All work-groups in x, and the kernel is launched several times.
SEVERAL_LAUNCHES = ("REPEATED", "QUEUES", "UNORDERED", "THREADS", "CLONED", "COMMANDS")
GEOMETRIES = ("LINEAR", "OFFSET", "REMAINDER", "GROUPS_2D", "GROUPS_3D", "EXAMPLE", "CHOSEN")
GEOMETRIES += ("OFFSET_64", "GROUPS_65536", "GIVEN", "FILLED", "PIPES", "SUB_BUFFERS")
GEOMETRIES += SEVERAL_LAUNCHES
PICKS = ("EACH", "TURN", "COVER")
LIMITS = ("NONE", "X", "XY", "ANY", *SCOPES, "EXAMPLE", "MAPPING", "PROGRESS", "LATER", "VECTOR")
FORM_SCOPES = (*SCOPES, "BOTH", "NON_UNIFORM", "CLUSTERED")
MAX_SLOTS = 16
# The slots that a variant's kernel fills; a loop fills as many as there are. The names of cluster and
# required end with a number, as cluster8: work-items of a cluster, of a sub-group. A name with one of
# context.OPTIONS after it, as branches_debug, is the same text in a program with other build options.
VARIANTS = {
    "plain": ("CALL",),
    "loop": ("CALL", "CALL", "CALL"),
    "sequence": ("CALL", "CALL", "COPY"),
    "function": ("CALL",),
    "branch": ("CALL",),
    "uniform": ("UNIFORM",),
    "local": ("CALL", "COPY"),
    "reqd": ("CALL",),
    "together": ("CALL", "SCRATCH", "SCRATCH", "CALL"),
    "bare": ("BARE",),
    "some": ("SOME",),
    "either": ("EVEN", "ODD"),
    "trips": ("ROUND", "ROUND", "ROUND"),
    "cluster": ("CALL",),
    "required": ("CALL",),
    **{variant: form.slots for variant, form in forms_active.FORMS.items()},
    "loaded": ("CALL",),
    **context.VARIANTS,
}
# The families whose names end with a number, and those whose kernels require a local size.
NUMBERED = ("cluster", "required", "both")
PER_SHAPE = ("reqd", "snug", "both")
# The variants whose kernels also call other functions of the same feature, a crash of which is theirs too.
WITH_OTHERS = ("sequence", "together")
VECTOR_WIDTHS = (2, 3, 4, 8, 16)


class TableError(Exception):
    """A table that cannot be understood; the text begins with file:line."""


@dataclass(frozen=True)
class Feature:
    name: str
    emulated: bool  # whether a form with it is there for the emulated functions, too
    text: str


@dataclass(frozen=True)
class Type:
    number: int  # of its row, from 0
    name: str
    value_class: str
    bits: int
    significand: int
    feature: str | None
    sets: frozenset[str]


@dataclass(frozen=True)
class Op:
    name: str
    sycl: str | None
    set: str
    identity: str
    text: dict[str, str]  # the operator of a and b in OpenCL C, for each class of types
    spirv: dict[str, str]  # its instruction after OpGroupNonUniform, for each class of types
    group_suffix: str  # after OpGroup and the instruction


@dataclass(frozen=True)
class Kind:
    number: int  # of its row, from 0
    name: str
    argument: str
    traits: frozenset[str]
    meaning: str


@dataclass(frozen=True)
class Function:
    name: str  # with %s or %S where the operator's name goes
    kind: str
    argument: str  # of its kind
    traits: frozenset[str]  # of its kind
    scope: str
    ops: str
    types: str
    widths: tuple[int, ...]
    feature: str
    spirv_feature: str | None


def text_of(variant):
    """The variant with the same text and the usual way to build it: branches, of branches_unoptimized."""
    return variant.partition("_")[0]


def family_of(variant):
    """The name of a variant's text without the number after it."""
    return text_of(variant).rstrip("0123456789")


def number_behind(variant, family):
    return int(text_of(variant).removeprefix(family)) if family_of(variant) == family else 0


def required_size_of(variant):
    """The sub-group size that the variant's kernel requires, or 0."""
    return number_behind(variant, "required") or number_behind(variant, "both")


@dataclass(frozen=True)
class Form:
    name: str
    variant: str
    geometry: str
    slots: tuple[str, ...]
    scope: str
    feature: str | None
    what: str  # what its kernels do
    fault: str  # what it is there to find

    @property
    def per_shape(self):
        return family_of(self.variant) in PER_SHAPE

    @property
    def cluster(self):
        """The work-items of a cluster, or 0: those of the signature."""
        return number_behind(self.variant, "cluster")

    @property
    def required_size(self):
        """The sub-group size that the kernel requires, or 0."""
        return required_size_of(self.variant)


# Local sizes that the device decides: the largest, and those with sub-groups of that kind.
DECIDED = ("max", "full", "partial", "single")


@dataclass(frozen=True)
class Shape:
    name: str
    rank: int
    side: tuple[int, int, int]
    # "" where its sides are the size; "max", or what the sub-groups are: "full", "partial", "single"
    decided: str
    sets: frozenset[str]

    @property
    def items(self):
        return self.side[0] * self.side[1] * self.side[2]


@dataclass(frozen=True)
class GridRule:
    form: str
    in_pass: str
    languages: tuple[str, ...]
    limit: str
    pick: str
    shapes: str


@dataclass(frozen=True)
class Query:
    name: str
    since: int
    text: str
    profile: str = "quick"  # the first that has it


@dataclass
class Tables:
    types: dict[str, Type] = field(default_factory=dict)
    ops: dict[str, Op] = field(default_factory=dict)
    features: dict[str, Feature] = field(default_factory=dict)
    kinds: dict[str, Kind] = field(default_factory=dict)
    functions: list[Function] = field(default_factory=list)
    slots: dict[str, str] = field(default_factory=dict)  # what each contains
    forms: dict[str, Form] = field(default_factory=dict)
    shapes: dict[str, Shape] = field(default_factory=dict)
    rules: list[GridRule] = field(default_factory=list)
    queries: dict[str, Query] = field(default_factory=dict)


@dataclass(frozen=True)
class Row:
    """One row as text: its place and its columns, strings still in their quotes."""

    place: str
    columns: tuple[str, ...]

    def fail(self, what):
        raise TableError(f"{self.place}: {what}")

    def word(self, index, what):
        text = self.columns[index]
        if not re.fullmatch(r"[A-Za-z0-9_]+", text):
            self.fail(f"{what} {text!r} is not a name")
        return text

    def one_of(self, index, what, choices):
        text = self.word(index, what)
        if text not in choices:
            self.fail(f"unknown {what} {text!r}; there is {', '.join(choices)}")
        return text

    def optional(self, index, what, choices):
        """None where the column is `none`."""
        return None if self.columns[index] == "none" else self.one_of(index, what, choices)

    def number(self, index, what):
        if not re.fullmatch(r"[0-9]+", self.columns[index]):
            self.fail(f"{what} {self.columns[index]!r} is not a number")
        return int(self.columns[index])

    def string(self, index, what):
        text = self.columns[index]
        if not re.fullmatch(r'"[^"\\]*"', text):
            self.fail(f"{what} {text!r} is not a string in double quotes")
        return text[1:-1]

    def word_set(self, index, what):
        words = [word.strip() for word in self.columns[index].split("|")]
        for word in words:
            if not re.fullmatch(r"[A-Z][A-Z0-9_]*", word):
                self.fail(f"{what} {word!r} is not the name of a set")
        if len(set(words)) != len(words):
            self.fail(f"{what} names a set twice")
        return frozenset(words)


def without_comments(text, name):
    """The text with block comments replaced by as many line ends as they hold."""
    text = re.sub(r"/\*.*?\*/", lambda match: "\n" * match[0].count("\n"), text, flags=re.DOTALL)
    if "/*" in text:
        line = text[: text.index("/*")].count("\n") + 1
        raise TableError(f"{name}:{line}: the comment does not end")
    return text


def read_rows(path, macro, column_count):
    text = without_comments(path.read_text(encoding="utf-8"), path)
    rows = []
    for number, line in enumerate(text.split("\n"), 1):
        place = f"{path}:{number}"
        if not line.strip():
            continue
        match = re.fullmatch(r'\s*([A-Z_]+)\(((?:[^"()]|"[^"]*")*)\)\s*', line)
        if not match:
            raise TableError(f"{place}: not a row {macro}(...): {line.strip()}")
        if match[1] != macro:
            raise TableError(f"{place}: {match[1]} is not {macro}")
        columns = tuple(part.strip() for part in re.findall(r'((?:[^",]|"[^"]*")+)(?:,|$)', match[2]))
        if len(columns) != column_count:
            raise TableError(f"{place}: {len(columns)} columns, not {column_count}")
        rows.append(Row(place, columns))
    if not rows:
        raise TableError(f"{path}:1: no row {macro}(...)")
    return rows


def add(table, row, key, value):
    if key in table:
        row.fail(f"{key!r} is there twice")
    table[key] = value


def read_features(folder, tables):
    for row in read_rows(folder / "features.def", "WGC_FEATURE", 4):
        name = row.word(0, "feature")
        emulated = row.one_of(1, "emulated", ("NO", "YES")) == "YES"
        add(tables.features, row, name, Feature(name, emulated, row.string(3, "text")))


def read_types(folder, tables):
    for row in read_rows(folder / "types.def", "WGC_TYPE", 6):
        name = row.word(0, "type")
        value_class = row.one_of(1, "class", CLASSES)
        bits, significand = row.number(2, "bits"), row.number(3, "significand")
        if bits not in (8, 16, 32, 64):
            row.fail(f"{bits} bits are no type's size")
        if (significand != 0) != (value_class == "FLOAT"):
            row.fail("a significand is what FLOAT has and the others have not")
        feature = row.optional(4, "feature", tables.features)
        add(
            tables.types,
            row,
            name,
            Type(len(tables.types), name, value_class, bits, significand, feature, row.word_set(5, "set")),
        )


def read_ops(folder, tables):
    for row in read_rows(folder / "ops.def", "WGC_OP", 13):
        name = row.word(0, "operator")
        sycl = None if row.columns[1] == "none" else row.word(1, "SYCL name")
        identity = row.one_of(3, "identity", IDENTITIES)
        integer, real = row.string(7, "text"), row.string(8, "text")
        if (real == "none") != (row.one_of(6, "judgement", REALS) == "NONE"):
            row.fail("a text for floating point is what an operator with floating-point results has")
        text = {"SINT": integer, "UINT": integer, "FLOAT": real}
        spirv = {kind: row.word(9 + i, "instruction") for i, kind in enumerate(CLASSES)}
        suffix = "KHR" if row.one_of(12, "extension", ("KHR", "none")) == "KHR" else ""
        add(tables.ops, row, name, Op(name, sycl, row.word(2, "set"), identity, text, spirv, suffix))


def read_kinds(folder, tables):
    for row in read_rows(folder / "kinds.def", "WGC_KIND", 6):
        name = row.word(0, "kind")
        if row.word(1, "name") != name.lower():
            row.fail(f"the name of {name} is not in lower case")
        traits = row.word_set(4, "trait")
        if unknown := traits - set(TRAITS):
            row.fail(f"unknown trait {min(unknown)}")
        argument = row.one_of(2, "argument", ARGUMENTS)
        add(tables.kinds, row, name, Kind(len(tables.kinds), name, argument, traits, row.string(5, "text")))


def widths_of(row, index):
    if row.columns[index] == "VECTOR":
        return VECTOR_WIDTHS
    width = row.number(index, "width")
    if width not in (1, *VECTOR_WIDTHS):
        row.fail(f"no vector has {width} components")
    return (width,)


def read_functions(folder, tables):
    type_sets = sorted(set().union(*(kind.sets for kind in tables.types.values())))
    op_sets = sorted({op.set for op in tables.ops.values()})
    for row in read_rows(folder / "functions.def", "WGC_FUNCTION", 8):
        name = row.string(0, "function")
        if not re.fullmatch(r"[a-z0-9_]*(%[sS])?[a-z0-9_]*", name):
            row.fail(f"{name!r} is no function's name")
        ops = row.columns[3] if row.columns[3] == "NONE" else row.one_of(3, "set of operators", op_sets)
        if ("%" in name) != (ops != "NONE"):
            row.fail("the name has a place for an operator just when there are operators")
        if "%S" in name and any(op.set == ops and not op.sycl for op in tables.ops.values()):
            row.fail(f"an operator of {ops} has no name in SYCL")
        kind = tables.kinds[row.one_of(1, "kind", tables.kinds)]
        function = Function(
            name,
            kind.name,
            kind.argument,
            kind.traits,
            row.one_of(2, "scope", SCOPES),
            ops,
            row.one_of(4, "set of types", type_sets),
            widths_of(row, 5),
            row.one_of(6, "feature", tables.features),
            row.optional(7, "feature", tables.features),
        )
        if function in tables.functions:
            row.fail(f"{name!r} is there twice")
        tables.functions.append(function)


def read_slots(folder, tables):
    """Their texts; the other columns are C's alone."""
    for row in read_rows(folder / "slots.def", "WGC_SLOT", 8):
        add(tables.slots, row, row.columns[0], row.string(7, "text"))


def read_forms(folder, tables):
    for row in read_rows(folder / "forms.def", "WGC_FORM", 8):
        name = row.word(0, "form")
        slots = tuple(row.columns[3].split())
        if not 1 <= len(slots) <= MAX_SLOTS or any(slot not in tables.slots for slot in slots):
            row.fail(f"slots {row.columns[3]!r} are not one to {MAX_SLOTS} of {', '.join(tables.slots)}")
        variant = row.word(1, "variant")
        family = family_of(variant)
        numbered = family != text_of(variant)
        if family not in VARIANTS or (family in NUMBERED) != numbered:
            row.fail(f"unknown variant {variant!r}; there is {', '.join(VARIANTS)}")
        if variant.partition("_")[2] not in ("", *context.OPTIONS):
            row.fail(f"{variant!r} is built in no way of {', '.join(context.OPTIONS)}")
        if slots != VARIANTS[family]:
            row.fail(f"the kernel of {variant} fills the slots {' '.join(VARIANTS[family])}")
        form = Form(
            name,
            variant,
            row.one_of(2, "geometry", GEOMETRIES),
            slots,
            row.one_of(4, "scope", FORM_SCOPES),
            row.optional(5, "feature", tables.features),
            row.string(6, "what"),
            row.string(7, "fault"),
        )
        add(tables.forms, row, name, form)


def read_shapes(folder, tables):
    for row in read_rows(folder / "shapes.def", "WGC_SHAPE", 2):
        name = row.word(0, "shape")
        sets = row.word_set(1, "set")
        if name in DECIDED:
            shape = Shape(name, 1, (1, 1, 1), name, sets)
        elif re.fullmatch(r"[1-9][0-9]{0,4}(x[1-9][0-9]{0,4}){0,2}", name):
            sides = [int(side) for side in name.split("x")]
            shape = Shape(name, len(sides), tuple([*sides, 1, 1][:3]), "", sets)
        else:
            row.fail(f"{name!r} is no shape: sides with x between them, or {', '.join(DECIDED)}")
        add(tables.shapes, row, name, shape)


def read_rules(folder, tables):
    sets = sorted(set().union(*(shape.sets for shape in tables.shapes.values())))
    for row in read_rows(folder / "grids.def", "WGC_GRID", 6):
        language = row.one_of(2, "language", ("C", "SPIRV", "BOTH"))
        rule = GridRule(
            row.one_of(0, "form", tables.forms),
            row.one_of(1, "pass", [name.upper() for name in PASSES]).lower(),
            LANGUAGES if language == "BOTH" else (language.lower(),),
            row.one_of(3, "limit", LIMITS),
            row.one_of(4, "pick", PICKS),
            row.one_of(5, "set of shapes", sets),
        )
        if rule in tables.rules:
            row.fail("the row is there twice")
        tables.rules.append(rule)
    for form in tables.forms.keys() - {rule.form for rule in tables.rules}:
        raise TableError(f"{folder / 'grids.def'}: no row has the form {form!r}")


def read_queries(folder, tables):
    """The parts that only C needs (measurement, judge, feature test) are checked where C includes the row."""
    for row in read_rows(folder / "queries.def", "WGC_QUERY", 6):
        name = row.word(0, "query")
        if not re.fullmatch(r"[a-z0-9_]{1,40}", name):
            row.fail(f"{name!r} is no name of a check: a-z, 0-9 and _")
        add(tables.queries, row, name, Query(name, row.number(1, "since"), row.string(5, "text")))


def read_programs(folder, tables):
    """The checks of several kernels together: query.program_NAME and query.shared_NAME."""
    for row in read_rows(folder / "programs.def", "WGC_PROGRAM", 4):
        scope, type_name = row.one_of(1, "scope", SCOPES), row.one_of(2, "type", tables.types)
        name = row.word(0, "program")
        if name != f"{scope.lower()}_{type_name}":
            row.fail(f"the program of {scope} and {type_name} cannot be called {name!r}")
        profile = row.one_of(3, "profile", [profile.upper() for profile in PROFILES]).lower()
        add(tables.queries, row, f"program_{name}", Query(f"program_{name}", 100, "", profile))
    for row in read_rows(folder / "shared.def", "WGC_SHARED", 2):
        name = f"shared_{row.word(0, 'check')}"
        add(tables.queries, row, name, Query(name, 100, row.string(1, "text")))


def read_tables(folder):
    """All tables of a folder, or TableError."""
    folder = Path(folder)
    tables = Tables()
    try:
        for read in (
            read_features,
            read_types,
            read_ops,
            read_kinds,
            read_functions,
            read_slots,
            read_forms,
            read_shapes,
            read_rules,
            read_queries,
            read_programs,
        ):
            read(folder, tables)
    except OSError as error:
        raise TableError(f"{error.filename}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise TableError(f"{folder}: not UTF-8: {error}") from error
    return tables
