"""The OpenCL C header that puts a fault between a program and the device's built-ins.

`python3 tests/faults/header.py ID` prints one; `--list` lists the faults.
"""

import sys
from pathlib import Path

import suite_functions
import table

PRELUDE = (Path(__file__).resolve().parent / "prelude.clh").read_text()

SCALAR_GUARDS = {
    "half": "defined(cl_khr_fp16)",
    "double": "defined(cl_khr_fp64)",
}
SMALL = ("char", "uchar", "short", "ushort")  # of the first functions of sub-groups in extended_types alone
# What must be defined for the functions of a later extension.
EXTENSIONS = (
    "subgroup_non_uniform_vote",
    "subgroup_ballot",
    "subgroup_shuffle",
    "subgroup_shuffle_relative",
    "subgroup_rotate",
    "subgroup_extended_types",
)

# Defined where they are emulated: a device that has none lists none of these extensions.
EMULATED = "WGC_EMULATE_SUB_GROUPS"


def guard(function: suite_functions.Function, type_: str) -> str:
    """The condition of the preprocessor under which the function has that type; "" where there is none."""
    element = type_.rstrip("0123456789")
    conditions = [SCALAR_GUARDS.get(element, "")]
    first = function.feature == "subgroups"
    extension = "subgroup_extended_types" if first and element in SMALL else function.feature
    if extension in EXTENSIONS:
        conditions.append(f"(defined(cl_khr_{extension}) || defined({EMULATED}))")
    return " && ".join(dict.fromkeys(filter(None, conditions)))


def guarded(text: str, condition: str) -> str:
    return f"#if {condition}\n{text}\n#endif" if condition else text


def arguments(fault: table.Fault, typed: bool) -> str:
    """What a wrapper takes before the value: its parameters, or what the macro passes."""
    result = "WGF_PARAMETERS " if typed else "WGF_ARGUMENTS "
    if remembers(fault):
        result += "struct wgf_state *state, " if typed else "wgf_here, "
    if "context" in fault.uses:
        result += (
            "const int in_branch, const int in_else, const int in_loop, const int in_switch, "
            "const int is_constant, "
            if typed
            else "wgf_branch, wgf_else, wgf_loop, wgf_switch, __builtin_constant_p(x), "
        )
    return result


def listed(text: str) -> str:
    """The arguments without the comma behind the last, where no value follows."""
    return text.rstrip(", ")


def sub_group_body(body: str) -> str:
    """All work-items of the sub-group do the same; each keeps its own result."""
    return f"    T result = 0;\n    WGF_SHARE(x);\n    {body}\n    WGF_SHARED;\n    return result;"


# What a body knows of itself and the others.
SELF = {
    "WORK_GROUP": (
        "const uint lin = wgf_linear_id(), n = wgf_group_size();",
        "const uint sx = get_local_size(0), sy = get_local_size(1), sz = get_local_size(2);",
        "const uint lx = get_local_id(0), ly = get_local_id(1), lz = get_local_id(2);",
    ),
    "SUB_GROUP": (
        "const uint lin = get_sub_group_local_id(), n = get_sub_group_size();",
        "const uint full = get_max_sub_group_size(), sg = get_sub_group_id(), sgs = get_num_sub_groups();",
        "const uint wlin = wgf_linear_id(), wn = wgf_group_size();",
    ),
}
# Another work-item's value, and a work-item's result, in a body of the kind `group`.
OTHERS = {
    "WORK_GROUP": {"A(i)": "a[i]", "R(i, v)": "(r[i] = (v))"},
    "SUB_GROUP": {
        "A(i)": "WGF_OTHER(i)",
        "R(i, v)": "(result = (i) == lin ? (v) : result)",
    },
}


def group_body(body: str) -> str:
    """One work-item does the work for all; every path meets all barriers."""
    return f"""    wgf_enter();
    WGF_ROOM WGF_CELL(T) *const a = (WGF_ROOM WGF_CELL(T) *)wgf_values;
    WGF_ROOM WGF_CELL(T) *const r = (WGF_ROOM WGF_CELL(T) *)wgf_results;
    a[lin] = x;
    wgf_meet();
    if (lin == 0) {{
        {body}
    }}
    wgf_meet();
    const T result = r[lin];
    wgf_leave();
    return result;"""


def wrapper_name(fault: table.Fault, builtin: str) -> str:
    """Another one for what repairs, for a fault may come on top."""
    return f"wgf_{'repaired_' if fault.repairs else ''}{builtin}"


def definitions(fault: table.Fault, function: suite_functions.Function, type_: str) -> dict:
    """The macros of a body (prelude.clh)."""
    result = {
        "T": type_,
        "BASE": function.builtin,
        "FUNCTION": fault.functions.index(function),
        "REDUCE": int("SCAN" not in function.kind),
        "EXCLUSIVE": int(function.kind == "SCAN_EXCLUSIVE"),
        "INCLUSIVE": int(function.kind == "SCAN_INCLUSIVE"),
    }
    if function.op:
        result["OP"] = f"wgf_op_{function.op}"
        result["IDENTITY"] = f"wgf_identity_{function.op}(({type_})0)"
    return {**result, **OTHERS[function.scope]}


def wrapper(fault: table.Fault, function: suite_functions.Function, type_: str) -> str:
    """A function in place of the built-in: wrong if the fault touches it, else nothing but a call."""
    sub_group = function.scope == "SUB_GROUP"
    ids = [f"id{i}" for i in range(len(function.ids))]
    value = function.value(type_)
    parameters = [f"{value} x"] if value else []
    parameters += [f"{id_type} {id_}" for id_type, id_ in zip(function.ids, ids, strict=True)]
    name = wrapper_name(fault, function.builtin)
    taken = listed(arguments(fault, True) + ", ".join(parameters)) or "void"
    head = [f"WGF_FUNCTION {function.result(type_)} {name}({taken})", "{"]
    if fault.touches(function, type_):
        body = fault.body
        if fault.body_kind == "group":
            body = sub_group_body(body) if sub_group else group_body(body)
        macros = definitions(fault, function, type_)
        lines = [
            *(f"#define {macro} {value}" for macro, value in macros.items()),
            *head,
            *(f"    const size_t id{i} = 0;" for i in range(len(ids), 3)),
            *(f"    {line}" for line in SELF[function.scope]),
            *(["    const uint calls = state ? state->calls++ : 0;"] if remembers(fault) else []),
            *(["    const uint rounds = state ? state->rounds : 0;"] if "rounds" in fault.uses else []),
            body,
            "}",
            *(f"#undef {macro.split('(')[0]}" for macro in macros),
        ]
    else:
        passed = [*(["x"] if value else []), *ids]
        lines = [*head, f"    return {function.builtin}({', '.join(passed)});", "}"]
    return guarded("\n".join(lines), guard(function, type_))


def remembers(fault: table.Fault) -> bool:
    return bool({"state", "local", "rounds"} & set(fault.uses))


KERNEL_STATE = """
enum { wgf_here = 0 }; /* in a function: no state */
#define WGF_KERNEL_BEGIN struct wgf_state wgf_memory = {0}; struct wgf_state *wgf_here = &wgf_memory;
"""
KERNEL_LOCAL = """
#define WGF_KERNEL_LOCAL(address, bytes) \\
    { wgf_memory.local_memory = (__local char *)(address); wgf_memory.local_size = bytes; }
"""
# C99 scopes a type that is declared in a condition to the statement that the condition controls.
# WGF_NOTHING keeps the macro `switch` out of `for`.
CONTEXT = """
enum { wgf_branch = 0, wgf_else = 0, wgf_loop = 0, wgf_switch = 0 };
#define WGF_NOTHING
#define if(condition...) if (sizeof(enum { wgf_branch = 1 }) && (condition))
#define else else if (sizeof(enum { wgf_else = 1 }))
#define while(condition...) while (sizeof(enum { wgf_loop = wgf_loop + 1 }) && (condition))
#define for(clauses...) \\
    switch WGF_NOTHING (sizeof(enum { wgf_loop = wgf_loop + 1 })) default: for (clauses)
#define switch(value...) switch (sizeof(enum { wgf_switch = 1 }) * 0 + (value))
"""
# A body's first step counts; `if () {} else` keeps an `else` after the loop with the `if` before it.
ROUNDS = """
#define while(condition...) while ((condition) && wgf_round(wgf_here))
#define for(clauses...) for (clauses) if (!wgf_round(wgf_here)) {} else
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


def macro(fault: table.Fault, builtin: str, overloads) -> str:
    """What replaces the calls of a built-in."""
    value = "x" if any(f.value(f.types[0]) for f in overloads) else ""
    more = any(f.ids for f in overloads)
    passed = listed(f"{arguments(fault, False)}{value}{', ids' if more else ''}")
    call = f"{wrapper_name(fault, builtin)}({passed})"
    return f"#undef {builtin}\n#define {builtin}({value}{', ids...' if more else ''}) {call}"


def text(fault: table.Fault, functions: tuple[suite_functions.Function, ...], explored: bool = False) -> str:
    """The header, for programs of explore or cases; it may follow that of an implementation that repairs."""
    wrapped = [f for f in fault.functions if not f.composed and fault.body_kind != "text"]
    builtins = list(dict.fromkeys(f.builtin for f in wrapped))
    overloads = [f for f in functions if f.builtin in builtins]
    parts = [f"/* {fault.id}: {fault.what} */"]
    parts.append(f"#undef WGF_EXPLORED\n#define WGF_EXPLORED {int(explored)}")
    work_group = any(f.scope == "WORK_GROUP" for f in fault.functions)
    if fault.body_kind == "group" and work_group:
        parts.append("#undef WGF_SCRATCH\n#define WGF_SCRATCH")
    if fault.outlives:
        parts.append("#undef WGF_OUTLIVES\n#define WGF_OUTLIVES")
    parts += [PRELUDE, EMULATION]
    parts += [wrapper(fault, f, t) for f in overloads for t in f.types]
    if remembers(fault):
        parts.append(KERNEL_STATE.strip())
    if "local" in fault.uses:
        parts.append(KERNEL_LOCAL.strip())
    for builtin in builtins:
        parts.append(macro(fault, builtin, [f for f in overloads if f.builtin == builtin]))
    if fault.body_kind == "text":
        parts.append(fault.body)
    if "context" in fault.uses:
        parts.append(CONTEXT.strip())
    if "rounds" in fault.uses and explored:
        parts.append(ROUNDS.strip())
    once = "WGF_" + fault.id.replace(".", "_")  # a program may include another that has the header, too
    return f"#ifndef {once}\n#define {once}\n" + "\n".join(parts) + "\n#endif\n"


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
