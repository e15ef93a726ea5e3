import DeviceModel
import Kernel
import Statistics
import Traces

/// How a radio's power grows with throughput: power = base + slope · throughput.
///
/// One line per network and direction, by least squares or bisquare weights. Networks with both
/// directions also get one base with two slopes, the form of a profile's `transfer-power`.
///
/// The seconds of a run are correlated. Intervals therefore resample whole runs if a line has at
/// least ``fewestRuns``. Otherwise they are Student's *t* with independent seconds, and too narrow.
public struct TransferPowerFit: Equatable, Sendable {
    public typealias Sample = TransferLog.Sample

    /// Settings of a fit.
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

    /// A network's base with a slope for each direction.
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
        for network in Self.networks(samples) {
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
        guard !lines.isEmpty else { throw .noThroughputDiffers(groups: undetermined) }
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
        guard samples.allSatisfy({ $0.run != nil }) else { throw .noRuns }
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

    private static func networks(_ samples: [Sample]) -> [String] {
        var names: [String] = []
        for sample in samples where !names.contains(sample.network) { names.append(sample.network) }
        return names
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
