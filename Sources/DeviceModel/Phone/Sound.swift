import Kernel

/// What an app that plays or records wants of the phone's sound, which several apps share.
///
/// Prompts, alerts and silence claim nothing: they mix with whatever else sounds.
enum SoundClaim: Hashable, Sendable {
    /// It plays or records, in place of whoever did until now.
    case takes
    /// It is silent until its user wants it again.
    case leaves
    /// Its user talks, which interrupts everybody else.
    case talks
    case hangsUp
}

/// Who plays and who records on one phone: music, prompts that duck it, a microphone, an alert.
///
/// They share one part of the phone. What it draws is paid once, by whoever began first of those
/// that are still at it.
struct Sound: Sendable {
    private struct Voice: Sendable {
        var app: Int32
        var cause: Cause
    }

    /// Of the player that the world puts beside the apps.
    static let otherPlayer: Int32 = -1

    /// In the order in which they began.
    private var players: [Voice] = []
    private var recorders: [Voice] = []
    private var alert: Cause?
    /// At which rate what plays goes to a receiver over Wi-Fi; `nil`: it is heard from the phone.
    var remoteRate: BitsPerSecond?
    /// Whether the next piece for the receiver is planned.
    var isSending = false
    /// What apps want of the sound, and the others have not been told of: by their places.
    var claims: [(claim: SoundClaim, app: Int32)] = []
    /// Whether somebody plays or records: what the processor does then is in the sound's power.
    private(set) var isOn = false

    /// An app begins to play, beside whoever plays already.
    mutating func play(_ app: Int32, cause: Cause) {
        players.append(Voice(app: app, cause: cause))
        isOn = true
    }

    /// An app ends what it began to play last; nothing happens if it plays nothing.
    mutating func silence(_ app: Int32) {
        if let place = players.lastIndex(where: { $0.app == app }) { players.remove(at: place) }
        isOn = !players.isEmpty || !recorders.isEmpty
    }

    mutating func record(_ app: Int32, cause: Cause) {
        recorders.append(Voice(app: app, cause: cause))
        isOn = true
    }

    /// An app records no longer; nothing happens if it did not.
    mutating func stopRecording(_ app: Int32) {
        if let place = recorders.lastIndex(where: { $0.app == app }) {
            recorders.remove(at: place)
        }
        isOn = !players.isEmpty || !recorders.isEmpty
    }

    /// An alert sounds, or ends.
    mutating func alert(_ cause: Cause?) { alert = cause }

    /// For whom something plays; `nil`: nothing does.
    var playing: Cause? { players.first?.cause }

    /// What the phone's audio does, and for whom.
    ///
    /// - Parameter isAfar: whether what plays is heard from a receiver.
    func use(_ lines: PhoneLines, isAfar: Bool) -> (line: Int, cause: Cause) {
        switch (players.first, recorders.first) {
        case (let player?, nil):
            (isAfar ? lines.audio.afar : lines.audio.playing, player.cause)
        case (nil, let recorder?): (lines.audio.recording, recorder.cause)
        case (_?, let recorder?): (lines.audio.both, recorder.cause)
        case (nil, nil):
            if let alert { (lines.audio.alert, alert) } else { (lines.audio.off, .noActivity) }
        }
    }
}
