#!/usr/bin/env python3
"""Makes a large capture of one phone, to see how fast and in how much memory it is replayed.

    make-capture.py pcap 2000000000 big.pcap     about 2 GB, 28.6 million packets
    make-capture.py csv 2000000000 big.csv       the same packets as packet CSV, 110 million

A packet up, without data, then two of 1400 bytes down, over seven TCP connections by turns, 5 ms
apart; each 500 packets or so 3 s apart. Of each frame 54 bytes are kept: Ethernet, IPv4 and TCP
headers. Always the same bytes; nothing but Python's own library is needed.
"""

import array
import random
import struct
import sys

CONNECTIONS = 7
PATTERN = 3 * CONNECTIONS
RECORD = 16 + 54
BLOCK = 4800 * PATTERN  # packets that are made at a time


def frame(number):
    """The first 54 bytes of the frame, and its length on the wire."""
    up = number % 3 == 0
    phone, server = bytes([192, 168, 1, 7]), bytes([203, 0, 113, 5])
    source, destination = (phone, server) if up else (server, phone)
    port = 40000 + number % CONNECTIONS
    ports = (port, 443) if up else (443, port)
    payload = 0 if up else 1400
    ip = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 40 + payload, 0, 0, 64, 6, 0, source, destination)
    tcp = struct.pack(">HHIIBBHHH", *ports, 1000, 1000, 0x50, 0x10, 65535, 0, 0)
    return bytes(12) + b"\x08\x00" + ip + tcp, 54 + payload


def blocks(dice):
    """Microseconds since the beginning of each packet, block by block."""
    time = 0
    while True:
        times = array.array("Q", bytes(8 * BLOCK))
        for place in range(BLOCK):
            time += 3_000_000 if dice.random() < 0.002 else 5_000
            times[place] = time
        yield times


def pcap(size, file):
    file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 96, 1))
    pattern = b""
    for number in range(PATTERN):
        data, wire = frame(number)
        pattern += struct.pack("<IIII", 0, 0, len(data), wire) + data
    block = bytearray(pattern * (BLOCK // PATTERN))
    written = 24
    for times in blocks(random.Random(1)):
        seconds = array.array("I", (1_300_000_000 + time // 1_000_000 for time in times))
        rest = array.array("I", (time % 1_000_000 for time in times))
        if sys.byteorder == "big":
            seconds.byteswap()
            rest.byteswap()
        for place in range(4):
            block[place::RECORD] = seconds.tobytes()[place::4]
            block[place + 4 :: RECORD] = rest.tobytes()[place::4]
        left = (size - written) // RECORD * RECORD
        file.write(block[:left])
        written += min(left, len(block))
        if left <= len(block):
            return


def csv(size, file):
    written = file.write(b"t,bytes,direction\n")
    ends = [b",40,U\n" if number % 3 == 0 else b",1440,D\n" for number in range(PATTERN)]
    for times in blocks(random.Random(1)):
        lines = b"".join(
            b"%d.%06d%b" % (time // 1_000_000, time % 1_000_000, ends[place % PATTERN])
            for place, time in enumerate(times)
        )
        if written + len(lines) >= size:
            file.write(lines[: lines.rfind(b"\n", 0, size - written) + 1])
            return
        written += file.write(lines)


def main():
    makers = {"pcap": pcap, "csv": csv}
    if len(sys.argv) != 4 or sys.argv[1] not in makers or not sys.argv[2].isdigit():
        sys.exit(__doc__)
    with open(sys.argv[3], "wb") as file:
        makers[sys.argv[1]](int(sys.argv[2]), file)


main()
