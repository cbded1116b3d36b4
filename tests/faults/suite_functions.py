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


@dataclass(frozen=True)
class Function:
    name: str  # in cases
    builtin: str  # in OpenCL C: overloads share it
    kind: str
    op: str  # "" where there is none
    scope: str
    types: tuple[str, ...]
    feature: str  # what OpenCL C needs
    ids: int  # ids that follow the value

    @property
    def composed(self) -> bool:
        """Whether no wrapper can replace it: the suite makes it of other functions, or it takes a cluster,
        which has to be a constant."""
        return self.kind in ("MAPPING", "CLUSTERED_REDUCE") or self.kind.endswith("_INIT")


def load() -> tuple[Function, ...]:
    """The functions that cases are named after, each once."""
    types: dict[tuple, list[str]] = {}
    for signature in expand(read_tables(ROOT / "suite")):
        key = (signature.name, signature.kind, signature.op, signature.scope, signature.source.feature)
        types.setdefault(key, []).append(signature.type.name)
    return tuple(
        Function(
            name=name,
            builtin=re.sub(r"_[23]d$", "", name) if kind in BROADCAST_IDS else name,
            kind=kind,
            op=op.name if op else PREDICATES.get(kind, ""),
            scope=scope,
            types=tuple(members),
            feature=feature,
            ids=BROADCAST_IDS.get(kind, 0),
        )
        for (name, kind, op, scope, feature), members in types.items()
    )
