"""results/functions.md: how many cases of each function passed and failed, on several devices."""

from collections import Counter

import small


def cell(counts):
    """What became of cases: `pass`, or `pass / bad / waived`, or a dash where all were skipped."""
    bad = sum(number for state, number in counts.items() if state not in ("pass", "skip", "waived"))
    judged = counts["pass"] + bad + counts["waived"]
    if not judged:
        return "-"
    return (
        f"{counts['pass']}" if counts["pass"] == judged else f"{counts['pass']} / {bad} / {counts['waived']}"
    )


def table(columns, order):
    """A row for each function that one of the devices has.

    columns is a list of (label, counts of a report in the small form, ...), order the names of functions in
    the order of the suite: a report has them as the workers ended.
    """
    counted = {}  # function -> for each column, the states of its cases
    for place, (_, reports) in enumerate(columns):
        for group, states in ((g, s) for counts in reports for g, s in counts.items()):
            function = ".".join(small.function_of(group))
            counts = counted.setdefault(function, [Counter() for _ in columns])
            counts[place].update(states)
    lines = [
        "| function | " + " | ".join(label for label, _ in columns) + " |",
        "|---|" + "--:|" * len(columns),
    ]
    places = {name: place for place, name in enumerate(order)}

    def by_suite(item):
        language, _, name = item[0].partition(".")
        return language, places.get(name, -1)

    for function, counts in sorted(counted.items(), key=by_suite):
        cells = [cell(one) for one in counts]
        if set(cells) != {"-"} and not function.startswith("query."):
            lines.append(f"| `{function}` | " + " | ".join(cells) + " |")
    return "\n".join(lines)
