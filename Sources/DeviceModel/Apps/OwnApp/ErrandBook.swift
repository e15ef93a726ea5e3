/// A rule of an app whose errands are counted separately.
public struct ErrandRule: Hashable, Sendable {
    /// The app's name among several apps; empty for a single app.
    public var app: String
    public var rule: String

    public init(app: String = "", rule: String) { (self.app, self.rule) = (app, rule) }
}

/// The errands of one rule in a run.
public struct ErrandBook: Hashable, Sendable {
    public internal(set) var begun = 0
    public internal(set) var done = 0
    /// Errands broken off when the app ended, a limit was reached, a request failed or no position
    /// was found.
    public internal(set) var cutOff = 0
    /// How often the rule fired while the system did not let the app run.
    public internal(set) var refused = 0
    /// Bytes carried in vain: by requests that failed or were broken off, and by cancelled system
    /// transfers.
    public internal(set) var wasted: Int64 = 0
    /// From the trigger to the end of the last step. Errands under way at the horizon count as not
    /// ended.
    public internal(set) var delays = DurationHistogram()

    init() {}

    /// Mean delay of finished errands in seconds; `nil` if there are none.
    public var meanDelay: Double? { delays.meanSeconds }
}

extension MetricValues {
    /// Reports the sums over all rules of an app.
    mutating func report(_ books: [ErrandBook]) {
        var (begun, done, cutOff, refused, wasted) = (0, 0, 0, 0, Int64(0))
        var delays = DurationHistogram()
        for book in books {
            begun += book.begun
            done += book.done
            cutOff += book.cutOff
            refused += book.refused
            wasted += book.wasted
            delays.add(book.delays)
        }
        self[.errandsBegun] = Double(begun)
        self[.errandsDone] = Double(done)
        self[.errandsCutOff] = Double(cutOff)
        self[.errandsRefused] = Double(refused)
        self[.bytesWasted] = Double(wasted)
        self[.errandDelay] = delays.meanSeconds
        durations[.errandDelay] = delays
    }
}

extension PolicyOptions {
    /// The rules whose errands are counted, in the order of ``RunResult/errands``; empty if no app
    /// has rules.
    public var errandRules: [ErrandRule] { behaviour.errandRules }
}
