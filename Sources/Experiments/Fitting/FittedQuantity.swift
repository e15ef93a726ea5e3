import Statistics

/// One number that a fit found, as files and terminals show it.
public struct FittedQuantity: Equatable, Sendable {
    /// Which part of the data: a network and direction, a state; empty where there is one only.
    public let group: String
    /// What it is: `timer`, `base`, `power`.
    public let quantity: String
    /// The unit's symbol; empty for a count or a share.
    public let unit: String
    /// The value in that unit.
    public let estimate: Double
    /// In the same unit; `nil` where the data give none.
    public let interval: ConfidenceInterval?
    /// Where the interval is from: `bootstrap of probes`; empty without one.
    public let method: String

    init(
        _ quantity: String, _ unit: String, group: String = "", estimate: Double,
        interval: ConfidenceInterval? = nil, method: String = ""
    ) {
        self.group = group
        self.quantity = quantity
        self.unit = unit
        self.estimate = estimate
        self.interval = interval
        self.method = interval == nil ? "" : method
    }
}

/// An observation beside what a fit gives for it.
public struct FitResidual: Equatable, Sendable {
    /// As in ``FittedQuantity/group``.
    public let group: String
    /// Where it was observed, in the unit of the fit's horizontal axis.
    public let place: Double
    /// In the unit of the fit's vertical axis.
    public let observed: Double
    /// In the same unit.
    public let fitted: Double
}

/// Why data of the right form do not determine a fit.
public enum FitError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Round trips after too few different silences.
    case tooFewSilences(found: Int, needed: Int)
    /// A shortest stay that leaves no room for a step between two.
    case stayTooLong(asked: Double, longest: Double)
    /// No network and direction has throughputs that differ.
    case noThroughputDiffers(groups: [String])
    /// Lines through runs were asked for, but the data do not tell runs apart.
    case noRuns
    /// More states were asked for than the log shows levels.
    case tooFewLevels(found: Int, asked: Int)

    /// What was found, and on a second line what is possible.
    public var description: String {
        switch self {
        case .tooFewSilences(let found, let needed):
            "there are \(found) different silences, of \(needed) needed\n"
                + "Probe after more silences, from none to beyond the longest timer expected."
        case .stayTooLong(let asked, let longest):
            "a shortest stay of \(asked) s leaves no room for a step\n"
                + "Possible is at most \(longest) s, half of the probed silences."
        case .noThroughputDiffers(let groups):
            "no line can be fitted to \(groups.joined(separator: ", "))\n"
                + "Measure at two throughputs or more, three seconds at least."
        case .noRuns:
            "the data do not tell runs apart\n"
                + "Add a column time_since_start, which falls where a run begins."
        case .tooFewLevels(let found, let asked):
            "the log shows \(found) levels, but \(asked) states are asked for\n"
                + "Ask for \(found) or fewer, or leave the number out."
        }
    }
}
