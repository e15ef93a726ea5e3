import Foundation
import Profiles
import Studies
import TestSupport
import Testing

@testable import DeviceModel

/// Compares the shipped scenario `w1` with its speed yardstick, W1 in
/// docs/background/performance.md: another program, radio code and random numbers.
///
/// Expected values are means of 10,000 devices, from `Benchmarks/peers/c` (`w1 onepass 10000 24
/// 1`). Both sides are samples, so a difference is measured in the standard error of a difference
/// of means, with our sample's spread for both. Four of them were allowed before the first run; one
/// quantity in 16,000 would exceed them by chance, and the seed is fixed.
@Suite struct YardstickTests {
    private static let replications = 300
    private static let theirDevices = 10_000.0
    private static let allowed = 4.0

    /// The results of each of our replications, by quantity.
    private static let ours = Result { try simulate() }

    private static func simulate() throws -> [String: [Double]] {
        let root = Repository.root
        let library = ProfileLibrary(root: root.appendingPathComponent("Profiles").path)
        let scenario = try library.loadScenario("w1").scenario
        let plan = RunPlan(scenario, policy: .none)
        var samples: [String: [Double]] = [:]
        for replication in 0..<replications {
            let run = plan.run(replication: replication)
            samples["energy", default: []].append(run.metrics[.radioEnergy] ?? .nan)
            samples["promotions", default: []].append(run.metrics[.promotions] ?? .nan)
            for (state, time) in residence(run.table) {
                samples[state, default: []].append(time)
            }
        }
        return samples
    }

    /// Seconds in each of the yardstick's states. The yardstick counts a promotion as a state of
    /// its own; the ledger counts it within the state that is left.
    private static func residence(_ table: LedgerTable<Int64>) -> [String: Double] {
        var times = ["IDLE": 0.0, "PROMOTION": 0, "CELL_FACH": 0, "CELL_DCH": 0]
        table.forEachCell { line, _, cell in
            let line = table.plan.lines[line]
            guard line.component == .cellular else { return }
            let state = line.kind == .promotion ? "PROMOTION" : line.state
            times[state]? += Double(cell.nanoseconds) * 1e-9
        }
        return times
    }

    private static func moments(_ values: [Double]) -> (mean: Double, deviation: Double) {
        let count = Double(values.count)
        let mean = values.reduce(0, +) / count
        let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return (mean, (squares / (count - 1)).squareRoot())
    }

    @Test(
        "w1 agrees with the yardstick within four standard errors",
        arguments: [
            ("energy", 9104.309872366), ("promotions", 719.0872),
            ("IDLE", 71575.591601618), ("PROMOTION", 1438.157267686),
            ("CELL_FACH", 9151.274839513), ("CELL_DCH", 4234.976291183),
        ])
    func mean(quantity: String, expected: Double) throws {
        let values = try #require(try Self.ours.get()[quantity])
        let (mean, deviation) = Self.moments(values)
        let error = deviation * (1 / Double(values.count) + 1 / Self.theirDevices).squareRoot()
        // A sample without a spread would agree with nothing, or with everything.
        #expect(error > 0)
        #expect(
            abs(mean - expected) <= Self.allowed * error,
            "\(quantity): \(mean) ± \(error), expected \(expected)")
    }

    @Test("The spread between devices is the yardstick's")
    func spread() throws {
        let values = try #require(try Self.ours.get()["energy"])
        let (_, deviation) = Self.moments(values)
        let error = 242.7182 / (2 * Double(values.count)).squareRoot()
        #expect(abs(deviation - 242.7182) <= Self.allowed * error, "\(deviation) ± \(error) J")
    }

    @Test("Time adds up to the day, so no state is forgotten")
    func whole() throws {
        let ours = try Self.ours.get()
        let states = ["IDLE", "PROMOTION", "CELL_FACH", "CELL_DCH"]
        for replication in 0..<Self.replications {
            let sum = states.reduce(0) { $0 + (ours[$1]?[replication] ?? .nan) }
            #expect(abs(sum - 86_400) < 1e-6, "replication \(replication)")
        }
    }
}
