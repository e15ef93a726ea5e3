/// How a radio's power grows with throughput: power = base + slope · throughput.
///
/// One line per network and direction, by least squares or bisquare weights. Networks with both
/// directions also get one base with two slopes, the form of a profile's `transfer-power`.
///
/// The seconds of a run are correlated. Intervals therefore resample whole runs if a line has at
/// least ``fewestRuns``. Otherwise they are Student's *t* with independent seconds, and too narrow.
public struct TransferPowerFit: Equatable, Sendable {
    public typealias Sample = TransferLog.Sample

    public struct Options: Equatable, Sendable {
        public var level = 0.95
        public var seed: UInt64 = 1
        /// The number of resamples, at least 100.
        public var replicates = 1000
        public var method = LinearFit.Method.leastSquares
        /// Whether lines go through the means of runs instead of through seconds.
        ///
        /// Where throughput changes faster than power follows, seconds flatten the line.
        public var isByRun = false

        public init() {}
    }

    /// The fewest runs that represent those not seen.
    public static let fewestRuns = 5

    public let lines: [TransferPowerLine]
    public let shared: [SharedBase]
    /// Networks and directions of constant throughput, which determine no line.
    public let undetermined: [String]

    public struct SharedBase: Equatable, Sendable {
        public let network: String
        public let base: Milliwatts
        public let uplink: MilliwattsPerMegabit
        public let downlink: MilliwattsPerMegabit
    }

    /// Fits the lines; throws ``FitError`` if no network and direction determines one.
    public init(_ samples: [Sample], _ options: Options = Options()) throws(FitError) {
        let samples = options.isByRun ? try Self.means(ofRunsIn: samples) : samples
        var lines: [TransferPowerLine] = []
        var undetermined: [String] = []
        var shared: [SharedBase] = []
        for network in samples.map(\.network).firstOfEach {
            let own = samples.filter { $0.network == network }
            for direction in Packet.Direction.allCases {
                let part = own.filter { $0.direction == direction }
                guard !part.isEmpty else { continue }
                if let line = TransferPowerLine(part, number: lines.count, options) {
                    lines.append(line)
                } else {
                    undetermined.append(TransferPowerLine.group(network, direction))
                }
            }
            if let base = Self.sharedBase(own, network, options.method) { shared.append(base) }
        }
        guard !lines.isEmpty else {
            throw FitError(
                "no line can be fitted to \(undetermined.joined(separator: ", "))",
                advice: "Measure at two throughputs or more, three seconds at least.")
        }
        (self.lines, self.shared, self.undetermined) = (lines, shared, undetermined)
    }

    public var quantities: [FittedQuantity] {
        lines.flatMap(\.quantities)
            + shared.flatMap { shared in
                let group = shared.network.isEmpty ? "both" : "\(shared.network) both"
                return [
                    FittedQuantity("base", "mW", group: group, estimate: shared.base.magnitude),
                    FittedQuantity(
                        "uplink", "mW/Mbps", group: group, estimate: shared.uplink.magnitude),
                    FittedQuantity(
                        "downlink", "mW/Mbps", group: group, estimate: shared.downlink.magnitude),
                ]
            }
    }

    /// Powers minus the lines, in mW by throughput in Mbit/s.
    public var residuals: [FitResidual] { lines.flatMap(\.residuals) }

    private static func means(ofRunsIn samples: [Sample]) throws(FitError) -> [Sample] {
        guard samples.allSatisfy({ $0.run != nil }) else {
            throw FitError(
                "the data do not tell runs apart",
                advice: "Add a column time_since_start, which falls where a run begins.")
        }
        return Self.runs(of: samples).map { run in
            let size = Double(run.count)
            return Sample(
                throughput: run.reduce(.zero) { $0 + $1.throughput } * (1 / size),
                power: run.reduce(.zero) { $0 + $1.power } * (1 / size),
                direction: run[0].direction, network: run[0].network, run: run[0].run)
        }
    }

    /// Neighbouring samples of one run.
    static func runs(of samples: [Sample]) -> [[Sample]] {
        var runs: [[Sample]] = []
        for sample in samples {
            if let last = runs.last?.last, last.run == sample.run {
                runs[runs.count - 1].append(sample)
            } else {
                runs.append([sample])
            }
        }
        return runs
    }

    private static func sharedBase(
        _ samples: [Sample], _ network: String, _ method: LinearFit.Method
    ) -> SharedBase? {
        guard
            Packet.Direction.allCases.allSatisfy({ way in samples.contains { $0.direction == way } }
            )
        else { return nil }
        let design = samples.map { sample in
            let rate = sample.throughput.magnitude / 1e6
            return [
                1, sample.direction == .uplink ? rate : 0, sample.direction == .uplink ? 0 : rate,
            ]
        }
        let fit = LinearFit(
            design: design, response: samples.map(\.power.magnitude), method: method)
        return fit.map { fit in
            SharedBase(
                network: network, base: Milliwatts(fit.coefficients[0]),
                uplink: MilliwattsPerMegabit(fit.coefficients[1]),
                downlink: MilliwattsPerMegabit(fit.coefficients[2]))
        }
    }
}

public struct TransferPowerLine: Equatable, Sendable {
    public let network: String
    public let direction: Packet.Direction
    public let base: Milliwatts
    /// In mW; `nil` where resampling gives none.
    public let baseInterval: ConfidenceInterval?
    public let slope: MilliwattsPerMegabit
    /// In mW/Mbps; `nil` where resampling gives none.
    public let slopeInterval: ConfidenceInterval?
    public let method: String
    /// The numbers of samples and runs; `nil` runs where the data do not tell them apart.
    public let count: Int
    public let runs: Int?
    /// √(Σ residual² / (n − 2)).
    public let residualDeviation: Milliwatts
    /// The share of variance that the line explains; `nil` where all powers are equal.
    public let determination: Double?
    /// The lag-one correlation of residuals: Σ rᵢ·rᵢ₊₁ / Σ rᵢ².
    public let residualCorrelation: Double?
    /// Powers minus the line, in mW by throughput in Mbit/s.
    public let residuals: [FitResidual]

    public var group: String { Self.group(network, direction) }

    static func group(_ network: String, _ direction: Packet.Direction) -> String {
        let way = direction == .uplink ? "uplink" : "downlink"
        return network.isEmpty ? way : "\(network) \(way)"
    }

    /// Fits a line to samples of one network and direction; `nil` where they do not determine it.
    init?(_ samples: [TransferPowerFit.Sample], number: Int, _ options: TransferPowerFit.Options) {
        let rates = samples.map { $0.throughput.magnitude / 1e6 }
        let powers = samples.map(\.power.magnitude)
        guard
            let fit = LinearFit(
                design: rates.map { [1, $0] }, response: powers, method: options.method)
        else { return nil }
        network = samples[0].network
        direction = samples[0].direction
        base = Milliwatts(fit.coefficients[0])
        slope = MilliwattsPerMegabit(fit.coefficients[1])
        count = samples.count
        residualDeviation = Milliwatts(fit.residualDeviation)
        determination = fit.determination
        residualCorrelation = fit.residualCorrelation
        let group = Self.group(network, direction)
        residuals = samples.indices.map { index in
            FitResidual(
                group: group, place: rates[index], observed: powers[index],
                fitted: fit.fitted[index])
        }
        let runs = RunResamples(samples, number: number, options)
        self.runs = runs.count
        if let count = runs.count, count >= TransferPowerFit.fewestRuns {
            (baseInterval, slopeInterval) = runs.intervals(fit)
            method = "bootstrap of \(count) runs"
        } else {
            baseInterval = fit.interval(of: 0, level: options.level)
            slopeInterval = fit.interval(of: 1, level: options.level)
            method = "Student's t, seconds taken as independent"
        }
    }

    var quantities: [FittedQuantity] {
        let shares = [
            ("determination", determination), ("residual_correlation", residualCorrelation),
        ]
        return [
            FittedQuantity(
                "base", "mW", group: group, estimate: base.magnitude, interval: baseInterval,
                method: method),
            FittedQuantity(
                "slope", "mW/Mbps", group: group, estimate: slope.magnitude,
                interval: slopeInterval, method: method),
            FittedQuantity(
                "residual_deviation", "mW", group: group, estimate: residualDeviation.magnitude),
        ]
            + shares.compactMap { name, share in
                share.map { FittedQuantity(name, "", group: group, estimate: $0) }
            }
    }
}

private struct RunResamples {
    /// The number of runs; `nil` where the data do not tell them apart.
    let count: Int?
    private let runs: [[TransferPowerFit.Sample]]
    private let number: Int
    private let options: TransferPowerFit.Options

    init(_ samples: [TransferPowerFit.Sample], number: Int, _ options: TransferPowerFit.Options) {
        (self.number, self.options) = (number, options)
        runs = TransferPowerFit.runs(of: samples)
        count = samples.allSatisfy { $0.run != nil } ? runs.count : nil
    }

    /// Percentile intervals of base and slope, without resamples that determine no line.
    func intervals(_ fit: LinearFit) -> (ConfidenceInterval?, ConfidenceInterval?) {
        let resampling = Resampling(strata: [0..<runs.count])
        // Each line has its own stream, so its interval does not depend on other lines.
        var stream = RandomStream(
            StreamKey(
                seed: options.seed, replication: 0, purpose: "bootstrap", index: UInt64(number)))
        var (bases, slopes): ([Double], [Double]) = ([], [])
        for _ in 0..<options.replicates {
            let drawn = resampling.indices { stream.next() }.flatMap { runs[$0] }
            let line = LinearFit(
                design: drawn.map { [1, $0.throughput.magnitude / 1e6] },
                response: drawn.map(\.power.magnitude), method: options.method)
            guard let line else { continue }
            bases.append(line.coefficients[0])
            slopes.append(line.coefficients[1])
        }
        return (
            Bootstrap(estimate: fit.coefficients[0], replicates: bases)
                .percentileInterval(level: options.level),
            Bootstrap(estimate: fit.coefficients[1], replicates: slopes)
                .percentileInterval(level: options.level)
        )
    }
}
