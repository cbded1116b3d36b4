"""The tables of a run: on the terminal, in Markdown and in JSON."""

import json
from collections import Counter
from pathlib import Path

# What became of a fault; the good ones for each kind, then what is not counted, then what fails the run.
STATES = {
    "found": "a wrong implementation, found",
    "passed": "a right implementation, nothing refused",
    "skip": "not applicable on this device",
    "missed": "a wrong implementation that nothing found",
    "refused": "a right implementation that a case refused",
    "error": "no verdict",
}
GOOD = {"found", "passed", "skip"}


def good(outcomes) -> bool:
    return all(outcome.state in GOOD for outcome in outcomes)


def line(outcome, number: int, total: int) -> str:
    cases = f"{outcome.found} of {outcome.passing} {outcome.profile} cases" if outcome.passing else ""
    note = outcome.reason if outcome.state in ("error", "skip") else ""
    if outcome.state == "refused":
        note = outcome.first
    elif outcome.known:
        note = f"{len(outcome.known)} fail by {', '.join(sorted(set(outcome.known.values())))}"
    return f"[{number}/{total}] {outcome.state:8} {outcome.fault.id}  {cases} {note}".rstrip()


def counts(outcomes) -> dict[str, int]:
    seen = Counter(outcome.state for outcome in outcomes)
    return {state: seen[state] for state in STATES if seen[state]}


def summary(outcomes, facts) -> str:
    parts = ", ".join(f"{number} {state}" for state, number in counts(outcomes).items())
    device = facts.get("device", "the device")
    return f"{len(outcomes)} implementations on {device}: {parts}; {facts['seconds']} s"


def escaped(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def markdown(outcomes, facts) -> str:
    lines = [
        "# Wrong and right implementations",
        "",
        *(f"- {name}: {value}" for name, value in facts.items()),
        "",
        "| group | wrong | found | missed | right | passed | refused | no verdict | not applicable |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    groups = list(dict.fromkeys(outcome.fault.group for outcome in outcomes))
    for group in [*groups, "all"]:
        chosen = [o for o in outcomes if group in ("all", o.fault.group)]
        seen = Counter(o.state for o in chosen)
        kinds = Counter(o.fault.kind for o in chosen if o.state != "skip")
        numbers = [
            *(kinds["wrong"], seen["found"], seen["missed"], kinds["right"], seen["passed"]),
            *(seen["refused"], seen["error"], seen["skip"]),
        ]
        lines.append(f"| {group} | {' | '.join(map(str, numbers))} |")
    lines += [
        "",
        "| fault | what | verdict | profile | cases | first case | s |",
        "|---|---|---|---|--:|---|--:|",
    ]
    for outcome in outcomes:
        first = f"`{outcome.first}`" if outcome.first else outcome.reason
        lines.append(
            f"| {outcome.fault.id} | {escaped(outcome.fault.what)} | {outcome.state} | {outcome.profile} "
            f"| {outcome.found} of {outcome.passing} | {escaped(first)} | {outcome.seconds:.1f} |"
        )
    return "\n".join(lines) + "\n"


def as_json(outcomes, facts) -> dict:
    return {
        **facts,
        "counts": counts(outcomes),
        "faults": [
            {
                "id": outcome.fault.id,
                "group": outcome.fault.group,
                "kind": outcome.fault.kind,
                "what": outcome.fault.what,
                "state": outcome.state,
                "profile": outcome.profile,
                "found_by": outcome.found,
                "cases": outcome.passing,
                "first_case": outcome.first,
                "reason": outcome.reason,
                "seconds": round(outcome.seconds, 3),
                "failing": outcome.failing,
                "known": outcome.known,
            }
            for outcome in outcomes
        ],
    }


def write(outcomes, facts, folder: Path) -> None:
    """faults.md and faults.json, each whole or not at all."""
    texts = {
        "faults.md": markdown(outcomes, facts),
        "faults.json": json.dumps(as_json(outcomes, facts), indent=1) + "\n",
    }
    for name, text in texts.items():
        part = folder / f"{name}.part"
        part.write_text(text, encoding="utf-8")
        part.replace(folder / name)
