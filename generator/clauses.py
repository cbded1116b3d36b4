"""The clauses of the standard (suite/clauses.json) and the signatures whose cases test them.

A clause either names the signatures whose cases test it, as globs over LANGUAGE.FUNCTION.TYPE or query.NAME,
and perhaps the form that does, or states why no case can. A clause that nothing tests is an error. So is a
signature without a clause that states what the function does, in its language, and a form that relies on a
rule of its own without the clause that has it.
"""

import fnmatch
import functools
import json
import re
from dataclasses import dataclass

from generator.tables import TableError

# What a clause of a function has to mention, one of the words: what its kernels call it for.
MENTIONS = {
    "all": ("for all",),
    "any": ("for any", "or for any", "for all, or for any", "for any of them"),
    "broadcast": ("value of",),
    "broadcast_2d": ("value of",),
    "broadcast_3d": ("value of",),
    "reduce": ("reduction", "reduce"),
    "reduce_init": ("initial value", "reduction"),
    "scan_exclusive": ("exclusive",),
    "scan_exclusive_init": ("initial value", "exclusive"),
    "scan_inclusive": ("inclusive",),
    "scan_inclusive_init": ("initial value", "inclusive"),
    "clustered_reduce": ("cluster",),
    "mapping": ("same size", "one size"),
    "elect": ("least", "lowest"),
    "all_equal": ("equal",),
    "non_uniform_broadcast": ("with the id", "with that sub-group local id"),
    "broadcast_first": ("least", "lowest"),
    "shuffle": ("index", "whose id"),
    "shuffle_xor": ("xor",),
    "shuffle_up": ("less",),
    "shuffle_down": ("plus",),
    "rotate": ("sum of",),
    "clustered_rotate": ("cluster",),
    "barrier_local": ("barrier",),
    "barrier_global": ("barrier", "global memory"),
    "progress": ("progress",),
    **{f"{name}_mask": ("bit",) for name in ("eq", "ge", "gt", "le", "lt")},
    **dict.fromkeys(("ballot", "inverse_ballot", "ballot_bit_extract", "ballot_bit_count"), ("bit",)),
    **dict.fromkeys(("ballot_inclusive_scan", "ballot_exclusive_scan"), ("bit",)),
    **dict.fromkeys(("ballot_find_lsb", "ballot_find_msb"), ("bit",)),
}
# The forms that rely on a rule of their own, which a clause with that form has to state.
RULED_FORMS = tuple(
    """
    bare some either trips leave steps active branches leaving lanes wayout waterfall samecall
    afterloop laneswitch returned loaded counted chained past offset64 groups65536 cloned commands
    given copies filled remainder chosen repeated queues unordered threads binary library context
    subdevice subbuffers pipes unoptimized debug relaxed evenly older
    """.split()
)
RULED_FORMS += tuple(f"required{4 << n}" for n in range(6))
# The others call the function where every work-item of its group comes to the call: what is around it are
# statements of C and barriers, and the function's own clause states all that there is.
CALLED_BY_ALL = tuple(
    """
    plain loop sequence function branch uniform local reqd together feeds offset groups2d groups3d
    example nested arms dependent return guard exits switch private array vector inplace reuse
    atomic ids operands root partly many mixed levels ways bounds breaks jump until global unreachable
    phi alone literal unused pressure scalar snug tree stride carried literals computed indexed
    """.split()
)
CALLED_BY_ALL += tuple(f"cluster{1 << n}" for n in range(8))
# Rules that hold for some functions alone: those that all have to reach are called by all after the loop.
RULED_OF_ACTIVE = ("divergent",)
# A form that is two others at once.
MADE_OF = {f"both{n}": ("reqd", f"required{n}") for n in (8, 16, 32)}
# The sources of what a function does in each language; the texts of the project are of OpenCL C and of SYCL.
LANGUAGES = {"c": ("000", "001", "002", "003", "004", "lang", "api"), "spirv": ("spirv", "env")}


@functools.cache
def expression(globs):
    """What matches a name that one of these patterns does; without patterns, none."""
    return re.compile("|".join(fnmatch.translate(glob) for glob in globs) or "(?!)")


@dataclass(frozen=True)
class Clause:
    id: str
    source: str
    place: str
    text: str
    form: str | None
    signatures: tuple[str, ...]
    untested: str | None

    def covers(self, name):
        return expression(self.signatures).match(name) is not None

    def has_form(self, form):
        """
        Whether it is about that form: the clause's may begin or end with an asterisk. FORM_WAY is FORM, built
        another way.
        """
        return self.form is not None and any(
            fnmatch.fnmatchcase(one, self.form) for one in (form, form.partition("_")[0])
        )


def read_clause(entry, sources, where):
    fields = set(entry)
    if not fields <= {"id", "source", "place", "text", "form", "signatures", "untested"}:
        raise TableError(f"{where}: unknown field in {sorted(fields)}")
    for field in ("id", "source", "place", "text"):
        if not isinstance(entry.get(field), str) or not entry[field]:
            raise TableError(f"{where}: {field} must be a text")
    if entry["source"] not in sources:
        raise TableError(f"{where} ({entry['id']}): unknown source {entry['source']}")
    if ("signatures" in entry) == ("untested" in entry):
        raise TableError(f"{where} ({entry['id']}): needs either signatures or the reason why it is untested")
    return Clause(
        id=entry["id"],
        source=entry["source"],
        place=entry["place"],
        text=entry["text"],
        form=entry.get("form"),
        signatures=tuple(entry.get("signatures", ())),
        untested=entry.get("untested"),
    )


def read_clauses(suite):
    path = suite / "clauses.json"
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        sources, entries = data["sources"], data["clauses"]
    except (ValueError, KeyError, TypeError) as error:
        raise TableError(f"{path}: {error}") from error
    clauses = [read_clause(entry, sources, f"{path}: clause {i}") for i, entry in enumerate(entries)]
    ids = [clause.id for clause in clauses]
    for clause_id in ids:
        if ids.count(clause_id) > 1:
            raise TableError(f"{path}: clause {clause_id} is there twice")
    return sources, clauses


def name_of(entry):
    """LANGUAGE.FUNCTION.TYPE of a signature, query.NAME of a capability check."""
    if "function" in entry:
        width = entry.get("width", "")
        return f"{entry['language']}.{entry['function']}.{entry['type']}{width}"
    return f"query.{entry['name']}"


def check_function(entry, name, own):
    """Whether a clause of the function's language states what the function does."""
    words = MENTIONS[entry["kind"]]
    texts = [c.text.lower() for c in own if c.form is None and c.source in LANGUAGES[entry["language"]]]
    if not any(word in text for text in texts for word in words):
        raise TableError(
            f"suite/clauses.json: no clause of {entry['language']} states what {name} does: one of {words}"
        )


def rules_of(form, of_active):
    """The forms of which a clause has to state the rule, for a case of the form; None: not decided."""
    base, _, way = form.partition("_")
    parts = [part for one in (base, way) if one for part in MADE_OF.get(one, (one,))]
    if not all(part in (*RULED_FORMS, *CALLED_BY_ALL, *RULED_OF_ACTIVE) for part in parts):
        return None
    return [part for part in parts if part in RULED_FORMS or (of_active and part in RULED_OF_ACTIVE)]


def check_forms(name, own, forms):
    of_active = any(clause.has_form("active") for clause in own)
    for form in sorted(forms):
        rules = rules_of(form, of_active)
        if rules is None:
            raise TableError(
                f"generator/clauses.py: the form {form} has a rule of its own, or is called by all?"
            )
        for rule in rules:
            if not any(clause.has_form(rule) for clause in own):
                raise TableError(
                    f"suite/clauses.json: no clause states the rule of {name} in the form {form}"
                )


def attach(clauses, signatures, forms_of, programs=()):
    """
    Gives each signature entry and query of the manifest the ids of the clauses that its cases test.
    forms_of: the names of the forms of a signature entry. programs: the names of the kept programs.
    """
    used = set()
    for name in programs:
        used |= {(c.id, g) for c in clauses for g in c.signatures if fnmatch.fnmatchcase(name, g)}
        if not any(clause.covers(name) for clause in clauses):
            raise TableError(f"suite/clauses.json: no clause states what {name} must do")
    for entry in signatures:
        name = name_of(entry)
        own = [clause for clause in clauses if clause.covers(name)]
        if not any(clause.form is None for clause in own):
            raise TableError(f"suite/clauses.json: no clause states what {name} must do")
        if "function" in entry:
            check_function(entry, name, own)
            check_forms(name, own, forms_of(entry))
        entry["clauses"] = [clause.id for clause in own]
        used.update(
            (clause.id, glob)
            for clause in own
            for glob in clause.signatures
            if fnmatch.fnmatchcase(name, glob)
        )
    for clause in clauses:
        for glob in clause.signatures:
            if (clause.id, glob) not in used:
                raise TableError(f"suite/clauses.json: clause {clause.id}: no signature matches {glob}")


def entries(sources, clauses):
    """The clauses as the manifest holds them."""
    made = []
    for clause in clauses:
        entry = {
            "id": clause.id,
            "source": f"{clause.source}: {sources[clause.source]}, {clause.place}",
            "text": clause.text,
        }
        if clause.form:
            entry["form"] = clause.form
        if clause.untested:
            entry["untested"] = clause.untested
        made.append(entry)
    return made


@dataclass(frozen=True)
class Verdict:
    """A way in which a case fails, and what of the standard forbids what was seen."""

    texts: tuple[str, ...]
    state: str
    when: str
    clauses: tuple[str, ...]
    rule: str


def read_verdicts(suite, known):
    """suite/verdicts.json; known: the clauses. Each verdict rests on a clause or on a rule with its place."""
    path = suite / "verdicts.json"
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))["verdicts"]
        verdicts = [
            Verdict(tuple(e["verdicts"]), e["state"], e["when"], tuple(e["clauses"]), e["rule"])
            for e in entries
        ]
    except (ValueError, KeyError, TypeError) as error:
        raise TableError(f"{path}: {error}") from error
    ids = {clause.id for clause in known}
    for verdict in verdicts:
        if unknown := set(verdict.clauses) - ids:
            raise TableError(f"{path}: {verdict.texts[0]}: unknown clauses: {sorted(unknown)}")
        if not verdict.clauses and not verdict.rule:
            raise TableError(f"{path}: {verdict.texts[0]}: neither a clause nor a rule forbids it")
    return verdicts
