"""Kernels in SPIR-V with operands and arguments that a compiler sees: those of generator/kernels_seen.py."""

from generator.kernels_alone import takes_truth, true_of_others
from generator.kernels_seen import LITERALS
from generator.spirv_alone import as_type
from generator.spirv_calls import SCOPES, call, capabilities
from generator.spirv_context import Words
from generator.spirv_flow import switch, variable


def literals(kernel):
    w = Words(kernel)
    for slot, value in enumerate(kernel.signature.literals):
        operand = w.body.const(kernel.scalar, value)
        at = w.slot(slot)
        kernel.store(at, kernel.call(operand, w.groups(slot), at))


class Lane:
    """Functions of the sub-group local id."""

    def __init__(self, w):
        self.w, self.body = w, w.body
        self.id = w.body.built_in("SubgroupLocalInvocationId")

    def bits(self, instruction, number):
        return self.body.make("bits", instruction, "i32", self.id, self.w.number(number))

    def even(self):
        return self.bits("UMod", 2)

    def neighbour(self):
        return self.bits("BitwiseXor", 1)

    def quad(self):
        return self.bits("BitwiseAnd", -4)

    def third_bit(self):
        return self.bits("BitwiseAnd", 4)

    def is_low(self):
        low = self.w.test("ULessThan", self.id, 3)
        return self.body.make("low", "Select", "i32", low, self.w.number(1), self.w.number(0))

    def true_of_all(self):
        return self.bits("BitwiseOr", 1)

    def true_of_none(self):
        return self.bits("ShiftRightLogical", 16)

    def values(self, signature):
        if signature.truth or signature.kind == "BALLOT":
            last = self.neighbour
            if takes_truth(signature):
                last = self.true_of_all if true_of_others(signature) else self.true_of_none
            return [self.even(), self.is_low(), self.third_bit(), last()]
        third = self.true_of_none if signature.kind == "ALL_EQUAL" else self.even
        return [self.neighbour(), self.quad(), third(), self.mixed()]

    def mixed(self):
        made = variable(self.body, "i32", "mixed")
        cases = [(k, lambda n=n: made.set(self.w.number(n))) for k, n in enumerate((2, 3, 1))]
        switch(self.body, self.id, cases, lambda: made.set(self.w.number(0)))
        return made.get()

    def reversed(self):
        last = self.body.make("last", "ISub", "i32", self.body.built_in("SubgroupMaxSize"), self.w.number(1))
        return self.body.make("mirrored", "ISub", "i32", last, self.id)

    def following(self):
        return self.w.rest(self.body.add(self.id, self.w.number(1)), self.body.built_in("SubgroupMaxSize"))


def computed(kernel):
    w = Words(kernel)
    signature = kernel.signature
    for slot, value in enumerate(Lane(w).values(signature)):
        operand = w.body.splat(kernel.type, value) if signature.width > 1 else as_type(kernel, value)
        kernel.store(w.slot(slot), call(w.body, signature, operand, []))


def call_with(kernel, value, argument):
    """A broadcast's id is the slot's literal, not the one that its other kernels have."""
    body, signature = kernel.body, kernel.signature
    if signature.kind != "NON_UNIFORM_BROADCAST":
        return call(body, signature, value, [argument])
    body.module.need(*capabilities(signature))
    scope = body.const("i32", SCOPES[signature.scope])
    return body.make("result", "GroupNonUniformBroadcast", kernel.type, scope, value, argument)


def indexed(kernel):
    w = Words(kernel)
    lane = Lane(w)
    if kernel.signature.argument == "UNIFORM":
        arguments = [w.number(value) for value in LITERALS]
    else:
        arguments = [
            lane.neighbour(),
            lane.quad(),
            lane.reversed(),
            lane.following(),
            lane.mixed(),
            w.number(2),
        ]
    for slot, argument in enumerate(arguments):
        at = w.slot(slot)
        kernel.store(at, call_with(kernel, kernel.read(at), argument))


WITH_GROUPS = ("literals",)
BODIES = {"literals": literals, "computed": computed, "indexed": indexed}
