"""`wgconform explore` alone with the same drivers: whether a random program shows a bug, and how soon.

Programs run from seed 1 on. A bug is found when one fails that passes with the clean build, and fails and
passes again when both run it alone: some programs fail only sometimes.
"""

import json
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pocl
import portions

# What PoCL advertises and does not have: nearly every program would not build.
WITHOUT = (
    "get_sub_group_*_mask",
    "sub_group_inverse_ballot",
    "sub_group_ballot_*",
    "sub_group_broadcast_first",
    "sub_group_non_uniform_broadcast",
)
KERNEL_TIMEOUT = 20  # seconds for one program
RUN_LIMIT = 600  # seconds for one portion
MAX_FAILURES = 8  # of a portion with a bug: with some bugs each program is a time-out
NO_CACHE = {"POCL_KERNEL_CACHE": "0"}  # kernels of another layer would come from it


@dataclass
class Verdict:
    state: str = "missed"  # or "found"
    seconds: float = 0.0  # with the bug, until then
    programs: int = 0
    seed: int = 0
    failure: str = ""  # the state of the program that shows it

    def text(self) -> str:
        where = f"{self.seconds:.0f} s, {self.programs} programs"
        return f"{where}: seed {self.seed} ({self.failure})" if self.seed else f"nothing in {where}"


def merged(row: dict, before: dict | None) -> dict:
    """A result with what an earlier run found; explore alone adds to that and changes nothing else."""
    if before and row["explore"]:
        return {**before, "explore": row["explore"]}
    return row | {
        name: before[name] for name in ("cts", "explore") if before and name in before and not row[name]
    }


class Explorer:
    """Runs explore; keeps in the cache folder which programs fail with the clean build."""

    def __init__(self, seconds: float, wgconform: Path):
        self.seconds, self.wgconform = seconds, wgconform
        self.path = pocl.FOLDER / "explored.json"
        self.known = json.loads(self.path.read_text()) if self.path.exists() else {}

    def report(self, layer: pocl.Layer, env: dict, *more: str) -> dict:
        """Of programs with a driver; pocl.Unusable if the run ends without one."""
        options = ["--device", "0", "--jobs", "1", "--timeout", str(KERNEL_TIMEOUT), *more]
        options += [part for name in WITHOUT for part in ("--without", name)]
        run = pocl.run(layer, options, {**env, **NO_CACHE}, RUN_LIMIT, self.wgconform, ["explore"])
        if not run.data:
            raise pocl.Unusable(f"explore with {layer.name}: {run.error}")
        return run.data

    def right(self, env: dict):
        """A function of the first seed: which programs of its portion fail with the clean build."""

        def known(first: int) -> set[int]:
            key = f"{first} {json.dumps(env, sort_keys=True)}"
            if key not in self.known:
                report = self.report(pocl.CLEAN, env, *portions.options(first))
                self.known[key] = sorted(portions.failing(report))
                self.path.write_text(json.dumps(self.known, indent=1))
            return set(self.known[key])

        return known

    def judge(self, layer: pocl.Layer, env: dict) -> Verdict:
        verdict = Verdict()

        def wrong(seed: int) -> dict:
            return self.report(layer, env, *portions.options(seed), "--max-failures", str(MAX_FAILURES))

        def alone(seed: int) -> bool:
            with_bug, clean = (partial(self.report, used, env) for used in (layer, pocl.CLEAN))
            verdict.failure = portions.state_alone(seed, with_bug, clean)
            return verdict.failure != ""

        portions.search(1, self.seconds, wrong, self.right(env), alone, verdict)
        verdict.state = "found" if verdict.seed else "missed"
        return verdict
