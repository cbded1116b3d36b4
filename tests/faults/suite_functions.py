"""The functions that a fault can touch, from the suite's tables."""

import re
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from generator.signatures import expand  # noqa: E402
from generator.tables import read_tables  # noqa: E402

BROADCAST_IDS = {"BROADCAST": 1, "BROADCAST_2D": 2, "BROADCAST_3D": 3}
# The operators that the predicates are, as if they were reductions.
PREDICATES = {"ALL": "logical_and", "ANY": "logical_or"}
# What differs from "a value of the type, and a result of the type" in the functions of sub-groups.
NO_VALUE = ("ELECT", "EQ_MASK", "GE_MASK", "GT_MASK", "LE_MASK", "LT_MASK")
INT_RESULT = ("ALL_EQUAL", "INVERSE_BALLOT", "BALLOT_BIT_EXTRACT")
UINT_RESULT = (
    "BALLOT_BIT_COUNT",
    "BALLOT_INCLUSIVE_SCAN",
    "BALLOT_EXCLUSIVE_SCAN",
    "BALLOT_FIND_LSB",
    "BALLOT_FIND_MSB",
)


@dataclass(frozen=True)
class Function:
    name: str  # in cases
    builtin: str  # in OpenCL C: overloads share it
    kind: str
    op: str  # "" where there is none
    scope: str
    types: tuple[str, ...]  # as in cases: vectors too
    feature: str  # what OpenCL C needs
    ids: tuple[str, ...]  # the types of the arguments that follow the value

    @property
    def composed(self) -> bool:
        """Whether no wrapper can replace it: the suite makes it of other functions, or it takes a cluster,
        which has to be a constant."""
        return self.kind in ("MAPPING", "CLUSTERED_REDUCE", "CLUSTERED_ROTATE") or self.kind.endswith("_INIT")

    def value(self, type_: str) -> str:
        """The type of the value that the built-in takes; "" where it takes none."""
        if self.kind in NO_VALUE:
            return ""
        return "int" if self.kind == "BALLOT" else type_

    def result(self, type_: str) -> str:
        """The type of the built-in's result."""
        if self.kind in INT_RESULT:
            return "int"
        return "uint" if self.kind in UINT_RESULT else type_


def ids(signature) -> tuple[str, ...]:
    """The types of the arguments that follow the value."""
    if signature.kind in BROADCAST_IDS:
        return ("uint" if signature.sub_group else "size_t",) * BROADCAST_IDS[signature.kind]
    if signature.argument in ("UNIFORM", "EACH"):
        return ("int" if signature.kind.endswith("ROTATE") else "uint",)
    return ()


def load() -> tuple[Function, ...]:
    """The functions that cases are named after, each once."""
    types: dict[tuple, list[str]] = {}
    for signature in expand(read_tables(ROOT / "suite")):
        key = (
            signature.name,
            signature.kind,
            signature.op.name if signature.op else "",
            signature.scope,
            signature.source.feature,
            ids(signature),
        )
        types.setdefault(key, []).append(signature.type_name)
    return tuple(
        Function(
            name=name,
            builtin=re.sub(r"_[23]d$", "", name) if kind in BROADCAST_IDS else name,
            kind=kind,
            op=op or PREDICATES.get(kind, ""),
            scope=scope,
            types=tuple(members),
            feature=feature,
            ids=arguments,
        )
        for (name, kind, op, scope, feature, arguments), members in types.items()
    )
