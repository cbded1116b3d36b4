"""The families of functions, by which the pages of results count their cases."""

from generator.signatures import expand
from generator.tables import read_tables

# By the first word of a kind, what the collectives of work-groups are.
WORK_GROUPS = {
    "ALL": "all, any",
    "ANY": "all, any",
    "BROADCAST": "broadcast",
    "REDUCE": "reduce",
    "SCAN": "scan",
}
UNIFORM, SUB_GROUPS, SYCL, LATER = "uniform arithmetic", "sub-groups", "SYCL", "sub-group extensions"
PROGRAMS = "programs"  # c.program.NAME, which are of no function: suite/programs/
FAMILIES = (*dict.fromkeys(WORK_GROUPS.values()), UNIFORM, SUB_GROUPS, SYCL, LATER, PROGRAMS)


def family(signature):
    if signature.init:
        return SYCL
    if signature.sub_group:
        return LATER if signature.non_uniform or signature.vector else SUB_GROUPS
    if signature.source.feature == "uniform_arithmetic":
        return UNIFORM
    return WORK_GROUPS[signature.kind.split("_")[0]]


def families(suite):
    """The family of the second word of each case's name; capability checks (query.NAME) have none."""
    functions = {signature.name: family(signature) for signature in expand(read_tables(suite))}
    return {**functions, "program": PROGRAMS}
