"""How the other collectives of the form `sequence` hand a token on, and how a kernel sees that each is right.

The token is a number that the compiler does not know. Only the first work-item of the group passes it; the
others pass a value that leaves it as it is, so that each of them gets it. Each work-item checks after each
call that it has the token: the next call would hand the first one's on to all again.
"""

from dataclasses import dataclass

# The token is the number of slots of the form, 3, and so many more; it is below the idle value of min.
TOKEN_OVER_ROUNDS = 2
# By the operator's identity; 9 and 1 are on either side of the token.
IDLE = {"ZERO": 0, "ONE": 1, "ALL_ONES": -1, "HIGHEST": 9, "LOWEST": 1}


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
    identity = signature.op.identity if signature.op else "ZERO"
    keeps_first = signature.kind == "SCAN_EXCLUSIVE"
    if signature.kind == "ALL" or identity == "TRUE":
        return Link(True, None, "FALSE", keeps_first)
    if signature.kind == "ANY" or identity == "FALSE":
        return Link(False, 0, "TRUE", keeps_first)
    return Link(False, IDLE[identity], "VALUE", keeps_first)
