import EventKernel
import Quantities

/// What a world holds for one app during one run: what has been drawn of it so far.
struct AppWorld: Sendable {
    private let profile: AppWorldProfile
    /// As the phone numbers apps.
    private let place: Int32
    private var sessions: Recurrence?
    private var forceQuits: Recurrence?
    private var messages: Recurrence?
    private var outbox: Recurrence?
    private var pauses: Recurrence?
    private var recordings: Recurrence?
    /// Whether the user has the app in front.
    private(set) var isInFront = false

    /// - Parameters:
    ///   - place: of the app on the phone.
    ///   - stream: the app's stream for a purpose.
    init(_ profile: AppWorldProfile, place: Int32, stream: (String) -> RandomStream) {
        self.profile = profile
        self.place = place
        func recurrence(_ every: Distribution<Seconds>?, _ purpose: String) -> Recurrence? {
            every.map { Recurrence(every: $0, stream: stream(purpose)) }
        }
        sessions = recurrence(profile.sessions?.every, "sessions")
        forceQuits = recurrence(profile.forceQuits, "force-quits")
        messages = recurrence(profile.messages?.every, "messages")
        outbox = recurrence(profile.outbox?.every, "outbox")
        pauses = recurrence(profile.pauses?.every, "pauses")
        recordings = recurrence(profile.recordings?.every, "recordings")
    }

    /// Every stream as it stands, always in the same order.
    var streams: [RandomStream] {
        [sessions, forceQuits, messages, outbox, pauses, recordings].compactMap { $0?.stream }
    }

    /// Plans the first of each.
    mutating func begin(on phone: inout Phone) {
        plan(.sessionBegins, after: sessions?.gap(), on: &phone)
        plan(.forceQuit, after: forceQuits?.gap(), on: &phone)
        plan(.message, after: messages?.gap(), on: &phone)
        plan(.outbox, after: outbox?.gap(), on: &phone)
        plan(.pauseBegins, after: pauses?.gap(), on: &phone)
        plan(.recordingBegins, after: recordings?.gap(), on: &phone)
    }

    /// Lives through one of them, and plans the next of its kind.
    ///
    /// - Returns: what the app is told.
    mutating func happen(_ kind: WorldEvent.Kind, on phone: inout Phone) -> Notice {
        switch kind {
        case .sessionBegins:
            isInFront = true
            phone.front = place
            _ = sessions?.happen()
            let length = profile.sessions.flatMap { sessions?.draw($0.duration) }
            plan(.sessionEnds, after: length.map(TimeSpan.init), on: &phone)
            return .user(.opens)
        case .sessionEnds:
            isInFront = false
            if phone.front == place { phone.front = nil }
            plan(.sessionBegins, after: sessions?.gap(), on: &phone)
            return .user(.leaves)
        case .forceQuit:
            plan(.forceQuit, after: forceQuits?.gap(), on: &phone)
            return .user(.forceQuits)
        case .message:
            let item = Self.item(profile.messages, &messages)
            plan(.message, after: messages?.gap(), on: &phone)
            return .message(item)
        case .outbox:
            let item = Self.item(profile.outbox, &outbox)
            plan(.outbox, after: outbox?.gap(), on: &phone)
            return .outbox(item)
        case .pauseBegins:
            let length = profile.pauses.flatMap { pauses?.draw($0.duration) }
            plan(.pauseEnds, after: length.map(TimeSpan.init), on: &phone)
            return .user(.sound(.pauses))
        case .pauseEnds:
            plan(.pauseBegins, after: pauses?.gap(), on: &phone)
            return .user(.sound(.continues))
        case .recordingBegins:
            let length = profile.recordings.flatMap { recordings?.draw($0.duration) }
            plan(.recordingEnds, after: length.map(TimeSpan.init), on: &phone)
            return .user(.sound(.beginsRecording))
        case .recordingEnds:
            plan(.recordingBegins, after: recordings?.gap(), on: &phone)
            return .user(.sound(.endsRecording))
        }
    }

    private static func item(
        _ profile: AppWorldProfile.Items?, _ recurrence: inout Recurrence?
    ) -> Item {
        Item(
            number: recurrence?.happen() ?? 0,
            bytes: profile.flatMap { recurrence?.draw($0.size).count } ?? 0)
    }

    private mutating func plan(
        _ kind: WorldEvent.Kind, after gap: TimeSpan?, on phone: inout Phone
    ) {
        guard let gap else { return }
        phone.simulation.schedule(
            .world(.app(kind, place)), at: phone.now + gap, priority: .arrival)
    }
}
