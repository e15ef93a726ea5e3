/// A claim on the phone's sound, which several apps share.
///
/// Prompts, alerts and silence claim nothing: they mix with other sound.
enum SoundClaim: Hashable, Sendable {
    /// It plays or records, and replaces the app that did.
    case takes
    /// It is silent until its user wants it again.
    case leaves
    /// Its user talks, which interrupts all others.
    case talks, hangsUp
}

/// Players and recorders on one phone: music, prompts that duck it, a microphone, an alert.
///
/// All share one part of the phone, whose power is charged once: to the first recorder, otherwise
/// to the first player.
struct Sound: Sendable {
    private struct Voice: Sendable {
        var app: Int32
        var cause: Cause
    }

    static let otherPlayer: Int32 = -1

    /// In the order in which they began.
    private var players: [Voice] = []
    private var recorders: [Voice] = []
    private var alert: Cause?
    /// Rate of the stream to a receiver over Wi-Fi; `nil`: the phone plays.
    var remoteRate: BitsPerSecond?
    var isSending = false
    /// Claims that the other apps do not know yet, with the claimants' places.
    var claims: [(claim: SoundClaim, app: Int32)] = []
    /// Whether anything plays or records. The sound's power then includes the processor's.
    private(set) var isOn = false

    mutating func play(_ app: Int32, cause: Cause) {
        players.append(Voice(app: app, cause: cause))
        isOn = true
    }

    /// Ends what an app began to play last, if anything.
    mutating func silence(_ app: Int32) {
        if let place = players.lastIndex(where: { $0.app == app }) { players.remove(at: place) }
        isOn = !players.isEmpty || !recorders.isEmpty
    }

    mutating func record(_ app: Int32, cause: Cause) {
        recorders.append(Voice(app: app, cause: cause))
        isOn = true
    }

    mutating func stopRecording(_ app: Int32) {
        if let place = recorders.lastIndex(where: { $0.app == app }) { recorders.remove(at: place) }
        isOn = !players.isEmpty || !recorders.isEmpty
    }

    mutating func alert(_ cause: Cause?) { alert = cause }
    var playing: Cause? { players.first?.cause }

    /// The line and the cause of the phone's audio.
    ///
    /// - Parameter isAfar: whether sound goes to a receiver.
    func use(_ lines: PhoneLines, isAfar: Bool) -> (line: Int, cause: Cause) {
        switch (players.first, recorders.first) {
        case (let player?, nil): (isAfar ? lines.audio.afar : lines.audio.playing, player.cause)
        case (nil, let recorder?): (lines.audio.recording, recorder.cause)
        case (_?, let recorder?): (lines.audio.both, recorder.cause)
        case (nil, nil):
            if let alert { (lines.audio.alert, alert) } else { (lines.audio.off, .noActivity) }
        }
    }
}
