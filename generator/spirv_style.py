"""
What SPIR-V leaves free to whoever writes a module and drivers turned out to be particular about. Each
choice is made for a module by its type and variant, so that every function, type and form has all of them.
"""

from dataclasses import dataclass

# What LLVM's translator writes for OpenCL C 2.0. The environment specification calls it purely informational.
SOURCE = "OpenCL_C 200000"


@dataclass(frozen=True)
class Style:
    source: str | None  # the operands of OpSource; None: the module has none
    constructs: bool  # vectors by OpCompositeConstruct; else by OpCompositeInsert, as LLVM's translator does

    def text(self, vectors):
        """A line about it; vectors: whether the module makes any."""
        parts = [f"OpSource {self.source}" if self.source else "no OpSource"]
        if vectors:
            parts.append("vectors by " + ("OpCompositeConstruct" if self.constructs else "OpCompositeInsert"))
        return ", ".join(parts)


def style_of(signature, variant):
    """variant: the number of the module's variant."""
    number = signature.type.number
    sourced = (number + variant) % 2 == 1
    return Style(SOURCE if sourced else None, (number // 2 + (signature.kind == "BROADCAST_3D")) % 2 == 0)
