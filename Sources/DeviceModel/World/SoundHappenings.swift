import Kernel

/// What a user does about the phone's sound, whatever app makes it.
public struct SoundHappenings: Hashable, Sendable {
    /// From one press of a headset's button, or of the buttons over the home screen, to the next;
    /// `nil`: nobody presses it.
    public var remoteControl: Distribution<Seconds>?
    /// From one press of the button for the next track to the next; `nil`: there is none.
    public var nextTrack: Distribution<Seconds>?
    /// The same of the button that goes back to the beginning of the track.
    public var previousTrack: Distribution<Seconds>?
    /// From one time that the headset is pulled out to the next; `nil`: it never is.
    public var headsetRemoved: Distribution<Seconds>?
    /// When somebody else's player plays; `nil`: none does.
    public var otherPlayer: Spells?
    /// When what plays is heard from a receiver in the house; `nil`: never.
    public var airPlay: AirPlay?
}

/// Times in which the phone's sound goes to a receiver over Wi-Fi, in the place of its own output.
public struct AirPlay: Hashable, Sendable {
    public var every: Distribution<Seconds> = .constant(.zero)
    public var duration: Distribution<Seconds> = .constant(.zero)
    /// Of the stream to the receiver; greater than zero.
    public var rate: BitsPerSecond = Self.losslessRate

    /// Apple Lossless of 44.1 kHz in stereo, packed to three fifths; an assumption.
    public static let losslessRate = BitsPerSecond(850_000)

    /// The times alone.
    var spells: Spells { Spells(every: every, duration: duration) }
}

/// What a user does about the sound during one run: what has been drawn of it so far.
///
/// It lies apart from the world, which is as small and as fast as one in which no user touches the
/// sound.
final class SoundWorld {
    private let profile: SoundHappenings
    private var remoteControl: Recurrence?
    private var nextTrack: Recurrence?
    private var previousTrack: Recurrence?
    private var headsetRemoved: Recurrence?
    private var otherPlayer: Recurrence?
    private var airPlay: Recurrence?
    /// Whether a player beside the apps plays, or would but for a call.
    private(set) var otherPlays = false

    /// - Parameter stream: the world's stream for a purpose.
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

    /// Every stream as it stands, always in the same order.
    var streams: [RandomStream] {
        [remoteControl, nextTrack, previousTrack, headsetRemoved, otherPlayer, airPlay]
            .compactMap { $0?.stream }
    }

    /// Plans the first of each.
    func begin(in calendar: inout Calendar) {
        plan(.remoteControl, after: remoteControl?.gap(at: calendar.now), in: &calendar)
        plan(.nextTrack, after: nextTrack?.gap(at: calendar.now), in: &calendar)
        plan(.previousTrack, after: previousTrack?.gap(at: calendar.now), in: &calendar)
        plan(.headsetRemoved, after: headsetRemoved?.gap(at: calendar.now), in: &calendar)
        plan(.otherPlayerBegins, after: otherPlayer?.gap(at: calendar.now), in: &calendar)
        plan(.airPlay(.begins), after: airPlay?.gap(at: calendar.now), in: &calendar)
    }

    /// Lives through one of them, and plans the next of its kind.
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

    /// What plays is heard from a receiver from now on, or from the phone; plans what follows.
    func airPlay(begins: Bool, in calendar: inout Calendar) {
        if begins {
            let length = profile.airPlay.flatMap { airPlay?.draw($0.duration) }
            plan(.airPlay(.ends), after: length.map(TimeSpan.init), in: &calendar)
        } else {
            plan(.airPlay(.begins), after: airPlay?.gap(at: calendar.now), in: &calendar)
        }
    }

    private func plan(
        _ kind: Event.OfSound, after gap: TimeSpan?, in calendar: inout Calendar
    ) {
        plan(.sound(kind), after: gap, in: &calendar)
    }

    private func plan(_ event: Event.Rare, after gap: TimeSpan?, in calendar: inout Calendar) {
        guard let gap else { return }
        calendar.schedule(.rare(event), at: calendar.now + gap, priority: .arrival)
    }
}
