import Testing

@testable import Kernel

@Suite struct EventQueueTests {
    private func key(_ time: Int64, _ priority: EventPriority, _ insertion: UInt64) -> EventKey {
        EventKey(time: Instant(nanoseconds: time), priority: priority, insertion: insertion)
    }

    @Test("Keys order by time, then priority, then insertion")
    func totalOrder() {
        let ordered = [
            key(0, .completion, 9), key(0, .arrival, 3), key(0, .arrival, 4), key(0, .timer, 0),
            key(1, .completion, 0), key(Int64.max / 2, .completion, 0),
        ]
        for (left, right) in zip(ordered, ordered.dropFirst()) {
            #expect(left < right)
            #expect(!(right < left))
        }
    }

    @Test("A key returns the parts that it was made of")
    func roundTrip() {
        let key = key(123_456_789_012, .timer, 77)
        #expect(key.time == Instant(nanoseconds: 123_456_789_012))
        #expect(UInt8(truncatingIfNeeded: key.bits >> 56) == EventPriority.timer.rawValue)
    }

    @Test("Random pushes, pops and cancellations agree with a sorted array, for 200 seeds")
    func againstSortedArray() {
        for seed in 0..<200 as Range<UInt64> {
            var random = RandomStream(
                StreamKey(seed: seed, replication: 0, purpose: "queue test"))
            var queue = EventQueue<UInt64>()
            var oracle: [(EventKey, UInt64)] = []
            for insertion in 0..<300 as Range<UInt64> {
                switch random.next() % 4 {
                case 0, 1:
                    let new = key(
                        Int64(random.next() % 50),
                        EventPriority(rawValue: UInt8(random.next() % 3))!, insertion)
                    queue.push(insertion, at: new)
                    oracle.append((new, insertion))
                    oracle.sort { $0.0 < $1.0 }
                case 2:
                    let popped = queue.pop()
                    let expected = oracle.isEmpty ? nil : oracle.removeFirst()
                    #expect(popped?.key == expected?.0 && popped?.event == expected?.1)
                default:
                    guard !oracle.isEmpty else { continue }
                    let index = Int(random.next() % UInt64(oracle.count))
                    let wasPending = queue.cancel(oracle.remove(at: index).0)
                    #expect(wasPending)
                }
                #expect(queue.isOrdered && queue.count == oracle.count, "seed \(seed)")
            }
        }
    }

    @Test("An event that has happened can no longer be cancelled")
    func cancelLate() {
        var simulation = Simulation<Int>(horizon: Instant(nanoseconds: 10))
        let key = simulation.schedule(1, at: Instant(nanoseconds: 5), priority: .timer)
        let first = simulation.next()
        let wasPending = simulation.cancel(key)
        #expect(first == 1 && !wasPending)
    }

    @Test("An event at the horizon happens, a later one does not")
    func horizon() {
        var simulation = Simulation<Int>(horizon: Instant(nanoseconds: 10))
        simulation.schedule(2, at: Instant(nanoseconds: 11), priority: .completion)
        simulation.schedule(1, at: Instant(nanoseconds: 10), priority: .timer)
        let first = simulation.next()
        #expect(first == 1 && simulation.now == Instant(nanoseconds: 10))
        let second = simulation.next()
        #expect(second == nil)
        #expect(simulation.pendingCount == 1 && simulation.eventCount == 1)
    }

    @Test("Scheduling in the past stops the program")
    func past() async {
        await #expect(processExitsWith: .failure) {
            var simulation = Simulation<Int>(horizon: Instant(nanoseconds: 10))
            simulation.schedule(1, at: Instant(nanoseconds: 5), priority: .timer)
            _ = simulation.next()
            simulation.schedule(2, at: Instant(nanoseconds: 4), priority: .timer)
        }
    }
}

extension EventQueue {
    /// Whether every entry comes after its parent.
    fileprivate var isOrdered: Bool {
        (0..<used).dropFirst(hasHole ? 5 : 1).allSatisfy {
            heap[($0 - 1) / 4].key < heap[$0].key
        }
    }
}
