import Kernel

/// Which apps are in memory, and whether that is more than there is for them.
///
/// A phone whose memory is never short does not keep count.
struct AppMemory: Sendable {
    private struct Holder: Sendable {
        var place: Int32
        var size: Bytes
    }

    /// `nil`: it is never short.
    let limit: Bytes?
    private var holders: [Holder] = []
    /// The app that came last, for which room is made.
    private(set) var newest: Int32?
    /// Whether room is to be made at this instant.
    var isBeingMade = false

    init(limit: Bytes?) { self.limit = limit }

    /// An app is there from now on.
    ///
    /// - Parameter place: below zero for an app that is no policy's.
    mutating func enter(_ place: Int32, holding size: Bytes) {
        leave(place)
        holders.append(Holder(place: place, size: size))
        newest = place
    }

    mutating func leave(_ place: Int32) { holders.removeAll { $0.place == place } }

    /// Whether an app of that size may come without another one leaving.
    func hasRoom(for size: Bytes) -> Bool {
        limit.map { holders.reduce(size) { $0 + $1.size } <= $0 } ?? true
    }

    var isShort: Bool { !hasRoom(for: .zero) }

    /// Whom room may be made of: of all but the newest the largest first, of those that are as
    /// large the one that has been there longest (SR-004).
    var largestFirst: [Int32] {
        holders.indices.filter { holders[$0].place != newest }
            .sorted { (holders[$1].size, $0) < (holders[$0].size, $1) }
            .map { holders[$0].place }
    }
}

/// The memory that apps share.
extension Phone {
    /// What the app whose code runs says of itself.
    var appTraits: AppTraits { layout.traits[Int(app.place)] }

    /// The app whose code runs is in memory from now on.
    mutating func enterMemory(_ size: Bytes) { enterMemory(app.place, holding: size) }

    /// An app is in memory from now on, for which others may have to leave.
    mutating func enterMemory(_ place: Int32, holding size: Bytes) {
        guard memory.limit != nil else { return }
        memory.enter(place, holding: size)
        guard memory.isShort, !memory.isBeingMade else { return }
        memory.isBeingMade = true
        calendar.schedule(.rare(.makeRoom), at: now, priority: .timer)
    }

    /// The app whose code runs has ended.
    mutating func leaveMemory() {
        if memory.limit != nil { memory.leave(app.place) }
    }

    /// Whether an app may be launched that nothing needs just now.
    func hasRoom(for size: Bytes) -> Bool { memory.hasRoom(for: size) }
}
