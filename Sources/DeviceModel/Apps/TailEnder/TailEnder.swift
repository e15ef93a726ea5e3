import Kernel

/// Sends delay-tolerant items at times that need few radio tails.
///
/// An item waits for its deadline, and all waiting items then go with it. Items within a share of
/// the tail's length after a deadline are sent at once, while the radio is still up.
///
/// Algorithm: Balasubramanian, Balasubramanian and Venkataramani, *Energy Consumption in Mobile
/// Phones*, IMC 2009. In their model, with one tail per sending, the radio is up at most twice as
/// long as under the best offline schedule (TE-017); no online algorithm can guarantee less than
/// 1.62 times (TE-018).
struct TailEnder: Sendable {
    /// The span after a deadline in which items are sent at once.
    let window: TimeSpan
    /// The last deadline that caused a sending.
    private var lastDeadline: Instant?

    /// - Parameters:
    ///   - tail: How long the radio stays up after a sending.
    ///   - share: The part of the tail in which items are sent at once; 0 to 1.
    init(tail: TimeSpan, share: Fraction) {
        window = TimeSpan(rounding: Double(tail.nanoseconds) * share.magnitude)
    }

    func sendsAtOnce(at time: Instant) -> Bool {
        guard let lastDeadline else { return false }
        return time - lastDeadline <= window
    }

    mutating func deadlineCame(at time: Instant) { lastDeadline = time }
}

extension TailEnder {
    /// An item to send in the published model.
    struct Request: Hashable, Sendable {
        var arrival: Instant
        /// Not before the arrival.
        var deadline: Instant
    }

    /// When the requests are sent, in ascending order.
    ///
    /// - Parameter requests: In order of arrival.
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

    /// The radio's up time in the published model, in which sending takes no time.
    ///
    /// - Parameter sendings: In ascending order.
    static func upTime(_ sendings: [Instant], tail: TimeSpan) -> TimeSpan {
        zip(sendings, sendings.dropFirst()).reduce(sendings.isEmpty ? .zero : tail) {
            $0 + min(tail, $1.1 - $1.0)
        }
    }
}
