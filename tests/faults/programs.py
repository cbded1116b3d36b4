"""The programs that are run under the faults: wgconform, or any other that prints what passed."""

import json
import os
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import header
import kept
import suite_functions
import table

from generator import context


class Unusable(Exception):
    """The program cannot be run at all."""


def is_slow_emulated(name: str, faults: list[table.Fault]) -> bool:
    """
    Whether a case takes a compiler minutes where each call is a function with loops and barriers: one of the
    forms that look at what is around the call, which no fault names.
    """
    form = name.rsplit(".", 1)[-1]
    named = any(pattern.endswith(f".{form}") for fault in faults for pattern in fault.cases)
    return form in context.VARIANTS and not named


@dataclass
class Result:
    states: dict[str, str] = field(default_factory=dict)  # case: state
    applied: int = 0  # calls of the fault's functions, or instructions of modules, that the layer changed
    error: str = ""
    stopped: bool = False  # at the first failing case
    seconds: float = 0.0


def applied(log: Path) -> int:
    """How much the layer changed, as its log shows."""
    lines = log.read_text().splitlines() if log.exists() else []
    return sum(int(match[1]) for line in lines if (match := re.search(r" changed=(\d+) ", line)))


def execute(command: list[str], environment: dict[str, str], layer: Path, timeout: float):
    """Runs the command under the layer; an error is a text."""
    full = {**os.environ, **environment, "OPENCL_LAYERS": str(layer)}
    try:
        result = subprocess.run(
            command, env=full, timeout=timeout, text=True, errors="replace", capture_output=True, check=False
        )
    except subprocess.TimeoutExpired:
        return None, f"not done after {timeout:.0f} s"
    except OSError as error:
        return None, f"{command[0]}: {error.strerror}"
    return result, ""


# Intel's runtime has these instructions in SPIR-V and does not claim them: their cases would be skips.
CLAIM = {"WGFAULT_CLAIM": "cl_khr_work_group_uniform_arithmetic"}


class Wgconform:
    """wgconform, with the queries that a fault can concern."""

    must_call = True

    def __init__(self, args):
        self.args = args
        self.facts = {"program": "wgconform", "profile": args.profile, "impl": args.impl}
        self.functions = suite_functions.load()
        self.repairs: list[table.Fault] = []
        self.device: dict = {}  # as reports describe it
        self.tool: dict = {}  # likewise

    def cases(self, profile: str) -> list[str]:
        """The names of all cases that the profile has."""
        command = [str(self.args.wgconform), "--list", "--profile", profile]
        done, error = execute(command, {}, self.args.layer, self.args.timeout)
        if error or done.returncode != 0:
            raise Unusable(error or f"--list: exit status {done.returncode}: {done.stderr.strip()}")
        return done.stdout.split()

    def impl(self, fault: table.Fault) -> str:
        return "emulated" if fault.emulated else self.args.impl

    @staticmethod
    def concerned(fault: table.Fault, cases) -> list[str]:
        """Those of the cases that the fault can concern."""
        split = ((name, *name.split(".", 3)) for name in cases)
        return [name for name, *head, end in split if tuple(head) in fault.heads and fault.ends.match(end)]

    def run_cases(
        self, impl: str, cases: list[str], environment, stem: Path, jobs: int, stop=False
    ) -> Result:
        """Runs the cases named, to the first that fails if `stop`; no name is no run."""
        if not cases:
            return Result()
        report, queries = Path(f"{stem}.json"), Path(f"{stem}.txt")
        queries.write_text("\n".join(cases) + "\n")
        command = [
            str(self.args.wgconform),
            *("--quiet", "--no-color", "--keep-going"),
            *("--device", self.args.device, "--profile", self.args.profile),
            *("--impl", impl, "--jobs", str(jobs), "--json", str(report), f"@{queries}"),
            *(("--max-failures", "1") if stop else ()),
        ]
        done, error = execute(command, {**CLAIM, **environment}, self.args.layer, self.args.timeout * jobs)
        if error:
            return Result(error=error)
        if done.returncode not in (0, 1):
            return Result(error=f"exit status {done.returncode}: {done.stderr.strip()[-500:]}")
        data = json.loads(report.read_text())
        if not data["complete"] and not stop:
            return Result(error="the report is not complete")
        self.device, self.tool = data["device"], data["tool"]
        self.facts |= {
            "platform": data["device"]["platform"],
            "device": data["device"]["name"],
            "driver": data["device"]["driver_version"],
            "version": data["tool"]["version"],
        }
        states = {result["name"]: result["state"] for result in data["results"]}
        return Result(states=states, stopped=not data["complete"])

    def baseline(self, faults: list[table.Fault], profile: str, folder: Path) -> dict[str, dict[str, str]]:
        """The states without a fault of the cases that any of them concerns, for each implementation.

        Where a function of the device's own is wrong in most cases, its faults are put on top of a right
        implementation of the catalogue, if there is one that repairs it.
        """
        names, result = self.cases(profile), {}
        for impl in sorted({self.impl(fault) for fault in faults}):
            chosen = {name for f in faults if self.impl(f) == impl for name in self.concerned(f, names)}
            if impl == "emulated":
                chosen = {name for name in chosen if not is_slow_emulated(name, faults)}
            result[impl] = self.states_before(impl, chosen, folder)
        states = result.get("builtin", {})
        for repair in [fault for fault in table.load() if fault.repairs]:
            cases = self.concerned(repair, self.broken(states))
            if cases:
                path = folder / "repair.clh"
                path.write_text(header.text(repair, self.functions))
                environment = {"WGFAULT_HEADER": str(path)}
                run = self.run_cases("builtin", cases, environment, folder / "repaired", self.args.jobs)
                if run.error:
                    raise Unusable(run.error)
                states |= run.states
                if repair not in self.repairs:
                    self.repairs.append(repair)
                name = repair.functions[0].name
                self.facts[f"{name} is wrong on this device, so in its place"] = repair.id
        return result

    def states_before(self, impl: str, chosen: set[str], folder: Path) -> dict[str, str]:
        """The states of these cases without a fault; what --before keeps is not run again."""
        before = kept.read(self.args.before, impl) if self.args.before else kept.Before()
        missing = chosen - before.states.keys() or set(sorted(chosen)[:1])  # a case shows which device it is
        states = self.states_now(impl, missing, folder)
        if not self.args.before or not states:
            return states
        origin = kept.origin(self.args, self.tool, self.device)
        if before.origin != origin:  # nothing is kept, or it is of another build or device
            before = kept.Before(origin)
            states |= self.states_now(impl, chosen - states.keys(), folder)
        states |= before.states
        kept.write(self.args.before, impl, kept.Before(origin, states))
        return {name: states[name] for name in chosen}

    def states_now(self, impl: str, cases: set[str], folder: Path) -> dict[str, str]:
        run = self.run_cases(impl, sorted(cases), {}, folder / impl, self.args.jobs)
        if run.error:
            raise Unusable(run.error)
        return run.states

    @staticmethod
    def broken(states: dict[str, str]) -> list[str]:
        """The cases of the functions in OpenCL C of which more cases fail than pass."""
        states = {name: state for name, state in states.items() if name.startswith("c.")}
        more: dict[str, int] = {}
        for name, state in states.items():
            function = name.split(".")[1]
            more[function] = more.get(function, 0) + (state == "fail") - (state == "pass")
        return [name for name in states if more[name.split(".")[1]] > 0]

    def header(self, fault: table.Fault) -> str:
        """The header of the fault, behind those that repair its functions."""
        repairs = self.repairs if self.impl(fault) == "builtin" else []
        texts = [
            header.text(repair, self.functions)
            for repair in repairs
            if repair != fault and set(repair.functions) & set(fault.functions)
        ]
        return "\n".join([*texts, header.text(fault, self.functions)])

    def called(self, fault: table.Fault) -> dict[str, list[suite_functions.Function]]:
        """The other functions that the fault's body calls, with their overloads."""
        own = {function.builtin for function in fault.functions}
        names = set(re.findall(r"\w+", fault.body.replace("ACTIVE", "sub_group_ballot"))) - own
        overloads = {name: [f for f in self.functions if f.builtin == name] for name in sorted(names)}
        return {name: found for name, found in overloads.items() if found}

    def lacking(self, fault: table.Fault, passing: list[str]) -> list[str]:
        """What the fault needs and the device has not, of whose cases these pass without it."""
        has = self.device["features"]
        called = self.called(fault) if fault.body_kind in ("item", "group") else {}
        return [
            *(need for need in fault.needs if not table.NEEDS[need](self.device, passing)),
            *(name for name, overloads in called.items() if not any(has[f.feature] for f in overloads)),
        ]

    def unbuilt(self, fault: table.Fault, folder: Path) -> list[str]:
        """The other functions that the fault's body calls, of which no case of the profile builds."""
        result = []
        for name in self.called(fault):
            cases = [case for case in self.cases(self.args.profile) if case.startswith(f"c.{name}.")][:8]
            states = self.run_cases("builtin", cases, {}, folder / f"{fault.id}.{name}", 1).states
            if {state for state in states.values() if state != "skip"} == {"build_error"}:
                result.append(name)
        return result

    def relevant(self, fault: table.Fault, before: dict[str, dict[str, str]]) -> dict[str, str]:
        """The states without the fault of the cases that it concerns."""
        states = before[self.impl(fault)]
        return {name: states[name] for name in self.concerned(fault, states)}

    def run(self, fault: table.Fault, cases: list[str], environment: dict[str, str], stem: Path) -> Result:
        stop = self.args.stop and fault.kind == "wrong"  # a right one may fail a case by a known defect first
        result = self.run_cases(self.impl(fault), cases, environment, stem, 1, stop)
        result.applied = applied(Path(environment["WGFAULT_LOG"]))
        return result


class Other:
    """Any other program: a case is a line of output with passed or failed; the exit status is one.

    It may run less than all: the variable WGFAULT_FUNCTIONS names the functions that the fault touches.
    """

    must_call = False
    LINE = re.compile(r"^(?P<name>.*?\S)(?: verify)?[ :.]+(?P<state>passed|failed|PASSED|FAILED)\b.*$")

    def __init__(self, args):
        self.args = args
        self.facts = {"program": args.program}
        self.before: dict[str, str] = {}
        self.device: dict = {}  # not known
        self.functions = suite_functions.load()

    def states(self, done: subprocess.CompletedProcess) -> dict[str, str]:
        states = {"exit status": "pass" if done.returncode == 0 else "fail"}
        for line in done.stdout.splitlines():
            if match := self.LINE.match(line):
                state = "pass" if match["state"].lower() == "passed" else "fail"
                if states.get(match["name"]) != "fail":
                    states[match["name"]] = state
        return states

    def run_once(self, environment: dict[str, str]) -> Result:
        command = ["/bin/sh", "-c", self.args.program]
        done, error = execute(command, environment, self.args.layer, self.args.timeout)
        return Result(error=error) if error else Result(states=self.states(done))

    def baseline(self, faults: list[table.Fault], profile: str, folder: Path) -> dict[str, str]:
        result = self.run_once({})
        if result.error or "pass" not in result.states.values():
            raise Unusable(f"{self.args.program}: {result.error or 'nothing passes'}")
        self.before = result.states
        return result.states

    def impl(self, fault: table.Fault) -> str:
        return "builtin"

    def lacking(self, fault: table.Fault, passing: list[str]) -> list[str]:
        return []  # what the device has is not known

    def relevant(self, fault: table.Fault, before: dict[str, str]) -> dict[str, str]:
        return before

    def unbuilt(self, fault: table.Fault, folder: Path) -> list[str]:
        return []

    def header(self, fault: table.Fault) -> str:
        return header.text(fault, self.functions)

    def run(self, fault: table.Fault, cases: list[str], environment: dict[str, str], stem: Path) -> Result:
        names = " ".join(function.name for function in fault.functions)
        result = self.run_once({**environment, "WGFAULT_FUNCTIONS": names})
        # What it did not run is as before; where it crashed on the way, the exit status shows it.
        result.states = {**self.before, **result.states}
        result.applied = applied(Path(environment["WGFAULT_LOG"]))
        return result
