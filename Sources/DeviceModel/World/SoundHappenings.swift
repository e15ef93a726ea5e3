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
    private let profile: SoundHappenings
    private var remoteControl: Recurrence?
    private var nextTrack: Recurrence?
    private var previousTrack: Recurrence?
    private var headsetRemoved: Recurrence?
    private var otherPlayer: Recurrence?
    private var airPlay: Recurrence?
    /// Whether a player outside the modelled apps plays, or would without a call.
    private(set) var otherPlays = false

    init(_ profile: SoundHappenings, stream: (String) -> RandomStream) {
        self.profile = profile
        func recurrence(_ every: Distribution<Seconds>?, _ purpose: String) -> Recurrence? {
            every.map { Recurrence(every: $0, stream: stream(purpose)) }
        }
        remoteControl = recurrence(profile.remoteControl, "remote-control")
        nextTrack = recurrence(profile.nextTrack, "next-track")
        previousTrack = recurrence(profile.previousTrack, "previous-track")
        headsetRemoved = recurrence(profile.headsetRemoved, "headset-removed")
        otherPlayer = profile.otherPlayer.map { $0.recurrence(stream("other-player")) }
        airPlay = profile.airPlay.map { $0.spells.recurrence(stream("air-play")) }
    }

    /// Schedules the first event of each kind.
    func begin(in calendar: inout Calendar) {
        plan(.remoteControl, after: remoteControl?.gap(at: calendar.now), in: &calendar)
        plan(.nextTrack, after: nextTrack?.gap(at: calendar.now), in: &calendar)
        plan(.previousTrack, after: previousTrack?.gap(at: calendar.now), in: &calendar)
        plan(.headsetRemoved, after: headsetRemoved?.gap(at: calendar.now), in: &calendar)
        plan(.otherPlayerBegins, after: otherPlayer?.gap(at: calendar.now), in: &calendar)
        plan(.airPlay(.begins), after: airPlay?.gap(at: calendar.now), in: &calendar)
    }

    /// Handles an event and schedules the next of its kind.
    func happen(_ kind: Event.OfSound, in calendar: inout Calendar) -> SoundAction {
        switch kind {
        case .remoteControl:
            plan(.remoteControl, after: remoteControl?.gap(at: calendar.now), in: &calendar)
            return .presses(.playOrPause)
        case .nextTrack:
            plan(.nextTrack, after: nextTrack?.gap(at: calendar.now), in: &calendar)
            return .presses(.next)
        case .previousTrack:
            plan(.previousTrack, after: previousTrack?.gap(at: calendar.now), in: &calendar)
            return .presses(.previous)
        case .headsetRemoved:
            plan(.headsetRemoved, after: headsetRemoved?.gap(at: calendar.now), in: &calendar)
            return .removesHeadset
        case .otherPlayerBegins:
            let length = profile.otherPlayer.flatMap { otherPlayer?.draw($0.duration) }
            plan(.otherPlayerEnds, after: length.map(TimeSpan.init), in: &calendar)
            otherPlays = true
            return .startsOtherPlayer
        case .otherPlayerEnds:
            plan(.otherPlayerBegins, after: otherPlayer?.gap(at: calendar.now), in: &calendar)
            otherPlays = false
            return .endsOtherPlayer
        }
    }

    /// Schedules the end, or the next beginning.
    func airPlay(begins: Bool, in calendar: inout Calendar) {
        if begins {
            let length = profile.airPlay.flatMap { airPlay?.draw($0.duration) }
            plan(.airPlay(.ends), after: length.map(TimeSpan.init), in: &calendar)
        } else {
            plan(.airPlay(.begins), after: airPlay?.gap(at: calendar.now), in: &calendar)
        }
    }

    private func plan(_ kind: Event.OfSound, after gap: TimeSpan?, in calendar: inout Calendar) {
        plan(.sound(kind), after: gap, in: &calendar)
    }

    private func plan(_ event: Event.Rare, after gap: TimeSpan?, in calendar: inout Calendar) {
        guard let gap else { return }
        calendar.schedule(.rare(event), at: calendar.now + gap, priority: .arrival)
    }
}
