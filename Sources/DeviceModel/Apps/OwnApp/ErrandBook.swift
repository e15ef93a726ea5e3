/// A rule of an app whose errands are counted separately.
public struct ErrandRule: Hashable, Sendable {
    /// Empty for a single app.
    public var app = ""
    public var rule: String
}

/// The errands of one rule in a run.
public struct ErrandBook: Hashable, Sendable {
    public internal(set) var begun = 0
    public internal(set) var done = 0
    /// Broken off: the app ended, or a limit, a request or a fix failed it.
    public internal(set) var cutOff = 0
    /// How often the system did not let the app run when the rule fired.
    public internal(set) var refused = 0
    /// Bytes of failed requests and cancelled system transfers.
    public internal(set) var wasted: Int64 = 0
    /// From the trigger to the end of the last step. Errands under way at the horizon are not
    /// ended.
    public internal(set) var delays = DurationHistogram()

    init() {}

    /// In seconds; `nil` if no errand is done.
    public var meanDelay: Double? { delays.meanSeconds }
}

extension MetricValues {
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
    /// The rules whose errands are counted, in the order of ``RunResult/errands``.
    public var errandRules: [ErrandRule] { behaviour.errandRules }
}
