#!/usr/bin/env python3
"""Writes the capture of a test run of three minutes: python3 make-capture.py > run.pcap

The same with a beacon a minute, after a change of the app: python3 make-capture.py 60 > after.pcap

What PCAPdroid would have written with its trailer switched on: a made-up Ethernet header before
each IP packet, and behind it 32 bytes with the number and the name of the app. Hosts and addresses
are made up (RFC 2606, RFC 5737). Nothing is random: the same bytes every time.

    1 s    the app Chat asks for api.chat.example, connects (TLS, with the server's name in its
           greeting), and sends a keep-alive every 45 s
    2 s    the app News asks for news.example, and downloads 60 kB
    20 s   the app News asks for ads.tracker.example, and sends a beacon every 20 s,
           or however many the first argument says
"""
import struct
import sys
import zlib
from ipaddress import ip_address

PHONE, RESOLVER = ip_address("10.215.173.1"), ip_address("10.215.173.2")
START = 1_767_225_600  # 2026-01-01 00:00:00 UTC
SYN, PSH, ACK = 2, 8, 16
APPS = {"Chat": 10_123, "News": 10_124}
HOSTS = {
    "api.chat.example": ip_address("198.51.100.22"),
    "news.example": ip_address("203.0.113.80"),
    "ads.tracker.example": ip_address("203.0.113.99"),
}
records = []


def checksum(data):
    """RFC 1071."""
    data += b"\0" * (len(data) % 2)
    total = sum(struct.unpack(f">{len(data) // 2}H", data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def send(time, app, ends, protocol, segment):
    """An IPv4 packet in PCAPdroid's wrapping; the transport's checksum is left out, as it does."""
    head = struct.pack(">BBHHHBB", 0x45, 0, 20 + len(segment), len(records), 0x4000, 64, protocol)
    addresses = ends[0].packed + ends[1].packed
    packet = head + struct.pack(">H", checksum(head + b"\0\0" + addresses)) + addresses + segment
    frame = b"\2" * 12 + b"\x08\0" + packet
    frame += struct.pack(">Ii20s", 0x01072021, APPS[app], app.encode())
    frame += struct.pack("<I", zlib.crc32(frame))
    records.append((round(time * 1_000_000), frame))


def look_up(time, app, port, name):
    labels = b"".join(bytes([len(part)]) + part for part in name.encode().split(b"."))
    question = labels + b"\0\0\1\0\1"
    answer = b"\xc0\x0c\0\1\0\1\0\0\1\x2c\0\4" + HOSTS[name].packed
    for is_up, flags, count, delay in ((True, 0x0100, 0, 0), (False, 0x8180, 1, 0.04)):
        data = struct.pack(">HHHHHH", port, flags, 1, count, 0, 0) + question + answer * count
        ports = (port, 53) if is_up else (53, port)
        ends = (PHONE, RESOLVER) if is_up else (RESOLVER, PHONE)
        datagram = struct.pack(">HHHH", *ports, 8 + len(data), 0) + data
        send(time + delay, app, ends, 17, datagram)


def greeting(name):
    """A client's first TLS message, with the server's name (RFC 8446, RFC 6066)."""
    entry = b"\0" + struct.pack(">H", len(name)) + name.encode()
    names = struct.pack(">H", len(entry)) + entry
    # What else is in it only makes it as long as greetings are.
    extensions = struct.pack(">HH", 0, len(names)) + names
    extensions += struct.pack(">HH", 21, 300) + b"\0" * 300
    body = b"\3\3" + b"\x11" * 32 + b"\x20" + b"\x22" * 32 + b"\0\2\x13\1" + b"\1\0"
    body += struct.pack(">H", len(extensions)) + extensions
    message = b"\1" + struct.pack(">I", len(body))[1:] + body
    return b"\x16\3\1" + struct.pack(">H", len(message)) + message


class Connection:
    """TCP and TLS between the phone and a server, as the phone sees it."""

    def __init__(self, app, port, name):
        self.app, self.name, self.server = app, name, HOSTS[name]
        self.ports, self.next = (port, 443), {True: port * 1000, False: port * 3000}

    def segment(self, time, is_up, flags, data=b""):
        ends = (PHONE, self.server) if is_up else (self.server, PHONE)
        ports = self.ports if is_up else self.ports[::-1]
        other = self.next[not is_up] if flags & ACK else 0
        head = struct.pack(">HHIIBBHHH", *ports, self.next[is_up], other, 0x50, flags, 65535, 0, 0)
        send(time, self.app, ends, 6, head + data)
        self.next[is_up] += len(data) + (1 if flags & SYN else 0)

    def open(self, time):
        self.segment(time, True, SYN)
        self.segment(time + 0.06, False, SYN | ACK)
        self.segment(time + 0.061, True, ACK)
        self.segment(time + 0.065, True, ACK | PSH, greeting(self.name))
        self.segment(time + 0.14, False, ACK | PSH, b"\x17" * 1300)
        self.segment(time + 0.145, True, ACK | PSH, b"\x17" * 80)

    def ask(self, time, size, answer):
        self.segment(time, True, ACK | PSH, b"\x17" * size)
        self.segment(time + 0.08, False, ACK | PSH, b"\x17" * answer)
        self.segment(time + 0.12, True, ACK)


def main():
    look_up(1, "Chat", 50_001, "api.chat.example")
    chat = Connection("Chat", 40_001, "api.chat.example")
    chat.open(1.05)
    for number in range(1, 4):
        chat.ask(1 + 45 * number, 60, 40)

    look_up(2, "News", 50_002, "news.example")
    news = Connection("News", 40_002, "news.example")
    news.open(2.05)
    news.segment(2.3, True, ACK | PSH, b"\x17" * 300)
    for number in range(44):
        news.segment(2.4 + number * 0.02, False, ACK, b"\x17" * 1400)
        if number % 2:
            news.segment(2.401 + number * 0.02, True, ACK)

    look_up(20, "News", 50_003, "ads.tracker.example")
    ads = Connection("News", 40_003, "ads.tracker.example")
    ads.open(20.05)
    beacon = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    for time in range(20 + beacon, 180, beacon):
        ads.ask(time, 400, 120)

    out = sys.stdout.buffer
    out.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 1))
    for time, frame in sorted(records, key=lambda each: each[0]):
        seconds, fraction = divmod(time, 1_000_000)
        out.write(struct.pack("<IIII", START + seconds, fraction, len(frame), len(frame)) + frame)


main()
