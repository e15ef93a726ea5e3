import DeviceModel
import Kernel

/// What a radio drew over time in a replay, in stretches of equal length that grow with the trace,
/// so that memory does not.
public struct ReplayTimeline: Sendable {
    /// No more stretches than these.
    public static let most = 320

    /// How long each stretch is, in nanoseconds.
    private(set) var stretch: Int64 = 1 << 20
    /// The names of the radio's states, in the order of its plan.
    public let states: [String]
    private let stateOfLine: [Int]
    private let kindOfLine: [Int]
    /// By stretch and kind, in millijoules.
    private var energies: [[Double]] = []
    /// By stretch and state, in nanoseconds.
    private var times: [[Int64]] = []

    /// - Parameter plan: of the radio's books.
    init(_ plan: LedgerPlan) {
        states = plan.states.map(\.name)
        stateOfLine = plan.stateOfLine
        kindOfLine = plan.lines.map { EnergyKind.allCases.firstIndex(of: $0.kind) ?? 0 }
    }

    /// How long each stretch is.
    public var step: Seconds { TimeSpan(nanoseconds: stretch).seconds }

    /// How many there are.
    public var count: Int { energies.count }

    /// The mean power by stretch of what was drawn for something.
    public func powers(of kind: EnergyKind) -> [Milliwatts] {
        let place = EnergyKind.allCases.firstIndex(of: kind) ?? 0
        return energies.map { Milliwatts($0[place] / step.magnitude) }
    }

    /// The share of each stretch that was spent in a state, by its place in ``states``.
    public func shares(of state: Int) -> [Double] {
        times.map { Double($0[state]) / Double(stretch) }
    }

    /// Adds an interval on a line of the plan with what was drawn in it.
    mutating func add(_ line: Int, _ from: Instant, _ until: Instant, _ energy: Millijoules) {
        let (start, end) = (from.nanoseconds, max(until.nanoseconds, from.nanoseconds))
        while max(start, end - 1) / stretch >= Int64(Self.most) { halve() }
        let first = Int(start / stretch)
        let last = end > start ? Int((end - 1) / stretch) : first
        while energies.count <= last {
            energies.append(Array(repeating: 0, count: EnergyKind.allCases.count))
            times.append(Array(repeating: 0, count: states.count))
        }
        let (state, kind) = (stateOfLine[line], kindOfLine[line])
        if first == last {
            energies[first][kind] += energy.magnitude
            times[first][state] += end - start
            return
        }
        for number in first...last {
            let part =
                min(end, Int64(number + 1) * stretch) - max(start, Int64(number) * stretch)
            energies[number][kind] += energy.magnitude * Double(part) / Double(end - start)
            times[number][state] += part
        }
    }

    /// Makes one stretch of two.
    private mutating func halve() {
        stretch *= 2
        energies = Self.joined(energies)
        times = Self.joined(times)
    }

    private static func joined<Number: AdditiveArithmetic>(_ rows: [[Number]]) -> [[Number]] {
        stride(from: 0, to: rows.count, by: 2).map { start in
            start + 1 < rows.count
                ? zip(rows[start], rows[start + 1]).map { $0 + $1 } : rows[start]
        }
    }
}
