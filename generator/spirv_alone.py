"""Kernels in SPIR-V over whose call nothing lives: those of generator/kernels_alone.py."""

from generator.kernels_alone import ODD_ONE, takes_truth, true_of_others
from generator.spirv_calls import DIMENSIONS, call


def first_of(kernel, name):
    """The component x of a built-in of work-items, as i32."""
    body = kernel.body
    wide = body.make("x_wide", "CompositeExtract", body.module.size, body.built_in(name), "0")
    return body.narrow("x", wide)


def as_type(kernel, number, signed=False):
    """An i32 in the kernel's type."""
    body, kind = kernel.body, kernel.type
    if kind.startswith("f"):
        return body.make("value", "ConvertSToF" if signed else "ConvertUToF", kind, number)
    return number if kind == "i32" else body.make("value", "UConvert", kind, number)


def own_number(kernel):
    body, signature = kernel.body, kernel.signature
    number, one = first_of(kernel, "LocalInvocationId"), body.const("i32", 1)
    if takes_truth(signature):
        equals = "INotEqual" if true_of_others(signature) else "IEqual"
        odd = body.make("odd", equals, "bool", number, body.const("i32", ODD_ONE))
        return body.make(
            "value", "Select", kernel.type, odd, body.const(kernel.type, 1), body.const(kernel.type, 0)
        )
    if signature.op is None or signature.op.name != "mul":
        return as_type(kernel, number)
    if signature.type.value_class == "FLOAT":
        odd = body.make("odd", "BitwiseAnd", "i32", number, one)
        return as_type(kernel, body.make("sign", "ISub", "i32", one, body.add(odd, odd)), signed=True)
    return as_type(kernel, body.add(body.add(number, number), one))


def arguments(kernel):
    body, signature = kernel.body, kernel.signature
    if signature.argument != "IDS":
        return []
    zero = body.const("i32", 0)
    if signature.sub_group:
        return [zero]
    last = body.make("last", "ISub", "i32", first_of(kernel, "WorkgroupSize"), body.const("i32", 1))
    return [last, zero, zero][: DIMENSIONS[signature.kind]]


def alone(kernel):
    result = call(kernel.body, kernel.signature, own_number(kernel), arguments(kernel))
    kernel.store(first_of(kernel, "GlobalInvocationId"), result)


def literal_(kernel):
    value = kernel.body.const(kernel.scalar, kernel.signature.constant)
    result = call(kernel.body, kernel.signature, value, arguments(kernel))
    kernel.store(first_of(kernel, "GlobalInvocationId"), result)


def unused(kernel):
    call(kernel.body, kernel.signature, own_number(kernel), arguments(kernel))
    at = first_of(kernel, "GlobalInvocationId")
    kernel.store(at, kernel.read(at))


BODIES = {"alone": alone, "literal": literal_, "unused": unused}
