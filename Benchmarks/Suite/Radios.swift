import Benchmark
import DeviceModel
import Kernel
import Profiles
import Studies

/// Transfers of 200 B to 20 kB, at random times two minutes apart, on radios of each technology:
/// all that the radio and the books of its energy cost for one arrival.
func radioBenchmarks() {
    for name in ["w1", "umts-att-2010", "lte-huang-2012", "nr-tmobile-sa-2021", "wifi-psm"] {
        Benchmark("Radio: transfers on \(name)", configuration: small) { benchmark in
            let profile = try library.loadRadio(name).value
            var bench = RadioBench(profile)
            benchmark.startMeasurement()
            for step in benchmark.scaledIterations { bench.submit(step) }
            benchmark.stopMeasurement()
            blackHole(bench.next)
        }
    }
    Benchmark("Radio: compiled from its profile") { benchmark in
        let profile = try library.loadRadio("lte-huang-2012").value
        benchmark.startMeasurement()
        for _ in benchmark.scaledIterations {
            var plan = LedgerPlan(activities: ["nobody", "other apps"])
            blackHole(RadioMachine(profile, plan: &plan))
        }
        benchmark.stopMeasurement()
    }
}

/// Add up the ledgers of runs, and read energies from them. The benchmarks of radios and of runs
/// measure the cost of a posting.
func ledgerBenchmarks() {
    Benchmark("Ledger: books of a run added", configuration: small) { benchmark in
        let scenario = try library.loadScenario("keep-alive").scenario
        let plan = RunPlan(scenario, policy: scenario.policies[0].options)
        let books = plan.run(replication: 0).table
        var sum = LedgerTable<Int128>(plan.books)
        benchmark.startMeasurement()
        for _ in benchmark.scaledIterations { sum.add(books) }
        benchmark.stopMeasurement()
        blackHole(sum.totalEnergy)
    }
    Benchmark("Ledger: energy by states and causes", configuration: small) { benchmark in
        let scenario = try library.loadScenario("keep-alive").scenario
        let plan = RunPlan(scenario, policy: scenario.policies[0].options)
        let books = plan.run(replication: 0).table
        benchmark.startMeasurement()
        for _ in benchmark.scaledIterations {
            blackHole(books.residenceRows())
            blackHole(books.causeRows())
        }
        benchmark.stopMeasurement()
    }
}

private struct RadioBench: ~Copyable {
    private var radio: Radio
    private var ledger: EnergyLedger
    private var time = Instant.start
    private let gaps: [TimeSpan]
    private let bytes: [Int64]

    init(_ profile: RadioProfile) {
        var plan = LedgerPlan(activities: ["nobody", "other apps"])
        let machine = RadioMachine(profile, plan: &plan)
        var stream = RandomStream(StreamKey(seed: 1, replication: 0, purpose: "benchmark"))
        gaps = (0..<4096).map { _ in TimeSpan(rounding: 120e9 * stream.exponential()) }
        bytes = (0..<4096).map { _ in 200 + Int64(stream.next() % 19_800) }
        radio = Radio(machine, delays: stream)
        ledger = EnergyLedger(plan: plan)
        radio.begin(ledger: &ledger)
    }

    mutating func submit(_ step: Int) {
        time = time + gaps[step & 4095]
        radio.submit(
            Transfer(
                roundTrips: 1, uplink: 200, downlink: bytes[step & 4095],
                cause: Cause(activity: 1)),
            at: time, ledger: &ledger)
    }

    var next: Instant { radio.nextAwaited }
}
