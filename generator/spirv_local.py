"""Local memory of a kernel's own in SPIR-V, and barriers."""

from generator.grids import SPIRV_LOCAL_ITEMS

# Workgroup memory, with acquire and release: what barrier(CLK_LOCAL_MEM_FENCE) orders.
LOCAL_FENCE = 0x108


def barrier(body, fence):
    scope = body.const("i32", 2)
    body.do("ControlBarrier", scope, scope, body.const("i32", fence))


class Local:
    """An array with an element for each work-item."""

    def __init__(self, kernel, name="own"):
        self.kernel = kernel
        self.array = kernel.module.local_array(name, kernel.type, SPIRV_LOCAL_ITEMS)
        self.pointer = kernel.module.pointer("Workgroup", kernel.type)

    def cell(self, index):
        result = self.kernel.body.name("cell")
        line = f"{result} = OpInBoundsAccessChain {self.pointer} {self.array} {index}"
        self.kernel.body.lines.append(line)
        return result

    def get(self, index):
        return self.kernel.body.load("copied", self.kernel.type, self.cell(index))

    def set(self, index, value):
        self.kernel.body.store(self.kernel.type, self.cell(index), value)
