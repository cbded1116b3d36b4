"""Writes the body of a form in OpenCL C: the same methods as generator/writer_spirv.py has in SPIR-V."""

from generator.text import literals, wrap

PREFIXES = ("", "second_", "third_", "fourth_")


def place_of(slot):
    """The work-item's element of a slot."""
    return "i" if slot == 0 else "slot_items + i" if slot == 1 else f"{slot} * slot_items + i"


def factor(text):
    return f"({text})" if " " in text else text


class Variable:
    def __init__(self, writer, name):
        self.writer, self.name = writer, name

    def get(self):
        return self.name

    def set(self, value):
        self.writer.line(f"{self.name} = {value};")

    def increment(self):
        self.writer.line(f"++{self.name};")


class Flag(Variable):
    def set(self, value):
        super().set(str(value).lower() if isinstance(value, bool) else value)


class Calls:
    """The calls of some slots, whose arguments are fetched first."""

    def __init__(self, writer, slots, values):
        self.writer, self.kernel = writer, writer.kernel
        self.place = {slot: place_of(slot) for slot in slots}
        self.value = {slot: self.kernel.load(self.place[slot]) for slot in values}
        for slot in slots:
            writer.lines_of(self.kernel.call.prepare(prefix=PREFIXES[slot], at=self.place[slot]))

    def make(self, slot, value=None):
        """By the kernel's helper, where it has one."""
        return self.kernel.called(value or self.value[slot], PREFIXES[slot])

    def direct(self, slot):
        return self.kernel.call.built_in(self.value[slot], self.kernel.call.arguments(PREFIXES[slot]))

    def by(self, function, slot, *more):
        arguments = [self.value[slot], *self.kernel.call.arguments(PREFIXES[slot]), *more]
        return f"{function}({', '.join(arguments)})"

    def store(self, slot, value):
        self.writer.store(self.place[slot], value)


class Writer:
    """
    Values are expressions. What writes a part of the text is a function without arguments, but for that of a
    loop, which gets the variable of the round's number, and a function that leaves the loop.
    """

    rounds, group_items, item = "rounds", "group_items", "item"

    def __init__(self, kernel):
        self.kernel, self.type, self.numbered = kernel, kernel.type, kernel.call.numbered
        self.is_real = kernel.signature.type.value_class == "FLOAT"
        self.lines, self.functions, self.depth = [], [], 1

    def line(self, text):
        self.lines += wrap(text, "    " * self.depth)

    def lines_of(self, texts):
        for text in texts:
            self.line(text)

    def inside(self, write, *arguments):
        self.depth += 1
        result = write(*arguments)
        self.depth -= 1
        return result

    # -- values --

    def declare(self, kind, text, joined):
        """joined: in the declaration before, which has the same type."""
        if joined:
            self.lines[-1] = f"{self.lines[-1].removesuffix(';')}, {text};"
        else:
            self.line(f"{kind} {text};")

    def let(self, kind, name, value, joined=False):
        self.declare(f"const {kind}", f"{name} = {value}", joined)
        return name

    def variable(self, kind, name, value=None, joined=False):
        self.declare(kind, name if value is None else f"{name} = {value}", joined)
        return Variable(self, name)

    def flag(self, name):
        """A variable that is true at first."""
        self.line(f"bool {name} = true;")
        return Flag(self, name)

    def is_set(self, flag):
        return flag.name

    def of(self, a, operator, b):
        return f"{a} {operator} {b}"

    def select(self, condition, a, b):
        return f"{condition} ? {a} : {b}"

    def has_bit(self, word, bit):
        return f"({word} & {bit}) != 0"

    def is_same(self, a, b):
        """Whether two values are the same; a NaN is the same as any."""
        if self.kernel.signature.width > 1:
            return f"all({a} == {b})"
        same = f"{a} == {b}"
        return f"{same} || ({a} != {a} && {b} != {b})" if self.is_real else same

    # -- what a kernel has --

    def activity(self):
        """The word with the slots in which the work-item is active (wgc_is_active)."""
        return self.let("uint", "activity", "aux[rounds * slot_items + i]")

    def own_round(self, word):
        return f"{word} >> 8"

    def lane(self):
        return "sub_group_local_id"

    def broadcast_first(self, value):
        return f"sub_group_broadcast_first({value})"

    def at(self, round_):
        """The element of a round's slot."""
        return self.let("size_t", "at", f"{factor(round_)} * slot_items + i")

    def first_of(self, slot):
        """The element of the work-group's first work-item."""
        return f"{slot} * slot_items + group * group_items"

    def place(self, slot):
        return place_of(slot)

    def load(self, at):
        return self.kernel.load(at)

    def load_argument(self, at):
        return f"aux[{at}]"

    def load_out(self, at):
        """An element of the output."""
        width = self.kernel.signature.width
        return (
            f"out[guard_items + {at}]" if width == 1 else f"vload{width}({at}, out + {width} * guard_items)"
        )

    def store(self, at, value):
        self.lines += self.kernel.put(at, value, "    " * self.depth)

    def store_meta(self, word, value):
        self.line(f"meta[6 * i + {word}] = {value};")

    # -- calls --

    def literal(self, slot):
        """Of the slot's number."""
        return literals(self.kernel.signature)[slot]

    def calls(self, slots, values=None):
        """values: the slots whose values are loaded here, where not all."""
        return Calls(self, slots, slots if values is None else values)

    def call(self, value, extra):
        return self.kernel.call.built_in(value, extra)

    def call_at(self, at, value):
        """With the argument of an element."""
        self.lines_of(self.kernel.call.prepare(at=at))
        return self.kernel.called(value)

    def call_slot(self, slot):
        """The call of a slot's value, and its store."""
        group = ("group", "groups + group")[slot] if slot < 2 else f"{slot} * groups + group"
        self.lines += self.kernel.store_active(place_of(slot), group, "    " * self.depth)

    def call_rounds(self, limit):
        """The call of each round's value, and its store."""

        def one(round_):
            at = self.at(round_)
            self.lines += self.kernel.store_active(at, f"{round_} * groups + group", "    " * self.depth)

        self.count(limit, one)

    def function(self, name, more, write, not_inlined=False):
        """A function of the value, the argument of the call where it has one, and of the uints of more."""
        names = [declaration.split()[1] for declaration in self.kernel.call.parameters]
        parameters = [f"{self.type} x", *self.kernel.call.parameters, *[f"uint {one}" for one in more]]
        outer, self.lines, depth, self.depth = self.lines, [], self.depth, 1
        write("x", names, *more)
        body, self.lines, self.depth = self.lines, outer, depth
        full = f"{self.kernel.entry}_{name}"
        head = wrap(f"{self.type} {full}({', '.join(parameters)})")
        attribute = ["__attribute__((noinline))"] if not_inlined else []
        self.functions += [*attribute, *head, "{", *body, "}", ""]
        return full

    # -- control flow --

    def when(self, condition, taken):
        """An if of one statement."""
        self.line(f"if ({condition})")
        self.inside(taken)

    def if_(self, condition, taken, otherwise=None):
        self.line(f"if ({condition}) {{")
        self.inside(taken)
        if otherwise:
            self.line("} else {")
            self.inside(otherwise)
        self.line("}")

    def if_even(self, value, even, odd):
        self.if_(f"{value} % 2 == 0", even, odd)

    def return_(self, value=None):
        self.line("return;" if value is None else f"return {value};")

    def loop(self, condition, inside, name="round"):
        """Rounds from 0 on; condition of their variable is None where the loop has another end."""
        text = f" {condition(Variable(self, name))}" if condition else ""
        self.line(f"for (uint {name} = 0;{text}; ++{name}) {{")
        self.inside(inside, Variable(self, name), lambda: self.line("break;"))
        self.line("}")

    def count(self, limit, inside):
        """inside of a round's number."""
        self.loop(lambda round_: self.of(round_.get(), "<", limit), lambda round_, _: inside(round_.get()))

    def until(self, inside):
        """inside of a round's variable returns the condition of the end."""

        def one(round_, leave):
            self.when(inside(round_), leave)

        self.loop(None, one)

    def while_(self, condition, inside):
        self.line(f"while ({condition()}) {{")
        self.inside(inside)
        self.line("}")

    def switch(self, value, cases, default):
        """cases: what writes those of 0, 1, ...; one that returns "next" falls through to the next."""
        self.line(f"switch ({value}) {{")
        for number, write in enumerate(cases):
            self.line(f"case {number}:")
            falls = self.inside(write) == "next"
            self.inside(lambda: self.line("/* and the next */" if falls else "break;"))  # noqa: B023
        self.line("default:")
        self.inside(default)
        self.line("}")
