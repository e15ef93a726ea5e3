/// Results of a step that apps may have to be told.
struct PositioningOutcome: Hashable, Sendable {
    /// Apps whose request has an answer, or has failed.
    var answered = Places()
    /// Apps that keep the receiver on, which has found or lost its satellites.
    var keepers = Places()
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

/// The state of positioning.
///
/// All apps share one receiver: it is on while one of them needs it, and a fix answers all that
/// wait.
struct Positioning: Sendable {
    enum Receiver: Hashable, Sendable { case off, lingering, searching, tracking }

    struct Request: Sendable {
        var accuracy: LocationAccuracy
        var timeout: TimeSpan
        var cause: Cause
        /// Index of the tried source in the accuracy's list.
        var attempt = 0

        var triedSource: PositionSource? {
            let sources = accuracy.sources
            return attempt < sources.count ? sources[attempt] : nil
        }

        /// Whether a source with this median error will do; any later one does.
        func takes(_ error: Meters) -> Bool { attempt > 0 || accuracy.isFine(error) }
    }

    struct Client: Sendable {
        let place: Int32
        /// Cause of the receiver while the app keeps it on; `nil`: the app does not.
        var keeps: Cause?
        /// Whether low power takes the receiver from the app, which still keeps it.
        var isSaved = false
        var request: Request?
        /// End of the wait for satellites; `nil`: no wait.
        var timeout: EventKey?
        var waitsForScan = false
        /// The answer to the last request; `nil`: there was none.
        var answer: Fix?

        /// Cause of the receiver if it is on for this app; `nil`: it is not.
        var needsReceiver: Cause? {
            (isSaved ? nil : keeps) ?? (timeout == nil ? nil : request?.cause)
        }

        var hasReceiver: Bool { keeps != nil && !isSaved }
    }

    enum Awaited: UInt8, AppStep { case assisted, lookedUp }

    /// By place.
    var clients: [Client] = []
    var receiver = Receiver.off
    var knowledge = SatelliteKnowledge()
    /// Cause of the receiver's power and downloads: that of an app that needs it.
    var user = Cause.noActivity
    /// Cause of the watch over places; `nil`: the system watches none.
    var monitor: Cause?
    var isDownloading = false
    /// Whether a scan or its lookup is under way.
    var isScanning = false
    /// Scans that apps asked for, while a limit counts them.
    var scans: [(place: Int32, isInFront: Bool, time: Instant)] = []
    var districts = KnownDistricts()
    var start = SatelliteKnowledge.Start.cold
    var trackingSince = Instant.start
    var lastTracked: Instant?
    var step: EventKey?

    func index(of place: Int32) -> Int? { clients.firstIndex { $0.place == place } }

    mutating func enlist(_ place: Int32) -> Int {
        if let index = index(of: place) { return index }
        let index = clients.firstIndex { $0.place > place } ?? clients.endIndex
        clients.insert(Client(place: place), at: index)
        return index
    }

    var isKept: Bool { clients.contains(where: \.hasReceiver) }

    /// Cause of the receiver; the present one stays while its app needs it.
    var nextUser: Cause? {
        if clients.contains(where: { $0.needsReceiver == user }) { return user }
        for client in clients { if let cause = client.needsReceiver { return cause } }
        return nil
    }
}
