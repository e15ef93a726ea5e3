public struct RuleErrands: Sendable {
    public let rule: ErrandRule
    /// From the firing of the rule to the end of its last step, for completed errands.
    public private(set) var delays = PooledDurations(.errandDelay)
    /// By figure and replication; NaN where there is no value.
    private var values: [[Double]]

    public enum Figure: Int, CaseIterable, Sendable {
        case begun, done, cutOff, refused
        /// In bytes.
        case wasted
        /// The mean over completed errands, in seconds; undefined without any.
        case delay

        public var metric: Metric { Self.sources[rawValue].metric }
        fileprivate func value(in book: ErrandBook) -> Double { Self.sources[rawValue].value(book) }

        private static let sources: [(metric: Metric, value: @Sendable (ErrandBook) -> Double)] = [
            (.errandsBegun, { Double($0.begun) }), (.errandsDone, { Double($0.done) }),
            (.errandsCutOff, { Double($0.cutOff) }), (.errandsRefused, { Double($0.refused) }),
            (.bytesWasted, { Double($0.wasted) }), (.errandDelay, { $0.meanDelay ?? .nan }),
        ]
    }

    static let bytesPerReplication = Figure.allCases.count * MemoryLayout<Double>.stride

    init(_ rule: ErrandRule) {
        self.rule = rule
        values = Figure.allCases.map { _ in [] }
    }

    mutating func add(_ book: ErrandBook) {
        for figure in Figure.allCases { values[figure.rawValue].append(figure.value(in: book)) }
        delays.add(book.delays)
    }

    mutating func add(_ other: RuleErrands) {
        for index in values.indices { values[index] += other.values[index] }
        delays.add(other.delays)
    }

    func put(into writer: inout NumberWriter) {
        for figure in values { for value in figure { writer.put(value) } }
        delays.put(into: &writer)
    }

    mutating func read(_ reader: inout NumberReader, _ count: Int) throws(UnreadableNumbers) {
        for index in values.indices {
            values[index] = []
            for _ in 0..<count { values[index].append(try reader.double() ?? .nan) }
        }
        delays = try PooledDurations(delays.kind, reading: &reader)
    }

    public func values(of figure: Figure) -> [Double?] {
        values[figure.rawValue].map { $0.isNaN ? nil : $0 }
    }

    fileprivate func mean(_ figure: Figure) -> Double {
        let values = values(of: figure).compactMap { $0 }
        return values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
    }
}

extension PolicyResult {
    /// One figure of a rule by replication or antithetic pair, without undefined values.
    public func values(of figure: RuleErrands.Figure, _ errands: RuleErrands) -> [Double] {
        let values = errands.values(of: figure)
        return (group == 2 ? AntitheticPairs.means(values) : values).compactMap { $0 }
    }

    public func interval(of figure: RuleErrands.Figure, _ errands: RuleErrands) -> MeanInterval {
        MeanInterval(values(of: figure, errands), isExact: isExact, level: Experiment.level)
    }

    fileprivate func name(ofApp app: String) -> String {
        app.isEmpty ? policy.name : "\(app) of \(policy.name)"
    }

    fileprivate func idleErrands(in scenario: Scenario) -> [(app: String, found: IdleErrands)] {
        guard !replications.isEmpty else { return [] }
        return errands.map(\.rule.app).firstOfEach.flatMap { app in
            let rules = errands.filter { $0.rule.app == app }
            let refused = rules.reduce(0) { $0 + $1.mean(.refused) }
            if refused > 0, rules.allSatisfy({ $0.mean(.begun) == 0 }) {
                return [(app, IdleErrands.refused(perRun: refused))]
            }
            let known = policy.options.idleRules(ofApp: app, in: scenario)
            return rules.filter {
                $0.mean(.begun) == 0 && $0.mean(.refused) == 0 && !known.contains($0.rule.rule)
            }.map { rule in
                let name = rule.rule.rule
                let isAsleep = policy.options.sleeps(name, ofApp: app, in: scenario)
                return (app, IdleErrands.neverBegan(rule: name, isAsleep: isAsleep))
            }
        }
    }
}

public enum IdleErrands: Hashable, Sendable {
    /// The system refused every errand of the app.
    case refused(perRun: Double)
    /// A rule began no errand, although none was refused and its trigger can fire.
    ///
    /// - Parameter isAsleep: Whether the rule's own timer stands still while the phone sleeps.
    case neverBegan(rule: String, isAsleep: Bool)

    public var words: String {
        switch self {
        case .refused: "rules that could do nothing"
        case .neverBegan(let rule, _): "rule \(rule) began no errand in any run"
        }
    }

    public var advice: String {
        switch self {
        case .refused:
            "Look at what it declares, what keeps it running, and when the world opens it."
        case .neverBegan(_, isAsleep: true):
            "Its timer stops while the phone sleeps (R021). An alarm (by: alarm) wakes it."
        case .neverBegan: "Look at when it fires, at its conditions and at the horizon."
        }
    }
}

extension ExperimentResult {
    public var idleErrands: [(app: String, found: IdleErrands)] {
        policies.flatMap { policy in
            policy.idleErrands(in: scenario).map { (policy.name(ofApp: $0.app), $0.found) }
        }
    }
}

extension PolicyOptions {
    private func named(_ app: String) -> AppsOptions.App? {
        severalApps?.apps.first { $0.name == app }
    }

    private func ownApp(_ app: String) -> OwnAppOptions? {
        (named(app)?.options ?? self).options(as: OwnAppOptions.self)
    }

    /// Whether the rule has a timer of its own, which stands still while the phone sleeps.
    fileprivate func sleeps(_ rule: String, ofApp app: String, in scenario: Scenario) -> Bool {
        guard let own = ownApp(app), let rule = own.rules.first(where: { $0.name == rule }) else {
            return false
        }
        return scenario.system.timers.standStill(rule, of: own)
    }

    /// The rules of an app that the scenario's notes already report: nothing triggers them.
    fileprivate func idleRules(ofApp app: String, in scenario: Scenario) -> [String] {
        var world = scenario.world
        if let place = named(app)?.place, world.apps.indices.contains(place) {
            world.apps = [world.apps[place]]
        }
        return ownApp(app)?.idleRules(in: world, on: scenario.radio.technology).map(\.rule) ?? []
    }
}
