import Kernel

/// Messages for the user: those that wait at the server, and those on their way.
struct MessageDelivery: Sendable {
    var waiting = Waiting()
    /// Those on their way, by their transfers.
    var coming = Backlog<(id: Int32, batch: Waiting)>()
    var sent = 0
    var delivered = Arrived()

    func report(into metrics: inout MetricValues) {
        metrics[.messagesDelivered] = Double(delivered.count)
        metrics[.messageDelay] = delivered.meanDelay
        metrics.durations[.messageDelay] = delivered.delays(
            open: coming.reduce(waiting.count) { $0 + $1.batch.count })
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
        guard let delivery = options.extras.delivery, !mail.waiting.isEmpty else { return }
        mail.sent += 1
        var transfer = delivery.shape.transfer(
            cause: KeepAliveActivity.message.cause(mail.sent), ticket: Ticket(Awaited.delivery))
        transfer.downlink += mail.waiting.bytes
        transfer.holdsProcessor = false
        transfer.comesDown = true
        mail.coming.append((send(transfer, on: &phone), mail.waiting.take()))
    }

    /// Messages have come, and wake the app (SR-036); if the connection died on the way, the server
    /// keeps them.
    mutating func deliveryEnded(_ id: Int32, survived: Bool, on phone: inout Phone) {
        guard let index = mail.coming.firstIndex(where: { $0.id == id }) else { return }
        let batch = mail.coming.remove(at: index).batch
        guard survived, connection.isAlive(at: phone.now), due != .never else {
            return mail.waiting.putBack(batch)
        }
        guard let delivery = options.extras.delivery else { return }
        let start = life.work(
            delivery.time, cause: KeepAliveActivity.message.cause(mail.sent), on: &phone
        ).begin
        mail.delivered.add(batch, at: start)
    }
}
