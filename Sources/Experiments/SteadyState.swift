/// The steady-state power of one long run.
///
/// Replications each start at rest; here one long run starts once. MSER-5 (`WarmUp`) truncates the
/// start, and batch means (`BatchMeans`) give the interval.
public struct SteadyState: Sendable {
    /// One power in its steady state.
    public struct Rate: Sendable {
        public let quantity: Measurand
        /// `nil` for fewer than fifty stretches.
        public let warmUp: WarmUp?
        /// After the warm-up; `nil` for fewer than ten stretches.
        public let batches: BatchMeans?
    }

    public enum Measurand: String, CaseIterable, Sendable {
        case power
        case radioPower = "radio-power"
        /// The share of the battery used.
        case drain

        public var unit: String {
            switch self {
            case .power, .radioPower: "mW"
            case .drain: "percent_per_hour"
            }
        }
    }

    /// The fewest stretches from which to find a warm-up.
    public static let fewest = 10 * WarmUp.group

    public let policy: String
    public let replication: Int
    public let stretch: TimeSpan
    public let rates: [Rate]
    /// Why the run was cut short and has no result; `nil` if it was not.
    public let failure: RunFailure?

    /// Simulates one run.
    ///
    /// - `scenario`: Its horizon must hold at least ``fewest`` stretches; a partial one at the end
    ///   is ignored.
    /// - `replication`: From 0; a number is one world under every policy.
    /// - `stretch`: Above zero.
    public init(_ scenario: Scenario, policy: NamedPolicy, replication: Int, stretch: TimeSpan) {
        let plan = RunPlan(scenario, policy: policy.options)
        var series = PowerSeries(plan.books, scenario.horizon, stretch)
        let result = plan.run(replication: replication) { (posting: Posting) throws(Never) in
            series.add(posting)
        }
        failure = result.excess.map {
            RunFailure($0, policy: policy.name, replication: replication)
        }
        self.policy = policy.name
        (self.replication, self.stretch) = (replication, stretch)
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

/// Mean powers of equal stretches of a run, in milliwatts.
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

    /// Power is constant within a posting; cycles count with their mean.
    mutating func add(_ posting: Posting) {
        let length = posting.until.nanoseconds - posting.from.nanoseconds
        guard length > 0 else { return }
        let component = plan.lines[posting.line].component
        let isRadio = component == .cellular || component == .wifi
        // mJ per nanosecond, relative to the stretch: its share of the mean power in mW.
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
