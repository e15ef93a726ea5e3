import Kernel

/// When delay-tolerant items are sent so that few tails of the radio are paid for.
///
/// An item is held until its deadline, and everything that is held then goes with it. What comes
/// within a share of the tail's length after such a deadline is sent at once: the radio is still
/// up.
///
/// The algorithm of Balasubramanian, Balasubramanian and Venkataramani, *Energy Consumption in
/// Mobile Phones*, IMC 2009. In their model, in which the radio is up for one tail after each
/// sending, the time for which it is up is at most twice that of the best schedule that knows
/// everything beforehand (TE-017); no algorithm that does not can promise less than 1.62 times
/// (TE-018).
struct TailEnder: Sendable {
    /// How long after a deadline items are sent at once.
    let window: TimeSpan
    /// The last deadline that made it send.
    private var lastDeadline: Instant?

    /// - Parameters:
    ///   - tail: how long the radio stays up after a sending.
    ///   - share: of the tail, in which items are sent at once; 0 to 1.
    init(tail: TimeSpan, share: Fraction) {
        window = TimeSpan(rounding: Double(tail.nanoseconds) * share.magnitude)
    }

    /// Whether an item that comes now is sent now.
    func sendsAtOnce(at time: Instant) -> Bool {
        guard let lastDeadline else { return false }
        return time - lastDeadline <= window
    }

    /// A deadline has come, and everything that was held is being sent.
    mutating func deadlineCame(at time: Instant) { lastDeadline = time }
}

extension TailEnder {
    /// Something to be sent, as the published model has it.
    struct Request: Hashable, Sendable {
        var arrival: Instant
        /// Not before the arrival.
        var deadline: Instant
    }

    /// When the requests are sent, in ascending order.
    ///
    /// - Parameter requests: in order of arrival.
    func sendings(of requests: [Request]) -> [Instant] {
        var (state, sendings, held) = (self, [Instant](), [Instant]())
        func sendHeld(before time: Instant) {
            while let first = held.min(), first < time {
                state.deadlineCame(at: first)
                sendings.append(first)
                held.removeAll()
            }
        }
        for request in requests {
            sendHeld(before: request.arrival)
            if state.sendsAtOnce(at: request.arrival) {
                sendings.append(request.arrival)
            } else {
                held.append(request.deadline)
            }
        }
        sendHeld(before: .never)
        return sendings
    }

    /// How long the radio is up in the published model, in which sending takes no time.
    ///
    /// - Parameters:
    ///   - sendings: in ascending order.
    ///   - tail: after each of them.
    static func upTime(_ sendings: [Instant], tail: TimeSpan) -> TimeSpan {
        zip(sendings, sendings.dropFirst()).reduce(sendings.isEmpty ? .zero : tail) {
            $0 + min(tail, $1.1 - $1.0)
        }
    }
}
