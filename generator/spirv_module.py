"""A SPIR-V module as assembly text, while it is put together: what is used is declared, in that order."""

import itertools

TARGETS = {(1, 0): "spv1.0", (1, 1): "spv1.1", (1, 3): "spv1.3", (1, 5): "spv1.5"}
POINTERS = {"CrossWorkgroup": "global", "Workgroup": "local", "Input": "input", "Function": "private"}
# Built-in variables: their type, and what their value is called. size is the integer of an address's width.
BUILT_INS = {
    "WorkgroupId": ("v3size", "group_id"),
    "NumWorkgroups": ("v3size", "num_groups"),
    "LocalInvocationId": ("v3size", "local_id"),
    "WorkgroupSize": ("v3size", "local_size"),
    "EnqueuedWorkgroupSize": ("v3size", "enqueued_local_size"),
    "GlobalInvocationId": ("v3size", "global_id"),
    "GlobalOffset": ("v3size", "global_offset"),
    "WorkDim": ("i32", "work_dim"),
    "SubgroupId": ("i32", "sub_group_id"),
    "SubgroupLocalInvocationId": ("i32", "sub_group_local_id"),
    "SubgroupSize": ("i32", "sub_group_size"),
    "SubgroupMaxSize": ("i32", "max_sub_group_size"),
    "NumSubgroups": ("i32", "num_sub_groups"),
    "NumEnqueuedSubgroups": ("i32", "enqueued_num_sub_groups"),
    "SubgroupEqMask": ("v4i32", "eq_mask"),
    "SubgroupGeMask": ("v4i32", "ge_mask"),
    "SubgroupGtMask": ("v4i32", "gt_mask"),
    "SubgroupLeMask": ("v4i32", "le_mask"),
    "SubgroupLtMask": ("v4i32", "lt_mask"),
}
WIDTH_CAPABILITIES = {"i8": "Int8", "i16": "Int16", "i64": "Int64", "f16": "Float16", "f64": "Float64"}
# Extensions and the capabilities that they bring.
EXTENSIONS = {
    "GroupUniformArithmeticKHR": "SPV_KHR_uniform_group_instructions",
    "GroupNonUniformRotateKHR": "SPV_KHR_subgroup_rotate",
}
VERSIONS = {
    "SubgroupDispatch": (1, 1),
    "GroupNonUniform": (1, 3),
    "GroupNonUniformArithmetic": (1, 3),
    "GroupNonUniformBallot": (1, 3),
    "GroupNonUniformClustered": (1, 3),
    "GroupNonUniformRotateKHR": (1, 3),
    "GroupNonUniformShuffle": (1, 3),
    "GroupNonUniformShuffleRelative": (1, 3),
    "GroupNonUniformVote": (1, 3),
}
# The widths of vectors that need the capability Vector16.
WIDE = (8, 16)


def vector_parts(name):
    """The width and the scalar of a type's name: (4, "i32") of v4i32, (1, "i32") of i32."""
    if not name.startswith("v") or name == "void":
        return 1, name
    at = 1 + sum(1 for _ in itertools.takewhile(str.isdigit, name[1:]))
    return int(name[1:at]), name[at:]


def size_of(name):
    """The bytes of a value, which are its alignment too: a vector of 3 has those of 4."""
    width, scalar = vector_parts(name)
    return (4 if width == 3 else width) * int(scalar[1:]) // 8


def scalar_name(kind):
    """The name of a type's scalar: signed and unsigned integers are one in SPIR-V kernels."""
    return f"{'f' if kind.value_class == 'FLOAT' else 'i'}{kind.bits}"


class Module:
    def __init__(self, title, style, address_bits):
        self.title = title
        self.style = style
        self.address_bits = address_bits
        self.size = f"i{address_bits}"
        self.makes_vectors = False
        self.capabilities = {"Addresses": None, "Kernel": None}
        self.entry_points = []
        self.modes = []
        self.decorations = []
        self.declarations = {}  # id -> line, in the order of first use
        self.functions = []
        self.imports = {}
        self.used = set()  # built-in variables
        self.least = (1, 0)  # version, where the capabilities need no later one

    @property
    def version(self):
        return max(self.least, *(VERSIONS.get(name, (1, 0)) for name in self.capabilities))

    def need(self, *capabilities):
        self.capabilities.update(dict.fromkeys(capabilities))

    def declare(self, name, text):
        """Declares %name once; what text refers to has to be declared before."""
        self.declarations.setdefault(name, f"%{name} = {text}")
        return f"%{name}"

    def type(self, name):
        """%name for void, bool, i8 to i64, f16 to f64, and v2 to v16 of these."""
        if name in self.declarations:
            return f"%{name}"
        if name in WIDTH_CAPABILITIES:
            self.need(WIDTH_CAPABILITIES[name])
        if name in ("void", "bool"):
            return self.declare(name, f"OpType{name.capitalize()}")
        width, scalar = vector_parts(name)
        if width > 1:
            self.need(*(["Vector16"] if width in WIDE else []))
            return self.declare(name, f"OpTypeVector {self.type(scalar)} {width}")
        if name.startswith("f"):
            return self.declare(name, f"OpTypeFloat {name[1:]}")
        return self.declare(name, f"OpTypeInt {name[1:]} 0")

    def pointer(self, storage, name):
        pointee = f"%{name}" if name in self.declarations else self.type(name)
        return self.declare(f"{POINTERS[storage]}_{name}", f"OpTypePointer {storage} {pointee}")

    def constant(self, type_name, value):
        label = str(value).replace("-", "minus_")
        if f"{type_name}_{label}" in self.declarations:
            return f"%{type_name}_{label}"
        if type_name.startswith("i"):
            value %= 1 << int(type_name[1:])
        return self.declare(f"{type_name}_{label}", f"OpConstant {self.type(type_name)} {value}")

    def true(self):
        return self.declare("true", f"OpConstantTrue {self.type('bool')}")

    def built_in(self, name):
        """The variable of a built-in value."""
        if name not in self.declarations:
            self.decorations += [f"OpDecorate %{name} BuiltIn {name}", f"OpDecorate %{name} Constant"]
        kind = BUILT_INS[name][0].replace("size", self.size)
        return self.declare(name, f"OpVariable {self.pointer('Input', kind)} Input")

    def constant_vector(self, type_name, constants):
        name = "_".join([type_name, *(constant.rpartition("_")[2] for constant in constants)])
        return self.declare(name, f"OpConstantComposite {self.type(type_name)} {' '.join(constants)}")

    def local_array(self, name, element, length):
        size = self.constant("i32", length)
        self.declare(f"{element}_array", f"OpTypeArray {self.type(element)} {size}")
        return self.declare(name, f"OpVariable {self.pointer('Workgroup', f'{element}_array')} Workgroup")

    def local_variable(self, name, kind):
        return self.declare(name, f"OpVariable {self.pointer('Workgroup', kind)} Workgroup")

    def array_type(self, element, length):
        """The name of an array's type."""
        size = self.constant("i32", length)
        name = f"{element}_times_{length}"
        self.declare(name, f"OpTypeArray {self.type(element)} {size}")
        return name

    def function(self, name, control, result, parameters, lines):
        """A function; parameters are (id, type) pairs, and lines begin with its first label."""
        kind = self.declare(f"{name}_type", " ".join(["OpTypeFunction", result, *(t for _, t in parameters)]))
        self.functions += [
            "",
            f"%{name} = OpFunction {result} {control} {kind}",
            *[f"{parameter} = OpFunctionParameter {kind}" for parameter, kind in parameters],
            *[line if line.endswith("= OpLabel") else f"  {line}" for line in lines],
            "OpFunctionEnd",
        ]

    def opencl(self):
        """The extended instruction set, for min and max."""
        self.imports["opencl"] = "OpenCL.std"
        return "%opencl"

    def text(self):
        lines = [f"; {self.title}", f"; {self.style.text(self.makes_vectors)}"]
        lines += [f"OpCapability {name}" for name in self.capabilities]
        lines += [f'OpExtension "{EXTENSIONS[name]}"' for name in self.capabilities if name in EXTENSIONS]
        lines += [f'%{name} = OpExtInstImport "{text}"' for name, text in self.imports.items()]
        lines += [f"OpMemoryModel Physical{self.address_bits} OpenCL", *self.entry_points, *self.modes]
        lines += [f"OpSource {self.style.source}"] if self.style.source else []
        lines += self.decorations
        return "\n".join([*lines, *self.declarations.values(), *self.functions, ""])


class Body:
    """The instructions of one function. Its ids begin with its prefix."""

    def __init__(self, module: Module, prefix):
        self.module = module
        self.prefix = prefix
        self.variables = []  # of the function, which come first
        self.lines = []
        self.counts = {}

    def name(self, hint):
        self.counts[hint] = self.counts.get(hint, 0) + 1
        count = self.counts[hint]
        return f"%{self.prefix}{hint}" + (f"_{count}" if count > 1 else "")

    def comment(self, text):
        self.lines.append(f"; {text}")

    def do(self, instruction, *operands):
        self.lines.append(" ".join([f"Op{instruction}", *operands]))

    def make(self, hint, instruction, result_type, *operands):
        """An instruction with a result; returns the result's id."""
        result = self.name(hint)
        self.lines.append(" ".join([f"{result} = Op{instruction}", self.module.type(result_type), *operands]))
        return result

    def label(self, hint):
        """A new label's id, to be placed with place()."""
        return self.name(hint)

    def place(self, label):
        self.lines.append(f"{label} = OpLabel")

    def const(self, type_name, value):
        return self.module.constant(type_name, value)

    def load(self, hint, type_name, pointer):
        return self.make(hint, "Load", type_name, pointer, "Aligned", str(size_of(type_name)))

    def store(self, type_name, pointer, value):
        self.do("Store", pointer, value, "Aligned", str(size_of(type_name)))

    def load_volatile(self, hint, type_name, pointer):
        return self.make(hint, "Load", type_name, pointer, "Volatile|Aligned", str(size_of(type_name)))

    def store_volatile(self, type_name, pointer, value):
        self.do("Store", pointer, value, "Volatile|Aligned", str(size_of(type_name)))

    def built_in(self, name):
        self.module.used.add(name)
        if name.endswith("Mask"):
            self.module.need("GroupNonUniformBallot")
        type_name, hint = BUILT_INS[name]
        return self.load(hint, type_name.replace("size", self.module.size), self.module.built_in(name))

    def widen(self, hint, value):
        """An i32 as an integer of an address's width."""
        return value if self.module.size == "i32" else self.make(hint, "UConvert", self.module.size, value)

    def narrow(self, hint, value):
        return value if self.module.size == "i32" else self.make(hint, "UConvert", "i32", value)

    def splat(self, type_name, value):
        """A vector with the value in each component; the value itself where the type is a scalar."""
        width, _ = vector_parts(type_name)
        return value if width == 1 else self.vector("splat", type_name, [value] * width)

    def vector(self, hint, type_name, values):
        self.module.makes_vectors = True
        if self.module.style.constructs:
            return self.make(hint, "CompositeConstruct", type_name, *values)
        result = self.make(hint, "Undef", type_name)
        for index, one in enumerate(values):
            result = self.make(hint, "CompositeInsert", type_name, one, result, str(index))
        return result

    def element(self, hint, type_name, base, index):
        """A pointer to an element of a global buffer; index is an i32."""
        wide = self.widen("at", index)
        pointer = self.module.pointer("CrossWorkgroup", type_name)
        result = self.name(hint)
        self.lines.append(f"{result} = OpInBoundsPtrAccessChain {pointer} {base} {wide}")
        return result

    def add(self, a, b, hint="sum"):
        return self.make(hint, "IAdd", "i32", a, b)

    def mul(self, a, b, hint="product"):
        return self.make(hint, "IMul", "i32", a, b)
