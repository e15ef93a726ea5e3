#!/usr/bin/env python3
"""Makes history.txt: a day of a made-up phone, as dumpsys batterystats writes it.

Four times with the display on, and long rests between them. A messenger polls every ten minutes.
"""
import random

draw = random.Random(20)
CAPACITY = 4400
# Hours at which the display is on: from, until; and mA with it on and off.
SESSIONS = [(0, 0.2), (4, 4.3), (9, 9.5), (15, 15.4), (23.9, 24)]
ON, OFF = 310, 26
events = []


def at(hours, text):
    events.append((round(hours * 3_600_000), text))


def shows(hours):
    return any(start <= hours < end for start, end in SESSIONS)


for start, end in SESSIONS:
    at(start, "+screen device_idle=off" if start else "+screen")
    if end < 24:
        at(end, "-screen")
        at(end + 0.1, "device_idle=light")
        at(end + 1, "device_idle=full")
hours = 0.25
while hours < 23.8:
    seconds = draw.choice([1, 1, 2, 3, 5])
    at(hours, '+running +wake_lock=u0a31:"*job*" +mobile_radio')
    at(hours, '+job=u0a31:"com.example.messenger/.Poll"')
    at(hours + seconds / 3600, '-job=u0a31:"com.example.messenger/.Poll"')
    at(hours + (seconds + 10 + draw.random() * 0.1) / 3600, "-mobile_radio")
    if not shows(hours):
        at(hours + (seconds + 11) / 3600, "-running -wake_lock")
    hours += 1 / 6 + draw.uniform(-0.003, 0.003)
for hour in range(1, 24):
    at(hour + draw.random() / 2, 'wakeupap=1000:"*alarm*"')
    if hour % 4 == 0:
        at(hour + 0.4, '+sync=u0a44:"com.example.mail/x"')
        at(hour + 0.41, '-sync=u0a44:"com.example.mail/x"')

charge, off, level = float(CAPACITY), 0.0, 100
step = 1 / 60
hours = 0.0
while hours < 24:
    current = ON if shows(hours) else OFF * draw.uniform(0.8, 1.2)
    charge -= current * step
    off += 0 if shows(hours) else current * step
    hours += step
    if round(hours * 60) % 20 == 0:
        at(min(hours, 23.999), f"charge={round(charge)}")
events.sort(key=lambda event: event[0])


def duration(ms):
    parts = [(ms // 3_600_000, "h"), (ms // 60_000 % 60, "m"), (ms // 1000 % 60, "s")]
    text = "".join(f"{number:02}{unit}" for number, unit in parts if number or unit == "s")
    text = text.lstrip("0") if ms >= 1000 else "0s"
    return f"+{text}{ms % 1000:03}ms"


print("Battery History (1% used, 9KB used of 4096KB, 12 strings using 1KB):")
print("                    0 (9) RESET:TIME: 2026-03-02-07-00-00")
print(
    "                    0 (2) 100 status=discharging health=good plug=none temp=250 volt=4400 "
    f"charge={CAPACITY} +running data_conn=lte phone_signal_strength=good"
)
print('                    0 (2) 100 top=u0a31:"com.example.messenger"')
print('                    0 (2) 100 fg=u0a44:"com.example.mail"')
for ms, text in events:
    if text.startswith("charge="):
        level = round(100 * int(text[7:]) / CAPACITY)
    print(f"{duration(ms):>21} (2) {level:03} {text}")
drawn = round(CAPACITY - charge)
awake = sum(end - start for start, end in SESSIONS) + 0.5
print(
    f"""
Statistics since last charge:
  System starts: 0, currently on battery: true
  Estimated battery capacity: {CAPACITY} mAh
  Time on battery: 24h 0m 0s 0ms (100.0%) realtime, {awake:.0f}h 0m 0s 0ms (8.0%) uptime
  Time on battery screen off: 22h 30m 0s 0ms (93.7%) realtime, 30m 0s 0ms (2.0%) uptime
  Discharge: {drawn} mAh
  Screen off discharge: {round(off)} mAh
  Screen on discharge: {round(drawn - off)} mAh

  Estimated power use (mAh):
    Capacity: {CAPACITY}, Computed drain: {drawn}, actual drain: {drawn - 44}-{drawn + 44}
    Global
      screen: 300 apps: 300 duration: 1h 30m 0s 0ms
      mobile_radio: 410 apps: 200 duration: 30m 0s 0ms
      idle: 190 apps: 0 duration: 24h 0m 0s 0ms
    UID u0a31: 260 fg: 200 bg: 60 ( screen=180 (1h 0m 0s 0ms) mobile_radio=60 )
    UID 1000: 40.0 ( cpu=40.0 )
    UID u0a44: 12.0 fg: 8.0 ( cpu=12.0 )
"""
)
