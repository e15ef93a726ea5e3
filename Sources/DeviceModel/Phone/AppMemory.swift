import Kernel

/// Which apps are in memory. A phone whose memory is never short keeps no record.
struct AppMemory: Sendable {
    private struct Holder: Sendable {
        var place: Int32
        var size: Bytes
    }

    /// `nil`: memory is never short.
    let limit: Bytes?
    private var holders: [Holder] = []
    /// The app that came last, for which others must leave.
    private(set) var newest: Int32?
    /// Whether an event that makes room is already due at this instant.
    var isBeingMade = false

    init(limit: Bytes?) { self.limit = limit }

    /// - Parameter place: negative for an app that is not a policy.
    mutating func enter(_ place: Int32, holding size: Bytes) {
        leave(place)
        holders.append(Holder(place: place, size: size))
        newest = place
    }

    mutating func leave(_ place: Int32) { holders.removeAll { $0.place == place } }

    /// Whether an app of this size fits without another one leaving.
    func hasRoom(for size: Bytes) -> Bool {
        limit.map { holders.reduce(size) { $0 + $1.size } <= $0 } ?? true
    }

    var isShort: Bool { !hasRoom(for: .zero) }

    /// Apps in the order in which they must leave: largest first, then oldest; never the newest
    /// (SR-004).
    var largestFirst: [Int32] {
        holders.indices.filter { holders[$0].place != newest }
            .sorted { (holders[$1].size, $0) < (holders[$0].size, $1) }
            .map { holders[$0].place }
    }
}

extension Phone {
    /// Traits of the app whose code runs.
    var appTraits: AppTraits { layout.traits[Int(app.place)] }

    /// Puts the app whose code runs into memory.
    mutating func enterMemory(_ size: Bytes) { enterMemory(app.place, holding: size) }

    /// Puts an app into memory, for which others may have to leave.
    mutating func enterMemory(_ place: Int32, holding size: Bytes) {
        guard memory.limit != nil else { return }
        memory.enter(place, holding: size)
        guard memory.isShort, !memory.isBeingMade else { return }
        memory.isBeingMade = true
        calendar.schedule(.rare(.makeRoom), at: now, priority: .timer)
    }

    /// Removes the app whose code runs, which has ended, from memory.
    mutating func leaveMemory() {
        if memory.limit != nil { memory.leave(app.place) }
    }

    /// Whether there is room to launch an app that nothing needs just now.
    func hasRoom(for size: Bytes) -> Bool { memory.hasRoom(for: size) }
}
