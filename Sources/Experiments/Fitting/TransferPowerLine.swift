import DeviceModel
import Kernel
import Statistics

/// The line of one network and direction.
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
    init?(
        _ samples: [TransferPowerFit.Sample], number: Int, _ options: TransferPowerFit.Options
    ) {
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

/// Lines through resampled runs.
private struct RunResamples {
    /// The number of runs; `nil` where the data do not tell them apart.
    let count: Int?
    private let runs: [[TransferPowerFit.Sample]]
    private let number: Int
    private let options: TransferPowerFit.Options

    init(
        _ samples: [TransferPowerFit.Sample], number: Int, _ options: TransferPowerFit.Options
    ) {
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
