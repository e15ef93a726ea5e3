/// Options of `trickle`, `chunked`, `buffered` and `downloaded`.
public struct StreamingOptions: Hashable, Sendable, BehaviourOptions {
    public var bitRate: BitsPerSecond
    public var fetch: Fetch
    /// The sound needed to start or resume playing; a download needs all of it.
    public var startBuffer: TimeSpan
    public var request: Bytes
    public var life = Life()

    /// What happens to the player outside of fetching.
    public struct Life: Hashable, Sendable {
        public var foregroundFor = TimeSpan.zero
        public var background = Background.audio
        public var levelMeters = LevelMeters.absent
        /// Whether it resumes after an interruption if the system allows that (SR-017).
        public var resumes = true
    }

    /// When data is fetched.
    public enum Fetch: Hashable, Sendable {
        /// At the play rate: at each interval, what was played.
        case trickle(every: TimeSpan)
        /// A whole track, or `ahead` of it, at full speed; the next one `lead` before it is needed.
        case chunked(ahead: TimeSpan?, lead: TimeSpan)
        /// At full speed up to the high mark, again from the low mark.
        case buffered(low: TimeSpan, high: TimeSpan)
        /// This many whole tracks from the start of the run; further ones whole in their turn.
        case downloaded(tracks: Int)
    }

    /// What happens to the player when it leaves the front (SR-014).
    public enum Background: String, CaseIterable, Hashable, Sendable {
        /// It has the audio mode, and plays on.
        case audio, suspended
    }

    /// Level meters, drawn by the graphics processor while sound plays (SR-006).
    public enum LevelMeters: String, CaseIterable, Hashable, Sendable {
        case absent = "none"
        /// The app stops them when it leaves the front.
        case stopped, running
    }

    /// The sound needed to start; `nil`: all of the track.
    var enough: TimeSpan? {
        switch fetch {
        case .trickle, .chunked, .buffered: startBuffer
        case .downloaded: nil
        }
    }

    /// Whether fetched sound survives the app.
    var isKept: Bool {
        switch fetch {
        case .trickle, .chunked, .buffered: false
        case .downloaded: true
        }
    }

    func check(in setting: PolicySetting) throws(Refusal) {
        let (system, world) = (setting.system, setting.world)
        if life.background == .audio { try system.checkPlaysInBackground() }
        try refuse(
            world.listening == nil, "the policy plays music, but this world has no listener",
            advice: "Describe the listener under world: listening.")
        try atLeast(Bytes(1000), request, "request")
        let isInFront = life.foregroundFor > .zero || world.apps.contains(where: \.isOpened)
        try refuse(
            life.levelMeters != .absent && !isInFront, option: "level-meters",
            "level meters need an app in front, but foreground-for is zero",
            advice: "Set foreground-for to more than zero.")
        switch fetch {
        case .trickle(let every): try atLeast(Seconds(0.1), every.seconds, "every")
        case .buffered(let low, let high):
            try refuse(
                low >= high, option: "low", elsewhere: "high",
                "the low mark, \(low.seconds), is not below the high mark, \(high.seconds)",
                advice: "Set low below high.")
            try refuse(
                startBuffer > high, option: "start-buffer", elsewhere: "high",
                "the start buffer, \(startBuffer.seconds), is above the high mark, "
                    + "\(high.seconds), so playback would never begin",
                advice: "Set it to \(high.seconds) or less.")
        case .chunked, .downloaded: break
        }
    }

    var needs: AppNeeds { [] }
    var activities: [String] { StreamingPolicy.Activity.names }
    func makePolicy() -> any Policy { StreamingPolicy(self) }
}

extension SystemRules {
    func checkPlaysInBackground() throws(Refusal) {
        try refuse(
            !audio.keepsRunning, "\(name) suspends an app that plays in the background",
            advice: "", isOfSystem: true)
    }
}
