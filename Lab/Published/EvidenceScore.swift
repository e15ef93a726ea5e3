import Kernel
import Statistics

/// A scored result beside a constant that knows only what others measured.
public struct ScoredResult: Sendable {
    public let result: PublishedResult
    /// The geometric mean of the figures of the row's kind and unit in other groups of sources.
    ///
    /// `nil` if the row is not scored, or other groups have no such figure.
    public let baseline: Double?

    /// |ln(ours / published)|.
    var error: Double? { result.ratio.map { abs(PortableMath.log($0)) } }

    /// |ln(baseline / published)|.
    var constant: Double? {
        guard let baseline, let published = result.row.published, error != nil else { return nil }
        return abs(PortableMath.log(baseline / published))
    }
}

/// How well a set of rows predicts what was measured.
public struct EvidenceScore: Sendable {
    public let name: String
    public let figures: Int
    /// Groups of sources.
    public let groups: Int
    /// exp(mean |ln(ours / published)|); `nil` without rows.
    public let offBy: Double?
    /// exp(mean ln(ours / published)).
    public let bias: Double?
    public let within: (half: Int, double: Int, bound: Int)
    /// Figures with a baseline, on which the rest depends.
    public let based: Int
    /// Those figures' `offBy`, and that of the constant.
    public let basedOffBy: Double?
    public let constantOffBy: Double?
    /// 1 - Σ|ln(ours / published)| / Σ|ln(baseline / published)|.
    public let skill: Double?
    /// By a bootstrap over groups of sources; `nil` for fewer than three groups.
    public let interval: ConfidenceInterval?
    /// Rows with a range of ours, and those whose published figure lies in it.
    public let ranged: (count: Int, covered: Int)

    init(_ name: String, _ rows: [ScoredResult]) {
        self.name = name
        figures = rows.count
        groups = Set(rows.map(\.result.row.group)).count
        let errors = rows.compactMap(\.error)
        offBy = Self.geometric(errors)
        bias = Self.geometric(rows.compactMap(\.result.ratio).map { PortableMath.log($0) })
        within = (
            errors.count { $0 <= PortableMath.log(1.5) },
            errors.count { $0 <= PortableMath.log(2) },
            rows.count { $0.result.isKept == true }
        )
        let based = rows.filter { $0.constant != nil }
        self.based = based.count
        basedOffBy = Self.geometric(based.compactMap(\.error))
        constantOffBy = Self.geometric(based.compactMap(\.constant))
        skill = Self.skill(based)
        interval = Self.interval(based)
        let ranges = rows.filter { $0.result.range != nil }
        ranged = (
            ranges.count,
            ranges.count { row in
                row.result.row.published.map { row.result.range?.contains($0) == true } ?? false
            }
        )
    }

    private static func geometric(_ logs: [Double]) -> Double? {
        logs.isEmpty ? nil : PortableMath.exp(logs.reduce(0, +) / Double(logs.count))
    }

    private static func skill(_ rows: [ScoredResult]) -> Double? {
        let constant = rows.compactMap(\.constant).reduce(0, +)
        return constant > 0 ? 1 - rows.compactMap(\.error).reduce(0, +) / constant : nil
    }

    private static func interval(_ rows: [ScoredResult]) -> ConfidenceInterval? {
        let groups = Dictionary(grouping: rows, by: \.result.row.group)
            .sorted { $0.key < $1.key }.map(\.value)
        guard groups.count >= 3, let estimate = skill(rows) else { return nil }
        let resampling = Resampling(strata: [groups.indices])
        var stream = RandomStream(StreamKey(seed: 1, replication: 0, purpose: "published"))
        let replicates = (0..<PairedBootstrap.resamples).compactMap { _ in
            skill(resampling.indices { stream.next() }.flatMap { groups[$0] })
        }
        return Bootstrap(estimate: estimate, replicates: replicates).percentileInterval()
    }
}

/// The scores of a study, by class, grade and kind.
public struct EvidenceScores: Sendable {
    /// All results in order.
    public let rows: [ScoredResult]
    /// Independent rows, then their grades and kinds, then rows that are partly independent.
    public let scores: [EvidenceScore]
    /// Pairs of independent rows of one kind whose figures differ by a half and more, and those
    /// that ours has in the same order.
    public let order: (pairs: Int, kept: Int)

    public init(_ results: [PublishedResult]) {
        let known = results.filter { $0.row.standing.isScored && $0.ratio != nil }
        rows = results.map { result in
            ScoredResult(result: result, baseline: Self.baseline(of: result, among: known))
        }
        let scored = rows.filter { $0.result.row.standing.isScored }
        let independent = scored.filter { $0.result.row.standing == .independent }
        var scores: [EvidenceScore] = []
        func add(_ name: String, _ rows: [ScoredResult]) {
            if !rows.isEmpty { scores.append(EvidenceScore(name, rows)) }
        }
        add(PublishedRow.Standing.independent.rawValue, independent)
        for grade in PublishedRow.Grade.allCases {
            add(
                "grade \(grade.rawValue): \(grade.words)",
                independent.filter { $0.result.row.grade == grade })
        }
        let kinds = Set(independent.compactMap(\.result.row.kind))
        for quantity in PublishedRow.Kind.Quantity.allCases {
            let all = independent.filter { $0.result.row.kind?.quantity == quantity }
            add(quantity.rawValue, all)
            let topics = kinds.filter { $0.quantity == quantity }.sorted()
            for kind in topics where topics.count > 1 && !kind.topic.isEmpty {
                add(kind.text, all.filter { $0.result.row.kind == kind })
            }
        }
        add(
            PublishedRow.Standing.partly.rawValue,
            scored.filter { $0.result.row.standing == .partly })
        self.scores = scores
        order = Self.order(independent.map(\.result))
    }

    func score(_ name: String) -> EvidenceScore? { scores.first { $0.name == name } }

    private static func baseline(
        of result: PublishedResult, among known: [PublishedResult]
    ) -> Double? {
        guard result.row.standing.isScored, let kind = result.row.kind else { return nil }
        let others = known.filter {
            $0.row.group != result.row.group && $0.row.unit == result.row.unit
                && $0.row.kind == kind
        }
        let logs = others.compactMap(\.row.published).map { PortableMath.log($0) }
        return logs.isEmpty ? nil : PortableMath.exp(logs.reduce(0, +) / Double(logs.count))
    }

    private static func order(_ results: [PublishedResult]) -> (pairs: Int, kept: Int) {
        var (pairs, kept) = (0, 0)
        for (place, one) in results.enumerated() {
            for other in results[(place + 1)...]
            where one.row.kind == other.row.kind && one.row.unit == other.row.unit {
                guard let measured = one.row.published, let against = other.row.published,
                    let ours = one.ours, let ourOther = other.ours, one.ratio != nil,
                    other.ratio != nil, max(measured, against) >= 1.5 * min(measured, against)
                else { continue }
                pairs += 1
                if (measured > against) == (ours > ourOther), ours != ourOther { kept += 1 }
            }
        }
        return (pairs, kept)
    }
}
