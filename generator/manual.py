"""python3 -m generator.manual [--check] PROGRAM: man page and completions, made of what PROGRAM --help says.

They go to docs/man/ and docs/completions/. --check writes nothing and fails if a file is out of date.
"""

import argparse
import sys
from pathlib import Path

from generator import completions, help_text, man_page

ROOT = Path(__file__).resolve().parent.parent


def files(program):
    told = help_text.read(program)
    return {
        "docs/man/wgconform.1": man_page.page(told),
        "docs/completions/wgconform.bash": completions.bash(told),
        "docs/completions/_wgconform": completions.zsh(told),
        "docs/completions/wgconform.fish": completions.fish(told),
    }


def main():
    parser = argparse.ArgumentParser(prog="python3 -m generator.manual", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a file is out of date")
    parser.add_argument("program", type=Path, help="wgconform, as it was built")
    options = parser.parse_args()
    try:
        made = files(options.program)
    except help_text.HelpError as error:
        print(f"manual: {error}", file=sys.stderr)
        return 1
    old = [
        name
        for name, text in made.items()
        if not (ROOT / name).is_file() or (ROOT / name).read_text() != text
    ]
    for name in old:
        if options.check:
            print(f"{name} is not what --help says: run python3 -m generator.manual PROGRAM", file=sys.stderr)
        else:
            (ROOT / name).parent.mkdir(parents=True, exist_ok=True)
            (ROOT / name).write_text(made[name])
            print(name)
    return 1 if old and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
