/// Messages for the user, at the server or on their way.
struct MessageDelivery: Sendable {
    var waiting = Waiting()
    /// On their way, by transfer.
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

extension KeepAlivePolicy {
    /// The server sends a message at once if there is a connection.
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

    /// Messages arrive and wake the app (SR-036); the server keeps them if the connection died on
    /// the way.
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
