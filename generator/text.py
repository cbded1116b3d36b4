"""OpenCL C's words for a signature: literals, calls, and the composition that a SYCL form is."""

import math
import re

from generator.signatures import LONELY, Signature

WIDTH = 110

# A literal has no sign: the number without it would be of a wider type.
LEAST = {"int": "(-2147483647 - 1)", "long": "(-9223372036854775807L - 1)"}

# How an operator is written between two values in OpenCL C.


def literal(signature: Signature):
    text = scalar_literal(signature)
    return text if signature.width == 1 else f"({signature.type_name})({text})"


def literals(signature: Signature):
    """Those of the slots CONSTANT."""
    texts = [scalar_literal(signature, value) for value in signature.literals]
    return [text if signature.width == 1 else f"({signature.type_name})({text})" for text in texts]


def scalar_literal(signature, value=None):
    value, name = signature.constant if value is None else value, signature.type.name
    if name in LEAST and value == -(1 << (signature.type.bits - 1)):
        return LEAST[name]
    if name in ("int", "uint", "long", "ulong", "float", "double"):
        suffix = {"int": "", "uint": "u", "long": "L", "ulong": "UL", "float": ".0f", "double": ".0"}[name]
        return f"{value}{suffix}"
    return f"({name}){value}"


def wrap(line, indent=""):
    """The line, broken after its first bracket and indented where it is too long for a page."""
    if len(indent + line) <= WIDTH:
        return [indent + line]
    at = line.index("(") + 1
    return [indent + line[:at], f"{indent}    {line[at:]}"]


def combine(op, type_, left, right):
    values = {"a": left, "b": right}
    return re.sub(r"\b[ab]\b", lambda name: values[name[0]], op.text[type_.value_class])


class Call:
    """
    How a signature's function is called in a kernel: the arguments after the data, and the expression.
    asks: the helper of a SYCL form asks itself for what the kernel could hand down.
    bare: the kernel has no sub-group query: the further arguments are the same for all of a work-group.
    cluster: the size of clusters, where it is not the signature's.
    """

    def __init__(self, signature, emulated, asks=False, bare=False, cluster=0):
        self.asks = asks
        self.bare = bare
        self.signature = signature
        self.emulated = emulated
        self.cluster = cluster or signature.cluster
        self.broadcast = signature.argument == "IDS"
        self.numbered = signature.argument in ("UNIFORM", "EACH")
        self.dimensions = {"BROADCAST": 1, "BROADCAST_2D": 2, "BROADCAST_3D": 3}.get(signature.kind, 0)

    @property
    def hands_down_id(self):
        """
        Whether a composition that treats the first work-item of a sub-group separately gets the local id as
        an argument: a query costs a compiler as much as a call (META_IDS in generator/kernels.py).
        """
        return self.signature.init and self.signature.kind != "REDUCE_INIT" and not (self.asks or self.bare)

    @property
    def parameters(self):
        """Declarations of the parameters after the value."""
        if self.signature.init:
            first = ["uint sub_group_local_id"] if self.hands_down_id else []
            return [f"{self.signature.type.name} init", *first]
        if self.numbered:
            return ["uint argument"]
        names = ["id"] if self.dimensions == 1 else ["id_x", "id_y", "id_z"][: self.dimensions]
        return [f"uint {name}" for name in names]

    def prepare(self, group="group", prefix="", at="i"):
        """
        Lines that fetch the values of these parameters for element `at` of the buffers; group counts the
        work-groups of all slots.
        """
        if self.numbered:
            return [f"const uint {prefix}argument = aux[{at}];"]
        group = group if group == "group" else f"({group})"
        of_sub_group = f"aux[{group} * group_items{'' if self.bare else ' + sub_group_id'}]"
        if self.signature.init:
            return [f"const {self.signature.type.name} {prefix}init = {of_sub_group};"]
        if self.broadcast and self.signature.sub_group:
            return [f"const uint {prefix}id = {of_sub_group};"]
        return [f"global const uint *{prefix}id = aux + 3 * {group};"] if self.broadcast else []

    def arguments(self, prefix=""):
        if self.signature.init:
            return [f"{prefix}init", *(["sub_group_local_id"] if self.hands_down_id else [])]
        if self.numbered:
            return [f"{prefix}argument"]
        if self.broadcast and self.signature.sub_group:
            return [f"{prefix}id"]
        return [f"{prefix}id[{dimension}]" for dimension in range(self.dimensions)]

    @property
    def aux_type(self):
        return self.signature.type.name if self.signature.init else "uint"

    def built_in(self, value, extra):
        if self.signature.kind == "MAPPING":
            return value
        name = self.signature.name
        for ending in ("_2d", "_3d"):
            name = name.removesuffix(ending)
        cluster = [str(self.cluster)] if self.cluster else []
        return self.of_the_type(name, value, [*self.typed(extra), *cluster])

    def typed(self, extra):
        """The arguments after the value; the distance of a rotation is an int."""
        if self.signature.kind in ("ROTATE", "CLUSTERED_ROTATE"):
            return [f"(int){extra[0]}"]
        return extra

    def of_the_type(self, name, value, extra):
        """The call as a value of the signature's type, which for some functions is not that of the result."""
        kind, type_name = self.signature.kind, self.signature.type_name
        if kind == "ELECT" or kind.endswith("_MASK"):
            return f"{name}()"
        if kind == "BALLOT":
            return f"{name}((int)({value}).x)"
        call = f"{name}({', '.join([value, *extra])})"
        if kind in ("ALL_EQUAL", "INVERSE_BALLOT", "BALLOT_BIT_EXTRACT"):
            return f"({type_name})({call} != 0)"
        if kind.startswith("BALLOT_"):
            return f"({type_name})({call})"
        return call

    def helper_name(self, entry):
        return f"{entry}_call"

    def helper(self, entry, noinline):
        """A function that makes the call: of a SYCL form, or of the forms `function` and `library`."""
        attribute = ["__attribute__((noinline))"] if noinline else []
        return [*attribute, *wrap(self._helper_head(entry)), "{", *self._helper_body(), "}", ""]

    def declaration(self, entry):
        return wrap(f"{self._helper_head(entry)};")

    def _helper_head(self, entry):
        kind = self.signature.type_name
        parameters = [f"{kind} x", *self.parameters]
        if self.emulated:
            parameters.insert(0, "WGC_SCRATCH_PARAM")
        return f"{kind} {self.helper_name(entry)}({', '.join(parameters)})"

    def base(self):
        """The function that a SYCL form is composed of."""
        signature = self.signature
        return f"sub_group_{signature.kind.removesuffix('_INIT').lower()}_{signature.op.name}"

    def _helper_body(self):
        signature = self.signature
        kind, op = signature.type.name, signature.op
        if not signature.init:
            names = [declaration.split()[1] for declaration in self.parameters]
            return [f"    return {self.built_in('x', names)};"]
        base = self.base()
        if signature.kind == "REDUCE_INIT":
            return [f"    return {combine(op, signature.type, 'init', f'{base}(x)')};"]
        local_id = "sub_group_local_id" if self.hands_down_id else "get_sub_group_local_id()"
        first = [
            "    /* the first work-item brings the initial value in */",
            f"    if ({local_id} == 0)",
            f"        x = {combine(op, signature.type, 'init', 'x')};",
        ]
        if signature.kind == "SCAN_INCLUSIVE_INIT":
            return [*first, f"    return {base}(x);"]
        return [
            *first,
            f"    const {kind} before = {base}(x);",
            f"    return {local_id} == 0 ? init : before;",
        ]

    def expression(self, entry, value, prefix, by_helper):
        extra = self.arguments(prefix)
        if self.bare and self.signature.init:  # the initial value may be brought in by each work-item itself
            return combine(self.signature.op, self.signature.type, f"{prefix}init", f"{self.base()}({value})")
        if not by_helper:
            return self.built_in(value, extra)
        scratch = ["WGC_SCRATCH_ARG"] if self.emulated else []
        return f"{self.helper_name(entry)}({', '.join([*scratch, value, *extra])})"


def _candidates(signature: Signature, signatures):
    """The other collectives of the same scope, type and feature that a kernel can also call."""
    candidates = [
        other
        for other in signatures
        if other.type.name == signature.type.name
        and other.scope == signature.scope
        and other.source.feature == signature.source.feature
        and not other.init
        and other.kind not in LONELY
        and other.cluster == 0
        and other.limit == "NONE"
        and other.width == signature.width
        and other.name != signature.name
    ]
    # logical ones turn data into truth values, which would leave the following ones little to do
    plain = [other for other in candidates if not (other.op and other.op.set == "LOGICAL")]
    return plain if len(plain) >= 4 else candidates


def _pick(signature, candidates, count, turn=0):
    """So many of the candidates, spread over them; the first one follows the signature in its table."""
    if not candidates:
        return []
    start = next(
        (i for i, c in enumerate(candidates) if (c.row, c.name) > (signature.row, signature.name)), 0
    )
    step = len(candidates) // 4 + 1
    while math.gcd(step, len(candidates)) != 1:
        step += 1
    chosen = {candidates[(start + turn + i * step) % len(candidates)].name: None for i in range(count)}
    by_name = {candidate.name: candidate for candidate in candidates}
    return [by_name[name] for name in chosen]


def others(signature: Signature, signatures):
    """
    Up to four other collectives of the same scope, type and feature, for between and after the calls of
    the form `sequence`.
    """
    return _pick(signature, _candidates(signature, signatures), 4)


def companions(signature: Signature, signatures):
    """
    Up to two other collectives between the calls of the form `together`: where there are enough,
    not those of `sequence`, and others for each type.
    """
    candidates = _candidates(signature, signatures)
    met = {other.name for other in others(signature, signatures)}
    new = [other for other in candidates if other.name not in met]
    return _pick(signature, new if len(new) >= 2 else candidates, 2, signature.type.number)


def other_call(other: Signature, value):
    call = Call(other, False)
    return call.built_in(value, ["0"] * (1 if call.numbered else call.dimensions))
