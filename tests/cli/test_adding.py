"""What is missing for a new operator, slot, form or format is named by the compiler or by the generator."""

import json
import re
import shutil
import subprocess
import sys

import pytest
from conftest import ROOT

ROW = (
    "WGC_OP(nand, none, BITWISE, ZERO, BITWISE, ONE, NONE,"
    ' "~(a & b)", "none", BitwiseNand, BitwiseNand, none, KHR)\n'
)
FUNCTION = "COMBINE_INTEGER(nand, ~((a) & (b)))\n"
# A form: its row, the function that writes its kernels in both languages, and where it runs.
FORM = {
    "suite/forms.def": "WGC_FORM(twice, twice, LINEAR, ACTIVE ACTIVE, NON_UNIFORM, active_sets,"
    ' "two calls", "one of them")\n',
    "generator/forms_active.py": """

@form("ACTIVE ACTIVE", "two calls", groups=True)
def twice(w):
    word = w.activity()
    for slot, bit in enumerate((1, 2)):
        w.if_(w.has_bit(word, bit), lambda slot=slot: w.call_slot(slot))
""",
    "suite/grids.def": "WGC_GRID(twice, FIRST, BOTH, LATER, COVER, ROWS)\n",
}
KERNELS = """
from generator import grids, kernels, signatures, spirv_kernels, tables
table = tables.read_tables("suite")
known = signatures.expand(table)
one = next(s for s in known if s.name == "sub_group_non_uniform_reduce_add" and s.type_name == "uint")
rule = next(rule for rule in table.rules if rule.form == "twice")
print(len(grids.shapes_of(one, rule, table, "c")), "shapes")
print(kernels.Kernel(one, known, "twice", None, False).text())
with_spirv = [s for s in known if s.source.spirv_feature]
print(spirv_kernels.make_module(one, with_spirv, "twice", None, 64).text())
"""
# A report format: its row, its option, and the function that appends the document.
FORMAT = {
    "harness/reports/outputs.def": 'WGC_OUTPUT(ODD, "odd", wgc_odd_put)\n',
    "harness/options/options.def": 'WGC_OPTION(RUN, REPORTS, "odd", 0, "FILE", "<file>", odd, "as odd")\n',
    "harness/options/option_table.c": "WGC_TEXT(odd, outputs.path[WGC_OUTPUT_ODD])\n",
    "harness/reports/odd.c": """#include "reports/parts.h"

enum wgc_status wgc_odd_put(struct wgc_buf *out, const struct wgc_record *record, struct wgc_err *err)
{
    wgc_buf_text(out, record->profile);
    return out->failed ? wgc_err_memory(err, "the report") : WGC_OK;
}
""",
}
# A capability check: its row, its judge, and the sentence of the standard.
CHECK = 'WGC_QUERY(odd_name, 100, NONE, odd_name, none, "the device has a name")\n'
JUDGE = """#include "checks/judge.h"

void wgc_judge_odd_name(const struct wgc_check_input *in, struct wgc_verdict *verdict)
{
    (void)wgc_verdict_reported(verdict, in, WGC_DEVICE_NAME);
}
"""
CLAUSE = {
    "id": "odd",
    "source": "api",
    "place": "Device Queries",
    "text": "CL_DEVICE_NAME returns the name.",
    "signatures": ["query.odd_name"],
}
CLAUSES = """
from pathlib import Path
from generator import clauses, tables
suite, name = Path("suite"), "query.odd_name"
assert "odd_name" in tables.read_tables(suite).queries
own = [clause for clause in clauses.read_clauses(suite)[1] if clause.covers(name)]
clauses.attach(own, [{"name": "odd_name"}], None)
"""
SWITCH = re.compile(r"\bswitch \(")
STRICT = re.compile(r"case WGC_(OP|KIND|KINDS|TYPE|SLOT|GEOMETRY|IDENTITY|DATA|BUILD)_")


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the sources with a row for a new operator."""
    root = tmp_path_factory.mktemp("copy")
    for name in ("harness", "suite"):
        shutil.copytree(ROOT / name, root / name)
    with (root / "suite" / "ops.def").open("a") as table:
        table.write(ROW)
    return root


def users_of_operators(root):
    """The files that read the table, or that name one of its operators."""
    texts = {path: path.read_text() for path in (root / "harness").rglob("*.c")}
    return sorted(path for path, text in texts.items() if re.search(r"\bWGC_OP_|suite/ops\.def", text))


def compiler():
    """The call of the compiler in a copy, without the file."""
    packages = ["pkg-config", "--cflags", "libcjson", "libxml-2.0", "libarchive", "libmd", "zlib"]
    flags = subprocess.run(packages, check=True, capture_output=True, text=True).stdout.split()
    return ["gcc", "-std=c11", "-D_GNU_SOURCE", "-I.", "-Iharness", *flags]


def errors(root, path):
    command = [*compiler(), "-fsyntax-only", "-Wall", "-Wextra", "-Werror", path]
    result = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=120, check=False)
    return re.findall(r"error: (.*)", result.stderr)


def test_the_compiler_names_the_function_of_a_new_operator(copy):
    users = users_of_operators(copy)
    assert len(users) > 10
    found = {path: texts for path in users if (texts := errors(copy, path))}
    oracle = copy / "harness" / "oracle" / "exact.c"
    assert list(found) == [oracle]
    assert any("combine_nand_SINT" in text for text in found[oracle])
    text = oracle.read_text()
    oracle.write_text(text.replace("COMBINE_INTEGER(xor,", FUNCTION + "COMBINE_INTEGER(xor,"))
    assert errors(copy, oracle) == []


def test_the_compiler_names_the_rule_of_a_new_slot(tmp_path):
    for name in ("harness", "suite"):
        shutil.copytree(ROOT / name, tmp_path / name)
    slots = tmp_path / "suite" / "slots.def"
    text = slots.read_text()
    slots.write_text(
        text + 'WGC_SLOT(LAST, last, EVERY, LAST_BIT, ONE, CALL, PATTERNS, "what it contains")\n'
    )
    tables = tmp_path / "harness" / "suite" / "tables.c"
    assert any("ACTIVE_LAST_BIT" in error for error in errors(tmp_path, tables))
    slots.write_text(text + 'WGC_SLOT(LAST, last, EVERY, BIT, ONE, CALL, PATTERNS, "what it contains")\n')
    users = [tables, *(tmp_path / "harness" / "trial").glob("*.c")]
    assert {user: found for user in users if (found := errors(tmp_path, user))} == {}


def add_format(root, name):
    """Adds that part of the format: in a file of C after the last line of its kind, else at the end."""
    path = root / name
    text = path.read_text() if path.exists() else ""
    after = text.rindex("WGC_TEXT(ctrf") if name.endswith("table.c") else len(text)
    path.write_text(text[:after] + FORMAT[name] + text[after:])


def test_a_report_format_is_three_rows_and_a_function(tmp_path):
    for name in ("harness", "suite"):
        shutil.copytree(ROOT / name, tmp_path / name)
    table = tmp_path / "harness" / "options" / "option_table.c"
    outputs = tmp_path / "harness" / "reports" / "outputs.c"
    users = [
        path
        for folder in ("reports", "options", "run", "commands")
        for path in (tmp_path / "harness" / folder).glob("*.c")
    ]
    rows, option, parser, function = FORMAT
    add_format(tmp_path, option)
    assert any("parse_odd" in error for error in errors(tmp_path, table))
    add_format(tmp_path, parser)
    assert any("WGC_OUTPUT_ODD" in error for error in errors(tmp_path, table))
    add_format(tmp_path, rows)
    assert "wgc_odd_put" in symbols_needed(tmp_path, outputs)
    add_format(tmp_path, function)
    users.append(tmp_path / "harness" / "reports" / "odd.c")
    found = {user: those for user in users if (those := errors(tmp_path, user))}
    assert found == {}


def symbols_needed(root, path):
    """The names that the linker has to find for the file."""
    made = root / "made.o"
    subprocess.run([*compiler(), "-c", path, "-o", made], cwd=root, check=True, timeout=120)
    return subprocess.run(["nm", "-u", made], check=True, capture_output=True, text=True).stdout


def test_a_capability_check_is_a_row_a_judge_and_a_clause(tmp_path):
    for name in ("generator", "harness", "suite"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    with (tmp_path / "suite" / "queries.def").open("a") as table:
        table.write(CHECK)
    assert "wgc_judge_odd_name" in symbols_needed(tmp_path, tmp_path / "harness" / "checks" / "judge.c")
    judge = tmp_path / "harness" / "checks" / "judge_odd.c"
    judge.write_text(JUDGE)
    users = [judge, *(tmp_path / "harness" / "suite").glob("quer*.c"), *judge.parent.glob("*.c")]
    assert {user: found for user in users if (found := errors(tmp_path, user))} == {}
    assert "no clause" in run_python(tmp_path, CLAUSES).stderr
    clauses = tmp_path / "suite" / "clauses.json"
    data = json.loads(clauses.read_text())
    clauses.write_text(json.dumps({**data, "clauses": [*data["clauses"], CLAUSE]}))
    assert run_python(tmp_path, CLAUSES).stderr == ""


def run_python(root, text):
    command = [sys.executable, "-c", text]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=120, check=False)


def test_the_generator_names_what_a_new_form_lacks(tmp_path):
    for name in ("generator", "suite"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    lacks = ["unknown variant 'twice'", "grids.def: no row has the form 'twice'", ""]
    for (name, text), message in zip(FORM.items(), lacks, strict=True):
        with (tmp_path / name).open("a") as file:
            file.write(text)
        made = run_python(tmp_path, KERNELS)
        assert message in made.stderr
        assert (made.returncode == 0) == (message == "")
    assert int(made.stdout.split()[0]) > 0
    assert made.stdout.count("sub_group_non_uniform_reduce_add(in[") == 2
    assert made.stdout.count("OpGroupNonUniformIAdd ") == 2


def bodies(text):
    """The body of each switch, without those inside it."""
    for start in SWITCH.finditer(text):
        begin = text.index("{", start.end())
        depth, body = 0, ""
        for letter in text[begin:]:
            depth += (letter == "{") - (letter == "}")
            body += letter if depth == 1 else ""
            if depth == 0:
                break
        yield text.count("\n", 0, start.start()) + 1, body


def test_no_switch_over_operators_kinds_or_slots_has_a_default():
    switches = {
        f"{path.relative_to(ROOT)}:{line}": body
        for path in (ROOT / "harness").rglob("*.c")
        for line, body in bodies(path.read_text())
        if STRICT.search(body)
    }
    assert len(switches) > 10
    assert [place for place, body in switches.items() if re.search(r"\bdefault:", body)] == []


def test_no_operator_or_kind_is_compared_by_its_order():
    order = re.compile(
        r"[^>][<>]=? *WGC_(OP|KIND|SLOT|GEOMETRY|FEATURE)_(?!\w*COUNT|NONE)|WGC_(OP|KIND|SLOT)_\w+ [<>]"
    )
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in (ROOT / "harness").rglob("*.[ch]")
        for line in path.read_text().splitlines()
        if order.search(line)
    ]
    assert found == []
