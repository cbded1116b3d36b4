"""Kernels in SPIR-V that look at what is around a call: those of generator/kernels_context.py."""

from generator.context import KEPT, LANES, OFFSET_64
from generator.kernels_context import UNIFORM_RESULTS
from generator.spirv_calls import call
from generator.spirv_flow import branch_if, compare, count, jump_if, loop, return_if, switch, variable
from generator.spirv_local import LOCAL_FENCE, Local, barrier

# Workgroup and CrossWorkgroup memory: what a barrier with CLK_GLOBAL_MEM_FENCE is.
GLOBAL_FENCE = 0x208
# Which variants need the number of work-groups or of work-items.
WITH_GROUPS = (
    *("nested", "arms", "dependent", "guard", "exits", "switch", "operands", "partly", "many"),
    *("mixed", "ways"),
)
WITH_ITEMS = ("private", "array", "vector", "inplace", "reuse", "atomic", "root", "mixed", "ways")


class Words:
    """Short names for what the bodies below use often."""

    def __init__(self, kernel):
        self.kernel, self.body = kernel, kernel.body
        self.rounds, self.group_items = kernel.argument["rounds"], kernel.argument["group_items"]
        self.guard_items, self.slot_items = kernel.argument["guard_items"], kernel.argument["slot_items"]

    def number(self, value):
        return self.body.const("i32", value)

    def rest(self, a, b):
        return self.body.make("rest", "UMod", "i32", a, b if isinstance(b, str) else self.number(b))

    def test(self, instruction, a, b):
        return compare(self.body, instruction, a, b if isinstance(b, str) else self.number(b))

    def slot(self, number, at=None):
        return self.kernel.slot(number, at or self.kernel.i)

    def argument_at(self, slot):
        """The element of a slot, for functions with an argument for each work-item alone."""
        return self.slot(slot) if self.kernel.numbered else None

    def groups(self, slot):
        """The work-group's number among those of all slots; slot is a number, or an i32."""
        if slot == 0:
            return self.kernel.group
        slot = slot if isinstance(slot, str) else self.number(slot)
        return self.body.add(self.body.mul(slot, self.kernel.groups), self.kernel.group)

    def at(self, round_):
        return self.body.add(self.body.mul(round_, self.slot_items), self.kernel.i)

    def odd_group(self):
        return self.test("INotEqual", self.rest(self.kernel.group, 2), 0)

    def neighbour(self, distance):
        """The linear id of the work-item so far past this one, past the last from the first on."""
        distance = distance if isinstance(distance, str) else self.number(distance)
        return self.rest(self.body.add(self.kernel.item, distance), self.kernel.items)

    def of(self, slot, item):
        return self.slot(slot, self.body.add(self.kernel.start, item))

    def calls(self, slots, values):
        """A function that calls for each slot, with the arguments of now."""
        extra = {slot: self.kernel.extra(self.groups(slot), self.argument_at(slot)) for slot in slots}
        return lambda slot: call(self.body, self.kernel.signature, values[slot], extra[slot])


def nested(kernel):
    w = Words(kernel)

    def outer(first, _, again):
        jump_if(w.body, w.test("IEqual", w.group_items, 0), again)
        count(w.body, w.number(2), lambda second, *_: inner(first, second), hint="inner")

    def inner(first, second):
        round_ = w.body.add(first, second)
        branch_if(w.body, w.test("ULessThan", round_, w.rounds), lambda: one(round_))

    def one(round_):
        at = w.at(round_)
        kernel.store(at, kernel.call(kernel.read(at), w.groups(round_), at))

    count(w.body, w.rounds, outer, step=2, hint="outer")


def two_values(kernel):
    """Values, variables and a function that calls for slots 0 and 1, the result into the variable."""
    w = Words(kernel)
    values = [kernel.read(w.slot(0), "a"), kernel.read(w.slot(1), "b")]
    results = [variable(w.body, kernel.type, hint, value) for hint, value in zip("xy", values, strict=True)]
    make = w.calls((0, 1), values)

    def write(*slots):
        for slot in slots:
            results[slot].set(make(slot))

    def store():
        for slot in (0, 1):
            kernel.store(w.slot(slot), results[slot].get())

    return w, write, store


def arms(kernel):
    w, write, store = two_values(kernel)
    branch_if(w.body, w.odd_group(), lambda: write(1, 0), lambda: write(0, 1))
    store()


def is_zero(kernel, value):
    """Whether a value is 0; of a vector, its first component."""
    if kernel.signature.width > 1:
        value = kernel.body.make("part", "CompositeExtract", kernel.scalar, value, "0")
    instruction = "FOrdEqual" if kernel.type.startswith("f") else "IEqual"
    return compare(kernel.body, instruction, value, kernel.body.const(kernel.scalar, 0))


def dependent(kernel):
    w = Words(kernel)
    place = variable(w.body, "i32", "place_now", kernel.i)

    def inside(round_, leave, _):
        at = place.get()
        result = kernel.call(kernel.read(at), w.groups(round_), at)
        kernel.store(at, result)
        zero = is_zero(kernel, result)
        if kernel.signature.kind in UNIFORM_RESULTS:
            stops = w.body.make("stops", "LogicalAnd", "bool", zero, w.test("IEqual", w.guard_items, 0))
            jump_if(w.body, stops, leave)
        far = w.test("UGreaterThanEqual", kernel.item, w.group_items)
        other = w.body.make("other", "LogicalNot", "bool", zero)
        stays = w.body.make("stays", "LogicalAnd", "bool", other, far)
        step = w.body.make("step", "Select", "i32", stays, w.number(0), w.slot_items)
        place.set(w.body.add(at, step))

    count(w.body, w.rounds, inside)


def divergent(kernel):
    w = Words(kernel)
    body = w.body
    at, to = variable(body, "i32", "at", kernel.start), variable(body, "i32", "to", kernel.start)
    bit, left = variable(body, "i32", "bit", w.number(1)), variable(body, "i32", "left", kernel.item)

    def has_bit():
        both = body.make("both", "BitwiseAnd", "i32", kernel.item, bit.get())
        return w.test("INotEqual", both, 0)

    def step(*_):
        branch_if(body, has_bit(), lambda: at.set(body.add(at.get(), bit.get())))

    def double():
        bit.set(body.make("doubled", "ShiftLeftLogical", "i32", bit.get(), w.number(1)))

    def take(*_):
        all_ = left.get()
        negative = body.make("negative", "SNegate", "i32", all_)
        low = body.make("low", "BitwiseAnd", "i32", all_, negative)
        to.set(body.add(to.get(), low))
        left.set(body.make("rest", "ISub", "i32", all_, low))

    loop(body, lambda: w.test("ULessThanEqual", bit.get(), kernel.item), step, double)
    result = kernel.call(kernel.read(at.get()), kernel.group)
    loop(body, lambda: w.test("INotEqual", left.get(), 0), take, lambda: None)
    turn = w.rest(kernel.item, 3)
    cases = [(0, lambda: kernel.store(to.get(), result)), (1, lambda: kernel.store(at.get(), result))]
    switch(body, turn, cases, lambda: kernel.store(kernel.i, result))


def leaving(kernel, is_odd):
    w = Words(kernel)
    x = kernel.read(kernel.i)
    return_if(w.body, w.test("UGreaterThanEqual", kernel.item, w.group_items))
    stays = w.body.make("stays", "LogicalNot", "bool", is_odd())
    return_if(w.body, stays, lambda: kernel.store(kernel.i, x))
    kernel.store(kernel.i, kernel.call(x, kernel.group))


def return_(kernel):
    leaving(kernel, Words(kernel).odd_group)


def leave(kernel):
    w = Words(kernel)
    turn = w.body.add(w.body.built_in("SubgroupId"), kernel.group, "turn")
    leaving(kernel, lambda: w.test("INotEqual", w.rest(turn, 2), 0))


def guard(kernel):
    w, write, store = two_values(kernel)
    far = variable(w.body, "i32", "far", w.number(0))
    third = w.test("IEqual", w.rest(kernel.item, 3), 1)
    branch_if(w.body, third, lambda: far.set(kernel.item))

    def below():
        branch_if(w.body, w.test("INotEqual", w.rounds, 0), lambda: write(0))
        branch_if(w.body, w.odd_group(), lambda: write(1))

    branch_if(w.body, w.test("ULessThan", far.get(), w.group_items), below)
    store()


def exits(kernel):
    w = Words(kernel)
    body = w.body
    always = body.module.true()
    round_ = variable(body, "i32", "round", w.number(0))

    def inside(leave, again):
        now = round_.get("round_now")
        jump_if(body, w.test("IEqual", now, w.rounds), leave)
        return_if(body, w.test("IEqual", w.group_items, 0))
        at = w.at(now)
        extra = kernel.extra(w.groups(now), at)
        beyond = body.mul(w.rounds, w.slot_items)
        jump_if(body, w.test("UGreaterThanEqual", at, beyond), leave)
        result = call(body, kernel.signature, kernel.read(at), extra)
        jump_if(body, w.test("UGreaterThanEqual", kernel.item, w.group_items), leave)
        kernel.store(at, result)
        even = body.make("even", "LogicalNot", "bool", w.odd_group())
        jump_if(body, even, again)
        jump_if(body, w.test("IEqual", w.guard_items, 0), leave)

    loop(body, lambda: always, inside, lambda: round_.set(body.add(round_.get(), w.number(1))))


def switch_(kernel):
    w, write, store = two_values(kernel)

    def falls():
        write(1)
        return "next"

    turn = w.rest(w.body.add(kernel.group, w.rounds), 4)

    def both():
        write(0)
        branch_if(w.body, w.test("INotEqual", turn, 1), lambda: write(1))

    switch(w.body, turn, [(0, lambda: write(0, 1)), (1, falls), (2, both)], lambda: write(1, 0))
    store()


def private(kernel):
    w = Words(kernel)
    kept = [kernel.read(w.of(1, w.neighbour(k)), "kept") for k in range(KEPT)]
    kernel.store(kernel.i, kernel.call(kernel.read(kernel.i), kernel.group))
    which = w.rest(kernel.group, KEPT)
    chosen = kept[0]
    for k in range(1, KEPT):
        is_it = w.test("IEqual", which, k)
        chosen = w.body.make("chosen", "Select", kernel.type, is_it, kept[k], chosen)
    kernel.store(w.of(1, w.neighbour(which)), chosen)


def array(kernel):
    w = Words(kernel)
    body = w.body
    kept = variable(body, body.module.array_type(kernel.type, KEPT), "kept")

    def cell(index):
        result = body.name("cell")
        index = w.rest(body.add(index, w.rounds), KEPT)
        kind = body.module.pointer("Function", kernel.type)
        body.lines.append(f"{result} = OpInBoundsAccessChain {kind} {kept.pointer} {index}")
        return result

    def fill(k, *_):
        body.store(kernel.type, cell(k), kernel.read(w.of(1, w.neighbour(k))))

    count(body, w.number(KEPT), fill, hint="k")
    which = w.rest(kernel.group, KEPT)
    place = cell(which)
    kernel.store(kernel.i, kernel.call(kernel.read(kernel.i), kernel.group))
    kernel.store(w.of(1, w.neighbour(which)), body.load("chosen", kernel.type, place))


def make_vector(body, kind, values):
    """In one of the two wordings (generator/spirv_style.py)."""
    body.module.makes_vectors = True
    if body.module.style.constructs:
        return body.make("kept", "CompositeConstruct", kind, *values)
    made = body.make("kept", "Undef", kind)
    for index, value in enumerate(values):
        made = body.make("kept", "CompositeInsert", kind, value, made, str(index))
    return made


def vector(kernel):
    w = Words(kernel)
    body, kind = w.body, f"v{LANES}{kernel.type}"
    values = [kernel.read(kernel.i)] + [kernel.read(w.of(1, w.neighbour(k))) for k in range(1, LANES)]
    kept = make_vector(body, kind, values)
    first = body.make("first", "CompositeExtract", kernel.type, kept, "0")
    kept = body.make("kept", "CompositeInsert", kind, kernel.call(first, kernel.group), kept, "0")
    kernel.store(kernel.i, body.make("first", "CompositeExtract", kernel.type, kept, "0"))
    value = kernel.read(w.slot(1))
    rotated = variable(body, kind, "rotated", body.make("kept", "CompositeInsert", kind, value, kept, "0"))

    def rotate(*_):
        now = rotated.get()
        rotated.set(body.make("turned", "VectorShuffle", kind, now, now, "1", "2", "3", "0"))

    which = w.rest(kernel.group, LANES)
    count(body, which, rotate, hint="k")
    first = body.make("first", "CompositeExtract", kernel.type, rotated.get(), "0")
    kernel.store(w.of(1, w.neighbour(which)), first)


def inplace(kernel):
    w = Words(kernel)
    following = w.neighbour(1)
    previous = w.neighbour(w.body.make("last", "ISub", "i32", kernel.items, w.number(1)))

    def out(at):
        place = w.body.element("data_at", kernel.type, kernel.argument["out"], w.body.add(w.guard_items, at))
        return w.body.load("data", kernel.type, place)

    for slot in (0, 1):
        kernel.store(w.slot(slot), kernel.read(w.of(slot, following)))
    barrier(w.body, GLOBAL_FENCE)
    x, y = out(w.of(0, previous)), out(w.of(1, previous))
    result = kernel.call(x, kernel.group)
    barrier(w.body, GLOBAL_FENCE)
    kernel.store(kernel.i, result)
    kernel.store(w.slot(1), y)


def reuse(kernel):
    w = Words(kernel)
    own = Local(kernel)
    following = w.neighbour(1)
    own.set(kernel.item, kernel.read(w.slot(1)))
    barrier(w.body, LOCAL_FENCE)
    kept = own.get(following)
    result = kernel.call(kernel.read(kernel.i), kernel.group)
    barrier(w.body, LOCAL_FENCE)
    own.set(kernel.item, result)
    barrier(w.body, LOCAL_FENCE)
    kernel.store(w.of(0, following), own.get(following))
    kernel.store(w.of(1, following), kept)


def atomic(kernel):
    w = Words(kernel)
    body = w.body
    counter = body.module.local_variable("count", "i32")
    scope, relaxed = w.number(2), w.number(0)
    branch_if(body, w.test("IEqual", kernel.item, 0), lambda: body.store("i32", counter, w.number(0)))
    barrier(body, LOCAL_FENCE)
    drawn = body.make("drawn", "AtomicIIncrement", "i32", counter, scope, relaxed)
    kernel.store(kernel.i, kernel.call(kernel.read(kernel.i), kernel.group))
    barrier(body, LOCAL_FENCE)
    body.make("before", "AtomicIAdd", "i32", counter, scope, relaxed, body.add(drawn, w.number(1)))
    barrier(body, LOCAL_FENCE)
    pairs = body.mul(kernel.items, body.add(kernel.items, w.number(1)))
    half = body.make("half_of", "UDiv", "i32", pairs, w.number(2))
    right = w.test("IEqual", body.load("total", "i32", counter), body.add(kernel.items, half))

    def copy():
        at = w.of(1, drawn)
        kernel.store(at, kernel.read(at))

    branch_if(body, right, copy)


def ids(kernel):
    w = Words(kernel)
    body = w.body
    at = variable(body, "i32", "at", kernel.item)
    result = kernel.call(kernel.read(kernel.i), kernel.group)

    def even():
        sizes = kernel.components("WorkgroupSize", "size")
        groups = kernel.components("WorkgroupId", "number")
        everywhere = kernel.components("GlobalInvocationId", "everywhere")
        offsets = kernel.components("GlobalOffset", "offset")
        own = []
        for size, group, id_, offset in zip(sizes, groups, everywhere, offsets, strict=True):
            before = body.add(offset, body.mul(group, size))
            own.append(body.make("own_id", "ISub", "i32", id_, before))
        at.set(kernel.linear("again", own, sizes))

    branch_if(body, w.test("IEqual", w.rest(kernel.group, 2), 0), even)
    own = w.of(0, at.get())
    kernel.store(own, result)
    kernel.store(w.slot(1), kernel.read(w.slot(1, own)))


def operands(kernel):
    w = Words(kernel)
    body, truth = w.body, kernel.signature.truth
    value = kernel.read(kernel.i)
    if truth:
        real = body.make("real", "ConvertSToF", "f32", value)
        different = compare(body, "FUnordNotEqual", real, body.const("f32", 0))
        value = body.make("first", "Select", "i32", different, w.number(1), w.number(0))
    else:
        other = kernel.read(w.number(0))
        value = body.make("first", "Select", kernel.type, w.test("INotEqual", w.rounds, 0), value, other)
    kernel.store(kernel.i, kernel.call(value, kernel.group))
    none = body.make("none", "UDiv", "i32", kernel.item, w.group_items)
    nearest = body.make("nearest", "ISub", "i32", kernel.item, none)
    second = variable(body, kernel.type, "second")
    branch_if(
        body,
        w.test("IEqual", w.rest(kernel.item, 2), 0),
        lambda: second.set(kernel.read(w.slot(1))),
        lambda: second.set(kernel.read(w.of(1, nearest))),
    )
    kernel.store(w.slot(1), kernel.call(second.get(), w.groups(1), w.argument_at(1)))
    same = kernel.read(w.slot(2, body.add(kernel.group, none)), "same")
    kernel.store(w.slot(2), kernel.call(same, w.groups(2), w.argument_at(2)))


def root(kernel):
    w = Words(kernel)
    body, signature = w.body, kernel.signature
    own = Local(kernel)
    rounded = body.make("slots", "UDiv", "i32", body.mul(w.rounds, w.slot_items), w.rounds)
    extra = [
        body.make("id", "ISub", "i32", body.add(one, w.slot_items), rounded)
        for one in kernel.extra(kernel.group)
    ]
    kernel.store(kernel.i, call(body, signature, kernel.read(kernel.i), extra))
    value = kernel.read(w.slot(1))
    if signature.sub_group:
        scope, place = w.number(3), body.built_in("SubgroupId")
        rank = body.built_in("SubgroupLocalInvocationId")
        ids = [body.make("last", "GroupUMax", "i32", scope, "Reduce", rank)]
        is_last = w.test("IEqual", rank, ids[0])
    else:
        sizes = kernel.components("WorkgroupSize", "size")
        ids = [body.make("last", "ISub", "i32", size, w.number(1)) for size in sizes][: len(extra)]
        is_last = w.test("IEqual", body.add(kernel.item, w.number(1)), kernel.items)
        place = w.number(0)
    got = call(body, signature, value, ids)
    branch_if(body, is_last, lambda: own.set(place, value))
    barrier(body, LOCAL_FENCE)
    sent = own.get(place)
    if kernel.type.startswith("f"):
        equal = compare(body, "FOrdEqual", got, sent)
        first = compare(body, "FUnordNotEqual", got, got)
        second = compare(body, "FUnordNotEqual", sent, sent)
        both = body.make("both", "LogicalAnd", "bool", first, second)
        equal = body.make("equal", "LogicalOr", "bool", equal, both)
    else:
        equal = compare(body, "IEqual", got, sent)
    branch_if(body, equal, lambda: kernel.store(w.slot(1), value))


def partly(kernel):
    w = Words(kernel)
    a, b = kernel.read(w.slot(0), "a"), kernel.read(w.slot(1), "b")
    first, second = kernel.extra(w.groups(0)), kernel.extra(w.groups(1), w.argument_at(1))
    call(w.body, kernel.signature, b, first)
    late = call(w.body, kernel.signature, a, first)
    even = call(w.body, kernel.signature, b, second)
    odd = call(w.body, kernel.signature, b, second)
    branch_if(
        w.body,
        w.test("IEqual", w.rest(kernel.item, 2), 0),
        lambda: kernel.store(w.slot(1), even),
        lambda: kernel.store(w.slot(1), odd),
    )
    kernel.store(kernel.i, late)


def many(kernel):
    w = Words(kernel)
    slots = range(16)
    places = [w.slot(slot) for slot in slots]
    make = w.calls(slots, [kernel.read(place) for place in places])
    results = [make(slot) for slot in slots]
    for place, result in reversed(list(zip(places, results, strict=True))):
        kernel.store(place, result)


def mixed(kernel):
    w = Words(kernel)
    body = w.body
    body.module.need("Groups")
    scope, one = w.number(2), w.number(1)
    rank = body.make("rank", "GroupIAdd", "i32", scope, "ExclusiveScan", one)
    make = w.calls((0, 1), [kernel.read(w.slot(0)), kernel.read(w.slot(1))])
    first = make(0)
    barrier(body, LOCAL_FENCE)
    total = body.make("total", "GroupIAdd", "i32", scope, "Reduce", one)
    second = make(1)
    is_last = w.test("IEqual", body.add(rank, one), kernel.items)
    right = body.make("any", "GroupAny", "bool", scope, is_last)
    kernel.store(kernel.i, first)
    kernel.store(w.slot(1), second)
    for test in (w.test("IEqual", rank, kernel.item), w.test("IEqual", total, kernel.items)):
        right = body.make("right", "LogicalAnd", "bool", right, test)
    branch_if(body, right, lambda: kernel.store(w.slot(2), kernel.read(w.slot(2))))


def ways(kernel):
    w = Words(kernel)
    body = w.body
    sum_, last = variable(body, "i32", "sum", w.number(0)), variable(body, "i32", "last")
    column = kernel.components("LocalInvocationId", "column")[0]

    def add(number, kept):
        sum_.set(body.add(sum_.get(), w.number(number)))
        last.set(kept)

    def one(round_, *_):
        at = w.at(round_)
        x = variable(body, kernel.type, "x", kernel.read(at))

        def even():
            kernel.store(at, x.get())
            add(5, column)

        is_even = w.test("IEqual", w.rest(body.add(kernel.item, round_), 2), 0)
        branch_if(body, is_even, even, lambda: add(3, w.number(5)))
        more = w.test("ULessThan", body.add(round_, w.number(1)), w.rounds)
        branch_if(body, more, lambda: x.set(kernel.call(x.get(), w.groups(round_), at)))
        kernel.store(at, x.get())

    count(body, w.rounds, one)
    is_even = w.test("IEqual", w.rest(kernel.item, 2), 0)
    right = body.make("right", "Select", "i32", is_even, body.add(column, w.number(13)), w.number(16))
    past = body.make("past", "ISub", "i32", body.add(sum_.get(), last.get()), right)
    kernel.store(w.of(2, w.neighbour(past)), kernel.read(w.slot(2)))


def global_(kernel):
    w = Words(kernel)
    sizes = kernel.components("WorkgroupSize", "size")

    def make(hint, instruction):
        ids = kernel.components("GlobalInvocationId", hint)
        return [w.body.make(hint, instruction, "i32", a, b) for a, b in zip(ids, sizes, strict=True)]

    part = kernel.linear("part", make("before", "UMod"), sizes)
    kernel.store(kernel.i, kernel.call(kernel.read(kernel.i), kernel.group))
    groups = kernel.components("NumWorkgroups", "number")
    whole = kernel.linear("whole", make("behind", "UDiv"), groups)
    at = w.slot(1, w.body.add(w.body.mul(whole, w.group_items), part))
    kernel.store(at, kernel.read(at))


def far(kernel):
    """The copy is written where the ids before and after the call are those that the others give."""
    w = Words(kernel)
    body = w.body
    size = body.module.size
    offsets = [body.const(size, offset & (1 << body.module.address_bits) - 1) for offset in OFFSET_64]

    def parts(name, hint):
        vector = body.built_in(name)
        return [
            body.make(f"{hint}_{axis}", "CompositeExtract", size, vector, str(i))
            for i, axis in enumerate("xyz")
        ]

    def differences(found, expected):
        different = [
            body.make("bits", "BitwiseXor", size, a, b) for a, b in zip(found, expected, strict=True)
        ]
        both = body.make("bits", "BitwiseOr", size, *different[:2])
        return body.make("bits", "BitwiseOr", size, both, different[2])

    def ids(hint):
        groups, sizes = parts("WorkgroupId", f"{hint}_group"), parts("WorkgroupSize", f"{hint}_size")
        own = []
        for group, width, item, offset in zip(
            groups, sizes, parts("LocalInvocationId", f"{hint}_item"), offsets, strict=True
        ):
            first = body.make("first", "IMul", size, group, width)
            own.append(body.make("own", "IAdd", size, body.make("place", "IAdd", size, first, item), offset))
        return differences(parts("GlobalInvocationId", hint), own)

    before = ids("before")
    kernel.store(kernel.i, kernel.call(kernel.read(kernel.i), kernel.group))
    wrong = body.make("wrong", "BitwiseOr", size, before, ids("after"))
    wrong = body.make(
        "wrong", "BitwiseOr", size, wrong, differences(parts("GlobalOffset", "offset"), offsets)
    )
    right = body.make("right", "IEqual", "bool", wrong, body.const(size, 0))
    at = w.slot(1)
    branch_if(body, right, lambda: kernel.store(at, kernel.read(at)))


def chosen(kernel):
    """CHOSEN of generator/kernels_context.py."""
    w = Words(kernel)
    body = w.body
    sizes = kernel.components("EnqueuedWorkgroupSize", "enqueued")
    ids = kernel.components("GlobalInvocationId", "everywhere")
    all_ids = body.make("ids", "BitwiseOr", "i32", body.make("ids", "BitwiseOr", "i32", *ids[:2]), ids[2])
    record = w.number(0)
    if kernel.signature.sub_group:
        record = body.mul(w.number(6), w.slot_items)

    def write_sizes():
        for dimension, size in enumerate(sizes):
            at = body.add(record, w.number(dimension))
            body.store("i32", body.element("record_at", "i32", kernel.argument["meta"], at), size)

    branch_if(body, w.test("IEqual", all_ids, 0), write_sizes)
    product = body.mul(body.mul(sizes[0], sizes[1]), sizes[2])
    other = w.test("INotEqual", product, w.group_items)
    end = body.mul(body.add(kernel.group, w.number(1)), w.group_items)
    beyond = w.test("UGreaterThan", end, w.slot_items)
    return_if(body, body.make("none", "LogicalOr", "bool", other, beyond))
    kernel.store(kernel.i, kernel.call(kernel.read(kernel.i), kernel.group, kernel.i))


def unreachable(kernel):
    w = Words(kernel)

    beyond = w.test("UGreaterThanEqual", kernel.item, w.group_items)
    branch_if(w.body, beyond, lambda: w.body.do("Unreachable"))
    kernel.store(kernel.i, kernel.call(kernel.read(kernel.i), kernel.group, kernel.i))


def phi(kernel):
    """Both branches load the work-item's own element; the second one's place shows that at run time only."""
    w = Words(kernel)
    body = w.body
    even, odd, after = (body.label(name) for name in ("even", "odd", "after"))
    extra = kernel.extra(kernel.group, kernel.i)
    is_even = w.test("IEqual", w.rest(kernel.item, 2), 0)
    body.do("SelectionMerge", after, "None")
    body.do("BranchConditional", is_even, even, odd)
    body.place(even)
    first = kernel.read(kernel.i, "a")
    body.do("Branch", after)
    body.place(odd)
    none = body.make("none", "UDiv", "i32", kernel.item, w.group_items)
    second = kernel.read(body.make("own", "ISub", "i32", kernel.i, none), "b")
    body.do("Branch", after)
    body.place(after)
    value = body.make("either", "Phi", kernel.type, first, even, second, odd)
    kernel.store(kernel.i, call(body, kernel.signature, value, extra))


BODIES = {
    "chosen": chosen,
    "ways": ways,
    "global": global_,
    "far": far,
    "nested": nested,
    "arms": arms,
    "dependent": dependent,
    "divergent": divergent,
    "return": return_,
    "leave": leave,
    "guard": guard,
    "exits": exits,
    "switch": switch_,
    "private": private,
    "array": array,
    "vector": vector,
    "inplace": inplace,
    "reuse": reuse,
    "atomic": atomic,
    "ids": ids,
    "operands": operands,
    "root": root,
    "partly": partly,
    "many": many,
    "mixed": mixed,
}
# Of SPIR-V alone. They are the last ones: a module's style is by the place of its variant.
LAST_BODIES = {"unreachable": unreachable, "phi": phi}
