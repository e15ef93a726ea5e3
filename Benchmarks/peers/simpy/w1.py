#!/usr/bin/env python3
"""Workload W1 in SimPy: w1.py callbacks|processes DEVICES HOURS SEED

Two ways to write it. `processes` is how SimPy's manual teaches it: a generator for each source and
one for each radio, which waits for data or a timer. `callbacks` schedules bare timeouts with a
function to call: the least that SimPy can do for an event. Both draw with Python's own generator,
so they agree with the C yardstick in the mean, not in the digits; with SEED written as `=1` they
draw from the yardstick's streams and must agree in the digits as well, at a tenth of the speed.
"""
import math
import random
import sys

import simpy

IDLE, PROMOTION, DCH, FACH = range(4)
KEEP_ALIVE, BACKGROUND, PROMOTED, TRANSFERRED, T1_FIRED, T2_FIRED = range(6)
POWER = (0.010, 0.550, 0.800, 0.460)  # W
PROMOTION_TIME, T1, T2 = 2.0, 5.0, 12.0  # s
SECONDS_A_BYTE = 8e-6
KEEP_ALIVE_BYTES, BACKGROUND_BYTES, BACKGROUND_GAP = 200.0, 8192.0, 120.0
WORD = (1 << 64) - 1


class Draws(random.Random):
    """Python's generator with the two draws of the model."""

    def __init__(self, seed, number):
        super().__init__(seed * 1_000_003 + number)

    def exponential(self, mean):
        return self.expovariate(1 / mean)


class YardstickDraws:
    """The streams of docs/background/performance.md: xoshiro256++, filled by SplitMix64."""

    def __init__(self, seed, number):
        x = seed * 0x9E3779B97F4A7C15 + (number + 1) * 0xD1342543DE82EF95
        self.words = []
        for _ in range(4):
            x = z = (x + 0x9E3779B97F4A7C15) & WORD
            z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & WORD
            z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD
            self.words.append(z ^ z >> 31)

    def random(self):
        a, b, c, d = self.words
        total = a + d & WORD
        result = ((total << 23 | total >> 41) + a) & WORD
        c, d = c ^ a, d ^ b
        self.words = [a ^ d, b ^ c, c ^ (b << 17 & WORD), (d << 45 | d >> 19) & WORD]
        return (result >> 11) * 2.0**-53

    def uniform(self, low, high):
        return low + (high - low) * self.random()

    def exponential(self, mean):
        return -mean * math.log(1 - self.random())


class Radio:
    """Residence and counts of one device's radio."""

    def __init__(self, env):
        self.env = env
        self.state, self.since = IDLE, 0.0
        self.residence = [0.0] * 4
        self.happened = [0] * 6
        self.promotions = self.returns = 0

    def enter(self, state):
        now = self.env.now
        self.residence[self.state] += now - self.since
        self.state, self.since = state, now

    def joules(self):
        return sum(power * time for power, time in zip(POWER, self.residence))


# Processes


def send_keep_alives(env, radio, inbox, draws):
    while True:
        yield env.timeout(draws.uniform(540.0, 660.0))
        radio.happened[KEEP_ALIVE] += 1
        inbox.put(KEEP_ALIVE_BYTES)


def send_background(env, radio, inbox, draws):
    while True:
        yield env.timeout(draws.exponential(BACKGROUND_GAP))
        radio.happened[BACKGROUND] += 1
        up = draws.exponential(BACKGROUND_BYTES)
        inbox.put(up + draws.exponential(BACKGROUND_BYTES))


def run_radio(env, radio, inbox):
    while True:
        size = yield inbox.get()
        radio.enter(PROMOTION)
        radio.promotions += 1
        yield env.timeout(PROMOTION_TIME)
        radio.happened[PROMOTED] += 1
        radio.enter(DCH)
        while size is not None:
            yield env.timeout(size * SECONDS_A_BYTE)
            radio.happened[TRANSFERRED] += 1
            size = yield from wait_for_data(env, radio, inbox)


def wait_for_data(env, radio, inbox):
    """The next transfer's size, or None when both timers have fired."""
    data = inbox.get()
    if data.triggered:
        return data.value
    yield data | env.timeout(T1)
    if data.triggered:
        return data.value
    radio.happened[T1_FIRED] += 1
    radio.enter(FACH)
    yield data | env.timeout(T2)
    if data.triggered:
        radio.enter(DCH)
        radio.returns += 1
        return data.value
    data.cancel()
    radio.happened[T2_FIRED] += 1
    radio.enter(IDLE)
    return None


def start_processes(env, keep_alives, background):
    radio, inbox = Radio(env), simpy.Store(env)
    env.process(send_keep_alives(env, radio, inbox, keep_alives))
    env.process(send_background(env, radio, inbox, background))
    env.process(run_radio(env, radio, inbox))
    return radio


# Callbacks


class CallbackRadio(Radio):
    def __init__(self, env, keep_alives, background):
        super().__init__(env)
        self.keep_alives, self.background = keep_alives, background
        self.waiting, self.is_busy, self.timer = [], False, None
        self.after(keep_alives.uniform(540.0, 660.0), self.keep_alive)
        self.after(background.exponential(BACKGROUND_GAP), self.transfer)

    def after(self, delay, function):
        event = self.env.timeout(delay)
        event.callbacks.append(function)
        return event

    def keep_alive(self, _):
        self.happened[KEEP_ALIVE] += 1
        self.after(self.keep_alives.uniform(540.0, 660.0), self.keep_alive)
        self.arrive(KEEP_ALIVE_BYTES * SECONDS_A_BYTE)

    def transfer(self, _):
        self.happened[BACKGROUND] += 1
        up = self.background.exponential(BACKGROUND_BYTES)
        size = up + self.background.exponential(BACKGROUND_BYTES)
        self.after(self.background.exponential(BACKGROUND_GAP), self.transfer)
        self.arrive(size * SECONDS_A_BYTE)

    def arrive(self, duration):
        if self.state == IDLE:
            self.enter(PROMOTION)
            self.promotions += 1
            self.waiting.append(duration)
            self.after(PROMOTION_TIME, self.promoted)
        elif self.state == PROMOTION or self.is_busy:
            self.waiting.append(duration)
        else:
            if self.state == FACH:
                self.enter(DCH)
                self.returns += 1
            self.timer, self.is_busy = None, True
            self.after(duration, self.transferred)

    def promoted(self, _):
        self.happened[PROMOTED] += 1
        self.enter(DCH)
        self.is_busy = True
        self.after(self.waiting.pop(0), self.transferred)

    def transferred(self, _):
        self.happened[TRANSFERRED] += 1
        if self.waiting:
            self.after(self.waiting.pop(0), self.transferred)
        else:
            self.is_busy = False
            self.timer = self.after(T1, self.t1_fired)

    def t1_fired(self, event):
        if event is self.timer:
            self.happened[T1_FIRED] += 1
            self.enter(FACH)
            self.timer = self.after(T2, self.t2_fired)

    def t2_fired(self, event):
        if event is self.timer:
            self.happened[T2_FIRED] += 1
            self.enter(IDLE)
            self.timer = None


def main():
    style, devices, hours = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
    start = {"callbacks": CallbackRadio, "processes": start_processes}[style]
    stream = YardstickDraws if sys.argv[4].startswith("=") else Draws
    seed = int(sys.argv[4].lstrip("="))
    env = simpy.Environment()
    radios = [
        start(env, stream(seed, 2 * number), stream(seed, 2 * number + 1))
        for number in range(devices)
    ]
    env.run(until=hours * 3600)
    for radio in radios:
        radio.enter(radio.state)
    events = sum(sum(radio.happened) for radio in radios)
    residence = [sum(radio.residence[state] for radio in radios) / devices for state in range(4)]
    print(f"engine=simpy-{style} devices={devices} hours={hours:g} events={events}")
    print("IDLE=%.9f PROMOTION=%.9f DCH=%.9f FACH=%.9f s a device" % tuple(residence))
    print("energy=%.9f J a device" % (sum(radio.joules() for radio in radios) / devices))


if __name__ == "__main__":
    main()
