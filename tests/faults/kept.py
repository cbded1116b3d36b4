"""What cases do without a fault, kept for other runs of the catalogue: same build, same device."""

import hashlib
import json
import os
import tempfile
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Before:
    origin: dict | None = None  # what it is of: another build or device may give other states
    states: dict[str, str] = field(default_factory=dict)  # case: state


def origin(args, tool: dict, device: dict) -> dict:
    """What the states depend on: program, layer, suite, profile, device and driver."""
    return {
        "program": hashlib.sha256(args.wgconform.read_bytes()).hexdigest(),
        "layer": hashlib.sha256(args.layer.read_bytes()).hexdigest(),
        "suite": tool["suite"],
        "profile": args.profile,
        **{key: device[key] for key in ("selector", "platform_version", "driver_version", "device_version")},
    }


def read(folder: Path, impl: str) -> Before:
    """What is kept of this implementation of the functions; nothing before the first run."""
    try:
        data = json.loads((folder / f"{impl}.json").read_text())
    except FileNotFoundError:
        return Before()
    return Before(data["origin"], data["states"])


def write(folder: Path, impl: str, before: Before) -> None:
    """Keeps it; another run that reads meanwhile finds the old file or the new one, whole."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=folder, delete=False) as file:
        json.dump({"origin": before.origin, "states": before.states}, file, indent=0)
    os.replace(file.name, folder / f"{impl}.json")
