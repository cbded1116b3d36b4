"""Kernels in SPIR-V that keep more memory over a call, or less: those of generator/kernels_memory.py."""

from generator.context import WORDS
from generator.grids import SPIRV_LOCAL_ITEMS
from generator.spirv_context import Words
from generator.spirv_flow import branch_if, count, loop, repeat, variable
from generator.spirv_local import LOCAL_FENCE, Local, barrier

# Workgroup memory, with acquire and release.
SUB_GROUP_FENCE = 0x108


class Numbers:
    """An array of i32, private or an element for each work-item in local memory."""

    def __init__(self, w, storage, length, hint):
        self.body, self.storage = w.body, storage
        module = w.body.module
        if storage == "Function":
            self.pointer = variable(w.body, module.array_type("i32", length), hint).pointer
        else:
            self.pointer = module.local_array(hint, "i32", length)

    def cell(self, index):
        result = self.body.name("cell")
        kind = self.body.module.pointer(self.storage, "i32")
        self.body.lines.append(f"{result} = OpInBoundsAccessChain {kind} {self.pointer} {index}")
        return result

    def get(self, index):
        return self.body.load("number", "i32", self.cell(index))

    def set(self, index, value):
        self.body.store("i32", self.cell(index), value)


def copy_slot(kernel, w, slot):
    return lambda: kernel.store(w.slot(slot), kernel.read(w.slot(slot)))


def all_of(body, tests):
    right = tests[0]
    for test in tests[1:]:
        right = body.make("right", "LogicalAnd", "bool", right, test)
    return right


def pressure(kernel):
    w = Words(kernel)
    body = w.body
    kept = Numbers(w, "Function", WORDS, "kept")

    def place(k):
        return w.rest(body.add(body.mul(k, w.number(7)), w.rounds), WORDS)

    count(body, w.number(WORDS), lambda k, *_: kept.set(place(k), body.add(kernel.item, k)), hint="k")
    x = variable(body, kernel.type, "x", kernel.read(kernel.i))
    some = w.test("INotEqual", w.rounds, 0)
    branch_if(body, some, lambda: x.set(kernel.call(x.get(), kernel.group)))
    wrong = variable(body, "i32", "wrong", w.number(0))

    def check(k, *_):
        other = body.make("other", "BitwiseXor", "i32", kept.get(place(k)), body.add(kernel.item, k))
        wrong.set(body.make("wrong_now", "BitwiseOr", "i32", wrong.get(), other))

    count(body, w.number(WORDS), check, hint="k")
    kernel.store(kernel.i, x.get())
    branch_if(body, w.test("IEqual", wrong.get(), 0), copy_slot(kernel, w, 1))


def scalar(kernel):
    w = Words(kernel)
    body = w.body
    word = body.module.local_variable("word", "i32")
    odd = body.add(kernel.group, w.number(0x10000))
    mark = body.make("mark", "Select", "i32", w.odd_group(), odd, w.number(0))
    branch_if(body, w.test("IEqual", kernel.item, 0), lambda: body.store("i32", word, mark))
    barrier(body, LOCAL_FENCE)
    dimensions = body.built_in("WorkDim")
    tests = []
    if kernel.signature.sub_group:
        places = (("SubgroupLocalInvocationId", "SubgroupMaxSize"), ("SubgroupId", "NumSubgroups"))
        tests = [w.test("ULessThan", body.built_in(a), body.built_in(b)) for a, b in places]
    kernel.store(kernel.i, kernel.call(kernel.read(kernel.i), kernel.group))
    tests += [
        w.test("IEqual", body.load("word_now", "i32", word), mark),
        w.test("IEqual", dimensions, body.built_in("WorkDim")),
        w.test("UGreaterThan", dimensions, 0),
        w.test("ULessThan", dimensions, 4),
    ]
    branch_if(body, all_of(body, tests), copy_slot(kernel, w, 1))


def steps(kernel):
    w = Words(kernel)
    body = w.body
    made = Numbers(w, "Workgroup", SPIRV_LOCAL_ITEMS, "made")
    sub_group, lane = body.built_in("SubgroupId"), body.built_in("SubgroupLocalInvocationId")
    last = w.rest(body.add(sub_group, kernel.group), 4)
    sum_ = variable(body, "i32", "sum", w.number(0))
    scope, fence = w.number(3), w.number(SUB_GROUP_FENCE)

    def step(k, *_):
        new = body.add(body.add(k, w.number(1)), sub_group)
        branch_if(body, w.test("IEqual", lane, 0), lambda: made.set(sub_group, new))
        body.do("ControlBarrier", scope, scope, fence)
        got = body.make("got", "ISub", "i32", made.get(sub_group), sub_group)
        sum_.set(body.add(sum_.get(), got))
        body.do("ControlBarrier", scope, scope, fence)

    count(body, last, step, hint="step")
    kernel.store(kernel.i, kernel.call(kernel.read(kernel.i), kernel.group))
    pairs = body.mul(last, body.add(last, w.number(1)))
    half = body.make("half_of", "UDiv", "i32", pairs, w.number(2))
    branch_if(body, w.test("IEqual", sum_.get(), half), copy_slot(kernel, w, 1))


def snug(kernel):
    w = Words(kernel)
    own = Local(kernel)
    following = w.neighbour(1)

    def put(value):
        own.set(kernel.item, value)
        barrier(w.body, LOCAL_FENCE)

    put(kernel.read(w.slot(2)))
    before = own.get(following)
    barrier(w.body, LOCAL_FENCE)
    put(kernel.read(w.slot(1)))
    result = kernel.call(kernel.read(kernel.i), kernel.group)
    kept = own.get(following)
    barrier(w.body, LOCAL_FENCE)
    put(result)
    for slot, value in enumerate((own.get(following), kept, before)):
        kernel.store(w.of(slot, following), value)


def tree(kernel):
    w = Words(kernel)
    body = w.body
    sums = Numbers(w, "Workgroup", SPIRV_LOCAL_ITEMS, "sums")
    step, round_ = variable(body, "i32", "step", w.number(2)), variable(body, "i32", "round", w.number(0))

    def double():
        step.set(body.make("doubled", "ShiftLeftLogical", "i32", step.get(), w.number(1)))

    loop(body, lambda: w.test("ULessThan", step.get(), kernel.items), lambda *_: None, double)
    sums.set(kernel.item, body.add(kernel.item, w.rounds))
    counts = Numbers(w, "Workgroup", SPIRV_LOCAL_ITEMS, "counts")
    own, first = counts.cell(kernel.item), w.rest(kernel.item, 7)
    body.store("i32", own, first)
    grown = variable(body, "i32", "grown", w.number(0))

    def grow():
        body.store_volatile("i32", own, body.add(body.load_volatile("own", "i32", own), w.number(2)))
        return w.test("ULessThan", body.load_volatile("own", "i32", own), 9)

    def inside(*_):
        now, index = step.get(), round_.get()
        at = w.at(index)
        barrier(body, LOCAL_FENCE)
        other = body.add(kernel.item, now)
        both = [w.test("ULessThan", kernel.item, now), w.test("ULessThan", other, kernel.items)]

        def add():
            sums.set(kernel.item, body.add(sums.get(kernel.item), sums.get(other)))

        branch_if(body, all_of(body, both), add)
        kernel.store(at, kernel.call(kernel.read(at), w.groups(index), at))
        round_.set(body.make("turned", "BitwiseXor", "i32", index, w.number(1)))
        grown.set(body.add(grown.get(), w.number(2)))
        barrier(body, LOCAL_FENCE)
        repeat(body, grow)

    def halve():
        step.set(body.make("halved", "ShiftRightLogical", "i32", step.get(), w.number(1)))

    loop(body, lambda: w.test("INotEqual", step.get(), 0), inside, halve)
    barrier(body, LOCAL_FENCE)
    pairs = body.mul(kernel.items, body.make("before", "ISub", "i32", kernel.items, w.number(1)))
    half = body.make("half_of", "UDiv", "i32", pairs, w.number(2))
    whole = body.add(half, body.mul(kernel.items, w.rounds))
    even = w.test("IEqual", w.rest(first, 2), 0)
    least = body.make("least", "Select", "i32", even, w.number(8), w.number(7))
    grows = w.test("IEqual", body.load_volatile("own", "i32", own), body.add(grown.get(), least))
    summed = w.test("IEqual", sums.get(w.number(0)), whole)
    branch_if(body, all_of(body, [grows, summed]), copy_slot(kernel, w, 2))


def carried(kernel):
    w = Words(kernel)
    body = w.body
    kept = Numbers(w, "Function", 4, "kept")
    count(body, w.number(4), lambda k, *_: kept.set(k, w.number(0)), hint="k")
    at_item = variable(body, "i32", "at_item")

    def place(distance):
        return w.rest(body.add(kernel.item, distance), 4)

    def find(round_):
        before = kept.get(place(body.make("before", "ISub", "i32", round_, w.number(1))))
        own = body.make("own_number", "ISub", "i32", before, round_)
        at_item.set(body.make("own_item", "UDiv", "i32", own, w.number(8)))

    def one(round_, *_):
        at_item.set(kernel.item)
        branch_if(body, w.test("INotEqual", round_, 0), lambda: find(round_))
        own = body.add(kernel.start, at_item.get())
        at = body.add(body.mul(round_, w.slot_items), own)
        kernel.store(at, kernel.call(kernel.read(at), w.groups(round_), at))
        number = body.add(body.add(body.mul(kernel.item, w.number(8)), round_), w.number(1))
        kept.set(place(round_), number)

    count(body, body.make("calls", "ISub", "i32", w.rounds, w.number(1)), one)
    sum_ = kept.get(w.number(0))
    for k in range(1, 4):
        sum_ = body.add(sum_, kept.get(w.number(k)))
    whole = body.add(body.mul(kernel.item, w.number(24)), w.number(6))
    right = all_of(body, [w.test("IEqual", sum_, whole), w.test("IEqual", kept.get(place(w.number(3))), 0)])
    branch_if(body, right, copy_slot(kernel, w, 3))


def in_bytes(kernel, w):
    """What the loop of stride in OpenCL C has in `own`: its counter is an i8."""
    body = w.body
    even = body.make("half_of", "UDiv", "i32", kernel.items, w.number(2))
    half = body.make("half", "BitwiseOr", "i32", even, w.number(1))
    few = w.test("ULessThan", kernel.items, 256)
    most = body.make("most", "Select", "i32", few, kernel.items, w.number(256))
    upper = body.element("upper", kernel.type, kernel.argument["in"], body.add(kernel.start, half))
    own = variable(body, kernel.type, "own", kernel.read(kernel.i))
    distance = body.make("distance", "ISub", "i32", kernel.item, body.add(half, w.rounds))
    at = variable(body, "i8", "at_byte", body.make("byte", "UConvert", "i8", distance))

    def inside(*_):
        at.set(body.make("onward", "IAdd", "i8", at.get(), body.const("i8", 1)))
        place = body.make("place", "UConvert", "i32", at.get())
        tests = [
            w.test("UGreaterThanEqual", kernel.item, half),
            w.test("ULessThan", kernel.item, most),
            w.test("ULessThan", body.add(place, half), most),
        ]

        def load():
            own.set(body.load("near", kernel.type, body.element("near_at", kernel.type, upper, place)))

        branch_if(body, all_of(body, tests), load)

    count(body, w.rounds, inside)
    return own


def stride(kernel):
    w = Words(kernel)
    body, module = w.body, w.body.module
    wide = module.size
    width = body.const(wide, int(kernel.scalar[1:]) // 8)
    items = body.widen("items_wide", kernel.items)
    bytes_ = body.make("bytes", "IMul", wide, items, width)
    groups = body.widen("group_wide", body.add(kernel.group, w.number(1)))
    end = body.make("end", "IMul", wide, groups, items)
    own = body.widen("item_wide", kernel.item)

    def walk(slot, hint):
        pointer = module.pointer("CrossWorkgroup", kernel.type)
        start = body.element("start_at", kernel.type, kernel.argument["in"], w.slot(slot, kernel.item))
        address = variable(body, wide, f"{hint}_place", body.make("address", "ConvertPtrToU", wide, start))
        value = variable(body, kernel.type, hint, body.const(kernel.type, 0))
        at = variable(body, wide, f"{hint}_at", own)

        def inside(*_):
            place = body.name("pointer")
            body.lines.append(f"{place} = OpConvertUToPtr {pointer} {address.get()}")
            value.set(body.load("value", kernel.type, place))
            address.set(body.make("following", "IAdd", wide, address.get(), bytes_))

        def onward():
            at.set(body.make("onward", "IAdd", wide, at.get(), items))

        loop(body, lambda: body.make("test", "ULessThan", "bool", at.get(), end), inside, onward)
        return value

    x = walk(0, "x")
    near = in_bytes(kernel, w)
    branch_if(body, w.odd_group(), lambda: x.set(near.get()))
    kernel.store(kernel.i, kernel.call(x.get(), kernel.group))
    kernel.store(w.slot(1), walk(1, "y").get())


def copies(kernel):
    w = Words(kernel)
    body, module = w.body, w.body.module
    own, kept = Local(kernel), Local(kernel, "kept")
    kind = module.declare("event", "OpTypeEvent").removeprefix("%")
    none = module.declare("no_event", "OpConstantNull %event")
    event = variable(body, kind, "event_now")
    scope, stride = w.number(2), body.const(module.size, 1)
    items = body.widen("items_wide", kernel.items)

    def begin(to, from_):
        begun = body.make("begun", "GroupAsyncCopy", kind, scope, to, from_, items, stride, none)
        body.do("Store", event.pointer, begun)

    def wait():
        body.do("GroupWaitEvents", scope, w.number(1), event.pointer)

    def place(buffer, at):
        return body.element("copy_at", kernel.type, kernel.argument[buffer], at)

    first = w.number(0)
    begin(own.cell(first), place("in", kernel.start))
    wait()
    x = own.get(kernel.item)
    begin(kept.cell(first), place("in", w.slot(1, kernel.start)))
    kernel.store(kernel.i, kernel.call(x, kernel.group))
    wait()
    own.set(kernel.item, kept.get(kernel.item))
    barrier(body, LOCAL_FENCE)
    begin(place("out", body.add(w.guard_items, w.slot(1, kernel.start))), own.cell(first))
    wait()


WITH_GROUPS = ("tree", "carried")
WITH_ITEMS = ("snug", "tree", "stride", "copies")
BODIES = {
    "pressure": pressure,
    "scalar": scalar,
    "steps": steps,
    "snug": snug,
    "tree": tree,
    "stride": stride,
    "carried": carried,
    "copies": copies,
}
