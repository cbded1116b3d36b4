"""SPIR-V's votes, ballots, shuffles and rotations, whose results depend on sub-group local ids."""

from dataclasses import dataclass

from generator.spirv_module import Body, scalar_name


@dataclass(frozen=True)
class Lane:
    """
    The instruction of a kind. result is VALUE, of the signature's type; TRUTH, a bool; COUNT, an i32; MASK, a
    built-in variable. takes: the operands after the scope: v the value, t its truth, a the argument, or the
    name of an operation.
    """

    instruction: str
    capability: str
    result: str
    takes: tuple[str, ...]

    @property
    def capabilities(self):
        return [self.capability]


def ballot(name, result, *takes):
    return Lane(f"GroupNonUniform{name}", "GroupNonUniformBallot", result, takes)


LANES = {
    "ELECT": Lane("GroupNonUniformElect", "GroupNonUniform", "TRUTH", ()),
    "ALL_EQUAL": Lane("GroupNonUniformAllEqual", "GroupNonUniformVote", "TRUTH", ("v",)),
    "NON_UNIFORM_BROADCAST": ballot("Broadcast", "VALUE", "v", "a"),
    "BROADCAST_FIRST": ballot("BroadcastFirst", "VALUE", "v"),
    "BALLOT": ballot("Ballot", "VALUE", "t"),
    "INVERSE_BALLOT": ballot("InverseBallot", "TRUTH", "v"),
    "BALLOT_BIT_EXTRACT": ballot("BallotBitExtract", "TRUTH", "v", "a"),
    "BALLOT_BIT_COUNT": ballot("BallotBitCount", "COUNT", "Reduce", "v"),
    "BALLOT_INCLUSIVE_SCAN": ballot("BallotBitCount", "COUNT", "InclusiveScan", "v"),
    "BALLOT_EXCLUSIVE_SCAN": ballot("BallotBitCount", "COUNT", "ExclusiveScan", "v"),
    "BALLOT_FIND_LSB": ballot("BallotFindLSB", "COUNT", "v"),
    "BALLOT_FIND_MSB": ballot("BallotFindMSB", "COUNT", "v"),
    **{f"{name}_MASK": ballot(name, "MASK") for name in ("EQ", "GE", "GT", "LE", "LT")},
    "SHUFFLE": Lane("GroupNonUniformShuffle", "GroupNonUniformShuffle", "VALUE", ("v", "a")),
    "SHUFFLE_XOR": Lane("GroupNonUniformShuffleXor", "GroupNonUniformShuffle", "VALUE", ("v", "a")),
    "SHUFFLE_UP": Lane("GroupNonUniformShuffleUp", "GroupNonUniformShuffleRelative", "VALUE", ("v", "a")),
    "SHUFFLE_DOWN": Lane("GroupNonUniformShuffleDown", "GroupNonUniformShuffleRelative", "VALUE", ("v", "a")),
    "ROTATE": Lane("GroupNonUniformRotateKHR", "GroupNonUniformRotateKHR", "VALUE", ("v", "a")),
    "CLUSTERED_ROTATE": Lane("GroupNonUniformRotateKHR", "GroupNonUniformRotateKHR", "VALUE", ("v", "a")),
}


# Ids for the broadcasts that take a constant. Most sub-groups have the first eight.
CONSTANT_IDS = (0, 5, 2, 7, 3, 6, 1, 4, 9, 12)


def constant_argument(signature):
    """The argument that has to be a constant: the id of a broadcast, before SPIR-V 1.5; None: it has none."""
    place = signature.type.number + signature.width // 2
    return CONSTANT_IDS[place % len(CONSTANT_IDS)] if signature.kind == "NON_UNIFORM_BROADCAST" else None


def value_type(signature):
    """The name of the type of a signature's values."""
    scalar = scalar_name(signature.type)
    return scalar if signature.width == 1 else f"v{signature.width}{scalar}"


def truth_of(body, signature, value):
    """Whether a predicate, the first component of a vector, is not zero."""
    if signature.width > 1:
        value = body.make("predicate", "CompositeExtract", scalar_name(signature.type), value, "0")
    return body.make("truth", "INotEqual", "bool", value, body.const("i32", 0))


def call_lanes(body: Body, signature, scope, value, extra):
    """The function of value, in the signature's type: truth is 1 or 0, a number is in each component."""
    lane, kind = LANES[signature.kind], value_type(signature)
    if lane.result == "MASK":
        name = signature.kind.removesuffix("_MASK").capitalize()
        return body.built_in(f"Subgroup{name}Mask")
    takes_any_id = body.module.version >= (1, 5)
    constant = None if takes_any_id else constant_argument(signature)
    operands = [scope]
    for take in lane.takes:
        if take == "v":
            operands.append(value)
        elif take == "t":
            operands.append(truth_of(body, signature, value))
        elif take == "a":
            operands.append(extra[0] if constant is None else body.const("i32", constant))
        else:
            operands.append(take)
    if signature.cluster:
        operands.append(body.const("i32", signature.cluster))
    result_type = {"VALUE": kind, "TRUTH": "bool", "COUNT": "i32"}[lane.result]
    result = body.make("result", lane.instruction, result_type, *operands)
    if lane.result == "TRUTH":
        scalar = scalar_name(signature.type)
        result = body.make("number", "Select", scalar, result, body.const(scalar, 1), body.const(scalar, 0))
    return result if lane.result == "VALUE" else body.splat(kind, result)
