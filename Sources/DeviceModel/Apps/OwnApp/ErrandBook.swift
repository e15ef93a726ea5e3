/// A rule of an app, whose errands are counted by themselves.
public struct ErrandRule: Hashable, Sendable {
    /// What the app is called among several; empty for one that is alone.
    public var app: String
    public var rule: String

    public init(app: String = "", rule: String) { (self.app, self.rule) = (app, rule) }
}

/// What the errands of one rule came to in a run.
public struct ErrandBook: Hashable, Sendable {
    public internal(set) var begun = 0
    public internal(set) var done = 0
    /// Broken off: by the app's end, a limit, a request that failed, a position that was not found.
    public internal(set) var cutOff = 0
    /// Times that the rule fired, and the system did not let the app run.
    public internal(set) var refused = 0
    /// Bytes carried for nothing: of requests that failed or were broken off, and of what was
    /// handed over to the system and cancelled.
    public internal(set) var wasted: Int64 = 0
    /// From the trigger to the last step's end. Errands that are under way at the horizon have not
    /// ended.
    public internal(set) var delays = DurationHistogram()

    init() {}

    /// From the trigger to the last step's end, mean of the errands done in seconds; `nil`: none
    /// was.
    public var meanDelay: Double? { delays.meanSeconds }
}

extension MetricValues {
    /// What all rules of an app came to together.
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
    /// The rules whose errands each run counts, in the order of its ``RunResult/errands``; none
    /// where no app has rules.
    public var errandRules: [ErrandRule] { behaviour.errandRules }
}
