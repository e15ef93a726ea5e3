import Kernel
import Statistics

public struct FittedQuantity: Equatable, Sendable {
    /// The part of the data, such as a state or a network and direction; empty for all.
    public let group: String
    /// Its name: `timer`, `base`, `power`.
    public let quantity: String
    /// The unit's symbol; empty for a count or a share.
    public let unit: String
    public let estimate: Double
    /// In that unit; `nil` where the data give none.
    public let interval: ConfidenceInterval?
    /// The source of the interval: `bootstrap of probes`; empty without one.
    public let method: String

    init(
        _ quantity: String, _ unit: String, group: String = "", estimate: Double,
        interval: ConfidenceInterval? = nil, method: String = ""
    ) {
        (self.group, self.quantity, self.unit, self.estimate) = (group, quantity, unit, estimate)
        self.interval = interval
        self.method = interval == nil ? "" : method
    }
}

public struct FitResidual: Equatable, Sendable {
    public let group: String
    public let place: Double
    public let observed: Double
    public let fitted: Double
}

/// Why data of the right form do not determine a fit.
public enum FitError: Error, Equatable, Sendable, CustomStringConvertible {
    case tooFewSilences(found: Int, needed: Int)
    /// The shortest stay leaves no room for a step.
    case stayTooLong(asked: Double, longest: Double)
    case noThroughputDiffers(groups: [String])
    case noRuns
    case tooFewLevels(found: Int, asked: Int)
    case oneLevel
    case noTimer(state: String)
    case activityTooLong(state: String, length: Double)
    case noStep
    case otherTimers(found: Int, radio: String, possible: Int)
    /// The template's timers before the first one shown already take longer than that one's
    /// silence.
    case timerTooShort(place: Double, radio: String, before: Double)
    case networkUntold(asked: String?, possible: [String])
    case fallingLine(direction: String, slope: Double)
    case floorTooHigh(base: Double, floor: Double)
    case tooFewStretches(found: Int, needed: Int)
    case otherPhone(least: Double, most: Double)

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
        case .oneLevel:
            "the power is one level: there is nothing to make a profile of\n"
                + "Measure while data pass and until the radio has come to rest; a smaller --step "
                + "tells more levels apart."
        case .noTimer(let state):
            "the log never shows \(state) from its beginning to its end\n"
                + "Measure longer, so that the radio comes to rest after data; --states or --step "
                + "decide what a state is."
        case .activityTooLong(let state, let length):
            "the peaks in \(state) are \(Seconds(length)) long, no longer than data are said to "
                + "pass\nGive --activity the time in which data pass, without the tail after it."
        case .noStep:
            "the probes show no timer: answers take as long after every silence\n"
                + "Probe after longer silences, until the radio has come to rest."
        case .otherTimers(let found, let radio, let possible):
            "the probes show \(found) timers, and \(radio) has \(possible)\n"
                + "Complete a radio with \(found) states above rest, or take a longer "
                + "--shortest-stay, which tells fewer apart."
        case .timerTooShort(let place, let radio, let before):
            "the first timer that the probes show is at \(place) s, and \(radio) has \(before) s "
                + "of others before it\n" + "Complete a radio with shorter ones, or with fewer."
        case .networkUntold(let asked, let possible):
            possible == [""]
                ? "the data name no network\nLeave --network out."
                : (asked.map { "there is no network \"\($0)\"" }
                    ?? "the data are of several networks")
                    + "\nName one by --network: \(possible.joined(separator: ", "))."
        case .fallingLine(let direction, let slope):
            "the power falls with throughput, \(direction): \(slope) mW/Mbps\n"
                + "Measure at more throughputs; --robust weighs far-out powers down."
        case .floorTooHigh(let base, let floor):
            "the base is \(base) mW, not above the floor within it, \(floor) mW\n"
                + "Give --floor what the meter shows with the radio off."
        case .tooFewStretches(let found, let needed):
            "\(found) stretches of 30 min and more with the display off have a known charge, of "
                + "\(needed) needed\nRecord longer, or give more files of this phone."
        case .otherPhone(let least, let most):
            "the files are of different phones: capacities from \(least) to \(most) mAh\n"
                + "Give files of one phone."
        }
    }
}
