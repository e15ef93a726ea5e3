/// Which apps are in memory. A phone whose memory is never short keeps no record.
struct AppMemory: Sendable {
    private struct Holder: Sendable {
        var place: Int32
        var size: Bytes
    }

    /// `nil`: memory is never short.
    let limit: Bytes?
    private var holders: [Holder] = []
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

    func hasRoom(for size: Bytes) -> Bool {
        limit.map { holders.reduce(size) { $0 + $1.size } <= $0 } ?? true
    }

    var isShort: Bool { !hasRoom(for: .zero) }

    /// Order in which apps must leave: largest first, then oldest; never the newest (SR-004).
    var largestFirst: [Int32] {
        holders.indices.filter { holders[$0].place != newest }
            .sorted { (holders[$1].size, $0) < (holders[$0].size, $1) }
            .map { holders[$0].place }
    }
}

extension Phone {
    var appTraits: AppTraits { layout.traits[Int(app.place)] }
    mutating func enterMemory(_ size: Bytes) { enterMemory(app.place, holding: size) }

    mutating func enterMemory(_ place: Int32, holding size: Bytes) {
        guard memory.limit != nil else { return }
        memory.enter(place, holding: size)
        guard memory.isShort, !memory.isBeingMade else { return }
        memory.isBeingMade = true
        calendar.schedule(.rare(.makeRoom), at: now, priority: .timer)
    }

    mutating func leaveMemory() { if memory.limit != nil { memory.leave(app.place) } }
    func hasRoom(for size: Bytes) -> Bool { memory.hasRoom(for: size) }
}
