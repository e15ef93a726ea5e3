/// Who has the phone's sound, of several apps that may play, record or talk.
///
/// Who begins last has it, and the others are interrupted: by a player they are paused, by a call
/// until it ends. Whether they go on by themselves afterwards is the system's rule and their own
/// (SR-017).
struct SoundSessions: Sendable {
    /// Who plays or records, or would but for a call: places in the list of apps.
    private var holders: Set<Int> = []
    /// Who took the sound last: presses of the remote control are its (SR-018).
    private var last: Int?
    private var talker: Int?
    private var isPhoneCall = false
    /// Whether a player beside the apps plays.
    private var otherPlays = false

    /// What is told to whom.
    struct Telling {
        var notice: Notice
        /// Whether the app at a place in the list is told.
        var isFor: (Int) -> Bool
    }

    private static let startsOther = Notice.user(.sound(.startsOtherPlayer))
    private static let endsOther = Notice.user(.sound(.endsOtherPlayer))

    /// One of the apps claims the sound, or leaves it.
    ///
    /// - Returns: what the apps are told; `nil`: nothing.
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

    /// Something happens to the phone.
    ///
    /// - Returns: whom of the apps it concerns; `nil`: all of them.
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

    /// Whether no other one has the sound.
    private func isFree(for app: Int) -> Bool {
        !otherPlays && holders.allSatisfy { $0 == app }
    }
}
