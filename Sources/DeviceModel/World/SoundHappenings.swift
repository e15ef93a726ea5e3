/// Actions of a user on the phone's sound, whichever app makes it.
public struct SoundHappenings: Hashable, Sendable {
    /// Presses of a play button, on the headset or above the home screen; `nil`: none.
    public var remoteControl: Distribution<Seconds>?
    /// Presses of the button for the next track; `nil`: none.
    public var nextTrack: Distribution<Seconds>?
    /// Presses of the button for the beginning of the track; `nil`: none.
    public var previousTrack: Distribution<Seconds>?
    /// `nil`: never.
    public var headsetRemoved: Distribution<Seconds>?
    /// A player outside the modelled apps; `nil`: never.
    public var otherPlayer: Spells?
    /// `nil`: never.
    public var airPlay: AirPlay?

    var processes: [Process] {
        [
            Process("remote-control", remoteControl), Process("next-track", nextTrack),
            Process("previous-track", previousTrack), Process("headset-removed", headsetRemoved),
            Process("other-player", otherPlayer), Process("air-play", airPlay?.spells),
        ]
    }
}

/// Sound goes to a receiver over Wi-Fi instead of the phone's own output.
public struct AirPlay: Formed, Hashable, Sendable {
    public var every: Distribution<Seconds> = .constant(.zero)
    public var duration: Distribution<Seconds> = .constant(.zero)
    /// Greater than zero.
    public var rate: BitsPerSecond = Self.losslessRate

    /// Apple Lossless at 44.1 kHz in stereo, compressed to three fifths; an assumption.
    public static let losslessRate = BitsPerSecond(850_000)

    var spells: Spells { Spells(every: every, duration: duration) }

    public static let form = Form(Self(), "Sound sent to a receiver over Wi-Fi.").required(
        .law("every", \.every, "Time from an end to the next start.", .betweenEvents),
        .law("duration", \.duration, "Time from a start to its end.", .betweenEvents)
    ).optional(.quantity("rate", \.rate, "Bit rate of the stream to the receiver.", .aboveZero))
}

/// The user's random sound actions during one run.
///
/// A separate object keeps `World` small and fast where no user touches the sound.
final class SoundWorld {
    /// In the order of the profile's processes.
    private var recurrences: [Recurrence?]
    /// Whether a player outside the modelled apps plays, or would without a call.
    private(set) var otherPlays = false

    private enum Source: Int {
        case remoteControl, nextTrack, previousTrack, headsetRemoved, otherPlayer, airPlay
    }

    init(_ profile: SoundHappenings, stream: (String) -> RandomStream) {
        recurrences = profile.processes.map { $0.recurrence(stream) }
    }

    /// The streams in a fixed order.
    var streams: [RandomStream] { recurrences.compactMap { $0?.stream } }

    /// Schedules the first event of each kind.
    func begin(in calendar: inout Calendar) {
        let first: [Event.OfSound] = [
            .remoteControl, .nextTrack, .previousTrack, .headsetRemoved, .otherPlayerBegins,
        ]
        for (index, kind) in first.enumerated() {
            recurrences[index]?.plan(.sound(kind), in: &calendar)
        }
        plan(.airPlay, .airPlay(.begins), in: &calendar)
    }

    /// Handles an event and schedules the next of its kind.
    func happen(_ kind: Event.OfSound, in calendar: inout Calendar) -> SoundAction {
        switch kind {
        case .remoteControl:
            plan(.remoteControl, .sound(kind), in: &calendar)
            return .presses(.playOrPause)
        case .nextTrack:
            plan(.nextTrack, .sound(kind), in: &calendar)
            return .presses(.next)
        case .previousTrack:
            plan(.previousTrack, .sound(kind), in: &calendar)
            return .presses(.previous)
        case .headsetRemoved:
            plan(.headsetRemoved, .sound(kind), in: &calendar)
            return .removesHeadset
        case .otherPlayerBegins:
            plan(.otherPlayer, .sound(.otherPlayerEnds), isEnd: true, in: &calendar)
            otherPlays = true
            return .startsOtherPlayer
        case .otherPlayerEnds:
            plan(.otherPlayer, .sound(.otherPlayerBegins), in: &calendar)
            otherPlays = false
            return .endsOtherPlayer
        }
    }

    /// Schedules the end, or the next beginning.
    func airPlay(begins: Bool, in calendar: inout Calendar) {
        plan(.airPlay, .airPlay(begins ? .ends : .begins), isEnd: begins, in: &calendar)
    }

    private func plan(
        _ source: Source, _ event: Event.Rare, isEnd: Bool = false, in calendar: inout Calendar
    ) { recurrences[source.rawValue]?.plan(event, isEnd: isEnd, in: &calendar) }
}
