import DeviceModel
import Statistics

/// What the errands of one rule came to, all replications of a policy together.
public struct RuleErrands: Sendable {
    public let rule: ErrandRule
    /// From what fired the rule to the end of its last step, of all errands that were done.
    public private(set) var delays = PooledDurations(.errandDelay)
    /// By figure and replication; not a number where there is none.
    private var values: [[Double]]

    /// What is counted or measured of a rule in each run.
    public enum Figure: Int, CaseIterable, Sendable {
        case begun
        case done
        case cutOff
        case refused
        /// In bytes.
        case wasted
        /// The mean of the errands done, in seconds; a run without any has none.
        case delay

        /// The metric that is the same of all rules together.
        public var metric: Metric {
            switch self {
            case .begun: .errandsBegun
            case .done: .errandsDone
            case .cutOff: .errandsCutOff
            case .refused: .errandsRefused
            case .wasted: .bytesWasted
            case .delay: .errandDelay
            }
        }

        fileprivate func value(in book: ErrandBook) -> Double {
            switch self {
            case .begun: Double(book.begun)
            case .done: Double(book.done)
            case .cutOff: Double(book.cutOff)
            case .refused: Double(book.refused)
            case .wasted: Double(book.wasted)
            case .delay: book.meanDelay ?? .nan
            }
        }
    }

    /// What a replication of one rule is kept in.
    static let bytesPerReplication = Figure.allCases.count * MemoryLayout<Double>.stride

    init(_ rule: ErrandRule) {
        self.rule = rule
        values = Figure.allCases.map { _ in [] }
    }

    /// Adds a run.
    mutating func add(_ book: ErrandBook) {
        for figure in Figure.allCases { values[figure.rawValue].append(figure.value(in: book)) }
        delays.add(book.delays)
    }

    /// Adds later replications of the same rule.
    mutating func add(_ other: RuleErrands) {
        for index in values.indices { values[index] += other.values[index] }
        delays.add(other.delays)
    }

    /// Puts all replications where ``read(_:_:)`` finds them.
    func put(into writer: inout NumberWriter) {
        for figure in values { for value in figure { writer.put(value) } }
        delays.put(into: &writer)
    }

    /// Takes replications as they were put in place of what there is.
    ///
    /// - Parameters:
    ///   - reader: stands where they begin.
    ///   - count: how many replications there are.
    mutating func read(_ reader: inout NumberReader, _ count: Int) throws(UnreadableNumbers) {
        for index in values.indices {
            values[index] = []
            for _ in 0..<count { values[index].append(try reader.double() ?? .nan) }
        }
        delays = try PooledDurations(delays.kind, reading: &reader)
    }

    /// One figure by replication.
    public func values(of figure: Figure) -> [Double?] {
        values[figure.rawValue].map { $0.isNaN ? nil : $0 }
    }
}

extension PolicyResult {
    /// One figure of a rule by replication, or by antithetic pair the mean of its two; undefined
    /// ones left out.
    public func values(of figure: RuleErrands.Figure, _ errands: RuleErrands) -> [Double] {
        let values = errands.values(of: figure)
        return (group == 2 ? AntitheticPairs.means(values) : values).compactMap { $0 }
    }

    /// What is known of the mean of a figure.
    public func interval(
        of figure: RuleErrands.Figure, _ errands: RuleErrands
    ) -> MeanInterval {
        MeanInterval(values(of: figure, errands), isExact: isExact, level: Experiment.level)
    }
}
