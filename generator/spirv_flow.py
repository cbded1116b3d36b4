"""Control flow and variables in a SPIR-V function: what if, while and switch are in C."""

from generator.spirv_module import Body

# How the instructions begin that leave a block.
ENDS = ("OpBranch ", "OpReturn", "OpUnreachable")


class Variable:
    """A private variable of a function."""

    def __init__(self, body: Body, kind, hint):
        self.body, self.kind = body, kind
        self.pointer = body.name(hint)
        type_ = body.module.pointer("Function", kind)
        body.variables.append(f"{self.pointer} = OpVariable {type_} Function")

    def get(self, hint="value"):
        return self.body.load(hint, self.kind, self.pointer)

    def set(self, value):
        self.body.store(self.kind, self.pointer, value)


def variable(body, kind, hint, value=None):
    made = Variable(body, kind, hint)
    if value is not None:
        made.set(value)
    return made


def compare(body, instruction, a, b):
    return body.make("test", instruction, "bool", a, b)


def branch_if(body, condition, taken, otherwise=None):
    """taken and otherwise write what is in the two arms, which may leave the arm themselves."""
    yes, after = body.label("yes"), body.label("after")
    no = body.label("no") if otherwise else after
    body.do("SelectionMerge", after, "None")
    body.do("BranchConditional", condition, yes, no)
    arms = [(yes, taken)] + ([(no, otherwise)] if otherwise else [])
    for label, write in arms:
        body.place(label)
        write()
        if not body.lines[-1].startswith(ENDS):
            body.do("Branch", after)
    body.place(after)


def loop(body, condition, inside, onward):
    """
    while (condition()) { inside(leave, again); onward(); }. leave and again are the labels that `break` and
    `continue` go to.
    """
    head, enter, within, again, leave = (body.label(n) for n in ("head", "enter", "within", "again", "leave"))
    body.do("Branch", head)
    body.place(head)
    body.do("LoopMerge", leave, again, "None")
    body.do("Branch", enter)
    body.place(enter)
    body.do("BranchConditional", condition(), within, leave)
    body.place(within)
    inside(leave, again)
    body.do("Branch", again)
    body.place(again)
    onward()
    body.do("Branch", head)
    body.place(leave)


def repeat(body, inside):
    """do { } while (inside()). Nothing is between what is in front of it and its first block."""
    head, again, leave = (body.label(n) for n in ("head", "again", "leave"))
    body.do("Branch", head)
    body.place(head)
    condition = inside()
    body.do("LoopMerge", leave, again, "None")
    body.do("Branch", again)
    body.place(again)
    body.do("BranchConditional", condition, head, leave)
    body.place(leave)


def count(body, limit, inside, step=1, hint="round"):
    """for (i = 0; i < limit; i += step) inside(i, leave, again), where limit is an i32."""
    index = variable(body, "i32", hint, body.const("i32", 0))
    loop(
        body,
        lambda: compare(body, "ULessThan", index.get(hint), limit),
        lambda leave, again: inside(index.get(hint), leave, again),
        lambda: index.set(body.add(index.get(hint), body.const("i32", step))),
    )


def jump_if(body, condition, label):
    """if (condition) break; or continue;"""
    on = body.label("on")
    body.do("SelectionMerge", on, "None")
    body.do("BranchConditional", condition, label, on)
    body.place(on)


def return_if(body, condition, before=lambda: None):
    def taken():
        before()
        body.do("Return")

    branch_if(body, condition, taken)


def switch(body, value, cases, default):
    """cases: (number, write) pairs; a write that returns "next" falls through to the next of them."""
    labels = [body.label("case") for _ in cases]
    other, after = body.label("default"), body.label("after")
    body.do("SelectionMerge", after, "None")
    pairs = [f"{number} {label}" for (number, _), label in zip(cases, labels, strict=True)]
    body.do("Switch", value, other, *pairs)
    for (_, write), label, following in zip(cases, labels, [*labels[1:], other], strict=True):
        body.place(label)
        body.do("Branch", following if write() == "next" else after)
    body.place(other)
    default()
    body.do("Branch", after)
    body.place(after)
