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
