import DeviceModel
import Kernel
import Statistics
import Studies

/// The power of one long run in its steady state: what the start leaves behind is cut off, and the
/// rest is cut into batches long enough to be independent.
///
/// Replications begin at rest, each anew; where the question is for a rate ("how many mW for ever
/// after") one long run begins at rest once. MSER-5 says where the start ends (`WarmUp`), batch
/// means give the interval (`BatchMeans`).
public struct SteadyState: Sendable {
    /// One power in its steady state.
    public struct Rate: Sendable {
        public let quantity: Measurand
        /// Of the series of stretches; `nil` for a run of fewer than fifty.
        public let warmUp: WarmUp?
        /// Of what is left; `nil` for fewer than ten stretches.
        public let batches: BatchMeans?
    }

    /// What a rate is known of.
    public enum Measurand: String, CaseIterable, Sendable {
        /// Mean power of the whole phone.
        case power
        /// Mean power of its radios.
        case radioPower = "radio-power"
        /// The share of the battery used.
        case drain

        /// As files have it.
        public var unit: String {
            switch self {
            case .power, .radioPower: "mW"
            case .drain: "percent_per_hour"
            }
        }
    }

    /// The fewest stretches from which a warm-up can be told.
    public static let fewest = 10 * WarmUp.group

    public let policy: String
    public let replication: Int
    /// How long the stretches are that the run is cut into.
    public let stretch: TimeSpan
    public let rates: [Rate]
    /// Why the run was cut short, so that nothing can be said by it; `nil`: it was not.
    public let failure: RunFailure?

    /// Simulates one run.
    ///
    /// - Parameters:
    ///   - scenario: whose horizon holds at least ``fewest`` stretches; a part of one at the end is
    ///     left out.
    ///   - policy: one of the scenario's.
    ///   - replication: from 0; the same number is the same world under every policy.
    ///   - stretch: longer than zero.
    public init(
        _ scenario: Scenario, policy: NamedPolicy, replication: Int, stretch: TimeSpan
    ) {
        let plan = RunPlan(scenario, policy: policy.options)
        var series = PowerSeries(plan.books, scenario.horizon, stretch)
        let result = plan.run(replication: replication) { (posting: Posting) throws(Never) in
            series.add(posting)
        }
        failure = result.excess.map {
            RunFailure($0, policy: policy.name, replication: replication)
        }
        self.policy = policy.name
        self.replication = replication
        self.stretch = stretch
        let drain = 3600 * 100 / scenario.device.battery.energy.magnitude
        rates = [
            Rate(.power, series.phone), Rate(.radioPower, series.radio),
            Rate(.drain, series.phone.map { $0 * drain }),
        ]
    }
}

extension SteadyState.Rate {
    fileprivate init(_ quantity: SteadyState.Measurand, _ series: [Double]) {
        let warmUp = WarmUp(series)
        self.init(
            quantity: quantity, warmUp: warmUp,
            batches: BatchMeans(
                Array(series.dropFirst(warmUp?.truncated ?? 0)), level: Experiment.level))
    }
}

/// Mean powers of equally long stretches of a run, in milliwatts.
private struct PowerSeries {
    private let plan: LedgerPlan
    private let stretch: Int64
    private(set) var phone: [Double]
    private(set) var radio: [Double]

    init(_ plan: LedgerPlan, _ horizon: TimeSpan, _ stretch: TimeSpan) {
        self.plan = plan
        self.stretch = stretch.nanoseconds
        let count = Int(horizon.nanoseconds / stretch.nanoseconds)
        phone = [Double](repeating: 0, count: count)
        radio = phone
    }

    /// Within a posting power counts as constant, cycles as their mean.
    mutating func add(_ posting: Posting) {
        let length = posting.until.nanoseconds - posting.from.nanoseconds
        guard length > 0 else { return }
        let component = plan.lines[posting.line].component
        let isRadio = component == .cellular || component == .wifi
        // mJ a nanosecond, and so a share of the stretch's mean power in mW.
        let energy = posting.energy(plan).magnitude
        let rate = energy / Double(length) / (Double(stretch) / 1e9)
        var from = posting.from.nanoseconds
        while from < posting.until.nanoseconds {
            let place = Int(from / stretch)
            guard place < phone.count else { return }
            let until = min(posting.until.nanoseconds, Int64(place + 1) * stretch)
            let power = rate * Double(until - from)
            phone[place] += power
            if isRadio { radio[place] += power }
            from = until
        }
    }
}
