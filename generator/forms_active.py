"""
The forms in which work-items of a sub-group go different ways, each once for both languages: w is a Writer of
generator/writer_c.py or of generator/writer_spirv.py.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Form:
    slots: tuple[str, ...]  # that its kernel fills, as in tables.VARIANTS
    text: str  # what its kernel does
    groups: bool  # whether it has calls of slots, for which a SPIR-V kernel counts the work-groups
    write: object  # the function that writes its body


FORMS = {}


def form(slots, text, groups=False):
    def register(write):
        FORMS[write.__name__] = Form(tuple(slots.split()), text, groups, write)
        return write

    return register


# What is not exact where it is computed again from results: sums and products of floating-point values. Nor
# are truth values, any of which but 0 is true.
ROUNDS = ("add", "mul")

# Those whose call is in a function of its own that is not inlined.
NOT_INLINED = ("returned",)
# Those with a return in the kernel.
RETURNS = ("returned",)
# Those that need cl_khr_subgroup_ballot for a call of their own.
BALLOTS = ("waterfall",)


def allowed(signature, variant):
    """Whether a signature has the variant."""
    rounds = signature.op is not None and signature.op.name in ROUNDS
    free = signature.truth or (rounds and signature.type.value_class == "FLOAT")
    free = free or signature.kind == "INVERSE_BALLOT"  # whose value has to be the same for all
    if variant == "counted":  # where the argument decides, the value shows nothing
        single = signature.width == 1 or signature.kind == "BALLOT"
        return single and signature.argument not in ("UNIFORM", "EACH")
    return not (variant in ("feeds", "chained") and free)


ARMS = 4  # of the switches of laneswitch: as many as slots


@form("ACTIVE ACTIVE", "two calls, each by the work-items that the host chose for it", groups=True)
def active(w):
    word = w.activity()
    for slot, bit in enumerate((1, 2)):
        w.if_(w.has_bit(word, bit), lambda slot=slot: w.call_slot(slot))


@form(
    "ACTIVE NESTED ELSE",
    "calls under a condition, under one more, and in the other branch, each by other work-items",
    groups=True,
)
def branches(w):
    word = w.activity()

    def first():
        w.call_slot(0)
        w.if_(w.has_bit(word, 2), lambda: w.call_slot(1))

    w.if_(w.has_bit(word, 1), first, lambda: w.call_slot(2))


@form("COUNTED COUNTED COUNTED", "three calls of literals, each by the work-items that the host chose for it")
def counted(w):
    word = w.activity()
    calls = w.calls(range(3), values=())
    for slot, bit in enumerate((1, 2, 4)):
        w.if_(
            w.has_bit(word, bit),
            lambda slot=slot: calls.store(slot, calls.make(slot, w.literal(slot))),
        )


@form(
    "LEAVING LEAVING LEAVING",
    "a call in a loop that the work-items of a sub-group leave at different times",
    groups=True,
)
def leaving(w):
    w.call_rounds(w.own_round(w.activity()))


@form(
    "LANE LANE", "a call by the work-items with even sub-group local ids, and one by the others", groups=True
)
def lanes(w):
    w.if_even(w.lane(), lambda: w.call_slot(0), lambda: w.call_slot(1))


@form(
    "OUT OUT OUT SINGLE",
    "calls on the way out of a loop, by a flag, by break and by return, and one work-item a round",
)
def wayout(w):
    """The loops do nothing else, which might keep a compiler from moving the call out of them."""
    own_round = w.let("uint", "own_round", w.own_round(w.activity()))
    lane = w.lane()
    calls = w.calls(range(4))
    x, y, z = (w.let(w.type, name, calls.value[slot]) for name, slot in (("x", 0), ("y", 1), ("z", 3)))
    flag = w.variable(w.type, "flag", x)
    left = w.variable(w.type, "left", y, joined=True)
    alone = w.variable(w.type, "alone", z, joined=True)
    there = w.flag("there")

    def by_flag():
        flag.set(calls.make(0, x))
        there.set(False)

    w.loop(lambda _: w.is_set(there), lambda round_, _: w.if_(w.of(own_round, "==", round_.get()), by_flag))

    def by_break(leave):
        left.set(calls.make(1, y))
        leave()

    def inside(round_, leave):
        w.if_(w.of(own_round, "==", round_.get()), lambda: by_break(leave))

    w.loop(None, inside)

    def out(value, extra, own_round, end):
        def one(round_):
            w.when(w.of(own_round, "==", round_), lambda: w.return_(w.call(value, extra)))

        w.count(end, one)
        w.return_(value)

    function = w.function("out", ("own_round", "end"), out)
    returned = w.let(w.type, "returned", calls.by(function, 2, own_round, w.of(w.rounds, "+", 1)))

    def one(round_):
        w.when(w.of(round_, "==", lane), lambda: alone.set(calls.make(3, z)))

    w.count(w.group_items, one)
    for slot, result in enumerate((flag.get(), left.get(), returned, alone.get())):
        calls.store(slot, result)


@form("PICKED", "a loop in which those leave, round by round, that have the first one's value")
def waterfall(w):
    """Work-items of one activity word leave together. Each stores its round, which the judge needs."""
    word = w.activity()
    calls = w.calls([0])
    x = w.let(w.type, "x", calls.value[0])
    result = w.variable(w.type, "result", x)
    round_ = w.variable("uint", "round", 0)
    there = w.flag("there")

    def taken():
        result.set(calls.make(0, x))
        there.set(False)

    def inside():
        first = w.let("uint", "first", w.broadcast_first(word))
        w.if_(w.of(word, "==", first), taken, round_.increment)

    w.while_(lambda: w.of(w.is_set(there), "&&", w.of(round_.get(), "<", w.group_items)), inside)
    calls.store(0, result.get())
    w.store_meta(2, round_.get())


@form(
    "BEFORE THEN INNER OTHER AFTER",
    "one call made again with one operand: before, under and after conditions",
)
def samecall(w):
    """All is loaded before the first call, and stored after the last one."""
    word = w.activity()
    calls = w.calls([0])
    places = [w.place(slot) for slot in range(5)]
    x = w.let(w.type, "x", calls.value[0])
    then = w.variable(w.type, "taken", x)
    inner = w.variable(w.type, "inner", x, joined=True)
    other = w.variable(w.type, "other", x, joined=True)

    def taken():
        then.set(calls.make(0, x))
        w.if_(w.has_bit(word, 2), lambda: inner.set(calls.make(0, x)))

    def store_taken():
        w.store(places[1], then.get())
        w.if_(w.has_bit(word, 2), lambda: w.store(places[2], inner.get()))

    before = w.let(w.type, "before", calls.make(0, x))
    w.if_(w.has_bit(word, 1), taken, lambda: other.set(calls.make(0, x)))
    later = w.let(w.type, "later", calls.make(0, x))
    w.store(places[0], before)
    w.if_(w.has_bit(word, 1), store_taken, lambda: w.store(places[3], other.get()))
    w.store(places[4], later)


@form(
    "LEAVING LEAVING SPLIT COPY",
    "what is the same for all in a loop, used after work-items have left it at different times",
)
def afterloop(w):
    """
    The result of the last round, which is read again from memory; then a value, and the argument where there
    is one, that a loop over the work-group finds: all work-items still there load the same in a round.
    """
    own = w.own_round(w.activity())
    most = w.let("uint", "most", w.of(w.rounds, "/", 2))
    own_rounds = w.let("uint", "own_rounds", w.select(w.of(own, "<", most), own, most), joined=True)
    third, fourth = w.place(2), w.place(3)
    witness = w.load(fourth)
    kept = w.variable(w.type, "kept", witness)

    def one(round_):
        at = w.at(round_)
        kept.set(w.call_at(at, w.load(at)))
        w.store(at, kept.get())

    w.count(own_rounds, one)
    right = w.flag("right")

    def read_again():
        at = w.at(w.of(own_rounds, "-", 1))
        last = kept.get()
        right.set(w.is_same(last, w.let(w.type, "stored", w.load_out(at))))

    w.if_(w.of(own_rounds, "!=", 0), read_again)
    w.if_(w.is_set(right), lambda: w.store(fourth, witness))
    found = w.variable(w.type, "found")
    argument = w.variable("uint", "third_argument") if w.numbered else None
    start = w.first_of(2)

    def look(round_):
        at = w.let("size_t", "at", w.of(start, "+", round_.get()))
        found.set(w.load(at))
        if argument:
            argument.set(w.load_argument(at))
        return w.of(round_.get(), ">=", w.item)

    w.until(look)
    w.store(third, w.call(found.get(), [argument.get()] if argument else []))


@form(
    "ARM LANE FALLEN LANE",
    "calls in the cases of switches over the sub-group local id, one of which falls through",
)
def laneswitch(w):
    """The arms of the first switch have one text: one call in their place would join their work-items."""
    arm = w.of(w.lane(), "%", ARMS)
    calls = w.calls(range(ARMS))
    x = w.let(w.type, "x", calls.value[0])
    first = w.variable(w.type, "first")

    def write():
        first.set(calls.make(0, x))

    w.switch(arm, [write] * (ARMS - 1), write)
    calls.store(0, first.get())

    def call(slot):
        calls.store(slot, calls.make(slot))

    def falls():
        call(1)
        return "next"

    w.switch(arm, [lambda: None, falls, lambda: call(2)], lambda: call(3))


@form(
    "ACTIVE ELSE STAYS STAYS",
    "a function that is not inlined, called by a part of the sub-group, and calls after returns",
)
def returned(w):
    """The function of the first two slots is called in both branches; the next one returns early in some."""
    word = w.activity()
    calls = w.calls(range(4))

    def unless(value, extra, activity):
        w.when(w.has_bit(activity, 2), lambda: w.return_(value))
        w.return_(w.call(value, extra))

    function = w.function("unless", ("activity",), unless, not_inlined=True)

    def call(slot):
        calls.store(slot, calls.make(slot))

    w.if_(w.has_bit(word, 1), lambda: call(0), lambda: call(1))
    third = w.let(w.type, "third", calls.by(function, 2, word))
    w.when(w.has_bit(word, 2), w.return_)
    calls.store(2, third)
    calls.store(3, calls.direct(3))


@form(
    "CHAINED CHAINED CHAINED",
    "a loop left at different times, with calls of which each one's value is made of the result before",
)
def chained(w):
    """As in feeds, one call a round. The work-items still there make the call of a round."""
    own = w.own_round(w.activity())
    value = w.variable(w.type, "value", w.load(w.place(0)))

    def one(round_):
        at = w.at(round_)
        result = w.let(w.type, "result", w.call_at(at, value.get()))
        w.store(at, result)
        value.set(result if w.is_real else w.of(value.get(), "^", result))

    w.count(own, one)


@form("FED FED FED", "calls of which each one's value is made of the result of the one before")
def feeds(w):
    """Integers are combined with the result, as in a butterfly; other values are the result."""
    calls = w.calls(range(3), values=())
    value, results = w.load(calls.place[0]), []
    for slot, (name, result) in enumerate((("a", "first"), ("b", "second"), ("c", "third"))):
        value = w.let(w.type, name, value)
        results.append(w.let(w.type, result, calls.make(slot, value)))
        value = results[-1] if w.is_real else w.of(value, "^", results[-1])
    for slot in (2, 1, 0):
        calls.store(slot, results[slot])
