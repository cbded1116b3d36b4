"""
Packed files: the kernels of a language in one file, found by name. harness/suite/pack.c reads them; the
section "The packed files" of docs/internals.md describes the format. The same entries give the same bytes.

python3 -m generator.pack FILE lists the names of the entries; python3 -m generator.pack FILE NAME... prints
those entries.
"""

import struct
import sys
import zlib
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock

MAGIC = b"wgcpack2"
# magic, size of the file, pages, blocks, places of the tables of pages and of blocks, suite_digest
HEADER = struct.Struct("<8sQIIQQ64s")
CHECKSUM = struct.Struct("<I")
# place, size of the first name, which is there, stored size of the page, which follows, size of its contents
PAGE = struct.Struct("<QIII")
# an entry in a page: block, start in the block's contents, size, checksum, size of the name, which follows
ENTRY = struct.Struct("<IIIII")
# place, stored size, size of the contents
BLOCK = struct.Struct("<QII")
PAGE_ENTRIES = 256
BLOCK_SIZE, PART_LIMIT = 256 * 1024, 4 * 1024 * 1024
LEVEL = 8  # 5 % smaller than 6; 9 takes twice the time for 1 % more
# A reader keeps the contents of that many blocks.
BLOCKS_KEPT = 16


class PackError(Exception):
    """A file that is no packed file, or a damaged one."""


def block_order(name):
    """
    Kernels of one variant next to each other, those of similar functions next: what has most in common
    compresses best. Names are FOLDER/FUNCTION.TYPE.VARIANT.spv or FOLDER/FUNCTION.TYPE.cl.
    """
    folder, _, rest = name.rpartition("/")
    parts = rest.split(".")
    return parts[-1], parts[2:-1], folder, parts


def blocks_of(entries):
    """The names of each block."""
    blocks, size = [[]], 0
    for name in sorted(entries, key=block_order):
        if blocks[-1] and size + len(entries[name]) > BLOCK_SIZE:
            blocks.append([])
            size = 0
        blocks[-1].append(name)
        size += len(entries[name])
        if size > PART_LIMIT:
            raise PackError(f"{name} has more than {PART_LIMIT} bytes")
    return blocks if entries else []


def pack(entries, digest):
    """The bytes of a packed file. entries are bytes by name; digest is the manifest's suite_digest."""
    parts, records, at = [], {}, HEADER.size + CHECKSUM.size
    blocks, block_records = blocks_of(entries), []

    def add(data):
        nonlocal at
        parts.append(data)
        at += len(data)
        return at - len(data)

    for number, names in enumerate(blocks):
        start = 0
        for name in names:
            records[name] = (number, start)
            start += len(entries[name])

    def entry(name):
        data, encoded = entries[name], name.encode()
        checksum = zlib.crc32(data, zlib.crc32(encoded))
        return ENTRY.pack(*records[name], len(data), checksum, len(encoded)) + encoded

    def compress(names):
        contents = b"".join(entries[name] for name in names)
        return len(contents), zlib.compress(contents, LEVEL)

    with ThreadPoolExecutor() as pool:  # zlib lets other threads run
        for size, stored in pool.map(compress, blocks):
            block_records.append(BLOCK.pack(add(stored), len(stored), size))
    names, page_records = sorted(entries), []
    for first in range(0, len(names), PAGE_ENTRIES):
        page = b"".join(entry(name) for name in names[first : first + PAGE_ENTRIES])
        name, stored = names[first].encode(), zlib.compress(page, LEVEL)
        page_records.append(PAGE.pack(add(name), len(name), len(stored), len(page)))
        add(stored)
    page_table, block_table = add(b"".join(page_records)), add(b"".join(block_records))
    header = HEADER.pack(MAGIC, at, len(page_records), len(blocks), page_table, block_table, digest.encode())
    return b"".join([header, CHECKSUM.pack(zlib.crc32(header)), *parts])


def inflate(data, size):
    """The contents of a page or block, of that size; None of a damaged one."""
    reader = zlib.decompressobj()
    try:
        contents = reader.decompress(data, min(size, PART_LIMIT) + 1)
    except zlib.error:
        return None
    return contents if reader.eof and not reader.unused_data and len(contents) == size else None


class Packed:
    """The entries of a packed file, by name. It goes through them in the order of their places."""

    def __init__(self, path):
        self.path, self.data = path, Path(path).read_bytes()
        try:
            header = HEADER.unpack_from(self.data)
            magic, size, pages, blocks, page_table, block_table, digest = header
            (checksum,) = CHECKSUM.unpack_from(self.data, HEADER.size)
        except struct.error:
            raise PackError(f"{path}: not a packed file of kernels") from None
        if magic != MAGIC:
            raise PackError(f"{path}: not a packed file of kernels")
        if size != len(self.data) or checksum != zlib.crc32(self.data[: HEADER.size]):
            raise PackError(f"{path}: truncated or damaged")
        self.digest = digest.decode()
        self.block = [BLOCK.unpack_from(self.data, block_table + n * BLOCK.size) for n in range(blocks)]
        self.kept, self.lock = OrderedDict(), Lock()
        self.record = {}
        for number in range(pages):
            self.read_page(*PAGE.unpack_from(self.data, page_table + number * PAGE.size))

    def read_page(self, place, name_size, stored, size):
        place, at = place + name_size, 0
        page = inflate(self.data[place : place + stored], size)
        if page is None:
            raise PackError(f"{self.path}: its index is damaged")
        while at < len(page):
            block, start, size, checksum, name_size = ENTRY.unpack_from(page, at)
            at += ENTRY.size + name_size
            name = page[at - name_size : at]
            self.record[name.decode(errors="replace")] = (block, start, size, checksum, name)

    def __iter__(self):
        return iter(sorted(self.record, key=self.record.get))

    def contents(self, number):
        """Those of a block, or None of a damaged one."""
        if number in self.kept:
            self.kept.move_to_end(number)
            return self.kept[number]
        if number >= len(self.block):
            return None
        place, stored, size = self.block[number]
        data = inflate(self.data[place : place + stored], size)
        if data is None:
            return None
        self.kept[number] = data
        while len(self.kept) > BLOCKS_KEPT:
            self.kept.popitem(last=False)
        return data

    def __getitem__(self, name):
        number, start, size, checksum, encoded = self.record[name]
        with self.lock:
            block = self.contents(number)
        data = None if block is None else block[start : start + size]
        if data is None or checksum != zlib.crc32(data, zlib.crc32(encoded)):
            raise PackError(f"{self.path}: {name} is damaged")
        return data

    def text(self, name):
        return self[name].decode()


def main(arguments):
    packed = Packed(arguments[0])
    for name in arguments[1:] or sorted(packed):
        sys.stdout.buffer.write(packed[name] if arguments[1:] else f"{name}\n".encode())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
