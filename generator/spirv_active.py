"""Kernels in SPIR-V of the variants of generator/active.py: those of generator/kernels_active.py."""

from generator.active import ARMS
from generator.spirv_calls import call
from generator.spirv_flow import branch_if, compare, count, loop, return_if, switch, variable
from generator.spirv_module import Body


class Calls:
    """A kernel's calls: for each slot its place, its value and the arguments of its call, of now."""

    def __init__(self, kernel, slots):
        self.kernel, self.body = kernel, kernel.body
        self.place = {slot: kernel.slot(slot, kernel.i) for slot in slots}
        self.value = {slot: kernel.read(self.place[slot]) for slot in slots}
        self.extra = {slot: kernel.extra(kernel.group, self.place[slot]) for slot in slots}

    def make(self, slot):
        return call(self.body, self.kernel.signature, self.value[slot], self.extra[slot])

    def by_helper(self, name, slot, *more):
        arguments = (self.value[slot], *self.extra[slot], *more)
        return self.body.make("result", "FunctionCall", self.kernel.type, name, *arguments)

    def variable(self, hint, slot):
        return variable(self.body, self.kernel.type, hint, self.value[slot])

    def store(self, slot, value):
        self.kernel.store(self.place[slot], value)


def number(kernel, value):
    return kernel.body.const("i32", value)


def test(kernel, instruction, a, b):
    return compare(kernel.body, instruction, a, b if isinstance(b, str) else number(kernel, b))


def has_bit(kernel, word, bit):
    body = kernel.body
    masked = body.make("masked", "BitwiseAnd", "i32", word, number(kernel, bit))
    return body.make("has_bit", "INotEqual", "bool", masked, number(kernel, 0))


def activity(kernel):
    """The word with the slots in which the work-item is active."""
    body = kernel.body
    at = body.add(body.mul(kernel.argument["rounds"], kernel.argument["slot_items"]), kernel.i)
    return kernel.read_aux(at, "activity")


def round_of(kernel, word):
    return kernel.body.make("own_round", "ShiftRightLogical", "i32", word, number(kernel, 8))


def function_of(kernel, name, control, more, write):
    """
    A function of the value, the argument of the call where it has one, and i32s, whose names are more.
    write(kernel with the function's body, value, arguments, more): returns the value of its end.
    """
    module, outer = kernel.module, kernel.body
    body = Body(module, f"{name}_")
    kinds = [kernel.type, *([kernel.aux_type] if kernel.numbered else []), *["i32"] * len(more)]
    names = [body.name(f"argument_{i}") for i in range(len(kinds))]
    end = len(names) - len(more)
    kernel.body = body
    result = write(names[0], names[1:end], names[end:])
    kernel.body = outer
    types = [module.type(kind) for kind in kinds]
    lines = [f"%{name}_entry = OpLabel", *body.variables, *body.lines, f"OpReturnValue {result}"]
    module.function(name, control, types[0], list(zip(names, types, strict=True)), lines)


def way_out_function(kernel):
    def write(value, extra, more):
        body = kernel.body

        def out():
            body.do("ReturnValue", call(body, kernel.signature, value, extra))
            return True

        def inside(round_, *_):
            branch_if(body, test(kernel, "IEqual", more[0], round_), out)

        count(body, more[1], inside)
        return value

    function_of(kernel, "way_out", "None", ("own_round", "end"), write)


def wayout(kernel):
    body = kernel.body
    own_round = round_of(kernel, activity(kernel))
    lane = body.built_in("SubgroupLocalInvocationId")
    calls = Calls(kernel, range(4))
    flag, left, alone = (
        calls.variable(hint, slot) for hint, slot in (("flag", 0), ("left", 1), ("alone", 3))
    )
    there = variable(body, "i32", "there", number(kernel, 1))

    def each_round(condition, taken):
        round_ = variable(body, "i32", "round", number(kernel, 0))

        def inside(leave, _):
            branch_if(body, test(kernel, "IEqual", own_round, round_.get()), lambda: taken(leave))

        loop(body, condition, inside, lambda: round_.set(body.add(round_.get(), number(kernel, 1))))

    def by_flag(_):
        flag.set(calls.make(0))
        there.set(number(kernel, 0))

    def by_break(leave):
        left.set(calls.make(1))
        body.do("Branch", leave)
        return True

    def one(round_, *_):
        branch_if(body, test(kernel, "IEqual", round_, lane), lambda: alone.set(calls.make(3)))

    each_round(lambda: test(kernel, "INotEqual", there.get(), 0), by_flag)
    each_round(lambda: kernel.module.true(), by_break)
    way_out_function(kernel)
    end = body.add(kernel.argument["rounds"], number(kernel, 1))
    result = calls.by_helper("%way_out", 2, own_round, end)
    count(body, kernel.argument["group_items"], one)
    for slot, value in ((0, flag.get()), (1, left.get()), (2, result), (3, alone.get())):
        calls.store(slot, value)


def waterfall(kernel):
    body = kernel.body
    word = activity(kernel)
    body.module.need("GroupNonUniformBallot")
    calls = Calls(kernel, (0,))
    result = calls.variable("turn", 0)
    there, round_ = (
        variable(body, "i32", hint, number(kernel, n)) for hint, n in (("there", 1), ("round", 0))
    )

    def goes_on():
        still = test(kernel, "INotEqual", there.get(), 0)
        more = test(kernel, "ULessThan", round_.get(), kernel.argument["group_items"])
        return body.make("goes_on", "LogicalAnd", "bool", still, more)

    def taken():
        result.set(calls.make(0))
        there.set(number(kernel, 0))

    def inside(*_):
        first = body.make("first", "GroupNonUniformBroadcastFirst", "i32", number(kernel, 3), word)
        onward = lambda: round_.set(body.add(round_.get(), number(kernel, 1)))  # noqa: E731
        branch_if(body, test(kernel, "IEqual", word, first), taken, onward)

    loop(body, goes_on, inside, lambda: None)
    calls.store(0, result.get())
    at = body.add(body.mul(kernel.i, number(kernel, 6)), number(kernel, 2))
    body.store("i32", body.element("round_at", "i32", kernel.argument["meta"], at), round_.get())


def samecall(kernel):
    body = kernel.body
    word = activity(kernel)
    calls = Calls(kernel, (0,))
    places = [kernel.slot(slot, kernel.i) for slot in range(5)]
    then, inner, other = (calls.variable(hint, 0) for hint in ("then", "inner", "other"))

    def taken():
        then.set(calls.make(0))
        branch_if(body, has_bit(kernel, word, 2), lambda: inner.set(calls.make(0)))

    def store_taken():
        kernel.store(places[1], then.get())
        branch_if(body, has_bit(kernel, word, 2), lambda: kernel.store(places[2], inner.get()))

    before = calls.make(0)
    branch_if(body, has_bit(kernel, word, 1), taken, lambda: other.set(calls.make(0)))
    after = calls.make(0)
    kernel.store(places[0], before)
    branch_if(body, has_bit(kernel, word, 1), store_taken, lambda: kernel.store(places[3], other.get()))
    kernel.store(places[4], after)


def is_same(kernel, a, b):
    """Whether two values are the same; a NaN is the same as any."""
    body, width = kernel.body, kernel.signature.width
    if width > 1:
        parts = []
        for c in range(width):
            one, two = (body.make("part", "CompositeExtract", kernel.scalar, v, str(c)) for v in (a, b))
            parts.append(compare(body, "IEqual", one, two))
        same = parts[0]
        for part in parts[1:]:
            same = body.make("same", "LogicalAnd", "bool", same, part)
        return same
    if not kernel.type.startswith("f"):
        return compare(body, "IEqual", a, b)
    same = compare(body, "FOrdEqual", a, b)
    one, two = (compare(body, "FUnordNotEqual", v, v) for v in (a, b))
    both = body.make("both", "LogicalAnd", "bool", one, two)
    return body.make("same", "LogicalOr", "bool", same, both)


def afterloop(kernel):
    body = kernel.body
    own = round_of(kernel, activity(kernel))
    most = body.make("most", "UDiv", "i32", kernel.argument["rounds"], number(kernel, 2))
    own_rounds = body.make("own_rounds", "Select", "i32", test(kernel, "ULessThan", own, most), own, most)
    third, fourth = (kernel.slot(slot, kernel.i) for slot in (2, 3))
    witness = kernel.read(fourth)
    kept = variable(body, kernel.type, "kept", witness)
    right = variable(body, "i32", "right", number(kernel, 1))

    def one(round_, *_):
        at = body.add(body.mul(round_, kernel.argument["slot_items"]), kernel.i)
        kept.set(call(body, kernel.signature, kernel.read(at), kernel.extra(kernel.group, at)))
        kernel.store(at, kept.get())

    def read_again():
        last = body.make("last", "ISub", "i32", own_rounds, number(kernel, 1))
        at = body.add(body.mul(last, kernel.argument["slot_items"]), kernel.i)
        same = is_same(kernel, kept.get(), kernel.read_out(at))
        right.set(body.make("right", "Select", "i32", same, number(kernel, 1), number(kernel, 0)))

    count(body, own_rounds, one)
    branch_if(body, test(kernel, "INotEqual", own_rounds, 0), read_again)
    is_right = test(kernel, "INotEqual", right.get(), 0)
    branch_if(body, is_right, lambda: kernel.store(fourth, witness))

    found = variable(body, kernel.type, "found", witness)
    argument = variable(body, kernel.aux_type, "argument", number(kernel, 0)) if kernel.numbered else None
    more = variable(body, "i32", "more", number(kernel, 1))
    round_ = variable(body, "i32", "round", number(kernel, 0))
    start = kernel.slot(2, kernel.start)

    def look(*_):
        at = body.add(start, round_.get())
        found.set(kernel.read(at))
        if argument:
            argument.set(kernel.read_aux(at, "argument"))
        ends = test(kernel, "UGreaterThanEqual", round_.get(), kernel.item)
        branch_if(body, ends, lambda: more.set(number(kernel, 0)))

    onward = lambda: round_.set(body.add(round_.get(), number(kernel, 1)))  # noqa: E731
    loop(body, lambda: test(kernel, "INotEqual", more.get(), 0), look, onward)
    extra = [argument.get()] if argument else []
    kernel.store(third, call(body, kernel.signature, found.get(), extra))


def laneswitch(kernel):
    body = kernel.body
    lane = body.built_in("SubgroupLocalInvocationId")
    arm = body.make("arm", "UMod", "i32", lane, number(kernel, ARMS))
    calls = Calls(kernel, range(ARMS))
    first = calls.variable("result_of_arm", 0)

    def write():
        first.set(calls.make(0))

    switch(body, arm, [(number_, write) for number_ in range(ARMS - 1)], write)
    calls.store(0, first.get())

    def falls():
        calls.store(1, calls.make(1))
        return "next"

    cases = [(0, lambda: None), (1, falls), (2, lambda: calls.store(2, calls.make(2)))]
    switch(body, arm, cases, lambda: calls.store(3, calls.make(3)))


def unless_function(kernel):
    def write(value, extra, more):
        body = kernel.body

        def back():
            body.do("ReturnValue", value)
            return True

        branch_if(body, has_bit(kernel, more[0], 2), back)
        return call(body, kernel.signature, value, extra)

    function_of(kernel, "unless", "DontInline", ("activity",), write)


def returned(kernel):
    body = kernel.body
    word = activity(kernel)
    calls = Calls(kernel, range(4))
    unless_function(kernel)
    branch_if(
        body,
        has_bit(kernel, word, 1),
        lambda: calls.store(0, calls.by_helper("%call", 0)),
        lambda: calls.store(1, calls.by_helper("%call", 1)),
    )
    third = calls.by_helper("%unless", 2, word)
    return_if(body, has_bit(kernel, word, 2))
    calls.store(2, third)
    calls.store(3, calls.make(3))


def feeds(kernel):
    body = kernel.body
    places = [kernel.slot(slot, kernel.i) for slot in range(3)]
    extras = [kernel.extra(kernel.group, place) for place in places]
    value, results = kernel.read(kernel.i), []
    for extra in extras:
        results.append(call(body, kernel.signature, value, extra))
        real = kernel.type.startswith("f")
        value = results[-1] if real else body.make("fed", "BitwiseXor", kernel.type, value, results[-1])
    for place, result in reversed(list(zip(places, results, strict=True))):
        kernel.store(place, result)


BODIES = {
    "wayout": wayout,
    "waterfall": waterfall,
    "samecall": samecall,
    "afterloop": afterloop,
    "laneswitch": laneswitch,
    "returned": returned,
    "feeds": feeds,
}
