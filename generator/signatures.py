"""The signatures: the cross product of the functions with their operators and types."""

from dataclasses import dataclass, replace
from functools import cached_property

from generator.tables import Form, Function, Op, Tables, Type, family_of

EXTENDED_TYPES = "subgroup_extended_types"
CLUSTERS = (4, 2)
# Kinds that are no call in an expression, and the variants of their kernels.
LONELY = {
    "MAPPING": ("plain",),
    "PROGRESS": ("plain",),
    "BARRIER_LOCAL": ("plain", "loop", "reqd"),
    "BARRIER_GLOBAL": ("plain", "loop", "reqd"),
}
CONSTANTS = {"SINT": -3, "UINT": 3, "FLOAT": -1}


@dataclass(frozen=True)
class Signature:
    name: str
    row: int  # in functions.def, from 0
    source: Function
    op: Op | None
    type: Type
    cluster: int = 0
    width: int = 1  # components of a value

    @property
    def kind(self):
        return self.source.kind

    @property
    def scope(self):
        return self.source.scope

    @cached_property
    def key(self):
        """Identifies the signature within its language."""
        return f"{self.name}.{self.type_name}"

    @property
    def type_name(self):
        """OpenCL C's name of the type of a value."""
        return f"{self.type.name}{self.width if self.width > 1 else ''}"

    @cached_property
    def group(self):
        """Within which a cover pairs: functions of work-groups, of sub-groups, later ones, vectors."""
        return "VECTOR" if self.vector else "LATER" if self.later else self.scope

    @property
    def sub_group(self):
        return self.scope == "SUB_GROUP"

    @property
    def init(self):
        return self.kind.endswith("_INIT")

    def without_init(self):
        """The function that a form with an initial value is made of."""
        return replace(self, source=replace(self.source, kind=self.kind.removesuffix("_INIT")))

    @property
    def argument(self):
        return self.source.argument

    @property
    def uses_local_ids(self):
        """Whether a result depends on the sub-group local ids of the active work-items."""
        return "LOCAL_IDS" in self.source.traits

    @property
    def uses_max_size(self):
        """Whether a result depends on get_max_sub_group_size()."""
        return "MAX_SIZE" in self.source.traits

    @property
    def truth(self):
        """Whether the results are truth values."""
        return "TRUTH" in self.source.traits or (self.op is not None and self.op.set == "LOGICAL")

    @property
    def vector(self):
        """Whether it is one of a family that has each width; a ballot is no vector in this sense."""
        return len(self.source.widths) > 1

    @cached_property
    def non_uniform(self):
        """Whether work-items of the sub-group may be missing: the functions of the later extensions."""
        return self.sub_group and self.source.feature not in ("subgroups", EXTENDED_TYPES)

    @cached_property
    def later(self):
        """Whether it is one that a later sub-group extension added."""
        return self.non_uniform or EXTENDED_TYPES in (self.type.feature, self.source.feature)

    @property
    def constant(self):
        """The literal that slot CONSTANT calls the function with."""
        return CONSTANTS[self.type.value_class]

    @property
    def literals(self):
        """Those of the slots CONSTANT: an odd number, 0, an even one, and the sign or the type's extreme."""
        bits = self.type.bits
        return {
            "SINT": (self.constant, 0, 4, -(1 << (bits - 1))),
            "UINT": (self.constant, 0, 1 << (bits - 1), (1 << bits) - 1),
            "FLOAT": (self.constant, 0, 1, -1)
            if self.op and self.op.name == "mul"
            else (self.constant, 0, 2, -4),
        }[self.type.value_class]

    @property
    def type_feature(self):
        """What the type needs: nothing where the function's own extension brings it."""
        return None if self.non_uniform and self.type.feature == EXTENDED_TYPES else self.type.feature

    @property
    def features(self):
        """What OpenCL C needs."""
        return tuple(dict.fromkeys(f for f in (self.source.feature, self.type_feature) if f))

    @cached_property
    def spirv_features(self):
        """What SPIR-V needs."""
        version = "spirv_1_3" if self.non_uniform else None
        extended = EXTENDED_TYPES if self.source.feature == EXTENDED_TYPES else None
        needs = ("spirv", version, self.source.spirv_feature, self.type_feature, extended)
        return tuple(dict.fromkeys(f for f in needs if f))

    @cached_property
    def limit(self):
        """The dimensions in which a local size may have sides other than 1: an id for each is an argument."""
        if self.scope == "WORK_GROUP" and self.kind in ("BROADCAST", "BROADCAST_2D"):
            return "X" if self.kind == "BROADCAST" else "XY"
        return "NONE"

    def has_form(self, form: Form):
        """
        A mapping is the same however a kernel is written, so it has the forms of the plain text alone, and
        those that require a size of the sub-groups. A barrier is no call with a result.
        """
        if form.cluster and self.cluster in (form.cluster, 0):
            return False
        if form.variant == "loaded" and self.kind != "NON_UNIFORM_BROADCAST":
            return False
        scopes = ["BOTH", self.scope]
        scopes += ["NON_UNIFORM"] if self.non_uniform else []
        scopes += ["CLUSTERED"] if self.cluster else []
        required = family_of(form.variant) == "required"
        if self.kind in LONELY and form.variant not in LONELY[self.kind] and not required:
            return False
        return form.scope in scopes


def expand(tables: Tables):
    """All signatures in the order of functions.def, then of operators, then of types."""
    signatures = []
    for row, function in enumerate(tables.functions):
        ops = [op for op in tables.ops.values() if op.set == function.ops] or [None]
        types = [kind for kind in tables.types.values() if function.types in kind.sets]
        for op in ops:
            name = function.name
            if op:
                name = name.replace("%S", op.sycl or "").replace("%s", op.name)
            for number, kind in enumerate(types):
                cluster = CLUSTERS[number % 2] if function.kind.startswith("CLUSTERED") else 0
                for width in function.widths:
                    signatures.append(Signature(name, row, function, op, kind, cluster, width))
    return signatures
