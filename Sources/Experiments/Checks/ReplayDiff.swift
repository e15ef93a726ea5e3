import Statistics
import Traces

/// How the replay of a new trace, or on a new profile, differs from an earlier one.
///
/// One trace is one run of whatever was recorded: there is no interval, and no test of whether
/// another run of the same would show the same. Every difference is listed.
public struct ReplayDiff: Sendable {
    public let base: RecordedReplay
    public let new: RecordedReplay
    /// The share of the earlier energy by which what the trace caused may grow.
    public let tolerance: Double
    /// By radio of the earlier result, then by figure.
    public let rows: [Row]
    /// What each host caused, the greatest change first; empty unless both replays tell.
    public let hosts: [HostRow]
    /// Radios that only the new result has.
    public let added: [String]

    /// One figure of one radio.
    public struct Row: Sendable {
        /// The profile's name.
        public let radio: String
        public let figure: RecordedReplay.Figure
        public let base: Double
        public let new: Double
        /// Whether it is what the trace caused, and more by more than the tolerance.
        public let isWorse: Bool

        public var difference: Double { new - base }
    }

    /// One host.
    public struct HostRow: Sendable {
        /// Its address; empty if it is not known.
        public let host: String
        /// In joules; 0 where the result has no packet of it.
        public let base: Double
        public let new: Double

        public var difference: Double { new - base }
    }

    /// Compares two replays.
    ///
    /// - Parameters:
    ///   - base: The earlier one.
    ///   - new: The later one, with every radio of the earlier.
    ///   - tolerance: The share by which what the trace caused may grow; 0 or more.
    /// - Throws: The name of a radio that the later one lacks.
    public init(
        base: RecordedReplay, new: RecordedReplay, tolerance: Double
    ) throws(MissingRadio) {
        precondition(tolerance >= 0 && tolerance.isFinite, "a tolerance of \(tolerance)")
        (self.base, self.new, self.tolerance) = (base, new, tolerance)
        var rows: [Row] = []
        for radio in base.radios {
            guard let other = new.radios.first(where: { $0.name == radio.name }) else {
                throw MissingRadio(name: radio.name, possible: new.radios.map(\.name))
            }
            for figure in RecordedReplay.Figure.allCases {
                guard let old = radio[figure], let now = other[figure] else { continue }
                rows.append(
                    Row(
                        radio: radio.name, figure: figure, base: old, new: now,
                        isWorse: figure == .caused && now > old * (1 + tolerance)))
            }
        }
        self.rows = rows
        hosts = Self.hosts(base.hosts, new.hosts)
        added = new.radios.map(\.name).filter { name in
            !base.radios.contains { $0.name == name }
        }
    }

    /// A radio that the later result does not have.
    public struct MissingRadio: Error, Equatable, Sendable {
        public let name: String
        public let possible: [String]
    }

    /// Whether some radio draws more because of the trace, by more than the tolerance.
    public var isWorse: Bool { rows.contains { $0.isWorse } }

    /// Whether the two say the same.
    public var isSame: Bool {
        rows.allSatisfy { $0.base == $0.new } && hosts.allSatisfy { $0.base == $0.new }
    }

    /// The files that went into both under one name with different bytes, or into one alone.
    public var changedInputs: [String] {
        ResultDiff.changedInputs(base.manifest, new.manifest)
    }

    private static func hosts(
        _ base: [RecordedReplay.Host], _ new: [RecordedReplay.Host]
    ) -> [HostRow] {
        if base.isEmpty || new.isEmpty { return [] }
        func energy(_ address: String, _ hosts: [RecordedReplay.Host]) -> Double {
            hosts.first { $0.address == address }?.energy ?? 0
        }
        let old = base.map(\.address)
        let all = old + new.map(\.address).filter { !old.contains($0) }
        return all.enumerated().map { place, address in
            (
                place,
                HostRow(host: address, base: energy(address, base), new: energy(address, new))
            )
        }.sorted {
            (-$0.1.difference.magnitude, $0.0) < (-$1.1.difference.magnitude, $1.0)
        }.map(\.1)
    }
}
