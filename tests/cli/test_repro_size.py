"""A program is small: long tables have codes, which the program reads as it should."""

import re
import subprocess

DIGITS = "".join(chr(c) for c in range(ord("#"), ord("~") + 1) if chr(c) not in "?\\")

PRINTED = """#define main not_main
#include "repro.c"
#undef main
int main(void)
{
    expand_tables();
    for (size_t i = 0; i < GROUP_COUNT; i++) {
        printf("%lld %lld\\n", (long long)input[i], (long long)right_value[i]);
    }
    return 0;
}
"""


def table(text, name):
    """The elements of a table that has codes."""
    values = re.search(rf" {name}_values\[\] = {{\n(.*?),\n}};", text, re.S)[1].replace("\n", "").split(",")
    found = re.search(rf"^CODES\(\w+, {name}, (\d)\) = {{\n(.*?)\n}};", text, re.S | re.M)
    width, codes = int(found[1]), "".join(re.findall(r'"(.*)"', found[2]))
    places = [DIGITS.index(digit) for digit in codes]
    if width == 2:
        places = [90 * high + low for high, low in zip(places[::2], places[1::2], strict=True)]
    return [int(values[place], 0) for place in places]


def test_a_long_table_has_codes(wgconform, tmp_path):
    """Work-groups of one work-item: work_group_all is true where the item is."""
    case = "c.work_group_all.int.1.groups65536"
    assert wgconform("repro", case, "-p", "full", "-o", tmp_path).returncode == 0
    text = (tmp_path / "repro.c").read_text()
    assert text.count("\n") < 2100  # 5,901 with all elements as numbers
    given, right = table(text, "input"), table(text, "right_value")
    assert len(given) == len(right) == 65601
    assert right == [int(value != 0) for value in given]
    (tmp_path / "print.c").write_text(PRINTED)
    command = "cc -std=c11 -w -o print print.c -lOpenCL -lm && ./print"
    printed = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert printed.stdout.split() == [str(x) for pair in zip(given, right, strict=True) for x in pair]


def test_a_program_begins_with_the_sentence(wgconform, tmp_path):
    """That of the form; what the head has else comes after it."""
    case = "c.work_group_all.int.1.groups65536"
    assert wgconform("repro", case, "-p", "full", "-o", tmp_path).returncode == 0
    head = (tmp_path / "repro.c").read_text().split("*/")[0]
    assert head.startswith("/*\n * The standard: \"A work-group's ID is an N-dimensional tuple")
    assert head.index("The standard: ") < head.index(f"\n * {case}\n")
