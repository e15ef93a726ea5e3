import Foundation

/// A folder of `tailwatt compare --out`, read back: each policy's replications, moments or both.
public struct RecordedResult: Sendable {
    public let folder: String
    public let manifest: Manifest
    public let manifestFile: Manifest.File
    public let scenario: String
    /// The length of a run, with its unit.
    public let horizon: String
    public let policies: [RecordedPolicy]
    /// Columns of metrics unknown to this version.
    public let unknownColumns: [String]

    /// Values whose fourth powers stay finite, which their statistics need.
    fileprivate static let possible = -1e60...1e60

    /// Throws ``InputError`` if it is not a comparison's folder, or a file in it is
    /// unreadable or contradicts the manifest.
    public init(folder: String) throws(InputError) {
        self.folder = folder
        (manifest, manifestFile) = try Self.manifest(of: folder, command: "compare")
        do throws(Manifest.Fault) {
            scenario = try manifest.required("scenario")
            horizon = try manifest.required("horizon")
        } catch { throw Self.error(error, in: folder) }
        let replications = try Self.table("replications.csv", in: folder, by: manifest)
        var summary = RecordedSummary()
        if let text = try Self.table("summary.csv", in: folder, by: manifest) {
            try summary.read(text)
        } else if replications == nil {
            throw InputError(.noTables, path: folder)
        }
        if let replications {
            var rows = RecordedReplications()
            try rows.read(replications)
            policies = rows.policies.map { policy in
                var policy = policy
                policy.moments = summary.moments(of: policy.name)
                return policy
            }
            unknownColumns = rows.unknownColumns
        } else {
            (policies, unknownColumns) = (summary.policies, summary.unknownMetrics)
        }
        if policies.isEmpty { throw InputError(.noRows, path: folder) }
    }

    public func policy(_ name: String) -> RecordedPolicy? { policies.first { $0.name == name } }

    static func manifest(
        of folder: String, command: String
    ) throws(InputError) -> (Manifest, Manifest.File) {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isDirectory) else {
            throw InputError(.noFolder, path: folder)
        }
        guard isDirectory.boolValue else { throw InputError(.notFolder, path: folder) }
        let (manifest, file): (Manifest, Manifest.File)
        do throws(Manifest.Fault) {
            (manifest, file) = try Manifest.read(folder: folder)
        } catch { throw Self.error(error, in: folder) }
        guard manifest.command.first == command else {
            throw InputError(
                .otherCommand(manifest.command.first ?? "", wanted: command), path: folder)
        }
        return (manifest, file)
    }

    private static func error(_ fault: Manifest.Fault, in folder: String) -> InputError {
        switch fault {
        case .missing: InputError(.noManifest, path: folder)
        case .malformed(let reason):
            InputError(.badManifest(reason), path: "\(folder)/\(Manifest.fileName)")
        }
    }

    /// A table in its command's dialect; `nil` if there is no such file.
    static func table(
        _ name: String, in folder: String, by manifest: Manifest
    ) throws(InputError) -> LogText? {
        guard let dialect = CSVDialect(of: manifest.command) else {
            throw InputError(.unknownDialect, path: folder)
        }
        let path = "\(folder)/\(name)"
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let bytes = try LogFile.bytes(of: path)
        let text = try LogText(path: path, bytes: dialect.plain(bytes))
        // Hash the bytes that were read; the file may have changed since.
        if let written = manifest.hash(of: name), written != SHA256.hexadecimal(of: bytes) {
            throw InputError(.notAsWritten, path: path)
        }
        return text
    }
}

extension Manifest {
    fileprivate func required(_ name: String) throws(Fault) -> String {
        guard setting(name) != nil else { throw .lacks(name) }
        guard let text = text(name) else { throw .otherKind(name) }
        return text
    }
}

public struct RecordedPolicy: Equatable, Sendable {
    public let name: String
    /// The metrics of each replication; empty if only moments were kept.
    public internal(set) var replications: [MetricValues] = []
    public internal(set) var isAntithetic = false
    /// The moments of the metrics; empty if only replications were kept.
    public internal(set) var moments: [Moments] = []
    public var metrics: [Metric] {
        Metric.allCases.filter { metric in
            replications.isEmpty
                ? moments.contains { $0.metric == metric }
                : replications.contains { $0[metric] != nil }
        }
    }

    public struct Moments: Equatable, Sendable {
        public let metric: Metric
        public let count: Int
        public let mean: Double
        /// `nil` for one replication.
        public let standardDeviation: Double?
    }

    public func values(of metric: Metric) -> [Double?] { replications.map { $0[metric] } }
}

/// Reads `replications.csv`: a row per policy and replication, a column per metric.
private struct RecordedReplications {
    private(set) var policies: [RecordedPolicy] = []
    private(set) var unknownColumns: [String] = []
    private var isAntithetic = false
    /// Columns that are no metric, besides policy and replication.
    private static let others: Set = ["scenario", "pair"]

    mutating func read(_ text: LogText) throws(InputError) {
        let policy = try text.column(["policy"], meaning: "the policy's name")
        let number = try text.column(["replication"], meaning: "the replication's number")
        isAntithetic = text.header.contains("pair")
        var metrics: [(column: Int, metric: Metric)] = []
        for (column, name) in text.header.enumerated()
        where ![policy, number].contains(column) && !Self.others.contains(name) {
            if let metric = Metric(columnName: name) {
                metrics.append((column, metric))
            } else {
                unknownColumns.append(name)
            }
        }
        try text.forEachLine { (line) throws(InputError) in
            try add(line, policy: policy, number: number, metrics)
        }
    }

    private mutating func add(
        _ line: LogLine, policy: Int, number: Int, _ metrics: [(column: Int, metric: Metric)]
    ) throws(InputError) {
        let name = line.word(policy)
        let index = policies.place(
            where: { $0.name == name },
            orOf: RecordedPolicy(name: name, isAntithetic: isAntithetic))
        let next = Double(policies[index].replications.count)
        _ = try line.number(
            number, "the next replication of \(line.shortened(policy))", in: next...next,
            possible: "\(Int(next))")
        var values = MetricValues()
        for (column, metric) in metrics where !line.word(column).isEmpty {
            values[metric] = try line.number(
                column, "a value", in: RecordedResult.possible, possible: "any number to 1e60")
        }
        policies[index].replications.append(values)
    }
}

/// Reads `summary.csv`: a row per policy and metric.
private struct RecordedSummary {
    private(set) var policies: [RecordedPolicy] = []
    private(set) var unknownMetrics: [String] = []

    func moments(of policy: String) -> [RecordedPolicy.Moments] {
        policies.first { $0.name == policy }?.moments ?? []
    }

    mutating func read(_ text: LogText) throws(InputError) {
        let policy = try text.column(["policy"], meaning: "the policy's name")
        let metrics = try text.column(["metric"], meaning: "the metric's name")
        let counts = try text.column(["n"], meaning: "the number of replications")
        let means = try text.column(["mean"], meaning: "their mean")
        let deviations = try text.column(["sd"], meaning: "their standard deviation")
        let possible = RecordedResult.possible
        try text.forEachLine { (line) throws(InputError) in
            let (name, word) = (line.word(policy), line.word(metrics))
            guard let metric = Metric(columnName: word) else {
                if !unknownMetrics.contains(word) { unknownMetrics.append(word) }
                return
            }
            let index = policies.place(where: { $0.name == name }, orOf: RecordedPolicy(name: name))
            let count = try line.number(
                counts, "a number of replications", in: 1...1e9, possible: "1 to 1000000000")
            let mean = try line.number(
                means, "a mean", in: possible, possible: "any number to 1e60")
            let deviation =
                line.word(deviations).isEmpty
                ? nil
                : try line.number(
                    deviations, "a standard deviation", in: 0...possible.upperBound,
                    possible: "0 to 1e60")
            policies[index].moments.append(
                RecordedPolicy.Moments(
                    metric: metric, count: Int(count), mean: mean, standardDeviation: deviation))
        }
    }
}

extension Array {
    /// The index of the first element that fits; appends `element` if no element fits.
    fileprivate mutating func place(
        where isIt: (Element) -> Bool, orOf element: @autoclosure () -> Element
    ) -> Int {
        if let place = firstIndex(where: isIt) { return place }
        append(element())
        return count - 1
    }
}

extension InputFault {
    static let noFolder = Self(
        "there is no such folder", "Check the path.", isAboutMissingInput: true)

    private static let compared =
        "Use a folder that tailwatt compare --out wrote, or folders of tailwatt replay --out; "
        + "the base of a check is a folder of tailwatt check --out."
    private static let checked =
        "Use a folder that tailwatt check --out wrote, or a file of check --format json."

    static let notFolder = Self("this is a file, not a folder", compared)

    static let noManifest = Self(
        "this is not a folder of results: it has no manifest.json", compared)

    static func badManifest(_ reason: String) -> Self {
        Self("this is not the manifest of a result: \(reason)", compared)
    }

    static func otherCommand(_ command: String, wanted: String) -> Self {
        let isCheck = wanted == "check"
        return Self(
            "this is a result of \"\(command)\", not of "
                + (isCheck ? wanted : "compare or replay as the other"),
            isCheck ? checked : compared)
    }

    static func noPrintedCheck(_ reason: String) -> Self {
        Self("this is not output of tailwatt check --format json: \(reason)", checked)
    }

    static let unknownDialect = Self(
        "this version does not know the CSV dialect of the files",
        "Known dialects: \(CSVDialect.allCases.map(\.rawValue).joined(separator: ", ")).")

    static let noTables = Self("the folder has none of the tables that are compared", compared)

    static let notAsWritten = Self(
        "the file has changed: its hash differs from that in \(Manifest.fileName)",
        "It was edited, cut off or replaced: run the command of the manifest again.")

    static let noRows = Self("the tables have no rows", compared)
}
