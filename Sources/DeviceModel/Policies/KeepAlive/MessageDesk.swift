import EventKernel
import Quantities

/// Messages for the user: those that wait at the server, and those on their way.
struct MessageDesk: Sendable {
    /// Some messages, added up: memory does not grow with their number.
    struct Batch: Hashable, Sendable {
        var count = 0
        var bytes: Int64 = 0
        /// Sum of the times at which they came to the server, s.
        var arrivals = 0.0

        mutating func add(_ item: Item, at time: Instant) {
            count += 1
            bytes += item.bytes
            arrivals += time.seconds.magnitude
        }

        mutating func add(_ other: Batch) {
            count += other.count
            bytes += other.bytes
            arrivals += other.arrivals
        }
    }

    var waiting = Batch()
    /// Those on their way, by their transfers.
    var coming: [(id: Int32, batch: Batch)] = []
    var sent = 0
    private var delivered = 0
    private var delayTotal = 0.0

    mutating func deliver(_ batch: Batch, at time: Instant) {
        delivered += batch.count
        delayTotal += Double(batch.count) * time.seconds.magnitude - batch.arrivals
    }

    func report(into metrics: inout MetricValues) {
        metrics[.messagesDelivered] = Double(delivered)
        if delivered > 0 { metrics[.messageDelay] = delayTotal / Double(delivered) }
    }
}

/// Messages that come over the connection.
extension KeepAlivePolicy {
    /// A message has come to the server, which sends it at once if there is a connection.
    mutating func take(_ item: Item, on phone: inout Phone) {
        guard options.extras.delivery != nil else { return }
        mail.waiting.add(item, at: phone.now)
        if connection.isAlive(at: phone.now) { deliverWaiting(on: &phone) }
    }

    mutating func deliverWaiting(on phone: inout Phone) {
        guard let delivery = options.extras.delivery, mail.waiting.count > 0 else { return }
        mail.sent += 1
        var transfer = delivery.shape.transfer(
            cause: cause(3, mail.sent), notice: Ended.delivery)
        transfer.downlink += mail.waiting.bytes
        transfer.holdsProcessor = false
        mail.coming.append((send(transfer, on: &phone), mail.waiting))
        mail.waiting = MessageDesk.Batch()
    }

    /// Messages have come, and wake the app (SR-036); if the connection died on the way, the server
    /// keeps them.
    mutating func deliveryEnded(_ id: Int32, survived: Bool, on phone: inout Phone) {
        guard let index = mail.coming.firstIndex(where: { $0.id == id }) else { return }
        let batch = mail.coming.remove(at: index).batch
        guard survived, connection.isAlive(at: phone.now), due != .never else {
            return mail.waiting.add(batch)
        }
        guard let delivery = options.extras.delivery else { return }
        let start = phone.wake(for: delivery.time, cause: cause(3, mail.sent))
        mail.deliver(batch, at: start)
    }
}
