"""python3 scripts/site [-r RESULTS] [-m MANIFEST] [FOLDER]: makes static pages in FOLDER (build/site).

    FOLDER/index.html           implementations and versions against families of functions
    FOLDER/NAME.html            an implementation: its causes, and each family
    FOLDER/history-NAME.html    a driver: its causes against its versions
    FOLDER/coverage.html        the clauses of the standard and the cases of MANIFEST that test them
    FOLDER/findings/NAME.html   a finding, with its programs and the results that show it
    FOLDER/findings/reports/NAME.txt  the draft of the finding's bug report
    FOLDER/reports/             the reports, in the small form

The pages need no server, no network and no script. FOLDER is made again: it must be empty, missing, or a site
that this program made.
"""

import argparse
import pathlib
import re
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(ROOT / "scripts/lib"), str(ROOT)]
import bug_reports  # noqa: E402
import history  # noqa: E402
import markdown  # noqa: E402
import pages  # noqa: E402
from reports import CHECKS, implementations  # noqa: E402

from generator import coverage  # noqa: E402
from generator.families import FAMILIES, families  # noqa: E402

MARK = "style.css"  # a folder that is not empty is a site when it has this file, as it is here or was
PROGRAM = re.compile(r"\b[\w-]+\.(?:cl|spvasm|c)\b")


def title_of(text):
    return text.splitlines()[0].removeprefix("# ")


class Site:
    def __init__(self, results, folder, manifest):
        self.results, self.folder = results, folder
        self.coverage = coverage.page(ROOT / "suite", manifest)
        self.texts = {
            path.stem: path.read_text(encoding="utf-8")
            for path in sorted((results / "findings").glob("*.md"))
            if path.stem != "README"
        }
        self.findings = {stem: title_of(text) for stem, text in self.texts.items()}
        self.others = {
            path.stem: path.read_text(encoding="utf-8")
            for path in sorted(results.glob("*.md"))
            if path.stem != "README"
        }
        self.implementations = implementations(results, families(ROOT / "suite"))
        self.histories = history.read(results / "history")

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def link(self, base):
        """What a link in a page of the folder base of results/ leads to in the site, or None."""

        def address(target):
            if "://" in target:
                return target
            path = pathlib.PurePosixPath(base, target.split("#")[0])
            up = "../" * len(pathlib.PurePosixPath(base).parts)
            if path.parts[:2] == ("findings", "reports"):
                return f"{up}{path.with_suffix('.txt')}"
            if path.suffix == ".md" and path.stem in (
                self.findings if path.parts[0] == "findings" else self.others
            ):
                return f"{up}{path.with_suffix('.html')}"
            return None

        return address

    def programs(self, text):
        """The programs that a finding names, as (name, text)."""
        for name in dict.fromkeys(PROGRAM.findall(text.replace(".spv ", ".spvasm "))):
            path = self.results / "findings" / name
            if path.is_file():
                yield name, path.read_text(encoding="utf-8")

    def write_findings(self):
        for stem, text in self.texts.items():
            programs = list(self.programs(text))
            for name, program in programs:
                self.write(f"findings/{name}", program)
            body = markdown.render(text, self.link("findings"))
            self.write(
                f"findings/{stem}.html",
                pages.finding(stem, self.findings[stem], body, programs, self.implementations),
            )
        for draft in bug_reports.drafts(self.results / "findings"):
            self.write(f"findings/reports/{draft.stem}.txt", draft.read_text(encoding="utf-8"))
        self.write("findings/index.html", pages.findings_index(self.findings, self.implementations))

    def report_address(self, path):
        return f"reports/{path.parent.name}/{path.name}"

    def write_all(self):
        shown = (*FAMILIES, CHECKS)
        shutil.copyfile(HERE / MARK, self.folder / MARK)
        others = [(f"history-{one.stem}.html", pages.history_title(one)) for one in self.histories]
        others += [(f"{stem}.html", title_of(text)) for stem, text in self.others.items()]
        others += [("coverage.html", title_of(self.coverage))]
        self.write("index.html", pages.index(self.implementations, shown, others))
        for stem, text in (*self.others.items(), ("coverage", self.coverage)):
            body = markdown.render(text, self.link(""))
            self.write(f"{stem}.html", pages.page(title_of(text), f"<article>{body}</article>"))
        for one in self.histories:
            self.write(f"history-{one.stem}.html", pages.history(one, self.findings))
        for implementation in self.implementations:
            text = pages.device(implementation, shown, self.findings, self.report_address)
            self.write(f"{implementation.name}.html", text)
            for path, _ in implementation.reports:
                copy = self.folder / self.report_address(path)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, copy)
        self.write_findings()


def empty(folder):
    """Makes the folder and empties it, if it holds a site; else returns the reason why not."""
    if folder.exists() and not folder.is_dir():
        return f"{folder} is no folder"
    if folder.is_dir() and any(folder.iterdir()):
        if not (folder / MARK).is_file() or not (folder / "index.html").is_file():
            return f"{folder} holds other things than a site: name a folder that is empty or missing"
        shutil.rmtree(folder)
    folder.mkdir(parents=True, exist_ok=True)
    return None


def main():
    head, _, rest = __doc__.partition("\n\n")
    parser = argparse.ArgumentParser(
        prog="python3 scripts/site",
        description=head.partition(": ")[2],
        epilog=rest,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("-r", "--results", type=pathlib.Path, default=ROOT / "results", metavar="RESULTS")
    parser.add_argument(
        "-m", "--manifest", type=pathlib.Path, default=ROOT / "build/suite/manifest.json", metavar="MANIFEST"
    )
    parser.add_argument("folder", nargs="?", type=pathlib.Path, default=ROOT / "build/site")
    arguments = parser.parse_args()
    if not any(arguments.results.glob("*/*.json.gz")):
        print(f"{arguments.results} has no reports (*/*.json.gz)", file=sys.stderr)
        return 2
    if not arguments.manifest.is_file():
        print(f"{arguments.manifest} is missing: make build writes it, or name one with -m", file=sys.stderr)
        return 2
    try:
        if problem := empty(arguments.folder):
            print(problem, file=sys.stderr)
            return 2
        Site(arguments.results, arguments.folder, arguments.manifest).write_all()
    except OSError as error:
        print(f"the site in {arguments.folder} could not be written: {error}", file=sys.stderr)
        return 1
    print(arguments.folder / "index.html")
    return 0


if __name__ == "__main__":
    sys.exit(main())
