"""Writes the suite's folder: only what changed, and nothing that is no longer made stays."""

import fcntl
import hashlib
import os
from pathlib import Path


class Output:
    """The folder, locked against another run of the generator for as long as the object lives."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.lock = os.open(self.folder, os.O_RDONLY)
        fcntl.flock(self.lock, fcntl.LOCK_EX)
        self.kept = set()

    def __del__(self):
        if hasattr(self, "lock"):
            os.close(self.lock)

    def path(self, name):
        self.kept.add(name)
        return self.folder / name

    def write(self, name, data):
        """Puts bytes or text under that name, through a file of another name, unless they are there."""
        data = data.encode() if isinstance(data, str) else data
        path = self.path(name)
        if path.is_file() and path.read_bytes() == data:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_name(path.name + ".new")
        new.write_bytes(data)
        os.replace(new, path)

    def digest(self, text):
        """SHA-256 of the text and of all files under their names. Binaries are left out: they differ from one
        assembler to the next, and their text is a file as well."""
        total = hashlib.sha256(text.encode())
        for name in sorted(self.kept):
            if not name.endswith(".spv"):
                data = (self.folder / name).read_bytes()
                total.update(f"{name} {hashlib.sha256(data).hexdigest()}\n".encode())
        return total.hexdigest()

    def remove_rest(self, folders):
        """Removes files of these subfolders that were not made in this run."""
        for folder in folders:
            for path in sorted((self.folder / folder).glob("*")):
                if path.is_file() and path.relative_to(self.folder).as_posix() not in self.kept:
                    path.unlink()
