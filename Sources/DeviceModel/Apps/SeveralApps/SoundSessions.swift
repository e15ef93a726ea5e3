/// Decides which of several apps has the phone's sound, to play, record or talk.
///
/// The last to begin has it. Others are paused by a player, and interrupted by a call until it
/// ends; whether they resume is up to the system's rule and to them (SR-017).
struct SoundSessions: Sendable {
    /// Indices of apps that play or record, or would without a call.
    private var holders: Set<Int> = []
    /// The last app that took the sound, which gets the remote control's presses (SR-018).
    private var last: Int?
    private var talker: Int?
    private var isPhoneCall = false
    /// Whether a player outside the list of apps plays.
    private var otherPlays = false

    struct Telling {
        var notice: Notice
        /// Tells by app index who gets the notice.
        var isFor: (Int) -> Bool
    }

    private static let startsOther = Notice.user(.sound(.startsOtherPlayer))
    private static let endsOther = Notice.user(.sound(.endsOtherPlayer))

    /// - Returns: The notice to the apps, if there is one.
    mutating func claim(_ claim: SoundClaim, by app: Int) -> Telling? {
        switch claim {
        case .takes:
            holders.insert(app)
            last = app
            return Telling(notice: Self.startsOther) { $0 != app }
        case .leaves:
            holders.remove(app)
            return Telling(notice: Self.endsOther) { [self] in $0 != app && isFree(for: $0) }
        case .talks:
            talker = app
            return isPhoneCall ? nil : Telling(notice: .phone(.callBegan)) { $0 != app }
        case .hangsUp:
            talker = nil
            return isPhoneCall ? nil : Telling(notice: .phone(.callEnded)) { $0 != app }
        }
    }

    /// - Returns: The apps concerned; `nil`: all.
    mutating func receive(_ notice: Notice) -> Telling? {
        switch notice {
        case .phone(.callBegan), .phone(.callEnded):
            isPhoneCall = notice == .phone(.callBegan)
            guard let talker else { return nil }
            return Telling(notice: notice) { $0 == talker }
        case Self.startsOther:
            otherPlays = true
            return nil
        case Self.endsOther:
            otherPlays = false
            return Telling(notice: notice) { [self] in isFree(for: $0) }
        case .user(.sound(.presses)):
            guard let last else { return nil }
            return Telling(notice: notice) { $0 == last }
        case .phone(.goesOff):
            holders.removeAll()
            talker = nil
            return nil
        case .own, .user, .phone, .network, .location: return nil
        }
    }

    private func isFree(for app: Int) -> Bool { !otherPlays && holders.allSatisfy { $0 == app } }
}
