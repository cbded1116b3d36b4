"""make real-bugs: puts bugs of PoCL's history and mutants into PoCL, and reports whether wgconform finds
them.

    python3 tests/real-bugs/run.py [--only bugs|mutants] [--bug NAME]...

Each bug is built on top of one clean build of Debian's source package and meets the cases of the quick
profile, then those of default. It is found when a case fails that the clean build passes. The exit status
is 0 if all were found or are argued to be equivalent, 1 if not, 2 if nothing could be run.
"""

import argparse
import concurrent.futures
import fnmatch
import json
import os
import sys
import time
import tomllib
from dataclasses import asdict, dataclass, field
from pathlib import Path

import bugs
import cts
import exploring
import mutate
import pocl

import results

WRONG_INPUT = 2  # the exit status of wgconform that is no verdict on a driver

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]


@dataclass
class Task:
    name: str
    kind: str  # "bug" or "mutant"
    what: str
    commit: str
    cases: tuple[str, ...]
    changes: object  # a function of the source: the texts of the files that change
    env: dict = field(default_factory=dict)
    equivalent: str = ""  # why nothing shows it
    shape: str = ""
    idea: str = ""


@dataclass
class Outcome:
    name: str
    kind: str
    what: str
    commit: str
    state: str = "missed"  # results.STATES
    profile: str = ""  # the one that found it
    first: str = ""  # the first failing case
    verdict: str = ""  # of that case: fail, crash, ...
    reason: str = ""
    source: str = pocl.VERSION  # of PoCL
    build_seconds: float = 0.0
    seconds: float = 0.0  # of wgconform
    env: dict = field(default_factory=dict)
    cts: dict = field(default_factory=dict)  # cts.Verdict; empty: OpenCL-CTS did not run
    explore: dict = field(default_factory=dict)  # exploring.Verdict; empty: explore did not run


def tasks(args) -> list[Task]:
    """All bugs and mutants that the command line selects."""
    result = [
        Task(b.name, "bug", b.what, b.commit, b.cases, b.changes, b.env, b.equivalent, b.shape, b.idea)
        for b in bugs.read((HERE / "bugs.toml").read_text())
    ]
    table = tomllib.loads((HERE / "mutants.toml").read_text())
    for m in mutate.load(mutate.load_regions(table["region"]), pocl.read):
        why, env = table["equivalent"].get(m.name, ""), table["env"].get(m.name, {})
        shape = table["shape"].get(m.name, "")
        result.append(Task(m.name, "mutant", m.title, "", m.cases, m.changes, env, why, shape))
    patterns = args.bug or ["*"]
    kinds = {"bugs": "bug", "mutants": "mutant"}
    chosen = [task for task in result if any(fnmatch.fnmatchcase(task.name, p) for p in patterns)]
    return [task for task in chosen if not args.only or task.kind == kinds[args.only]]


class Known:
    """What does not pass with the clean build (a waived failure does not), by case and environment; kept in
    the cache folder, as it costs time."""

    def __init__(self, args):
        self.args = args
        # not known.json, where an earlier rule stored waived failures as passes
        self.path = pocl.FOLDER / "clean.json"
        self.states = json.loads(self.path.read_text()) if self.path.exists() else {}

    def fails(self, case: str, env: dict) -> bool:
        key = f"{case} {json.dumps(env, sort_keys=True)}"
        if key not in self.states:
            options = [*waivers(), "--device", "0", "--profile", "full", "--jobs", "1", case]
            run = pocl.run(pocl.CLEAN, options, env, 300, self.args.wgconform)
            self.states[key] = [entry["state"] for entry in run.data.get("results", ())] != ["pass"]
            self.path.write_text(json.dumps(self.states, indent=1))
        return self.states[key]

    def excluded(self, env: dict) -> list[str]:
        """Of the cases that the suite has today: it refuses the name of another one."""
        end = f" {json.dumps(env, sort_keys=True)}"
        bad = {key.removesuffix(end) for key, bad in self.states.items() if bad and key.endswith(end)}
        listed = pocl.command([self.args.wgconform, "--list", "--profile", "full"]) if bad else None
        return [f"!{name}" for name in sorted(bad & set(listed.stdout.split() if listed else ()))]


def waivers() -> list[str]:
    return [
        part for path in sorted(REPOSITORY.glob("suite/waivers/*.json")) for part in ("--waivers", str(path))
    ]


def was_slow(layer: pocl.Layer, entry: dict, env: dict, args) -> bool:
    """Whether a case that was not done in time is done with more of it: the machine was busy."""
    if entry["state"] != "timeout":
        return False
    options = [*waivers(), "--device", "0", "--profile", "full", "--jobs", "1", "--timeout", "200"]
    run = pocl.run(layer, [*options, entry["name"]], env, 600, args.wgconform)
    return not run.failing and not run.error


def test(task: Task, layer: pocl.Layer, known: Known, args, outcome: Outcome) -> None:
    """Runs the profiles one after the other until one finds the bug."""
    slow: list[str] = []
    for profile in args.profile:
        while True:
            options = [*waivers(), "--device", "0", "--profile", profile, "--jobs", str(args.jobs)]
            options += [
                "--timeout",
                "20",
                "--max-failures",
                "1",
                *(args.cases or task.cases),
                *known.excluded(task.env),
                *slow,
            ]
            run = pocl.run(layer, options, task.env, args.limit, args.wgconform)
            outcome.seconds += run.seconds
            if run.status == WRONG_INPUT:
                raise pocl.Unusable(run.error)
            if run.status == pocl.NOT_DONE:  # cases have a limit of their own: the machine was busy
                outcome.state, outcome.profile, outcome.reason = "not run", profile, run.error
                return
            if run.error:
                outcome.state, outcome.profile, outcome.reason = "found", profile, run.error
                outcome.verdict = "no report"
                return
            new = [entry for entry in run.failing if not known.fails(entry["name"], task.env)]
            late = [entry["name"] for entry in new if was_slow(layer, entry, task.env, args)]
            slow += [f"!{name}" for name in late]
            new = [entry for entry in new if entry["name"] not in late]
            if new:
                outcome.state, outcome.profile = "found", profile
                outcome.first, outcome.verdict = new[0]["name"], new[0]["state"]
                return
            if not run.failing:
                break


def has_result(row: dict | None, args) -> bool:
    return bool(row and (row.get("explore") or not args.explore))


def was_run(task: Task, args, done: dict[str, dict]) -> bool:
    """Whether --explore has a result to add to."""
    if task.name not in done:
        note = f"real-bugs: {task.name} is left out: {args.json} has no result of the profiles"
        print(note, file=sys.stderr)
    return task.name in done


def explain(row: dict, task: Task) -> None:
    """Why nothing was found, by the tables of today."""
    if row["state"] not in ("missed", "open", "equivalent"):
        return
    if task.equivalent:
        row["state"], row["reason"] = "equivalent", task.equivalent
    elif task.shape or task.kind == "mutant":  # a mutant without an argument counts
        row["state"], row["reason"] = "missed", task.shape
    else:
        row["state"], row["reason"] = "open", task.idea


def prepared(task: Task, args) -> tuple[Outcome, pocl.Layer | None]:
    outcome = Outcome(task.name, task.kind, task.what, task.commit, env=task.env)
    started = time.monotonic()
    name = "bug-" + "".join(c if c.isalnum() else "-" for c in task.name)
    try:
        layer = pocl.build(name, task.changes(pocl.read), args.build_jobs)
    except (pocl.NoBuild, ValueError) as error:
        outcome.state, outcome.reason, layer = "no build", str(error), None
    outcome.build_seconds = time.monotonic() - started
    return outcome, layer


def run_all(chosen: list[Task], args, done: dict[str, dict]) -> None:
    """Builds one bug while the one before runs; prints and stores each result at once."""
    known = Known(args)
    explorer = exploring.Explorer(args.explore, args.wgconform) if args.explore else None
    suite = cts.Suite(args.cts.resolve(), args.limit) if args.cts else None
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        ahead = pool.submit(prepared, chosen[0], args) if chosen else None
        for index, task in enumerate(chosen):
            outcome, layer = ahead.result()
            if index + 1 < len(chosen):
                ahead = pool.submit(prepared, chosen[index + 1], args)
            if layer:
                try:
                    if explorer:
                        outcome.explore = asdict(explorer.judge(layer, task.env))
                    else:
                        test(task, layer, known, args, outcome)
                    if suite:
                        outcome.cts = asdict(suite.judge(layer, task.env))
                finally:
                    layer.remove()
            done[task.name] = exploring.merged(asdict(outcome), done.get(task.name))
            explain(done[task.name], task)
            args.json.write_text(json.dumps(list(done.values()), indent=1) + "\n")
            print(results.line(done[task.name]), flush=True)


def parse(argv: list[str]):
    parser = argparse.ArgumentParser(description="Puts known bugs and mutants into PoCL, and runs wgconform.")
    parser.add_argument(
        "--bug", action="append", metavar="NAME", help="only this one; with * and ?; repeatable"
    )
    parser.add_argument("--only", choices=("bugs", "mutants"), help="default: both")
    parser.add_argument("--profile", action="append", help="default: quick, then default")
    parser.add_argument(
        "--cases", action="append", metavar="FILTER", help="in place of a bug's own; repeatable"
    )
    parser.add_argument("--json", type=Path, default=REPOSITORY / "build/real-bugs.json", help="the results")
    parser.add_argument(
        "--missing", action="store_true", help="leave out what --json already has a result for"
    )
    parser.add_argument(
        "--cts",
        type=Path,
        metavar="FOLDER",
        help="run OpenCL-CTS's test_workgroups and test_subgroups of it, too",
    )
    parser.add_argument(
        "--explore",
        type=float,
        metavar="SECONDS",
        help="instead of the profiles, random programs for so long; adds to results that --json has",
    )
    parser.add_argument("--list", action="store_true", help="list the names; run nothing")
    parser.add_argument("--wgconform", type=Path, default=REPOSITORY / "build/bin/wgconform")
    parser.add_argument("-j", "--jobs", type=int, default=1, help="of wgconform (default: 1)")
    parser.add_argument("--build-jobs", type=int, default=1, help="of the build of a bug (default: 1)")
    parser.add_argument("--limit", type=float, default=3600, help="seconds for one run (default: 3600)")
    args = parser.parse_args(argv)
    args.profile = args.profile or ["quick", "default"]
    return args


def main(argv: list[str]) -> int:
    args = parse(argv)
    try:
        chosen = tasks(args)
        if args.list:
            print("\n".join(f"{task.name}: {task.what}" for task in chosen))
            return 0
        args.json.parent.mkdir(parents=True, exist_ok=True)
        done = {row["name"]: row for row in json.loads(args.json.read_text())} if args.json.exists() else {}
        for task in chosen:
            if task.name in done:
                explain(done[task.name], task)
        if args.missing:
            chosen = [task for task in chosen if not has_result(done.get(task.name), args)]
        if args.explore:
            chosen = [task for task in chosen if was_run(task, args, done)]
        with pocl.alone():
            os.nice(max(0, 5 - os.nice(0)))  # whatever else runs on this machine goes first
            pocl.prepare(os.cpu_count() or 1)
            run_all(chosen, args, done)
        args.json.write_text(json.dumps(list(done.values()), indent=1) + "\n")
    except (pocl.Unusable, ValueError) as error:
        print(f"real-bugs: {error}", file=sys.stderr)
        return 2
    rows = [done[task.name] for task in chosen]
    print(results.summary(rows))
    return 0 if all(row["state"] in ("found", "equivalent") for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
