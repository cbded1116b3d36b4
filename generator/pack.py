"""
Packed files: the kernels of a language in one file, found by name. harness/suite/pack.c reads them; the
section "The packed files" of docs/internals.md describes the format. The same entries give the same bytes.

python3 -m generator.pack FILE lists the names of the entries; python3 -m generator.pack FILE NAME... prints
those entries.
"""

import struct
import sys
import zlib
from array import array
from pathlib import Path

MAGIC = b"wgcpack1"
# magic, size of the file, entries, lines, places of the index and of the line table, suite_digest
HEADER = struct.Struct("<8sQIIQQ64s")
CHECKSUM = struct.Struct("<I")
# places of data and name, their sizes, checksum, kind
RECORD = struct.Struct("<QQIIII")
BYTES, LINES = range(2)


class PackError(Exception):
    """A file that is no packed file, or a damaged one."""


def little_endian(numbers):
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()


def split_lines(data):
    """Each with its newline, so that they make the data again."""
    return data.split(b"\n") if not data else [line + b"\n" for line in data[:-1].split(b"\n")]


def pack(entries, digest):
    """
    The bytes of a packed file. entries are bytes by name; those of SPIR-V assembly, which have few different
    lines, are kept as numbers of lines. digest is the manifest's suite_digest.
    """
    parts, records, names, lines = [], [], [], {}
    at = HEADER.size + CHECKSUM.size

    def add(data):
        nonlocal at
        parts.append(data)
        at += len(data)
        return at - len(data)

    for name in sorted(entries):
        data, encoded = entries[name], name.encode()
        kind = LINES if name.endswith(".spvasm") and data.endswith(b"\n") else BYTES
        stored = data
        if kind == LINES:
            numbers = (lines.setdefault(line, len(lines)) for line in split_lines(data))
            stored = little_endian(array("I", numbers))
        checksum = zlib.crc32(data, zlib.crc32(encoded))
        records.append((add(stored), len(stored), checksum, kind))
        names.append(encoded)
    places = [add(line) for line in lines]
    line_table = add(little_endian(array("Q", [*places, at])))
    name_places = [add(name) for name in names]
    index = at
    for (place, size, checksum, kind), name, name_place in zip(records, names, name_places, strict=True):
        add(RECORD.pack(place, name_place, size, len(name), checksum, kind))
    header = HEADER.pack(MAGIC, at, len(records), len(lines), index, line_table, digest.encode())
    return b"".join([header, CHECKSUM.pack(zlib.crc32(header)), *parts])


class Packed:
    """The entries of a packed file, by name."""

    def __init__(self, path):
        self.path, self.data = path, Path(path).read_bytes()
        try:
            header = HEADER.unpack_from(self.data)
            magic, size, count, lines, index, line_table, digest = header
            (checksum,) = CHECKSUM.unpack_from(self.data, HEADER.size)
        except struct.error:
            raise PackError(f"{path}: not a packed file of kernels") from None
        if magic != MAGIC:
            raise PackError(f"{path}: not a packed file of kernels")
        if size != len(self.data) or checksum != zlib.crc32(self.data[: HEADER.size]):
            raise PackError(f"{path}: truncated or damaged")
        self.digest = digest.decode()
        self.line = struct.unpack_from(f"<{lines + 1}Q", self.data, line_table)
        self.record = {}
        for number in range(count):
            place, name_place, size, name_size, checksum, kind = RECORD.unpack_from(
                self.data, index + number * RECORD.size
            )
            name = self.data[name_place : name_place + name_size]
            self.record[name.decode(errors="replace")] = (place, size, checksum, kind, name)

    def __iter__(self):
        return iter(self.record)

    def __getitem__(self, name):
        place, size, checksum, kind, encoded = self.record[name]
        data = self.data[place : place + size]
        if kind == LINES:
            numbers = struct.unpack(f"<{size // 4}I", data)
            try:
                data = b"".join(self.data[self.line[n] : self.line[n + 1]] for n in numbers)
            except IndexError:
                raise PackError(f"{self.path}: {name} is damaged") from None
        if checksum != zlib.crc32(data, zlib.crc32(encoded)):
            raise PackError(f"{self.path}: {name} is damaged")
        return data

    def text(self, name):
        return self[name].decode()


def main(arguments):
    packed = Packed(arguments[0])
    for name in arguments[1:] or packed:
        sys.stdout.buffer.write(packed[name] if arguments[1:] else f"{name}\n".encode())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
