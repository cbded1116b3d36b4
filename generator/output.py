"""Writes the suite's folder: the packed files and the manifest, each only when it changed."""

import fcntl
import hashlib
import os
from pathlib import Path

from generator import pack

# The packed file of each language, and which entries are in it.
PACKS = {"c.pack": (".cl",), "spirv.pack": (".spv", ".spvasm")}


class Output:
    """The folder, locked against another run of the generator for as long as the object lives."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.lock = os.open(self.folder, os.O_RDONLY)
        fcntl.flock(self.lock, fcntl.LOCK_EX)
        self.entries = {}

    def __del__(self):
        if hasattr(self, "lock"):
            os.close(self.lock)

    def add(self, name, data):
        """Adds bytes or text under that name to the packed file of its language."""
        self.entries[name] = data.encode() if isinstance(data, str) else data

    def earlier(self, file):
        """The entries of a packed file as an earlier run left them; none of a damaged one."""
        try:
            return pack.Packed(self.folder / file)
        except (pack.PackError, OSError):
            return {}

    def write(self, name, data):
        """Writes bytes or text to a file, through one of another name, unless they are there."""
        data = data.encode() if isinstance(data, str) else data
        path = self.folder / name
        if path.is_file() and path.read_bytes() == data:
            return
        new = path.with_name(path.name + ".new")
        new.write_bytes(data)
        os.replace(new, path)

    def write_packs(self, digest):
        for file, endings in PACKS.items():
            chosen = {name: data for name, data in self.entries.items() if name.endswith(endings)}
            self.write(file, pack.pack(chosen, digest))

    def digest(self, text):
        """SHA-256 of the text and of all entries under their names. Modules are left out: they differ from
        one assembler to the next, and their text is an entry as well."""
        total = hashlib.sha256(text.encode())
        for name in sorted(self.entries):
            if not name.endswith(".spv"):
                total.update(f"{name} {hashlib.sha256(self.entries[name]).hexdigest()}\n".encode())
        return total.hexdigest()
