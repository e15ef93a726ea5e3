import EventKernel
import Quantities

/// Options of `background-work`: an app that a mode of its own keeps running in the background,
/// where it computes.
public struct BackgroundWorkOptions: Hashable, Sendable {
    /// From the beginning of one piece of work to that of the next, if it is done by then.
    public var every: TimeSpan
    /// What one piece takes of a whole processor.
    public var work: TimeSpan
    /// How much of `every` a piece may come early, to share a wake-up; beside what the system
    /// allows. `nil`: as much as the system does.
    public var tolerance: Fraction?

    public init(every: TimeSpan, work: TimeSpan, tolerance: Fraction? = nil) {
        self.every = every
        self.work = work
        self.tolerance = tolerance
    }

    func check(_ system: SystemRules) throws(PolicyError) {
        try atLeast(Seconds(1), every.seconds, "every")
        try atLeast(Seconds(0.001), work.seconds, "work")
        if !system.standardLocation.keepsRunning {
            throw .backgroundWork(.notKeptRunning(system: system.name))
        }
        if let tolerance, tolerance.magnitude > 1 {
            throw .backgroundWork(.tooTolerant(tolerance))
        }
    }
}

/// What is wrong with a policy `background-work`.
public enum BackgroundWorkFault: Error, Hashable, Sendable {
    case notKeptRunning(system: String)
    case tooTolerant(Fraction)

    /// What is wrong.
    public var message: String {
        switch self {
        case .notKeptRunning(let system):
            "\(system) suspends every app in the background, so none computes there"
        case .tooTolerant(let found): "tolerance is \(found), but must be at most 100 %"
        }
    }

    /// What is possible instead.
    public var advice: String {
        switch self {
        case .notKeptRunning: "Choose a system that keeps location apps running, such as ios-4."
        case .tooTolerant: "Set it to 100 % or less."
        }
    }

    /// The option at fault, as the file spells it, where there is one.
    public var option: String? {
        switch self {
        case .notKeptRunning: nil
        case .tooTolerant: "tolerance"
        }
    }
}
