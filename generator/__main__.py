"""python3 -m generator --out FOLDER: makes the suite in FOLDER."""

import argparse
import sys
from pathlib import Path

from generator import (
    clauses,
    const_tables,
    grids,
    kernels,
    manifest,
    pack,
    programs,
    signatures,
    spirv_build,
    spirv_kernels,
    spirv_lanes,
    tables,
)
from generator.output import Output
from generator.suite_cache import SuiteCache

ROOT = Path(__file__).resolve().parent.parent
ASSEMBLER = ROOT / "build" / "tools" / "spirv-assembler"
EMULATE_ALL = "#define WGC_EMULATE_SUB_GROUPS\n"
# The modules for each width of addresses (CL_DEVICE_ADDRESS_BITS). The manifest names those of 64 bits; a
# worker takes the file of the same name in the other folder where the device has 32 (harness/suite/spirv.h).
SPIRV_FOLDERS = {"spirv": 64, "spirv32": 32}
END_OF_EMULATION = "/* wgconform: end of emulation */\n"


def has_emulation(signature):
    """Whether suite/emulation has it: no emulated sub-group makes progress while another one waits."""
    return signature.kind != "PROGRESS"


def variant_name(variant, shape):
    return f"{variant}-{shape.name}" if shape else variant


def write_c(out, all_signatures, table, shared, of_signature):
    """of_signature: the Grid of each, by its key."""
    entries = []
    for signature in all_signatures:
        grid, made = of_signature[signature.key], {}
        for folder in ("c", "emulated") if has_emulation(signature) else ("c",):
            emulated = folder == "emulated"
            variants = grids.variants_of(grid, table, emulated)
            names = tuple(variant_name(variant, shape) for variant, shape in variants)
            file = f"{folder}/{kernels.file_name(signature)}"
            out.add(file, kernels.kernel_file(signature, all_signatures, variants, emulated))
            made[folder] = manifest.Kernels(names, file, kernels.entry_prefix(signature))
        features = signature.features
        entries.append(
            manifest.signature_entry(signature, "c", features, shared, grid, made["c"], made.get("emulated"))
        )
    return entries


def write_spirv(out, all_signatures, table, shared, of_signature, assembler):
    entries, modules = [], []
    with_spirv = [signature for signature in all_signatures if signature.source.spirv_feature]
    for signature in with_spirv:
        grid, names = of_signature[signature.key], []
        base = signature.key
        for variant, shape in grids.variants_of(grid, table):
            names.append(variant_name(variant, shape))
            for folder, bits in SPIRV_FOLDERS.items():
                module = spirv_kernels.make_module(signature, with_spirv, variant, shape, bits)
                modules.append((f"{folder}/{base}.{names[-1]}", module))
        made = manifest.Kernels(tuple(names), f"spirv/{base}.*.spv", kernels.entry_prefix(signature))
        features = signature.spirv_features
        argument = spirv_lanes.constant_argument(signature)
        entries.append(
            manifest.signature_entry(signature, "spirv", features, shared, grid, made, argument=argument)
        )
    modules.sort(key=lambda module: pack.block_order(f"{module[0]}.spv"))  # as an earlier file has them
    for name, text, module in spirv_build.build_all(modules, out.earlier("spirv.pack"), assembler):
        out.add(f"{name}.spvasm", text)
        out.add(f"{name}.spv", module)
    return entries


def generate(suite, out, assembler):
    table = tables.read_tables(suite)
    shared = manifest.Shared()
    all_signatures = signatures.expand(table)
    of_language = grids.make_grids(all_signatures, table)
    entries = write_c(out, all_signatures, table, shared, of_language["c"])
    entries += write_spirv(out, all_signatures, table, shared, of_language["spirv"], assembler)
    sources, all_clauses = clauses.read_clauses(suite)
    queries = [manifest.query_entry(query) for query in table.queries.values()]
    kept = programs.read_programs(suite, table.features)
    names = [f"c.program.{program.name}" for program in kept]
    clauses.attach(all_clauses, [*entries, *queries], shared.forms_of(table), names)
    if kept:
        out.add(programs.FILE, programs.packed_text(kept))
    headers = ("wgc_collectives.cl.h", "wgc_sub_groups.cl.h")
    emulation = "".join((suite / "emulation" / name).read_text(encoding="utf-8") for name in headers)
    out.add("emulated/prelude.cl", EMULATE_ALL + emulation + END_OF_EMULATION)
    all_entries = clauses.entries(sources, all_clauses)
    program_entries = [programs.program_entry(program) for program in kept]
    sections = manifest.sections_of(table, shared, all_entries, entries, queries, program_entries)
    head = manifest.head_of(sections, out.digest)
    out.write_packs(head["suite_digest"])
    out.write("manifest.c", const_tables.tables_text(head, sections))
    out.write("manifest.json", manifest.manifest_text(head, sections))


def make_or_take(options):
    out = Output(options.out)
    cache = SuiteCache(options.cache, options.suite, options.assembler) if options.cache else None
    files = cache.take() if cache else None
    if files:
        print(f"  taken    {cache.entry}")
        for name, data in files.items():
            out.write(name, data)
        return
    generate(options.suite, out, options.assembler)
    if cache:
        cache.put(options.out)


def main():
    parser = argparse.ArgumentParser(prog="python3 -m generator", description=__doc__)
    parser.add_argument("--suite", type=Path, default=ROOT / "suite", help="folder of the tables")
    parser.add_argument("--out", type=Path, required=True, help="folder that the suite goes to")
    parser.add_argument("--assembler", type=Path, default=ASSEMBLER, help="the program for SPIR-V modules")
    parser.add_argument(
        "--cache", type=Path, help="folder that keeps suites for others with the same sources"
    )
    options = parser.parse_args()
    try:
        make_or_take(options)
    except (tables.TableError, spirv_build.ToolError, OSError) as error:
        print(f"generator: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
