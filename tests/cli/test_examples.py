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


# The sections and directives of a declarative pipeline that the example uses, and where each may be:
# Jenkins' page "Pipeline Syntax".
INSIDE = {
    "pipeline": set("agent environment options post stages tools triggers parameters libraries".split()),
    "stages": {"stage"},
    "stage": set("agent environment input matrix options parallel post stages steps tools when".split()),
    "matrix": set("agent axes environment excludes input options post stages tools when".split()),
    "axes": {"axis"},
    "axis": {"name", "values"},
    "post": set(
        "always changed fixed regression aborted failure success unstable unsuccessful cleanup".split()
    ),
    "agent": {"docker", "dockerfile", "label", "node", "kubernetes"},
    "docker": {"image", "args", "label", "registryUrl", "alwaysPull", "reuseNode"},
}
NEEDS = {
    "pipeline": [{"agent"}, {"stages"}],
    "stages": [{"stage"}],
    "stage": [{"steps", "stages", "parallel", "matrix"}],  # exactly one of these
    "matrix": [{"axes"}, {"stages"}],
    "axes": [{"axis"}],
    "axis": [{"name"}, {"values"}],
}
TOKEN = re.compile(r"(\s+|//[^\n]*)|('''.*?'''|'[^'\n]*'|\"[^\"\n]*\")|([{};])|([^\s{};'\"]+)", re.DOTALL)


def blocks(text):
    """The tree of a Groovy text: blocks (word, parts), where a part is a block or the word of a statement."""
    root = ("", [])
    stack, statement, at = [root], [], 0
    while at < len(text):
        token = TOKEN.match(text, at)
        assert token, text[at : at + 40]
        at = token.end()
        space, _, sign, word = token.groups()
        if sign == "{":
            block = (re.match(r"\w+", statement[0])[0], [])
            stack[-1][1].append(block)
            stack.append(block)
        elif sign in ("}", ";") or (space and "\n" in space):
            stack[-1][1].extend((re.match(r"\w+", statement[0])[0], None) for _ in statement[:1])
        if sign == "}":
            assert len(stack) > 1, "a brace too many"
            stack.pop()
        if sign or (space and "\n" in space):
            statement = []
        elif word or token[2]:
            statement.append(word or "text")
    assert len(stack) == 1, "a brace is missing"
    return root[1]


def faults(word, parts):
    """What a declarative pipeline may not have there."""
    names = [name for name, _ in parts]
    found = [f"{name} in {word}" for name in names if word in INSIDE and name not in INSIDE[word]]
    for one_of in NEEDS.get(word, []):
        if sum(name in one_of for name in set(names)) != 1:
            found.append(f"{word} without one of {sorted(one_of)}")
    for name, inner in parts:
        if inner is not None:
            found += faults(name, inner)
        elif name in NEEDS:
            found.append(f"{name} without a block")
    return found


def test_the_jenkinsfile_is_a_declarative_pipeline():
    """Jenkins' own checker needs a server: this is the structure, and above are the shell texts."""
    text = (EXAMPLES / "Jenkinsfile").read_text()
    tree = blocks(text)
    assert [name for name, _ in tree] == ["pipeline"]
    assert faults("", tree) == []


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("stages {", "stage {", "pipeline without one of ['stages']"),
        ("steps {", "step {", "step in stage"),
        ("axes {", "", "brace"),
        ("agent none\n", "", "pipeline without one of ['agent']"),
        ("always {", "allways {", "allways in post"),
        ("name 'DRIVER'", "", "axis without one of ['name']"),
    ],
)
def test_a_fault_of_a_jenkinsfile_is_seen(old, new, fault):
    text = (EXAMPLES / "Jenkinsfile").read_text()
    assert old in text
    try:
        found = faults("", blocks(text.replace(old, new, 1)))
    except AssertionError as error:
        found = [str(error)]
    assert any(fault in one for one in found), found
