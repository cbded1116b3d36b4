"""python3 -m generator.manual [--check]: man page and completions, made from the tables of harness/options/.

They go to docs/man/ and docs/completions/. --check writes nothing and fails if a file is out of date.
"""

import argparse
import sys
from pathlib import Path

from generator import completions, man_page, options
from generator.tables import TableError

ROOT = Path(__file__).resolve().parent.parent


def files():
    cli = options.read(ROOT / "harness")
    return {
        "docs/man/wgconform.1": man_page.page(cli),
        "docs/completions/wgconform.bash": completions.bash(cli),
        "docs/completions/_wgconform": completions.zsh(cli),
        "docs/completions/wgconform.fish": completions.fish(cli),
    }


def main():
    parser = argparse.ArgumentParser(prog="python3 -m generator.manual", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a file is out of date")
    arguments = parser.parse_args()
    try:
        made = files()
    except (OSError, TableError) as error:
        print(f"manual: {error}", file=sys.stderr)
        return 1
    old = [
        name
        for name, text in made.items()
        if not (ROOT / name).is_file() or (ROOT / name).read_text() != text
    ]
    for name in old:
        if arguments.check:
            print(f"{name} is out of date: run python3 -m generator.manual", file=sys.stderr)
        else:
            (ROOT / name).parent.mkdir(parents=True, exist_ok=True)
            (ROOT / name).write_text(made[name])
            print(name)
    return 1 if old and arguments.check else 0


if __name__ == "__main__":
    sys.exit(main())
