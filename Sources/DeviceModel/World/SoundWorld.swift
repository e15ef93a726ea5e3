import EventKernel
import Quantities

/// What a user does about the sound during one run: what has been drawn of it so far.
struct SoundWorld: Sendable {
    private let profile: SoundHappenings
    private var remoteControl: Recurrence?
    private var headsetRemoved: Recurrence?
    private var otherPlayer: Recurrence?
    private var otherPlays = false
    private var isCalling = false

    /// - Parameter stream: the world's stream for a purpose.
    init(_ profile: SoundHappenings, stream: (String) -> RandomStream) {
        self.profile = profile
        func recurrence(_ every: Distribution<Seconds>?, _ purpose: String) -> Recurrence? {
            every.map { Recurrence(every: $0, stream: stream(purpose)) }
        }
        remoteControl = recurrence(profile.remoteControl, "remote-control")
        headsetRemoved = recurrence(profile.headsetRemoved, "headset-removed")
        otherPlayer = recurrence(profile.otherPlayer?.every, "other-player")
    }

    /// Every stream as it stands, always in the same order.
    var streams: [RandomStream] {
        [remoteControl, headsetRemoved, otherPlayer].compactMap { $0?.stream }
    }

    /// Plans the first of each.
    mutating func begin(on phone: inout Phone) {
        plan(.remoteControl, after: remoteControl?.gap(), on: &phone)
        plan(.headsetRemoved, after: headsetRemoved?.gap(), on: &phone)
        plan(.otherPlayerBegins, after: otherPlayer?.gap(), on: &phone)
    }

    /// Lives through one of them, and plans the next of its kind.
    ///
    /// - Returns: what apps are told.
    mutating func happen(_ kind: WorldEvent.Sound, on phone: inout Phone) -> SoundAction {
        switch kind {
        case .remoteControl:
            plan(.remoteControl, after: remoteControl?.gap(), on: &phone)
            return .pressesRemoteControl
        case .headsetRemoved:
            plan(.headsetRemoved, after: headsetRemoved?.gap(), on: &phone)
            return .removesHeadset
        case .otherPlayerBegins:
            let length = profile.otherPlayer.flatMap { otherPlayer?.draw($0.duration) }
            plan(.otherPlayerEnds, after: length.map(TimeSpan.init), on: &phone)
            otherPlays = true
            if !isCalling { phone.otherPlayer(plays: true) }
            return .startsOtherPlayer
        case .otherPlayerEnds:
            plan(.otherPlayerBegins, after: otherPlayer?.gap(), on: &phone)
            otherPlays = false
            phone.otherPlayer(plays: false)
            return .endsOtherPlayer
        }
    }

    /// A call silences the other player as well.
    mutating func call(begins: Bool, on phone: inout Phone) {
        guard isCalling != begins else { return }
        isCalling = begins
        if otherPlays { phone.otherPlayer(plays: !begins) }
    }

    private func plan(
        _ kind: WorldEvent.Sound, after gap: TimeSpan?, on phone: inout Phone
    ) {
        guard let gap else { return }
        phone.simulation.schedule(.world(.sound(kind)), at: phone.now + gap, priority: .arrival)
    }
}
