"""
Kernels in OpenCL C over whose call nothing lives: operands from literals and ids alone, and a place that is
made of the global id after the call. They have one dimension.
"""

from generator.text import literal, wrap

PLACE = "guard_items + get_global_id(0)"

# The local id whose work-item differs from all others in a truth value: about half of the local sizes have
# it, so that a vote of all work-items is true at some and false at others.
ODD_ONE = 11


def takes_truth(signature):
    """
    Whether the own number is a truth value: an id is true of all but one, so the result would be the same at
    each local size. An exclusive or of ids is not.
    """
    exclusive = signature.op is not None and signature.op.name == "logical_xor"
    return (signature.truth and not exclusive) or signature.kind == "ALL_EQUAL"


def true_of_others(signature):
    """Whether the truth value is true of all but the odd one, not of that one alone."""
    return signature.kind == "ALL" or (signature.op is not None and signature.op.name == "logical_and")


def own_number(signature):
    """Of the work-item, as own_value in harness/trial/dataset_special.c has it."""
    kind = signature.type_name
    if takes_truth(signature):
        equals = "!=" if true_of_others(signature) else "=="
        return f"({kind})(get_local_id(0) {equals} {ODD_ONE})"
    if signature.op is None or signature.op.name != "mul":
        return f"({kind})get_local_id(0)"
    if signature.type.value_class == "FLOAT":  # a product of ids would overflow
        return f"({kind})(1 - 2 * (int)(get_local_id(0) & 1))"
    return f"({kind})(2 * get_local_id(0) + 1)"


def arguments(kernel):
    """The ids of a broadcast: of the last work-item, and of the first one of a sub-group."""
    if kernel.signature.argument != "IDS":
        return []
    if kernel.signature.sub_group:
        return ["0u"]
    return ["get_local_size(0) - 1", "0", "0"][: kernel.call.dimensions]


def call(kernel, value):
    return wrap(f"const {kernel.type} result = {kernel.call.built_in(value, arguments(kernel))};", "    ")


def alone(kernel):
    return [*call(kernel, own_number(kernel.signature)), f"    out[{PLACE}] = result;"]


def literal_(kernel):
    return [*call(kernel, literal(kernel.signature)), f"    out[{PLACE}] = result;"]


def unused(kernel):
    return [
        *call(kernel, own_number(kernel.signature)),
        "    (void)result;",
        f"    out[{PLACE}] = in[get_global_id(0)];",
    ]


BODIES = {"alone": alone, "literal": literal_, "unused": unused}
