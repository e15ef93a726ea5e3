#!/usr/bin/env python3
"""Writes a capture of ten minutes of a phone: python3 make-phone.py > phone.pcap

What tcpdump -i any -s 96 would have recorded on the phone (Linux cooked, so each packet says which
way it went), with made-up hosts of the documentation ranges (RFC 5737, RFC 3849). Nothing is
random: the same bytes every time.

    0 s    a DNS question; a TCP connection; a download of 120 kB; the connection lies idle,
           and is closed 12 s after its last data
    20 s   a messenger connects, and sends a keep-alive every 60 s; one of them is lost on the way
           and sent again
    100 s  the router asks for the phone's address (ARP, no IP packet)
    330 s  a push message by IPv6 on a connection that has been there before
"""
import struct
import sys
from ipaddress import ip_address

PHONE, PHONE6 = ip_address("192.168.1.23"), ip_address("2001:db8:23::5")
RESOLVER, ROUTER = ip_address("192.168.1.1"), ip_address("192.168.1.1")
SHOP, MESSENGER = ip_address("203.0.113.80"), ip_address("198.51.100.22")
PUSH6 = ip_address("2001:db8:beef::188")
SNAP = 96  # bytes of each packet that are kept
START = 1_767_225_600  # 2026-01-01 00:00:00 UTC
FIN, SYN, PSH, ACK = 1, 2, 8, 16
UDP, TCP = 17, 6

records = []


def checksum(data):
    """RFC 1071."""
    data += b"\0" * (len(data) % 2)
    total = sum(struct.unpack(f">{len(data) // 2}H", data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def record(time, frame):
    records.append((round(time * 1_000_000), frame))


def cooked(time, is_up, kind, payload):
    """LINKTYPE_LINUX_SLL: 4 is sent by this host, 0 to it."""
    header = struct.pack(">HHH8sH", 4 if is_up else 0, 1, 6, b"\2\0\0\0\0\1\0\0", kind)
    record(time, header + payload)


def ip(time, is_up, source, target, protocol, segment):
    """An IPv4 or IPv6 packet; `segment` has its checksum at 6 (UDP) or 16 (TCP)."""
    pseudo = source.packed + target.packed + struct.pack(">II", len(segment), protocol)
    place = 6 if protocol == UDP else 16
    total = checksum(pseudo + segment)
    segment = segment[:place] + struct.pack(">H", total) + segment[place + 2:]
    if source.version == 6:
        header = struct.pack(">IHBB", 0x60000000, len(segment), protocol, 64)
        cooked(time, is_up, 0x86DD, header + source.packed + target.packed + segment)
    else:
        fields = (0x45, 0, 20 + len(segment), len(records), 0x4000, 64, protocol)
        header = struct.pack(">BBHHHBB", *fields)
        ends = source.packed + target.packed
        total = checksum(header + b"\0\0" + ends)
        cooked(time, is_up, 0x0800, header + struct.pack(">H", total) + ends + segment)


class Connection:
    """TCP between the phone and a server, as the phone sees it."""

    def __init__(self, phone, port, server, server_port, sequence):
        self.phone, self.server = phone, server
        self.ports = (port, server_port)
        self.sequences = {True: sequence, False: sequence * 3 + 1}

    def segment(self, time, is_up, flags, payload=0, options=b"\1\1\x08\x0a" + b"\0" * 8,
                sequence=None):
        ends = (self.phone, self.server) if is_up else (self.server, self.phone)
        ports = self.ports if is_up else self.ports[::-1]
        own = self.sequences[is_up] if sequence is None else sequence
        other = self.sequences[not is_up] if flags & ACK else 0
        offset = (20 + len(options)) // 4 << 4
        header = struct.pack(">HHIIBBHHH", *ports, own, other, offset, flags, 65535, 0, 0)
        ip(time, is_up, *ends, TCP, header + options + b"\xa5" * payload)
        if sequence is None:
            self.sequences[is_up] = own + payload + (1 if flags & (SYN | FIN) else 0)

    def open(self, time, round_trip):
        options = b"\2\4\x05\xb4\4\2\x08\x0a" + b"\0" * 8 + b"\1\3\3\7"
        self.segment(time, True, SYN, options=options)
        self.segment(time + round_trip, False, SYN | ACK, options=options)
        self.segment(time + round_trip + 0.0002, True, ACK)

    def ask(self, time, size, answer, round_trip):
        """A message and its answer; the acknowledgements ride along or follow."""
        self.segment(time, True, ACK | PSH, size)
        self.segment(time + round_trip, False, ACK | PSH, answer)
        self.segment(time + round_trip + 0.04, True, ACK)

    def close(self, time, round_trip):
        self.segment(time, True, FIN | ACK)
        self.segment(time + round_trip, False, FIN | ACK)
        self.segment(time + round_trip + 0.0002, True, ACK)


def look_up(time, port, name, address):
    labels = b"".join(bytes([len(part)]) + part for part in name.encode().split(b"."))
    question = labels + b"\0\0\1\0\1"
    answer = b"\xc0\x0c\0\1\0\1\0\0\1\x2c\0\4" + address.packed
    for is_up, flags, answers, delay in ((True, 0x0100, 0, 0), (False, 0x8180, 1, 0.048)):
        data = struct.pack(">HHHHHH", port, flags, 1, answers, 0, 0) + question + answer * answers
        ports = (port, 53) if is_up else (53, port)
        ends = (PHONE, RESOLVER) if is_up else (RESOLVER, PHONE)
        datagram = struct.pack(">HHHH", *ports, 8 + len(data), 0) + data
        ip(time + delay, is_up, *ends, UDP, datagram)


def download():
    look_up(0, 50_001, "shop.example", SHOP)
    shop = Connection(PHONE, 40_001, SHOP, 443, 1_000_000)
    shop.open(0.05, 0.08)
    shop.ask(0.132, 517, 1200, 0.09)
    shop.segment(0.4, True, ACK | PSH, 240)
    for number in range(84):
        time = 0.5 + number * 0.021 + number % 7 * 0.0013
        shop.segment(time, False, ACK, 1436)
        if number % 2:
            shop.segment(time + 0.0004, True, ACK)
    # The last data came at 2.25 s.
    shop.close(0.5 + 83 * 0.021 + 83 % 7 * 0.0013 + 12, 0.08)


def messenger():
    look_up(20, 50_002, "chat.example", MESSENGER)
    chat = Connection(PHONE, 40_002, MESSENGER, 5222, 2_000_000)
    chat.open(20.05, 0.11)
    chat.ask(20.17, 517, 1400, 0.12)
    for number in range(1, 10):
        time = 20 + number * 60 + number * number % 5 * 0.017
        if number == 4:
            # Lost on the way up: the phone sends the same bytes again.
            lost = chat.sequences[True]
            chat.segment(time, True, ACK | PSH, 41, sequence=lost)
            time += 1.2
        chat.ask(time, 41, 37, 0.11)


def push():
    service = Connection(PHONE6, 40_003, PUSH6, 5228, 3_000_000)
    service.segment(330, False, ACK | PSH, 420)
    service.segment(330.0003, True, ACK)


def router_asks():
    who = struct.pack(">HHBBH", 1, 0x0800, 6, 4, 1) + b"\2\0\0\0\0\2" + ROUTER.packed
    cooked(100, False, 0x0806, who + b"\0" * 6 + PHONE.packed)
    here = struct.pack(">HHBBH", 1, 0x0800, 6, 4, 2) + b"\2\0\0\0\0\1" + PHONE.packed
    cooked(100.001, True, 0x0806, here + b"\2\0\0\0\0\2" + ROUTER.packed)


def main():
    for part in (download, messenger, router_asks, push):
        part()
    out = sys.stdout.buffer
    out.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, SNAP, 113))
    for time, frame in sorted(records, key=lambda each: each[0]):
        seconds, fraction = divmod(time, 1_000_000)
        kept = frame[:SNAP]
        out.write(struct.pack("<IIII", START + seconds, fraction, len(kept), len(frame)) + kept)


main()
