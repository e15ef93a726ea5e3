import Kernel
import Testing

/// Tests of the clock, the horizon, and that a run is a function of its inputs.
struct SimulationTests {
    private func time(_ nanoseconds: Int64) -> Instant { Instant(nanoseconds: nanoseconds) }

    @Test("A new simulation is at the start and has nothing to do")
    func empty() {
        var simulation = Simulation<Int>(horizon: .start)
        #expect(simulation.now == .start && simulation.nextTime == .never)
        #expect(simulation.pendingCount == 0 && simulation.eventCount == 0)
        let next = simulation.next()
        #expect(next == nil && simulation.now == .start)
    }

    @Test("Events of one nanosecond happen by priority, then in the order of scheduling")
    func tieBreak() {
        let names = [
            "timer 1", "arrival 1", "arrival 2", "completion", "timer 2", "earlier",
        ]
        var simulation = Simulation<Int>(horizon: time(10))
        simulation.schedule(0, at: time(5), priority: .timer)
        simulation.schedule(1, at: time(5), priority: .arrival)
        simulation.schedule(2, at: time(5), priority: .arrival)
        simulation.schedule(3, at: time(5), priority: .completion)
        simulation.schedule(4, at: time(5), priority: .timer)
        simulation.schedule(5, at: time(4), priority: .timer)
        var seen: [String] = []
        while let event = simulation.next() { seen.append(names[event]) }
        #expect(
            seen == ["earlier", "completion", "arrival 1", "arrival 2", "timer 1", "timer 2"])
        #expect(simulation.eventCount == 6 && simulation.now == time(5))
    }

    @Test("A simulation pauses at its event limit, and resumes where it stopped")
    func pause() {
        var simulation = Simulation<Int>(horizon: time(100), pausingAfter: 2)
        for number in 1...6 { simulation.schedule(number, at: time(10), priority: .timer) }
        var seen: [Int] = []
        while let event = simulation.next() { seen.append(event) }
        // The third event is the one beyond the limit.
        #expect(seen == [1, 2, 3] && simulation.isPaused && simulation.eventCount == 3)
        let goesOnBefore = simulation.goesOn(to: time(10))
        #expect(!goesOnBefore)
        simulation.resume(for: 2)
        let goesOn = simulation.goesOn(to: time(10))
        #expect(!simulation.isPaused && goesOn)
        while let event = simulation.next() { seen.append(event) }
        #expect(seen == [1, 2, 3, 4, 5] && simulation.isPaused && simulation.eventCount == 5)
        simulation.resume(for: .max)
        while let event = simulation.next() { seen.append(event) }
        #expect(seen == [1, 2, 3, 4, 5, 6] && !simulation.isPaused && simulation.eventCount == 6)
    }

    @Test("An event scheduled for the present happens in it")
    func present() {
        var simulation = Simulation<Int>(horizon: time(10))
        simulation.schedule(1, at: time(5), priority: .timer)
        _ = simulation.next()
        simulation.schedule(2, at: time(5), priority: .completion)
        #expect(simulation.nextTime == time(5))
        let next = simulation.next()
        #expect(next == 2 && simulation.now == time(5))
    }

    @Test("A cancelled event never happens, and cancelling it again changes nothing")
    func cancellation() {
        var simulation = Simulation<Int>(horizon: time(10))
        let first = simulation.schedule(1, at: time(5), priority: .timer)
        simulation.schedule(2, at: time(6), priority: .timer)
        let wasPending = simulation.cancel(first)
        let isStillPending = simulation.cancel(first)
        #expect(wasPending && !isStillPending && simulation.pendingCount == 1)
        let next = simulation.next()
        #expect(next == 2 && simulation.now == time(6) && simulation.eventCount == 1)
    }

    @Test("The clock can move as far as the next event, which still happens then")
    func advance() {
        var simulation = Simulation<Int>(horizon: time(10))
        simulation.schedule(1, at: time(5), priority: .timer)
        simulation.advance(to: time(3))
        #expect(simulation.now == time(3) && simulation.pendingCount == 1)
        simulation.advance(to: time(5))
        let next = simulation.next()
        #expect(next == 1 && simulation.now == time(5) && simulation.eventCount == 3)
    }

    @Test("An event that never happens waits beyond every horizon")
    func never() {
        var simulation = Simulation<Int>(horizon: time(Int64.max / 2 - 1))
        simulation.schedule(1, at: .never, priority: .timer)
        let next = simulation.next()
        #expect(next == nil && simulation.nextTime == .never && simulation.pendingCount == 1)
    }

    @Test("Moving the clock backwards, or past an event, stops the program")
    func misuse() async {
        await #expect(processExitsWith: .failure) {
            var simulation = Simulation<Int>(horizon: Instant(nanoseconds: 10))
            simulation.advance(to: Instant(nanoseconds: 5))
            simulation.advance(to: Instant(nanoseconds: 4))
        }
        await #expect(processExitsWith: .failure) {
            var simulation = Simulation<Int>(horizon: Instant(nanoseconds: 10))
            simulation.schedule(1, at: Instant(nanoseconds: 5), priority: .timer)
            simulation.advance(to: Instant(nanoseconds: 6))
        }
        await #expect(processExitsWith: .failure) {
            _ = Simulation<Int>(horizon: Instant(nanoseconds: -1))
        }
    }
}

/// Runs of random schedules and cancellations that no test writer would think of.
struct RandomRunTests {
    /// An event that happened, and its time.
    private struct Occurrence: Equatable {
        var key: EventKey
        var event: Int
    }

    /// Every event schedules up to three more and cancels one of those ever scheduled, all drawn
    /// from `seed`. The horizon ends the run.
    private func trace(seed: UInt64) -> (happened: [Occurrence], cancelled: Set<Int>) {
        var random = RandomStream(StreamKey(seed: seed, replication: 0, purpose: "random run"))
        var simulation = Simulation<Int>(horizon: Instant(nanoseconds: 1_000))
        var keys: [EventKey] = []
        var happened: [Occurrence] = []
        var cancelled: Set<Int> = []
        func scheduleOne() {
            let delay = TimeSpan(nanoseconds: Int64(random.next() % 40))
            let priority = EventPriority(rawValue: UInt8(random.next() % 3))!
            keys.append(
                simulation.schedule(keys.count, at: simulation.now + delay, priority: priority))
        }
        for _ in 0..<5 { scheduleOne() }
        while happened.count < 400, let event = simulation.next() {
            happened.append(Occurrence(key: keys[event], event: event))
            for _ in 0..<(random.next() % 4) { scheduleOne() }
            let victim = Int(random.next() % UInt64(keys.count))
            if simulation.cancel(keys[victim]) { cancelled.insert(victim) }
        }
        return (happened, cancelled)
    }

    @Test("Time never runs backwards, and no event happens twice or after being cancelled")
    func order() {
        var total = 0
        for seed in 0..<200 as Range<UInt64> {
            let (happened, cancelled) = trace(seed: seed)
            total += happened.count
            for (earlier, later) in zip(happened, happened.dropFirst()) {
                #expect(earlier.key.time <= later.key.time, "seed \(seed)")
                // The lesser key of two pending events goes first; one scheduled later for an equal
                // nanosecond has the greater insertion.
                let wasPending = later.event <= earlier.event
                #expect(!wasPending || earlier.key < later.key, "seed \(seed)")
            }
            let events = happened.map(\.event)
            #expect(Set(events).count == events.count, "seed \(seed): an event happened twice")
            #expect(cancelled.isDisjoint(with: events), "seed \(seed): a cancelled event happened")
            #expect(Set(happened.map(\.key)).count == events.count, "seed \(seed): equal keys")
        }
        #expect(total > 10_000, "only \(total) events: the runs die out and show nothing")
    }

    @Test("Equal inputs give equal runs, and another seed another run")
    func repetition() {
        for seed in 0..<200 as Range<UInt64> {
            let first = trace(seed: seed).happened
            #expect(first == trace(seed: seed).happened, "seed \(seed)")
            #expect(first != trace(seed: seed + 1).happened, "seed \(seed)")
        }
    }
}
