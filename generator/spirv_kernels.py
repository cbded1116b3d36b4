"""Kernels in SPIR-V assembly: the variants and the eight arguments that generator/kernels.py has in C."""

from dataclasses import replace

from generator import context, forms_active, spirv_alone, spirv_context, spirv_memory, spirv_seen
from generator.chain import TOKEN_OVER_ROUNDS, link
from generator.grids import SPIRV_LOCAL_ITEMS
from generator.kernels import BARRIERS, EXCHANGES, EXPLAIN, NOT_INLINED, entry_name, writes_max_size
from generator.spirv_calls import DIMENSIONS, call, call_for_first, call_with_init_last
from generator.spirv_flow import branch_if, compare
from generator.spirv_lanes import value_type
from generator.spirv_module import Body, Module, scalar_name
from generator.spirv_style import style_of
from generator.tables import family_of, number_behind, required_size_of
from generator.text import companions, others
from generator.writer_spirv import Writer

ARGUMENTS = ("in", "out", "aux", "meta", "group_items", "slot_items", "guard_items", "rounds")
# What a kernel writes of its sub-groups; there is room for META_WORDS (harness/trial/trial.h).
META, META_WORDS = {"SubgroupId": 0, "SubgroupLocalInvocationId": 1}, 6
META_MAX = {"SubgroupMaxSize": 3}
META_REST = {"SubgroupSize": 2, **META_MAX, "NumSubgroups": 4, "NumEnqueuedSubgroups": 5}
# Variants with more than one slot to call the function on, whose other arguments differ.
WITH_MORE_CALLS = ("loop", "sequence", "together", "either", "trips", *spirv_context.WITH_GROUPS)
WITH_MORE_CALLS += (*spirv_memory.WITH_GROUPS, *spirv_seen.WITH_GROUPS)
WITH_MORE_CALLS += tuple(name for name, form in forms_active.FORMS.items() if form.groups)
WITH_ITEMS = ("local", *spirv_context.WITH_ITEMS, *spirv_memory.WITH_ITEMS)
# Workgroup memory, with acquire and release: what barrier(CLK_LOCAL_MEM_FENCE) orders.
LOCAL_FENCE = 0x108
# Workgroup memory, and memory of all work-groups, with acquire and release: what sub_group_barrier orders.
SUB_GROUP_LOCAL_FENCE, SUB_GROUP_GLOBAL_FENCE = 0x108, 0x208
# The scope Memory of a barrier, for OpenCL C's. Device needs CL_DEVICE_ATOMIC_SCOPE_DEVICE of a device.
WORK_GROUP_SCOPE, SUB_GROUP_SCOPE = 2, 3
MEMORY_SCOPES = {"work_group": WORK_GROUP_SCOPE}


class Kernel:
    def __init__(self, module: Module, signature, signatures, variant, shape):
        self.module = module
        self.signature = replace(signature, cluster=number_behind(variant, "cluster") or signature.cluster)
        self.signatures = signatures
        self.variant = variant
        self.shape = shape
        self.scalar = scalar_name(signature.type)
        self.type = value_type(signature)
        self.numbered = signature.argument in ("UNIFORM", "EACH")
        self.aux_type = self.type if signature.init else "i32"
        self.entry = entry_name(signature, variant, shape)
        self.body = Body(module, "")
        self.argument = {name: f"%{name}" for name in ARGUMENTS}
        self.helper = "%call" if family_of(variant) in NOT_INLINED else None
        self.start_label = "%entry"
        self.groups = None  # how many, where the form has calls whose arguments are of other slots

    # -- places --

    def components(self, name, hint):
        """The three components of a built-in of work-items or work-groups, as i32."""
        vector = self.body.built_in(name)
        parts = []
        for index, axis in enumerate("xyz"):
            name = f"{hint}_{axis}"
            wide = self.body.make(
                f"{name}_wide", "CompositeExtract", self.body.module.size, vector, str(index)
            )
            parts.append(self.body.narrow(name, wide))
        return parts

    def linear(self, hint, ids, sizes):
        body = self.body
        rows = body.add(body.mul(ids[2], sizes[1]), ids[1])
        return body.add(body.mul(rows, sizes[0]), ids[0], hint)

    def places(self):
        body = self.body
        body.comment("linear ids of the work-group and the work-item")
        sizes = self.components("NumWorkgroups", "groups")
        self.group = self.linear("group", self.components("WorkgroupId", "group"), sizes)
        if self.variant in WITH_MORE_CALLS:
            self.groups = body.mul(body.mul(sizes[0], sizes[1]), sizes[2], "groups")
        local = self.components("WorkgroupSize", "local")
        self.item = self.linear("item", self.components("LocalInvocationId", "item"), local)
        if self.variant in WITH_ITEMS:
            self.items = body.mul(body.mul(local[0], local[1]), local[2], "items")
        self.start = body.mul(self.group, self.argument["group_items"], "start")
        self.i = body.add(self.start, self.item, "i")

    # -- data --

    def read(self, at, hint="x"):
        body, width = self.body, self.signature.width
        if width == 1:
            return body.load(hint, self.type, body.element(f"{hint}_at", self.type, self.argument["in"], at))
        place = body.widen("at", at)
        pointer = self.argument["in"]
        return body.make(
            hint, "ExtInst", self.type, self.module.opencl(), "vloadn", place, pointer, str(width)
        )

    def store(self, at, value):
        body, width = self.body, self.signature.width
        place = body.add(self.argument["guard_items"], at, "place")
        if width == 1:
            body.store(self.type, body.element("out_at", self.type, self.argument["out"], place), value)
            return
        place, pointer = body.widen("at", place), self.argument["out"]
        body.make("stored", "ExtInst", "void", self.module.opencl(), "vstoren", value, place, pointer)

    def read_out(self, at):
        """An element of the output."""
        body, width = self.body, self.signature.width
        place = body.add(self.argument["guard_items"], at, "place")
        pointer = self.argument["out"]
        if width == 1:
            return body.load("stored", self.type, body.element("stored_at", self.type, pointer, place))
        wide = body.widen("at", place)
        return body.make(
            "stored", "ExtInst", self.type, self.module.opencl(), "vloadn", wide, pointer, str(width)
        )

    def exchange(self, at):
        """Work-items of a sub-group read each other's values, which a barrier orders."""
        body, value = self.body, self.read(at)
        argument = self.extra(None, at)[0]
        is_local = self.signature.kind == "BARRIER_LOCAL"
        if is_local:
            own = self.module.local_array("exchanged", self.type, SPIRV_LOCAL_ITEMS)
            body.store(self.type, self.cell(own, self.item), value)
        else:
            self.store(at, value)
        self.barrier(is_local)
        if is_local:
            other = body.load("other", self.type, self.cell(own, argument))
        else:
            first = body.make("first", "ISub", "i32", at, self.item)
            place = body.add(self.argument["guard_items"], body.add(first, argument))
            other = body.load(
                "other", self.type, body.element("other_at", self.type, self.argument["out"], place)
            )
        self.barrier(is_local)
        self.store(at, other)

    def barrier(self, is_local):
        """The barrier of a sub-group that the type has in OpenCL C, too."""
        body, barrier = self.body, BARRIERS[self.signature.type.name]
        fence = SUB_GROUP_LOCAL_FENCE if is_local else SUB_GROUP_GLOBAL_FENCE
        fence |= SUB_GROUP_LOCAL_FENCE | SUB_GROUP_GLOBAL_FENCE if barrier.both else 0
        execution = body.const("i32", SUB_GROUP_SCOPE)
        memory = body.const("i32", MEMORY_SCOPES.get(barrier.scope, SUB_GROUP_SCOPE))
        if barrier.idle:
            body.do("ControlBarrier", execution, memory, body.const("i32", 0))
        body.do("ControlBarrier", execution, memory, body.const("i32", fence))

    def cell(self, array, index):
        """A pointer to an element of local memory."""
        result = self.body.name("cell")
        pointer = self.module.pointer("Workgroup", self.type)
        self.body.lines.append(f"{result} = OpInBoundsAccessChain {pointer} {array} {index}")
        return result

    def slot(self, number, at):
        """The element of a slot, where number is known."""
        if number == 0:
            return at
        start = self.argument["slot_items"]
        if number > 1:
            start = self.body.mul(self.body.const("i32", number), start)
        return self.body.add(start, at)

    def read_aux(self, at, hint):
        body = self.body
        return body.load(hint, self.aux_type, body.element("aux_at", self.aux_type, self.argument["aux"], at))

    def extra(self, group, at=None):
        """The arguments after the value of element `at`; group counts the work-groups of all slots."""
        body, signature = self.body, self.signature
        if self.numbered:
            return [self.read_aux(at or self.i, "argument")]
        of_sub_group = signature.init or (signature.sub_group and signature.kind == "BROADCAST")
        if of_sub_group:
            at = body.mul(group, self.argument["group_items"])
            at = at if self.variant == "bare" else body.add(at, body.built_in("SubgroupId"))
            return [self.read_aux(at, "init" if signature.init else "id")]
        base = body.mul(group, body.const("i32", 3)) if signature.kind in DIMENSIONS else None
        count = DIMENSIONS.get(signature.kind, 0)
        return [self.read_aux(body.add(base, body.const("i32", d)), "id") for d in range(count)]

    def call(self, value, group, at=None):
        extra = self.extra(group, at)
        if self.variant == "bare" and self.signature.init:
            return call_with_init_last(self.body, self.signature, value, extra[0])
        if not self.helper:
            return call(self.body, self.signature, value, extra)
        return self.body.make("result", "FunctionCall", self.type, self.helper, value, *extra)

    def call_rounds(self, rounds):
        """The call of each round's value, and its store, in a loop whose number is an OpPhi."""
        body = self.body
        head, inside, onward, done = (body.label(name) for name in ("head", "inside", "onward", "done"))
        first, following = body.const("i32", 0), body.name("next")
        body.do("Branch", head)
        body.place(head)
        index = body.make("round", "Phi", "i32", first, self.start_label, following, onward)
        more = body.make("more", "ULessThan", "bool", index, rounds)
        body.do("LoopMerge", done, onward, "None")
        body.do("BranchConditional", more, inside, done)
        body.place(inside)
        at = body.add(body.mul(index, self.argument["slot_items"]), self.i)
        group = body.add(body.mul(index, self.groups), self.group)
        if self.signature.kind in EXCHANGES:
            self.exchange(at)
        else:
            self.store(at, self.call(self.read(at), group, at))
        body.do("Branch", onward)
        body.place(onward)
        body.lines.append(f"{following} = OpIAdd %i32 {index} {body.const('i32', 1)}")
        body.do("Branch", head)
        body.place(done)

    # -- the module's parts --

    def write_helper(self):
        """The function that is not inlined, for the variant function."""
        module = self.module
        body = Body(module, "call_")
        one = self.signature.init or self.numbered
        count = 1 if one else DIMENSIONS.get(self.signature.kind, 0)
        kinds = [self.type, *[self.aux_type] * count]
        types = [module.type(kind) for kind in kinds]
        names = [body.name(f"argument_{i}") for i in range(len(kinds))]
        result = call(body, self.signature, names[0], names[1:])
        lines = ["%call_entry = OpLabel", *body.lines, f"OpReturnValue {result}"]
        module.function("call", "DontInline", types[0], list(zip(names, types, strict=True)), lines)

    def write(self):
        module, body = self.module, self.body
        kinds = (self.scalar, self.scalar, self.aux_type, "i32")
        buffers = [module.pointer("CrossWorkgroup", kind) for kind in kinds]
        types = buffers + [module.type("i32")] * 4
        if self.helper:
            self.write_helper()
        alone = self.variant in context.ALONE
        if not alone:
            self.places()
        family = family_of(self.variant)
        body.comment(EXPLAIN[family])
        # before a return; but after that of chosen, which work-groups of an unknown size take
        first = self.variant in context.VARIANTS and self.variant != "chosen" and not alone
        first = first or self.variant in forms_active.RETURNS
        if self.signature.sub_group and first:
            self.write_meta()
        BODIES[family](Writer(self) if family in forms_active.FORMS else self)
        if self.signature.sub_group and not first and self.variant != "bare" and not alone:
            self.write_meta()
        interface = " ".join(f"%{name}" for name in sorted(module.used))
        module.entry_points.append(f'OpEntryPoint Kernel %kernel "{self.entry}" {interface}')
        if self.shape:
            module.modes.append(f"OpExecutionMode %kernel LocalSize {' '.join(map(str, self.shape.side))}")
        if required_size_of(self.variant):
            module.need("SubgroupDispatch")
            module.modes.append(f"OpExecutionMode %kernel SubgroupSize {required_size_of(self.variant)}")
        lines = [f"{self.start_label} = OpLabel", *body.variables, *body.lines, "OpReturn"]
        parameters = list(zip(self.argument.values(), types, strict=True))
        module.function("kernel", "None", module.type("void"), parameters, lines)

    def more_meta(self):
        """As in OpenCL C."""
        if self.signature.kind == "MAPPING":
            return META_REST
        return META_MAX if writes_max_size(self.signature, self.variant) else {}

    def write_meta(self):
        body = self.body
        body.comment("where the work-item is in its sub-group")
        base = body.mul(self.i, body.const("i32", META_WORDS))
        words = META | self.more_meta()
        for name, index in words.items():
            at = body.add(base, body.const("i32", index))
            value = body.built_in(name)
            body.store("i32", body.element("meta_at", "i32", self.argument["meta"], at), value)


def plain(kernel):
    if kernel.signature.kind in EXCHANGES:
        kernel.exchange(kernel.i)
    elif kernel.signature.kind == "MAPPING":
        kernel.store(kernel.i, kernel.read(kernel.i))
    else:
        kernel.store(kernel.i, kernel.call(kernel.read(kernel.i), kernel.group))


def required(kernel):
    """That of generator/kernels.py."""
    if kernel.signature.sub_group:
        plain(kernel)
        return
    body = kernel.body
    result = kernel.call(kernel.read(kernel.i), kernel.group)
    numbers = body.built_in("SubgroupId"), kernel.argument["group_items"]
    below = body.make("below", "ULessThan", "bool", *numbers)
    branch_if(body, below, lambda: kernel.store(kernel.i, result))


def loop(kernel):
    kernel.call_rounds(kernel.argument["rounds"])


def sequence(kernel):
    body = kernel.body
    chain = others(kernel.signature, kernel.signatures)
    middle = (len(chain) + 1) // 2
    kernel.store(kernel.i, kernel.call(kernel.read(kernel.i), kernel.group))
    place = body.built_in("SubgroupLocalInvocationId") if kernel.signature.sub_group else kernel.item
    first = compare(body, "IEqual", place, body.const("i32", 0))
    token = token_of(kernel)
    other, right = hand_on(kernel, chain[:middle], first, token, (token, kernel.module.true()))
    second = kernel.slot(1, kernel.i)
    kernel.store(second, kernel.call(kernel.read(second), body.add(kernel.groups, kernel.group), second))
    _, right = hand_on(kernel, chain[middle:], first, token, (other, right))
    third = kernel.slot(2, kernel.i)
    branch_if(body, right, lambda: kernel.store(third, kernel.read(third)))


def token_of(kernel):
    """In the kernel's type, which is one of the standard's."""
    body = kernel.body
    number = body.add(kernel.argument["rounds"], body.const("i32", TOKEN_OVER_ROUNDS))
    if kernel.type == "i32":
        return number
    return body.make(
        "token", "ConvertUToF" if kernel.type.startswith("f") else "UConvert", kernel.type, number
    )


def hand_on(kernel, chain, first, token, state):
    """generator/chain.py in SPIR-V. state: what the work-item has of the token, and whether all was right."""
    body, kind = kernel.body, kernel.type
    other, right = state
    equal = "FOrdEqual" if kind.startswith("f") else "IEqual"
    body.comment("other collectives hand a token on")
    for signature in chain:
        step = link(signature)
        own = body.make("lacks", "ISub", kind, other, token) if step.lacks else other
        idle = token if step.idle is None else body.const(kind, step.idle)
        result = call_for_first(body, signature, body.make("passed", "Select", kind, first, own, idle))
        if step.after != "VALUE":
            zero = body.const(kind, 0)
            truth = compare(body, "INotEqual", result, zero)
            arms = (token, zero) if step.after == "TRUE" else (zero, token)
            result = body.make("got", "Select", kind, truth, *arms)
        other = body.make("other", "Select", kind, first, other, result) if step.keeps_first else result
        right = body.make("right", "LogicalAnd", "bool", right, compare(body, equal, other, token))
    return other, right


def branch(kernel):
    body = kernel.body
    value = kernel.read(kernel.i)
    condition = body.make("condition", "INotEqual", "bool", kernel.argument["rounds"], body.const("i32", 0))
    taken, after = body.label("taken"), body.label("after")
    body.do("SelectionMerge", after, "None")
    body.do("BranchConditional", condition, taken, after)
    body.place(taken)
    result = kernel.call(value, kernel.group)
    body.do("Branch", after)
    body.place(after)
    kernel.store(kernel.i, body.make("either", "Phi", kernel.type, value, kernel.start_label, result, taken))


def turn(kernel):
    """Where a sub-group goes, as in OpenCL C."""
    return kernel.body.add(kernel.body.built_in("SubgroupId"), kernel.group, "turn")


def parity(kernel):
    body = kernel.body
    rest = body.make("rest", "UMod", "i32", turn(kernel), body.const("i32", 2))
    return body.make("is_odd", "INotEqual", "bool", rest, body.const("i32", 0))


def some(kernel):
    body = kernel.body
    value = kernel.read(kernel.i)
    is_odd, taken, after = parity(kernel), body.label("taken"), body.label("after")
    body.do("SelectionMerge", after, "None")
    body.do("BranchConditional", is_odd, taken, after)
    body.place(taken)
    result = kernel.call(value, kernel.group)
    body.do("Branch", after)
    body.place(after)
    kernel.store(kernel.i, body.make("either", "Phi", kernel.type, value, kernel.start_label, result, taken))


def either(kernel):
    body = kernel.body
    is_odd = parity(kernel)
    even, odd, after = (body.label(name) for name in ("even", "odd", "after"))
    body.do("SelectionMerge", after, "None")
    body.do("BranchConditional", is_odd, odd, even)
    body.place(even)
    kernel.store(kernel.i, kernel.call(kernel.read(kernel.i), kernel.group))
    body.do("Branch", after)
    body.place(odd)
    second = kernel.slot(1, kernel.i)
    kernel.store(second, kernel.call(kernel.read(second), body.add(kernel.groups, kernel.group), second))
    body.do("Branch", after)
    body.place(after)


def trips(kernel):
    body = kernel.body
    last = body.make("last", "UMod", "i32", turn(kernel), kernel.argument["rounds"])
    kernel.call_rounds(body.add(last, body.const("i32", 1), "trips"))


def uniform(kernel):
    kernel.store(kernel.i, kernel.call(kernel.read(kernel.group, "same"), kernel.group))


def together(kernel):
    """All values are there before the first call, and nothing is stored before the last one."""
    body = kernel.body
    between = list(zip((1, 2), companions(kernel.signature, kernel.signatures), strict=False))
    slots = [0, *[number for number, _ in between], 3]
    places = [kernel.slot(number, kernel.i) for number in slots]
    values = [kernel.read(place) for place in places]
    last_group = body.add(body.mul(body.const("i32", 3), kernel.groups), kernel.group)
    extra = [kernel.extra(kernel.group), kernel.extra(last_group, places[-1])]
    results = [call(body, kernel.signature, values[0], extra[0])]
    for value, (_, signature) in zip(values[1:-1], between, strict=True):
        results.append(call_for_first(body, signature, value))
    results.append(call(body, kernel.signature, values[-1], extra[1]))
    for place, result in zip(places, results, strict=True):
        kernel.store(place, result)


def local(kernel):
    body, module = kernel.body, kernel.module
    own = module.local_array("own", kernel.type, SPIRV_LOCAL_ITEMS)
    pointer = module.pointer("Workgroup", kernel.type)
    scope, fence = body.const("i32", 2), body.const("i32", LOCAL_FENCE)

    def cell(index):
        result = body.name("cell")
        body.lines.append(f"{result} = OpInBoundsAccessChain {pointer} {own} {index}")
        return result

    body.store(kernel.type, cell(kernel.item), kernel.read(kernel.slot(1, kernel.i), "kept"))
    body.do("ControlBarrier", scope, scope, fence)
    kernel.store(kernel.i, kernel.call(kernel.read(kernel.i), kernel.group))
    body.do("ControlBarrier", scope, scope, fence)
    body.comment("each work-item copies what its neighbour stored before the call")
    following = body.make("next", "UMod", "i32", body.add(kernel.item, body.const("i32", 1)), kernel.items)
    copied = body.load("copied", kernel.type, cell(following))
    kernel.store(kernel.slot(1, body.add(kernel.start, following)), copied)


BODIES = {
    "plain": plain,
    "loop": loop,
    "sequence": sequence,
    "function": plain,
    "branch": branch,
    "uniform": uniform,
    "local": local,
    "reqd": plain,
    "together": together,
    "bare": plain,
    "some": some,
    "either": either,
    "trips": trips,
    "active": forms_active.active,
    "branches": forms_active.branches,
    "leaving": forms_active.leaving,
    "lanes": forms_active.lanes,
    "cluster": plain,
    "required": required,
    "loaded": plain,
    **spirv_context.BODIES,
    **spirv_alone.BODIES,
    **spirv_memory.BODIES,
    **spirv_seen.BODIES,
    "both": plain,
    "binary": plain,
    "context": plain,
    "subdevice": plain,
    **{variant: form.write for variant, form in forms_active.FORMS.items()},
    **spirv_context.LAST_BODIES,
}


def make_module(signature, signatures, variant, shape, address_bits):
    """A module with one kernel, so that what a driver's compiler does to it concerns no other."""
    at = f" at local size {shape.name}" if shape else ""
    family = family_of(variant)
    title = f"{signature.name} of {signature.type_name}{at}: {EXPLAIN[family]}"
    module = Module(title, style_of(signature, list(BODIES).index(family)), address_bits)
    module.least = (1, 5) if variant == "loaded" else module.least
    Kernel(module, signature, signatures, variant, shape).write()
    return module
