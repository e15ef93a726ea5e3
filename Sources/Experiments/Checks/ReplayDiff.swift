/// The differences between two replays.
///
/// A trace is a single run, so there is no interval and no test; every difference is listed.
public struct ReplayDiff: Sendable {
    public let base: RecordedReplay
    public let new: RecordedReplay
    /// The share of the earlier energy by which the caused energy may grow.
    public let tolerance: Double
    public let rows: [Row]
    /// The cost of each host, the largest change first; empty unless both replays have hosts.
    public let hosts: [HostRow]
    public let added: [String]

    public struct Row: Sendable {
        public let radio: String
        public let figure: RecordedReplay.Figure
        public let base: Double
        public let new: Double
        /// Whether the caused energy grew by more than the tolerance.
        public let isWorse: Bool

        public var difference: Double { new - base }
    }

    public struct HostRow: Sendable {
        /// Its address; empty if unknown.
        public let host: String
        /// In joules; 0 without a packet of the host.
        public let base: Double
        public let new: Double

        public var difference: Double { new - base }
    }

    /// Compares two replays; throws if `new` lacks a radio.
    ///
    /// - `tolerance`: The share by which the caused energy may grow; 0 or more.
    public init(
        base: RecordedReplay, new: RecordedReplay, tolerance: Double
    ) throws(IncomparableResults) {
        precondition(tolerance >= 0 && tolerance.isFinite, "a tolerance of \(tolerance)")
        (self.base, self.new, self.tolerance) = (base, new, tolerance)
        var rows: [Row] = []
        for radio in base.radios {
            guard let other = new.radios.first(where: { $0.name == radio.name }) else {
                throw IncomparableResults(
                    "\(new.folder) has no radio \(radio.name), which \(base.folder) has",
                    advice: "It has \(new.radios.map(\.name).joined(separator: ", ")).")
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
        added = new.radios.map(\.name).filter { name in !base.radios.contains { $0.name == name } }
    }

    public var isWorse: Bool { rows.contains { $0.isWorse } }

    public var isSame: Bool {
        rows.allSatisfy { $0.base == $0.new } && hosts.allSatisfy { $0.base == $0.new }
    }

    public var changedInputs: [String] { ResultDiff.changedInputs(base.manifest, new.manifest) }

    private static func hosts(
        _ base: [RecordedReplay.Host], _ new: [RecordedReplay.Host]
    ) -> [HostRow] {
        if base.isEmpty || new.isEmpty { return [] }
        func energy(_ address: String, _ hosts: [RecordedReplay.Host]) -> Double {
            hosts.first { $0.address == address }?.energy ?? 0
        }
        let old = base.map(\.address)
        let all = old + new.map(\.address).filter { !old.contains($0) }
        return all.map { address in
            HostRow(host: address, base: energy(address, base), new: energy(address, new))
        }.sorted { $0.difference.magnitude > $1.difference.magnitude }
    }
}
