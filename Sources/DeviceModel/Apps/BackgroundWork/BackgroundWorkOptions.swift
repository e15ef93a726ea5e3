import EventKernel
import Quantities

/// Options of `background-work`: an app that a mode of its own keeps running in the background,
/// where it computes.
public struct BackgroundWorkOptions: Hashable, Sendable {
    /// From the beginning of one piece of work to that of the next, if it is done by then.
    public var every: TimeSpan
    /// What one piece takes of a whole processor.
    public var work: TimeSpan
    /// How early a piece may come, to share a wake-up, where the system heeds that; beside what the
    /// system allows by itself.
    public var tolerance: TimeSpan
    /// Whether it plays silence all the time so as not to be suspended, instead of running a
    /// location service.
    public var playsSilence: Bool

    public init(
        every: TimeSpan, work: TimeSpan, tolerance: TimeSpan = .zero, playsSilence: Bool = false
    ) {
        self.every = every
        self.work = work
        self.tolerance = tolerance
        self.playsSilence = playsSilence
    }

    func check(in setting: PolicySetting) throws(Refusal) {
        let system = setting.system
        try atLeast(Seconds(1), every.seconds, "every")
        try atLeast(Seconds(0.001), work.seconds, "work")
        if playsSilence {
            if !system.audio.keepsRunning { throw .audioNotKeptRunning(system: system.name) }
        } else if !system.standardLocation.keepsRunning {
            throw .notKeptRunning(system: system.name)
        }
        try checkTolerance(tolerance, every: every)
    }
}

extension Refusal {
    static func notKeptRunning(system: String) -> Refusal {
        Refusal(
            "\(system) suspends every app in the background, so none computes there",
            advice: "Choose a system that keeps location apps running, such as ios-4.")
    }
}
