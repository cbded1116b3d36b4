"""
Suites that were made, in a folder of the user's cache: FOLDER/KEY has the files of one, where KEY is a digest
of all that the generator reads. A clone with the same sources takes them from there, because for a suite
44,000 modules are assembled and validated.
"""

import contextlib
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from generator import STARTED

FILES = ("c.pack", "spirv.pack", "manifest.json", "manifest.c")
SUMS = "SHA256SUMS"
# The suites that stay there, those that were used last: some 30 MB each.
KEPT = 6
# A folder under construction, and one that is left over when it is older than that (in seconds).
UNFINISHED, LEFT_OVER = ".new-", 3600
# What the generator reads of the folder of tables; waivers and verdicts are for others.
TABLES = ("*.def", "clauses.json", "programs/*", "emulation/*.h")


def inputs(suite):
    """The files that a suite is made of, but for the assembler."""
    here = Path(__file__).resolve().parent
    found = [path for pattern in TABLES for path in suite.glob(pattern)]
    return sorted(path for path in [*found, *here.glob("*.py"), *here.glob("*.c")] if path.is_file())


def key_of(suite, assembler):
    """The name of the entry: SHA-256 of the names and contents of all inputs, and of what runs them."""
    version = subprocess.run(
        [assembler, "--version"], stdin=subprocess.DEVNULL, capture_output=True, check=True
    )
    total = hashlib.sha256(f"{sys.version_info[:2]}\n".encode() + version.stdout)
    total.update(hashlib.sha256(Path(assembler).read_bytes()).digest())
    for path in inputs(suite):
        total.update(f"{path.parent.name}/{path.name} {sha256(path.read_bytes())}\n".encode())
    return total.hexdigest()


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def sums_text(key, files):
    return "".join([f"{key}\n", *(f"{sha256(files[name])}  {name}\n" for name in FILES)])


class SuiteCache:
    """A cache that cannot be read or written is as one that is empty."""

    def __init__(self, folder, suite, assembler):
        self.folder, self.suite, self.assembler = Path(folder), suite, assembler
        self.key = self.key_now()

    def key_now(self):
        """None where an input cannot be read: the generator prints what is wrong."""
        try:
            return key_of(self.suite, self.assembler)
        except (OSError, subprocess.CalledProcessError):
            return None

    def is_of_now(self):
        """Whether no input was changed since the generator began to read them."""
        started = STARTED * 1e9
        return self.key == self.key_now() and all(
            path.stat().st_mtime_ns < started for path in inputs(self.suite)
        )

    @property
    def entry(self):
        return self.folder / self.key

    def take(self):
        """The files of the suite, as bytes by name, or None. A damaged entry goes."""
        if not self.key:
            return None
        try:
            files = {name: (self.entry / name).read_bytes() for name in FILES}
            if (self.entry / SUMS).read_bytes() != sums_text(self.key, files).encode():
                raise OSError("damaged")
        except OSError:
            shutil.rmtree(self.entry, ignore_errors=True)
            return None
        with contextlib.suppress(OSError):
            os.utime(self.entry)
        return files

    def put(self, made):
        """Keeps the files of a folder, in one step, and removes those that were not used for long."""
        new = None
        try:
            if not self.key or not self.is_of_now():
                return
            self.folder.mkdir(parents=True, exist_ok=True)
            new = Path(tempfile.mkdtemp(prefix=UNFINISHED, dir=self.folder))
            files = {name: (made / name).read_bytes() for name in FILES}
            for name, data in files.items():
                (new / name).write_bytes(data)
            (new / SUMS).write_bytes(sums_text(self.key, files).encode())
            new.rename(self.entry)  # fails where another one was quicker
        except OSError:
            if new:
                shutil.rmtree(new, ignore_errors=True)
        with contextlib.suppress(OSError):
            self.prune()

    def prune(self):
        entries = [(path.stat().st_mtime, path) for path in self.folder.iterdir()]
        old = time.time() - LEFT_OVER
        whole = sorted(entry for entry in entries if not entry[1].name.startswith(UNFINISHED))
        unfinished = [entry for entry in entries if entry not in whole and entry[0] < old]
        for _, path in whole[:-KEPT] + unfinished:
            shutil.rmtree(path, ignore_errors=True)
