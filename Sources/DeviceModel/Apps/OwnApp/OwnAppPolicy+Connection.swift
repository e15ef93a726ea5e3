/// Messages on their way over the app's own connection.
struct RuleReceiving: Sendable {
    fileprivate var coming: [(number: Int32, things: Waiting)] = []
    fileprivate var count: Int32 = 0
    var wakesApp = false

    /// Messages that have not arrived.
    var open: Int { coming.reduce(0) { $0 + $1.things.count } }
}

// Messages over the connection that the app's requests make (`connecting`) and keep.
extension OwnAppPolicy {
    mutating func send(on phone: inout Phone) {
        guard let shape = program.received, !waiting.isEmpty, isReachable, !phone.isOff,
            life.state != .notRunning, connection.isAlive(at: phone.now)
        else { return }
        let things = waiting.take()
        receiving.count &+= 1
        phone.transfer(
            Transfer(
                roundTrips: shape.roundTrips, uplink: shape.uplink.count,
                downlink: shape.downlink.count + things.bytes, cause: receivedCause,
                holdsProcessor: true,
                ticket: Ticket(RuleTicket.received, index: receiving.count)
            ).comingDown)
        receiving.coming.append((receiving.count, things))
        connection.refresh(at: phone.now, idleTimeout: idleTimeout)
    }

    private var receivedCause: Cause {
        let rule = program.rules.firstIndex { $0.trigger == .received } ?? 0
        return cause(rule, receiving.count)
    }

    mutating func received(_ number: Int32, on phone: inout Phone, in world: inout World) {
        guard let index = receiving.coming.firstIndex(where: { $0.number == number }) else {
            return
        }
        var things = receiving.coming.remove(at: index).things
        delivered.add(things.take(), at: phone.now)
        comeAll(.received, receiving.wakesApp ? .connection : .running, on: &phone, in: &world)
    }

    /// Messages on their way return to the server.
    mutating func endConnection(on phone: inout Phone) {
        connection.end(at: phone.now)
        for index in receiving.coming.indices.reversed() {
            waiting.putBack(receiving.coming[index].things.take())
        }
        receiving.coming.removeAll(keepingCapacity: true)
    }
}
