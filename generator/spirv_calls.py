"""SPIR-V's group instructions: what a signature's function is made of."""

from generator.spirv_lanes import LANES, call_lanes, value_type
from generator.spirv_module import Body, scalar_name

DIMENSIONS = {"BROADCAST": 1, "BROADCAST_2D": 2, "BROADCAST_3D": 3}
SCOPES = {"WORK_GROUP": 2, "SUB_GROUP": 3}
OPERATIONS = {"REDUCE": "Reduce", "SCAN_INCLUSIVE": "InclusiveScan", "SCAN_EXCLUSIVE": "ExclusiveScan"}


def instruction(signature):
    """The name of the group instruction, without Op."""
    if signature.kind in ("ALL", "ANY"):
        return f"Group{'NonUniform' if signature.non_uniform else ''}{signature.kind.capitalize()}"
    if signature.argument == "IDS":
        return "GroupBroadcast"
    operation = signature.op.spirv[signature.type.value_class]
    if signature.non_uniform:
        return f"GroupNonUniform{operation}"
    return f"Group{operation}{signature.op.group_suffix}"


def capabilities(signature):
    if signature.kind in LANES:
        return LANES[signature.kind].capabilities
    if signature.non_uniform and signature.kind in ("ALL", "ANY"):
        return ["GroupNonUniformVote"]
    if signature.non_uniform:
        clustered = signature.kind == "CLUSTERED_REDUCE"
        return ["GroupNonUniformClustered" if clustered else "GroupNonUniformArithmetic"]
    uniform = signature.op is not None and signature.op.group_suffix == "KHR"
    return ["Groups"] + (["GroupUniformArithmeticKHR"] if uniform else [])


def call(body: Body, signature, value, extra):
    """
    The function of value, whose other arguments (ids as i32, or the initial value) are extra. Values are of
    the signature's type; truth values are turned into bool and back.
    """
    if signature.init:
        return call_with_init(body, signature, value, extra[0])
    body.module.need(*capabilities(signature))
    scope = body.const("i32", SCOPES[signature.scope])
    if signature.kind in LANES:
        return call_lanes(body, signature, scope, value, extra)
    name = instruction(signature)
    if signature.argument == "IDS":
        ids = local_id(body, signature, extra)
        return body.make("result", name, value_type(signature), scope, value, ids)
    operands = [scope]
    if signature.kind == "CLUSTERED_REDUCE":
        operands.append("ClusteredReduce")
    elif signature.op:
        operands.append(OPERATIONS[signature.kind])
    last = [body.const("i32", signature.cluster)] if signature.cluster else []
    if not signature.truth:
        return body.make("result", name, scalar_name(signature.type), *operands, value, *last)
    zero, one = body.const("i32", 0), body.const("i32", 1)
    truth = body.make("truth", "INotEqual", "bool", value, zero)
    result = body.make("result_truth", name, "bool", *operands, truth, *last)
    return body.make("result", "Select", "i32", result, one, zero)


def local_id(body, signature, ids):
    """The operand LocalId of a broadcast: i32 in a sub-group, size_t or a vector of it in a work-group."""
    if signature.sub_group:
        return ids[0]
    wide = [body.widen("id", one) for one in ids]
    if len(wide) == 1:
        return wide[0]
    return body.vector("ids", f"v{len(wide)}{body.module.size}", wide)


def call_for_first(body: Body, signature, value):
    """The function of value; its other arguments are 0, which the compiler can see."""
    if signature.argument != "IDS":
        return call(body, signature, value, [body.const("i32", 0)])
    body.module.need(*capabilities(signature))
    zero = body.const("i32" if signature.sub_group else body.module.size, 0)
    count = DIMENSIONS[signature.kind]
    if count > 1:
        zero = body.module.constant_vector(f"v{count}{body.module.size}", [zero] * count)
    scope = body.const("i32", SCOPES[signature.scope])
    return body.make("result", "GroupBroadcast", value_type(signature), scope, value, zero)


def combine(body, signature, a, b):
    kind = scalar_name(signature.type)
    if signature.op.name == "add":
        name = "FAdd" if signature.type.value_class == "FLOAT" else "IAdd"
        return body.make("combined", name, kind, a, b)
    # not fmin_common and fmax_common, which are undefined for infinities
    letter = {"SINT": "s_", "UINT": "u_", "FLOAT": "f"}[signature.type.value_class]
    name = f"{letter}{signature.op.name}"
    return body.make("combined", "ExtInst", kind, body.module.opencl(), name, a, b)


def call_with_init_last(body, signature, value, init):
    """The same without a question about the sub-group: each work-item brings the initial value in itself."""
    return combine(body, signature, init, call(body, signature.without_init(), value, []))


def call_with_init(body, signature, value, init):
    """What a SYCL compiler makes of the forms with an initial value."""
    base = signature.without_init()
    kind = scalar_name(signature.type)
    if signature.kind == "REDUCE_INIT":
        return combine(body, signature, init, call(body, base, value, []))
    body.comment("the first work-item brings the initial value in")
    rank = body.built_in("SubgroupLocalInvocationId")
    first = body.make("first", "IEqual", "bool", rank, body.const("i32", 0))
    combined = combine(body, signature, init, value)
    value = body.make("with_init", "Select", kind, first, combined, value)
    result = call(body, base, value, [])
    if signature.kind == "SCAN_INCLUSIVE_INIT":
        return result
    return body.make("result", "Select", kind, first, init, result)
