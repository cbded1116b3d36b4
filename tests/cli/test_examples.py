"""The commands in docs, README and examples: their options and commands exist."""

import importlib.util
import json
import pathlib
import re
import subprocess

import jsonschema
import pytest
import yaml
from conftest import ROOT

EXAMPLES = ROOT / "examples"
PLACES = sorted(
    [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *EXAMPLES.glob("*.yml"), EXAMPLES / "Jenkinsfile"]
)
SCHEMA_OF = {
    "github-actions.yml": "github-workflows",
    "github-matrix.yml": "github-workflows",
    "gitlab-ci.yml": "gitlab-ci",
}
CALL = re.compile(r"(?<![\w/.-])(?:bin/)?wgconform ((?:[^\s`|>;)]+ ?|\\\n\s*)+)")


def calls(path):
    """The arguments of each call of the program, on its line and on the continuation lines."""
    for match in CALL.finditer(path.read_text()):
        yield match[1].replace("\\\n", " ").split()


@pytest.mark.parametrize("path", PLACES, ids=lambda path: path.name)
def test_every_option_that_is_shown_is_there(wgconform, path):
    printed = wgconform("--help").stdout
    commands = re.findall(r"^  (\S+)", printed.split("\nCommands\n")[1], re.MULTILINE)
    for arguments in calls(path):
        text = printed
        if arguments[0] in commands:
            text = wgconform(arguments[0], "--help").stdout
        for argument in arguments:
            if re.fullmatch(r"--?[a-z][a-z-]*", argument):
                assert re.search(rf"^  .*{argument}\b", text, re.MULTILINE), (argument, arguments)


def test_calls_are_found():
    assert len(list(calls(ROOT / "README.md"))) > 3
    found = [call for path in PLACES for call in calls(path)]
    assert sum(call[0] == "package" for call in found) >= 2
    assert any("--min-cases" in call for call in found)


def load(path):
    """A YAML file of CI; YAML 1.1 reads the key `on` as a truth value."""
    content = yaml.safe_load(path.read_text())
    return {"on" if key is True else key: value for key, value in content.items()}


def schema(name):
    """The schema that the CI system itself publishes (check-jsonschema has a copy)."""
    found = importlib.util.find_spec("check_jsonschema")
    assert found, "scripts/setup packages-test"
    return json.loads((pathlib.Path(found.origin).parent / f"builtin_schemas/vendor/{name}.json").read_text())


def test_every_page_of_ci_has_a_checker():
    assert {path.name for path in EXAMPLES.glob("*.yml")} == set(SCHEMA_OF)


@pytest.mark.parametrize("name", SCHEMA_OF)
def test_a_page_of_ci_is_valid_for_its_system(name):
    check = jsonschema.validators.validator_for(schema(SCHEMA_OF[name]))(schema(SCHEMA_OF[name]))
    content = load(EXAMPLES / name)
    assert [error.message for error in check.iter_errors(content)] == []
    # what is wrong is seen
    if name.startswith("github"):
        content["jobs"]["collectives"]["steps"][0]["runs"] = "x"
    else:
        content["collectives"]["parallel"] = "many"
    assert list(check.iter_errors(content))


def steps(path):
    """Each shell text of a page."""
    content = load(path) if path.suffix == ".yml" else {}
    for job in content.get("jobs", {}).values():
        yield from (step["run"] for step in job["steps"] if "run" in step)
    for job in content.values():
        for part in ("before_script", "script"):
            yield from job.get(part, []) if isinstance(job, dict) else []
    if path.name == "Jenkinsfile":
        yield from re.findall(r"sh \'\'\'(.*?)\'\'\'", path.read_text(), re.DOTALL)


@pytest.mark.parametrize("name", [*SCHEMA_OF, "Jenkinsfile"])
def test_each_step_is_a_shell_command(name):
    texts = [re.sub(r"\$\{\{.*?\}\}", "1", text) for text in steps(EXAMPLES / name)]
    assert len(texts) > 1
    for text in texts:
        checked = subprocess.run(["sh", "-n"], input=text, text=True, capture_output=True, check=False)
        assert (checked.returncode, checked.stderr) == (0, ""), text


def test_drivers_of_the_examples_are_those_of_set_up():
    script = (ROOT / "scripts/setup").read_text()
    named = set()
    for path in (*EXAMPLES.glob("*.yml"), EXAMPLES / "Jenkinsfile"):
        for found in re.findall(
            r"(?:driver|DRIVER|values)(?: |: \[)(.*intel.*?)(?:\]|$)", path.read_text(), re.MULTILINE
        ):
            named |= set(re.findall(r"\w+", found))
    assert named == {"pocl", "intel", "rusticl"}
    for name in named:
        assert re.search(rf"^ +{name}[^\n]*\) ", script, re.MULTILINE), name


def test_the_braces_of_the_jenkinsfile_match():
    """Jenkins' own checker needs a server: here are the structure and the shell texts alone."""
    text = re.sub(
        r"\'\'\'.*?\'\'\'|\'[^\'\n]*\'|\"[^\"\n]*\"|//[^\n]*",
        "",
        (EXAMPLES / "Jenkinsfile").read_text(),
        flags=re.S,
    )
    depth, most = 0, 0
    for brace in re.findall(r"[{}]", text):
        depth += 1 if brace == "{" else -1
        most = max(most, depth)
        assert depth >= 0
    assert (depth, most > 5) == (0, True)
    for word in ("pipeline", "agent", "stages", "matrix", "axes", "steps", "post"):
        assert re.search(rf"\b{word}\b", text)
