"""Writes the body of a form in SPIR-V: the same methods as generator/writer_c.py has in OpenCL C."""

from generator import spirv_flow
from generator.spirv_calls import call
from generator.spirv_module import Body
from generator.tables import TableError

# The instruction of an operator of unsigned values, and the type of its result.
OPERATORS = {
    **{"+": ("IAdd", "i32"), "-": ("ISub", "i32"), "/": ("UDiv", "i32"), "%": ("UMod", "i32")},
    **{"&": ("BitwiseAnd", "i32"), "^": ("BitwiseXor", "i32"), ">>": ("ShiftRightLogical", "i32")},
    **{"==": ("IEqual", "bool"), "!=": ("INotEqual", "bool"), "<": ("ULessThan", "bool")},
    **{">=": ("UGreaterThanEqual", "bool"), "&&": ("LogicalAnd", "bool")},
}


class Variable(spirv_flow.Variable):
    def increment(self):
        self.set(self.body.add(self.get(), self.body.const("i32", 1)))


class Flag(Variable):
    def set(self, value):
        body = self.body
        if isinstance(value, bool):
            super().set(body.const("i32", int(value)))
        else:
            super().set(
                body.make("chosen", "Select", "i32", value, body.const("i32", 1), body.const("i32", 0))
            )


class Calls:
    """The calls of some slots, whose arguments are fetched first."""

    def __init__(self, writer, slots, values):
        self.writer, kernel = writer, writer.kernel
        self.place = {slot: kernel.slot(slot, kernel.i) for slot in slots}
        self.value = {slot: kernel.read(self.place[slot]) for slot in values}
        self.extra = {slot: kernel.extra(kernel.group, self.place[slot]) for slot in slots}

    def make(self, slot, value=None):
        """By the kernel's helper, where it has one."""
        if self.writer.kernel.helper:
            return self.by(self.writer.kernel.helper, slot)
        return self.writer.call(value or self.value[slot], self.extra[slot])

    def direct(self, slot):
        return self.writer.call(self.value[slot], self.extra[slot])

    def by(self, function, slot, *more):
        arguments = (self.value[slot], *self.extra[slot], *more)
        return self.writer.body.make("result", "FunctionCall", self.writer.type, function, *arguments)

    def store(self, slot, value):
        self.writer.store(self.place[slot], value)


class Writer:
    """Values are ids, or numbers where a method takes an i32."""

    def __init__(self, kernel):
        self.kernel, self.type, self.numbered = kernel, kernel.type, kernel.numbered
        self.is_real = kernel.type.startswith("f")
        self.rounds, self.group_items = kernel.argument["rounds"], kernel.argument["group_items"]
        self.item = kernel.item

    @property
    def body(self):
        return self.kernel.body

    # -- values --

    def number(self, value):
        return self.body.const("i32", value) if isinstance(value, int) else value

    def of(self, a, operator, b):
        """Of two i32, or of two values of another type where the operator is "^"."""
        instruction, result = OPERATORS[operator]
        kind = self.type if operator == "^" else result
        hint = "test" if result == "bool" else "number"
        return self.body.make(hint, instruction, kind, self.number(a), self.number(b))

    def let(self, _kind, _name, value, **_):
        return value

    def variable(self, kind, name, value=None, **_):
        value = self.number(value)  # which is declared before the variable's type
        made = Variable(self.body, "i32" if kind == "uint" else kind, name)
        if value is not None:
            made.set(value)
        return made

    def flag(self, name):
        """A variable that is true at first."""
        self.number(1)  # which is declared before the variable's type
        made = Flag(self.body, "i32", name)
        made.set(True)
        return made

    def is_set(self, flag):
        return self.of(flag.get(), "!=", 0)

    def select(self, condition, a, b):
        return self.body.make("chosen", "Select", "i32", condition, a, b)

    def has_bit(self, word, bit):
        return self.of(self.of(word, "&", bit), "!=", 0)

    def is_same(self, a, b):
        """Whether two values are the same; a NaN is the same as any."""
        body, width = self.body, self.kernel.signature.width
        if width > 1:
            parts = []
            for c in range(width):
                one, two = (
                    body.make("part", "CompositeExtract", self.kernel.scalar, v, str(c)) for v in (a, b)
                )
                parts.append(self.of(one, "==", two))
            same = parts[0]
            for part in parts[1:]:
                same = self.of(same, "&&", part)
            return same
        if not self.is_real:
            return self.of(a, "==", b)
        same = spirv_flow.compare(body, "FOrdEqual", a, b)
        one, two = (spirv_flow.compare(body, "FUnordNotEqual", v, v) for v in (a, b))
        return body.make("same", "LogicalOr", "bool", same, self.of(one, "&&", two))

    # -- what a kernel has --

    def activity(self):
        """The word with the slots in which the work-item is active."""
        return self.kernel.read_aux(self.at(self.rounds), "activity")

    def own_round(self, word):
        return self.of(word, ">>", 8)

    def lane(self):
        return self.body.built_in("SubgroupLocalInvocationId")

    def broadcast_first(self, value):
        self.body.module.need("GroupNonUniformBallot")
        return self.body.make("first", "GroupNonUniformBroadcastFirst", "i32", self.number(3), value)

    def at(self, round_):
        """The element of a round's slot."""
        return self.body.add(self.body.mul(round_, self.kernel.argument["slot_items"]), self.kernel.i)

    def first_of(self, slot):
        """The element of the work-group's first work-item."""
        return self.kernel.slot(slot, self.kernel.start)

    def place(self, slot):
        return self.kernel.slot(slot, self.kernel.i)

    def load(self, at):
        return self.kernel.read(at)

    def load_argument(self, at):
        return self.kernel.read_aux(at, "argument")

    def load_out(self, at):
        return self.kernel.read_out(at)

    def store(self, at, value):
        self.kernel.store(at, value)

    def store_meta(self, word, value):
        body = self.body
        at = body.add(body.mul(self.kernel.i, self.number(6)), self.number(word))
        body.store("i32", body.element("meta_at", "i32", self.kernel.argument["meta"], at), value)

    # -- calls --

    def literal(self, slot):
        """Of the slot's number."""
        body, signature = self.body, self.kernel.signature
        value = body.const(self.kernel.scalar, signature.literals[slot])
        return body.splat(self.type, value) if signature.width > 1 else value

    def calls(self, slots, values=None):
        """values: the slots whose values are loaded here, where not all."""
        return Calls(self, slots, slots if values is None else values)

    def call(self, value, extra):
        return call(self.body, self.kernel.signature, value, extra)

    def call_at(self, at, value):
        """With the argument of an element."""
        return self.call(value, self.kernel.extra(self.kernel.group, at))

    def call_slot(self, slot):
        """The call of a slot's value, and its store."""
        if self.kernel.groups is None:
            raise TableError(f"the variant {self.kernel.variant} calls slots: it has to have groups=True")
        at = self.place(slot)
        group = self.body.add(self.body.mul(self.number(slot), self.kernel.groups), self.kernel.group)
        self.store(at, self.kernel.call(self.load(at), group, at))

    def call_rounds(self, limit):
        """The call of each round's value, and its store, in a loop whose number is an OpPhi."""
        self.kernel.call_rounds(limit)

    def function(self, name, more, write, not_inlined=False):
        """A function of the value, the argument of the call where it has one, and of more, which are i32s."""
        kernel, module, outer = self.kernel, self.kernel.module, self.body
        name = f"{name}_function"  # others are called %out
        kernel.body = body = Body(module, f"{name}_")
        kinds = [self.type, *([kernel.aux_type] if self.numbered else []), *["i32"] * len(more)]
        names = [body.name(f"argument_{i}") for i in range(len(kinds))]
        end = len(names) - len(more)
        write(names[0], names[1:end], *names[end:])
        kernel.body = outer
        types = [module.type(kind) for kind in kinds]
        lines = [f"%{name}_entry = OpLabel", *body.variables, *body.lines]
        control = "DontInline" if not_inlined else "None"
        module.function(name, control, types[0], list(zip(names, types, strict=True)), lines)
        return f"%{name}"

    # -- control flow --

    def if_(self, condition, taken, otherwise=None):
        spirv_flow.branch_if(self.body, condition, taken, otherwise)

    when = if_

    def if_even(self, value, even, odd):
        self.if_(self.has_bit(value, 1), odd, even)

    def return_(self, value=None):
        self.body.do(*(["Return"] if value is None else ["ReturnValue", value]))

    def loop(self, condition, inside):
        """Rounds from 0 on; condition of their variable is None where the loop has another end."""
        body = self.body
        round_ = self.variable("uint", "round", 0)
        spirv_flow.loop(
            body,
            lambda: condition(round_) if condition else body.module.true(),
            lambda leave, _: inside(round_, lambda: body.do("Branch", leave)),
            round_.increment,
        )

    def count(self, limit, inside):
        """inside of a round's number."""
        self.loop(lambda round_: self.of(round_.get(), "<", limit), lambda round_, _: inside(round_.get()))

    def until(self, inside):
        """inside of a round's variable returns the condition of the end."""
        more = self.flag("more")

        def one(round_, _):
            self.if_(inside(round_), lambda: more.set(False))

        self.loop(lambda _: self.is_set(more), one)

    def while_(self, condition, inside):
        spirv_flow.loop(self.body, condition, lambda *_: inside(), lambda: None)

    def switch(self, value, cases, default):
        """cases: what writes those of 0, 1, ...; one that returns "next" falls through to the next."""
        spirv_flow.switch(self.body, value, list(enumerate(cases)), default)
