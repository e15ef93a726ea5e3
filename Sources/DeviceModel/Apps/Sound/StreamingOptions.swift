import Kernel

/// Options of `trickle`, `chunked`, `buffered` and `downloaded`.
public struct StreamingOptions: Hashable, Sendable {
    /// Of the audio itself; greater than zero.
    public var bitRate: BitsPerSecond
    public var fetch: Fetch
    /// So much sound must be there before playing begins, or begins again; of what is downloaded
    /// all must be.
    public var startBuffer: TimeSpan
    /// The largest piece that is asked for at once; greater than zero.
    public var request: Bytes
    public var life = Life()

    /// What happens to the player outside of fetching.
    public struct Life: Hashable, Sendable {
        public var foregroundFor = TimeSpan.zero
        public var background = Background.audio
        public var levelMeters = LevelMeters.absent
        /// Whether it plays on after an interruption where the system says that it may (SR-017).
        public var resumes = true
    }

    /// When data is fetched.
    public enum Fetch: Hashable, Sendable {
        /// At the play rate: every `every`, as much as was played.
        case trickle(every: TimeSpan)
        /// A whole track, or `ahead` of it, at full speed; the next one `lead` before it is needed.
        case chunked(ahead: TimeSpan?, lead: TimeSpan)
        /// At full speed up to the high mark, again from the low mark.
        case buffered(low: TimeSpan, high: TimeSpan)
        /// So many tracks whole, from the start of the run on, before the user listens; further
        /// ones whole when it is their turn.
        case downloaded(tracks: Int)
    }

    /// What becomes of the player when it leaves the foreground (SR-014).
    public enum Background: String, CaseIterable, Hashable, Sendable {
        /// It has the audio mode and plays on.
        case audio
        /// It does not declare the mode, and is suspended.
        case suspended
    }

    /// Meters that the graphics processor draws while sound plays (SR-006).
    public enum LevelMeters: String, CaseIterable, Hashable, Sendable {
        case absent = "none"
        /// The app stops them when it leaves the foreground.
        case stopped
        /// They are drawn in the background too.
        case running
    }

    /// So much sound must be there before playing begins; `nil`: all of the track.
    var enough: TimeSpan? {
        switch fetch {
        case .trickle, .chunked, .buffered: startBuffer
        case .downloaded: nil
        }
    }

    /// Whether what has been fetched outlives the app.
    var isKept: Bool {
        switch fetch {
        case .trickle, .chunked, .buffered: false
        case .downloaded: true
        }
    }
}

extension StreamingOptions {
    func check(in setting: PolicySetting) throws(Refusal) {
        let (system, world) = (setting.system, setting.world)
        if life.background == .audio, !system.audio.keepsRunning {
            throw .audioNotKeptRunning(system: system.name)
        }
        if world.listening == nil { throw .nobodyListens }
        if !(bitRate > .zero) { throw .nonPositive(option: "bit-rate", found: "\(bitRate)") }
        try atLeast(Bytes(1000), request, "request")
        if startBuffer <= .zero {
            throw .nonPositive(option: "start-buffer", found: "\(startBuffer.seconds)")
        }
        if life.levelMeters != .absent, life.foregroundFor <= .zero,
            world.apps.allSatisfy({ !$0.isOpened })
        {
            throw .metersNeverSeen
        }
        switch fetch {
        case .trickle(let every):
            try atLeast(Seconds(0.1), every.seconds, "every")
        case .chunked(let ahead, _):
            if let ahead, ahead <= .zero {
                throw .nonPositive(option: "ahead", found: "\(ahead.seconds)")
            }
        case .buffered(let low, let high):
            if low <= .zero { throw .nonPositive(option: "low", found: "\(low.seconds)") }
            if low >= high { throw .marksOutOfOrder(low: low, high: high) }
            if startBuffer > high { throw .startBufferAboveHigh(start: startBuffer, high: high) }
        case .downloaded(let tracks):
            if tracks < 1 { throw .tooSmall(option: "tracks", found: "\(tracks)", least: "1") }
        }
    }
}
