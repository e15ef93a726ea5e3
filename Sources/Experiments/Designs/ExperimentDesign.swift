/// Which combinations of factor levels an experiment covers.
public enum ExperimentDesign: String, CaseIterable, Sendable {
    case full
    /// The unchanged scenario, then one factor at a time.
    case oneAtATime = "one-at-a-time"
    case latinHypercube = "latin-hypercube"
    case sobol, halton

    /// The most points; each is an experiment of its own.
    public static let mostPoints = 10_000

    public enum Setting: Equatable, Sendable {
        case base
        case level(Int)
        /// A position in the range or list, from 0 to 1.
        case share(Double)
    }

    /// Whether the user chooses the number of points.
    public var isSample: Bool {
        switch self {
        case .full, .oneAtATime: false
        case .latinHypercube, .sobol, .halton: true
        }
    }

    /// The points of the design, each with a setting for every factor.
    ///
    /// - Parameters:
    ///   - factors: The number of listed values of each; `nil` for a range.
    ///   - count: The size of a sample; `nil` for other designs.
    ///   - seed: Decides a Latin hypercube.
    public func points(
        _ factors: [Int?], count: Int?, seed: UInt64
    ) throws(DesignError) -> [[Setting]] {
        if factors.isEmpty {
            throw DesignError("Nothing varies: add --vary PATH=V1,V2, or factors: to the scenario.")
        }
        if isSample {
            guard let count else {
                throw DesignError(
                    "The design \(rawValue) needs --points, the number of its points.")
            }
            guard (1...Self.mostPoints).contains(count) else { throw .tooManyPoints }
            return try sample(factors, count, seed).map { $0.map { .share($0) } }
        }
        if count != nil {
            throw DesignError(
                "The design \(rawValue) has as many points as its factors make; leave out --points."
            )
        }
        return self == .full ? try full(factors) : try oneAtATime(factors)
    }

    private func full(_ factors: [Int?]) throws(DesignError) -> [[Setting]] {
        if let range = factors.firstIndex(of: nil) {
            throw DesignError(
                "Factor \(range + 1) is a range, which has no levels to combine: list values with "
                    + "commas, or choose another design: --design sobol --points 15.")
        }
        let levels = factors.compactMap { $0 }
        guard let points = FactorialDesign.full(levels, most: Self.mostPoints) else {
            throw .tooManyPoints
        }
        return points.map { $0.map { .level($0) } }
    }

    /// A range takes both its ends.
    private func oneAtATime(_ factors: [Int?]) throws(DesignError) -> [[Setting]] {
        let points = FactorialDesign.oneAtATime(factors.map { $0 ?? 2 })
        if points.count > Self.mostPoints { throw .tooManyPoints }
        return points.map { point in
            zip(point, factors).map { level, values in
                guard let level else { return .base }
                return values == nil ? .share(Double(level)) : .level(level)
            }
        }
    }

    private func sample(
        _ factors: [Int?], _ count: Int, _ seed: UInt64
    ) throws(DesignError) -> [[Double]] {
        switch self {
        case .full, .oneAtATime: preconditionFailure("\(self) is no sample")
        case .latinHypercube:
            var stream = RandomStream(
                StreamKey(seed: seed, replication: 0, purpose: "latin-hypercube"))
            return LatinHypercube.points(count: count, dimensions: factors.count) { stream.next() }
        case .sobol: return try points(of: .sobol, factors, count)
        case .halton: return try points(of: .halton, factors, count)
        }
    }

    private func points(
        of sequence: LowDiscrepancy, _ factors: [Int?], _ count: Int
    ) throws(DesignError) -> [[Double]] {
        guard factors.count <= sequence.mostDimensions else {
            throw DesignError(
                "The design \(rawValue) has at most \(sequence.mostDimensions) factors, not "
                    + "\(factors.count); a Latin hypercube has any number.")
        }
        return sequence.points(count: count, dimensions: factors.count)
    }
}

public struct DesignError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }

    static let tooManyPoints = DesignError(
        "A design has 1 to \(ExperimentDesign.mostPoints) points: each is an experiment of its own."
    )
}

/// One of several parts of an experiment that run separately.
public struct Shard: Hashable, Sendable, CustomStringConvertible {
    /// From 1 to `count`.
    public let number: Int
    public let count: Int

    /// Parses `K/N` with 1 ≤ K ≤ N ≤ 10 000, or from another first K.
    public init?(_ text: String, from first: Int = 1) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let number = parts[0], let count = parts[1], count <= 10_000,
            number >= first, number < first + count
        else { return nil }
        (self.number, self.count) = (number - first + 1, count)
    }

    public var description: String { "\(number)/\(count)" }

    /// Takes every `count`-th item, so shards have equal loads.
    public func contains(_ index: Int) -> Bool { index % count == number - 1 }
}
