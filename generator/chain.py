"""How the other collectives of the form `sequence` hand a token on, and how a kernel sees that each is right.

The token is a number that the compiler does not know. Only the first work-item of the group passes it; the
others pass a value that leaves it as it is, so that each of them gets it. Each work-item checks behind each
call that it has the token: the next call would hand the first one's on to all again.
"""

from dataclasses import dataclass

# The token is the number of slots of the form, 3, and so many more; it is below the idle value of min.
TOKEN_OVER_ROUNDS = 2
IDLE = {"add": 0, "or": 0, "xor": 0, "mul": 1, "and": -1, "min": 9, "max": 1}


@dataclass(frozen=True)
class Link:
    """
    One collective of the chain. lacks: the first work-item passes what it has of the token less the token,
    which is false, and the others the token, which is true. idle: what the others pass; None, the token.
    after: the result is the VALUE of the token, or has to be TRUE or FALSE. keeps_first: the first work-item
    gets an identity, and keeps what it has.
    """

    lacks: bool
    idle: int | None
    after: str
    keeps_first: bool


def link(signature):
    op = signature.op.name if signature.op else None
    keeps_first = signature.kind == "SCAN_EXCLUSIVE"
    if signature.kind == "ALL" or op == "logical_and":
        return Link(True, None, "FALSE", keeps_first)
    if signature.kind == "ANY" or op in ("logical_or", "logical_xor"):
        return Link(False, 0, "TRUE", keeps_first)
    return Link(False, IDLE[op] if op else 0, "VALUE", keeps_first)
