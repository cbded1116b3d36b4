"""OpenCL C's words for a signature: literals, calls, and the composition that a SYCL form is."""

from generator.signatures import Signature

# How an operator is written between two values in OpenCL C.
INFIX = {"add": "+", "mul": "*", "and": "&", "or": "|", "xor": "^", "logical_and": "&&", "logical_or": "||"}


def literal(signature: Signature):
    value, name = signature.constant, signature.type.name
    if name in ("int", "uint", "long", "ulong", "float", "double"):
        suffix = {"int": "", "uint": "u", "long": "L", "ulong": "UL", "float": ".0f", "double": ".0"}[name]
        return f"{value}{suffix}"
    return f"({name}){value}"


def combine(op, left, right):
    if op.name in ("min", "max"):
        return f"{op.name}({left}, {right})"
    if op.name == "logical_xor":
        return f"(!{left} != !{right})"
    return f"{left} {INFIX[op.name]} {right}"


def group_expression(slot):
    """The work-group's place among the work-groups of all slots, where slot is a number or an expression."""
    if slot == 0:
        return "group"
    return f"groups + {'group'}" if slot == 1 else f"{slot} * groups + group"


class Call:
    """How a signature's function is called in a kernel: which values besides the data, and the expression."""

    def __init__(self, signature: Signature, emulated: bool):
        self.signature = signature
        self.emulated = emulated

    @property
    def extra(self):
        """Declarations of the parameters besides the value."""
        signature = self.signature
        if signature.init:
            return [f"{signature.type.name} init"]
        if signature.kind.startswith("BROADCAST"):
            return ["uint id"] if signature.sub_group or signature.limit == "X" else self._ids()
        return []

    def _ids(self):
        return ["uint id_x", "uint id_y"] + (["uint id_z"] if self.signature.kind == "BROADCAST_3D" else [])

    def arguments(self, slot):
        """The values of these parameters in a kernel, for a slot."""
        at = group_expression(slot)
        at = at if at == "group" else f"({at})"
        if self.signature.init:
            return [f"aux[{at} * group_items + get_sub_group_id()]"]
        if self.signature.kind.startswith("BROADCAST"):
            if self.signature.sub_group:
                return [f"aux[{at} * group_items + get_sub_group_id()] % get_sub_group_size()"]
            return [f"aux[{at} * 3{plus}]" for plus in ("", " + 1", " + 2")][: len(self.extra)]
        return []

    @property
    def aux_type(self):
        return self.signature.type.name if self.signature.init else "uint"

    def built_in(self, value, extra):
        name = self.signature.name
        for ending in ("_2d", "_3d"):
            name = name.removesuffix(ending)
        return f"{name}({', '.join([value, *extra])})"

    def helper_name(self, entry):
        return f"{entry}_call"

    def helper(self, entry, noinline):
        """A function that makes the call: what a SYCL form is composed in, or the form `function`."""
        signature = self.signature
        kind = signature.type.name
        parameters = [f"{kind} x", *self.extra]
        if self.emulated:
            parameters.insert(0, "WGC_SCRATCH_PARAM")
        head = f"{kind} {self.helper_name(entry)}({', '.join(parameters)})"
        attribute = ["__attribute__((noinline))"] if noinline else []
        return [*attribute, head, "{", *self._helper_body(), "}", ""]

    def _helper_body(self):
        signature = self.signature
        kind, op = signature.type.name, signature.op
        if not signature.init:
            names = [declaration.split()[1] for declaration in self.extra]
            return [f"    return {self.built_in('x', names)};"]
        base = f"sub_group_{signature.kind.removesuffix('_INIT').lower()}_{op.name}"
        if signature.kind == "REDUCE_INIT":
            return [f"    return {combine(op, 'init', f'{base}(x)')};"]
        first = [
            "    /* the first work-item brings the initial value in */",
            "    if (get_sub_group_local_id() == 0)",
            f"        x = {combine(op, 'init', 'x')};",
        ]
        if signature.kind == "SCAN_INCLUSIVE_INIT":
            return [*first, f"    return {base}(x);"]
        return [
            *first,
            f"    const {kind} before = {base}(x);",
            "    return get_sub_group_local_id() == 0 ? init : before;",
        ]

    def expression(self, entry, value, slot, by_helper):
        extra = self.arguments(slot)
        if not by_helper:
            return self.built_in(value, extra)
        scratch = ["WGC_SCRATCH_ARG"] if self.emulated else []
        return f"{self.helper_name(entry)}({', '.join([*scratch, value, *extra])})"


def others(signature: Signature, signatures):
    """
    Up to four other collectives of the same scope, type and feature, to stand between and after the calls of the form
    `sequence`. min and max come first: a sum before them might give them a NaN, over which they are undefined.
    """
    feature = signature.source.feature
    candidates = [
        other
        for other in signatures
        if other.type == signature.type
        and other.scope == signature.scope
        and other.source.feature == feature
        and not other.init
        and other.cluster == 0
        and other.limit == "NONE"
        and other.name != signature.name
    ]
    if not candidates:
        return []
    start = next((i for i, c in enumerate(candidates) if (c.row, c.name) > (signature.row, signature.name)), 0)
    step = max(1, len(candidates) // 4)
    while step > 1 and len(candidates) % step == 0:
        step -= 1
    chosen = {candidates[(start + i * step) % len(candidates)].name: None for i in range(4)}
    by_name = {candidate.name: candidate for candidate in candidates}
    picked = [by_name[name] for name in chosen]
    return sorted(picked, key=lambda other: bool(other.op and other.op.name in ("add", "mul")))


def other_call(other: Signature, value):
    ids = {"BROADCAST": 1, "BROADCAST_2D": 2, "BROADCAST_3D": 3}.get(other.kind, 0)
    return Call(other, False).built_in(value, ["0"] * ids)
