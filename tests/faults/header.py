"""The OpenCL C header that puts a fault between a program and the device's built-ins.

`python3 tests/faults/header.py ID` prints one; `--list` lists the faults.
"""

import sys
from pathlib import Path

import suite_functions
import table

PRELUDE = (Path(__file__).resolve().parent / "prelude.clh").read_text()

GUARDS = {
    "half": "defined(cl_khr_fp16)",
    "double": "defined(cl_khr_fp64)",
}


def arguments(fault: table.Fault, typed: bool) -> str:
    """What a wrapper takes before the value: its parameters, or what the macro passes."""
    result = "WGF_PARAMETERS " if typed else "WGF_ARGUMENTS "
    if {"state", "local"} & set(fault.uses):
        result += "struct wgf_state *state, " if typed else "wgf_here, "
    if "context" in fault.uses:
        result += (
            "const int in_branch, const int in_loop, const int is_constant, "
            if typed
            else "wgf_branch, wgf_loop, __builtin_constant_p(x), "
        )
    return result


def item_body(body: str) -> str:
    return body


def group_body(body: str) -> str:
    """One work-item does the work for all; every path meets all barriers."""
    return f"""    wgf_enter();
    __global WGF_CELL(T) *const a = (__global WGF_CELL(T) *)wgf_values[wgf_place];
    __global WGF_CELL(T) *const r = (__global WGF_CELL(T) *)wgf_results[wgf_place];
    a[lin] = x;
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (lin == 0) {{
        {body}
    }}
    barrier(CLK_GLOBAL_MEM_FENCE);
    const T result = r[lin];
    wgf_leave();
    return result;"""


def wrapper_name(fault: table.Fault, builtin: str) -> str:
    """Another one for what repairs, for a fault may come on top."""
    return f"wgf_{'repaired_' if fault.repairs else ''}{builtin}"


def wrapper(fault: table.Fault, function: suite_functions.Function, type_: str) -> str:
    ids = [f"id{i}" for i in range(function.ids)]
    call = ", ".join(["x", *ids])
    lines = [
        f"WGF_FUNCTION {type_} {wrapper_name(fault, function.builtin)}({arguments(fault, True)}"
        + ", ".join([f"{type_} x", *(f"size_t {i}" for i in ids)])
        + ")",
        "{",
    ]
    if fault.touches(function, type_):
        body = group_body(fault.body) if fault.body_kind == "group" else item_body(fault.body)
        defines = {
            "T": type_,
            "BASE": function.builtin,
            "FUNCTION": fault.functions.index(function),
            "REDUCE": int("SCAN" not in function.kind),
            "EXCLUSIVE": int(function.kind == "SCAN_EXCLUSIVE"),
            "INCLUSIVE": int(function.kind == "SCAN_INCLUSIVE"),
        }
        if function.op:
            defines["OP"] = f"wgf_op_{function.op}"
            defines["IDENTITY"] = f"wgf_identity_{function.op}(({type_})0)"
        lines += [f"    const size_t id{i} = 0;" for i in range(function.ids, 3)]
        lines = [f"#define {name} {value}" for name, value in defines.items()] + lines
        lines.append(
            "    const uint lin = wgf_linear_id(), n = wgf_group_size();\n"
            "    const uint sx = get_local_size(0), sy = get_local_size(1), sz = get_local_size(2);\n"
            "    const uint lx = get_local_id(0), ly = get_local_id(1), lz = get_local_id(2);"
        )
        if {"state", "local"} & set(fault.uses):
            lines.append("    const uint calls = state ? state->calls++ : 0;")
        lines += [body, "}", *(f"#undef {name}" for name in defines)]
    else:
        lines += [f"    return {function.builtin}({call});", "}"]
    text = "\n".join(lines)
    return f"#if {GUARDS[type_]}\n{text}\n#endif" if type_ in GUARDS else text


KERNEL_STATE = """
enum { wgf_here = 0 }; /* in a function: no state */
#define WGF_KERNEL_BEGIN struct wgf_state wgf_memory = {0}; struct wgf_state *wgf_here = &wgf_memory;
"""
KERNEL_LOCAL = """
#define WGF_KERNEL_LOCAL(address, bytes) \\
    { wgf_memory.local_memory = (__local char *)(address); wgf_memory.local_size = bytes; }
"""
# C99 scopes a type that is declared in a condition to the statement that the condition controls.
CONTEXT = """
enum { wgf_branch = 0, wgf_loop = 0 };
#define if(condition...) if (sizeof(enum { wgf_branch = 1 }) && (condition))
#define while(condition...) while (sizeof(enum { wgf_loop = 1 }) && (condition))
#define for(clauses...) switch (sizeof(enum { wgf_loop = 1 })) default: for (clauses)
"""
EMULATION = """
#undef WGF_PARAMETERS
#undef WGF_ARGUMENTS
#ifdef WGC_COLLECTIVES_CL_H /* the emulated functions take their scratch memory along */
#define WGF_PARAMETERS __local void *wgce_scratch,
#define WGF_ARGUMENTS wgce_scratch,
#else
#define WGF_PARAMETERS
#define WGF_ARGUMENTS
#endif
"""


def text(fault: table.Fault, functions: tuple[suite_functions.Function, ...]) -> str:
    """The header, which may stand behind that of an implementation that repairs."""
    builtins = list(dict.fromkeys(f.builtin for f in fault.functions))
    overloads = [f for f in functions if f.builtin in builtins]
    parts = [f"/* {fault.id}: {fault.what} */"]
    if fault.body_kind == "group" or "wgf_left" in fault.body:
        parts.append("#undef WGF_SCRATCH\n#define WGF_SCRATCH")
    parts += [PRELUDE, EMULATION]
    parts += [wrapper(fault, f, t) for f in overloads for t in f.types]
    if {"state", "local"} & set(fault.uses):
        parts.append(KERNEL_STATE.strip())
    if "local" in fault.uses:
        parts.append(KERNEL_LOCAL.strip())
    for builtin in builtins:
        more = any(f.ids for f in overloads if f.builtin == builtin)
        call = f"{wrapper_name(fault, builtin)}({arguments(fault, False)}x{', ids' if more else ''})"
        parts.append(f"#undef {builtin}\n#define {builtin}(x{', ids...' if more else ''}) {call}")
    if "context" in fault.uses:
        parts.append(CONTEXT.strip())
    return "\n".join(parts) + "\n"


def main(argv: list[str]) -> int:
    faults = {fault.id: fault for fault in table.load()}
    if argv == ["--list"]:
        for fault in faults.values():
            print(f"{fault.id:60} {fault.kind:6} {fault.what}")
        return 0
    if len(argv) != 1 or argv[0] not in faults or faults[argv[0]].body_kind == "spirv":
        print("usage: header.py ID | --list", file=sys.stderr)
        return 2
    sys.stdout.write(text(faults[argv[0]], suite_functions.load()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
