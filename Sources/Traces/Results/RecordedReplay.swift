/// A folder of `tailwatt replay --out`, read back: what the trace cost on each radio.
public struct RecordedReplay: Sendable {
    public let folder: String
    public let manifest: Manifest
    public let manifestFile: Manifest.File
    public let radios: [Radio]
    /// The cost of each host's packets, in file order; empty for a replay on several radios.
    public private(set) var hosts: [Host] = []

    public struct Radio: Equatable, Sendable {
        public let name: String
        private let values: [Figure: Double]

        fileprivate init(_ name: String, _ values: [Figure: Double]) {
            (self.name, self.values) = (name, values)
        }

        public subscript(_ figure: Figure) -> Double? { values[figure] }
    }

    public struct Host: Equatable, Sendable {
        /// Its address; empty if unknown.
        public let address: String
        /// In joules.
        public let energy: Double
    }

    public enum Figure: String, CaseIterable, Sendable {
        case caused = "caused_J"
        case energy = "energy_J"
        case transfer = "transfer_J"
        case tail = "tail_J"
        case promotion = "promotion_J"
        case promotions
        case duration = "duration_s"

        public var words: String {
            switch self {
            case .caused: "caused [J]"
            case .energy: "energy [J]"
            case .transfer: "transfer [J]"
            case .tail: "tail [J]"
            case .promotion: "promotion [J]"
            case .promotions: "promotions"
            case .duration: "length [s]"
            }
        }
    }

    /// Throws ``InputError`` if it is not a replay's folder, or a file in it is unreadable.
    public init(folder: String) throws(InputError) {
        self.folder = folder
        (manifest, manifestFile) = try RecordedResult.manifest(of: folder, command: "replay")
        guard let text = try RecordedResult.table("radios.csv", in: folder, by: manifest) else {
            throw InputError(.noTables, path: folder)
        }
        radios = try Self.radios(text)
        if radios.isEmpty { throw InputError(.noRows, path: folder) }
        if let text = try RecordedResult.table("hosts.csv", in: folder, by: manifest) {
            hosts = try Self.hosts(text)
        }
    }

    private static func radios(_ text: LogText) throws(InputError) -> [Radio] {
        let name = try text.column(["radio"], meaning: "the radio's name")
        let columns = try Figure.allCases.map { (figure) throws(InputError) in
            (figure, try text.column([figure.rawValue], meaning: figure.rawValue))
        }
        var radios: [Radio] = []
        try text.forEachLine { (line) throws(InputError) in
            var values: [Figure: Double] = [:]
            for (figure, place) in columns where !line.word(place).isEmpty {
                values[figure] = try line.number(
                    place, "a value", in: -1e15...1e15, possible: "any number to 1e15")
            }
            radios.append(Radio(line.word(name), values))
        }
        return radios
    }

    private static func hosts(_ text: LogText) throws(InputError) -> [Host] {
        let host = try text.column(["host"], meaning: "the host's address")
        let energy = try text.column(["energy_J"], meaning: "the energy")
        var hosts: [Host] = []
        try text.forEachLine { (line) throws(InputError) in
            hosts.append(
                Host(
                    address: line.word(host),
                    energy: try line.number(
                        energy, "an energy", in: -1e15...1e15, possible: "any number to 1e15")))
        }
        return hosts
    }
}
