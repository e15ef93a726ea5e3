import Benchmark
import Kernel

/// The hold model (Vaucher and Duval, CACM 18, 1975; W2 in docs/background/performance.md): take
/// the next event and put it back an exponential time later, with a fixed number pending.
func kernelBenchmarks() {
    for pending in [10, 1_000, 100_000] {
        Benchmark("Kernel: hold, \(pending) pending", configuration: small) { benchmark in
            var hold = Hold(pending: pending)
            hold.run(max(100_000, 4 * pending))
            benchmark.startMeasurement()
            for _ in benchmark.scaledIterations { hold.step() }
            benchmark.stopMeasurement()
            blackHole(hold.now)
        }
    }
    Benchmark("Kernel: schedule and next, 10 pending", configuration: small) { benchmark in
        var simulation = Simulation<Int>(horizon: .never)
        for number in 0..<10 {
            simulation.schedule(number, at: .start + gaps[number], priority: .arrival)
        }
        benchmark.startMeasurement()
        for step in benchmark.scaledIterations {
            guard let event = simulation.next() else { break }
            let later = simulation.now + gaps[step & 0xFFFF]
            simulation.schedule(event, at: later, priority: .arrival)
        }
        benchmark.stopMeasurement()
        blackHole(simulation.now)
    }
    Benchmark("Kernel: schedule and cancel, 10 pending", configuration: small) { benchmark in
        var simulation = Simulation<Int>(horizon: .never)
        for number in 0..<10 {
            simulation.schedule(number, at: .start + gaps[number], priority: .arrival)
        }
        benchmark.startMeasurement()
        for step in benchmark.scaledIterations {
            let later = simulation.now + gaps[step & 0xFFFF]
            let key = simulation.schedule(step, at: later, priority: .timer)
            blackHole(simulation.cancel(key))
        }
        benchmark.stopMeasurement()
    }
}

/// Drawn beforehand, so that the queue alone is measured.
private let gaps: [TimeSpan] = {
    var stream = RandomStream(StreamKey(seed: 7, replication: 7, purpose: "hold"))
    return (0..<65_536).map { _ in TimeSpan(rounding: 1e9 * stream.exponential()) }
}()

private struct Hold: ~Copyable {
    private var queue = EventQueue<Int>()
    private(set) var now = Instant.start
    private var count: UInt64 = 0

    init(pending: Int) {
        for number in 0..<pending { push(number) }
    }

    private mutating func push(_ event: Int) {
        let time = now + gaps[Int(truncatingIfNeeded: count) & 0xFFFF]
        queue.push(event, at: EventKey(time: time, priority: .arrival, insertion: count))
        count += 1
    }

    mutating func step() {
        guard let (key, event) = queue.pop() else { return }
        now = key.time
        push(event)
    }

    mutating func run(_ steps: Int) {
        for _ in 0..<steps { step() }
    }
}
