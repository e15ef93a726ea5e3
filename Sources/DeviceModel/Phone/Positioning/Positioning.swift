import Kernel

/// What apps may have to be told after a step.
struct PositioningOutcome: Hashable, Sendable {
    /// Whose fix is there, or has failed.
    var answered = Places()
    /// Who keeps a receiver on that has found its satellites, or lost them.
    var keepers = Places()
    /// Whether it has found them.
    var hasSatellites = false

    static let none = PositioningOutcome()

    /// Places of apps, mostly one.
    struct Places: Hashable, Sendable {
        private var first: Int32?
        private var others: [Int32] = []

        mutating func add(_ place: Int32) {
            if first == nil { first = place } else { others.append(place) }
        }

        var count: Int { first == nil ? 0 : 1 + others.count }

        subscript(index: Int) -> Int32 { index == 0 ? first! : others[index - 1] }
    }
}

/// How far the phone is with finding its position: a part of it.
///
/// Any number of apps want positions of one receiver. It is on as long as one of them needs it, and
/// a fix that it finds answers all who wait for one, by whatever source they would have it.
struct Positioning: Sendable {
    enum Receiver: Hashable, Sendable { case off, lingering, searching, tracking }

    /// A fix that an app waits for.
    struct Request: Sendable {
        var accuracy: LocationAccuracy
        var timeout: TimeSpan
        var cause: Cause
        /// The place of the source that is being tried in the accuracy's list.
        var attempt = 0

        /// The source that is being tried; `nil`: all have failed.
        var triedSource: PositionSource? {
            let sources = accuracy.sources
            return attempt < sources.count ? sources[attempt] : nil
        }
    }

    /// An app that wants positions, or has wanted some.
    struct Client: Sendable {
        let place: Int32
        /// Whom the receiver is booked to while the app keeps it on; `nil`: it does not.
        var keeps: Cause?
        /// Whether the system saves the battery by it: the app keeps a receiver that is off.
        var isSaved = false
        var request: Request?
        /// The end of its waiting for satellites; `nil`: it does not wait for them.
        var timeout: EventKey?
        var waitsForScan = false
        /// The answer to its last request; `nil`: there was none to be had.
        var answer: Fix?

        /// Whom the receiver is booked to if it is on for this app; `nil`: it is not.
        var needsReceiver: Cause? {
            (isSaved ? nil : keeps) ?? (timeout == nil ? nil : request?.cause)
        }

        /// Whether it is told of satellites.
        var hasReceiver: Bool { keeps != nil && !isSaved }
    }

    /// The transfers that the phone waits for.
    enum Awaited: UInt8, AppStep { case assisted, lookedUp }

    /// By place.
    var clients: [Client] = []
    var receiver = Receiver.off
    var knowledge = SatelliteKnowledge()
    /// Whom the receiver's power and downloads are booked to: one who needs it.
    var user = Cause.noActivity
    var isDownloading = false
    /// Whether access points are being listened for, or looked up.
    var isScanning = false
    /// The districts whose access points the phone knows.
    var districts = KnownDistricts()
    /// How the receiver has started.
    var start = SatelliteKnowledge.Start.cold
    /// Since when it tracks.
    var trackingSince = Instant.start
    /// When it last had a fix.
    var lastTracked: Instant?
    /// Of the receiver.
    var step: EventKey?

    /// Where the client at a place is in the list.
    func index(of place: Int32) -> Int? { clients.firstIndex { $0.place == place } }

    /// Where the client at a place is in the list, in which it is from now on.
    mutating func enlist(_ place: Int32) -> Int {
        if let index = index(of: place) { return index }
        let index = clients.firstIndex { $0.place > place } ?? clients.endIndex
        clients.insert(Client(place: place), at: index)
        return index
    }

    /// Whether an app keeps the receiver on.
    var isKept: Bool { clients.contains(where: \.hasReceiver) }

    /// Whom the receiver is on for: the one it is booked to, as long as that needs it.
    var nextUser: Cause? {
        if clients.contains(where: { $0.needsReceiver == user }) { return user }
        for client in clients { if let cause = client.needsReceiver { return cause } }
        return nil
    }
}
