#!/usr/bin/env python3
"""Writes a log as Nordic's Power Profiler Kit II exports it: python3 make-log.py timeline.csv

No meter measured it. It is made of what the simulator says of a radio (the rows of the component
cellular in the timeline of tailwatt run), with 45 mW for the rest of the phone, at 3.7 V, in means
over 50 ms, and with noise of 4 mW from a generator with a fixed seed: the same bytes every time.
"""
import csv
import random
import sys

STEP, FLOOR, VOLTAGE, NOISE = 0.05, 45.0, 3.7, 4.0

draw = random.Random(2026)
with open(sys.argv[1]) as file:
    rows = [
        (float(row["from_s"]), float(row["until_s"]), float(row["power_mW"]))
        for row in csv.DictReader(file)
        if row["component"] == "cellular"
    ]
# Semicolons and decimal commas, as spreadsheets of half of Europe leave such a file behind.
print("Timestamp(ms);Current(uA)")
for number in range(int(rows[-1][1] / STEP)):
    start, end = number * STEP, (number + 1) * STEP
    energy = sum(
        power * (min(until, end) - max(begin, start))
        for begin, until, power in rows
        if begin < end and until > start
    )
    microamperes = (energy / STEP + FLOOR + draw.gauss(0, NOISE)) / VOLTAGE * 1000
    print(f"{start * 1000:.0f};{microamperes:.1f}".replace(".", ","))
