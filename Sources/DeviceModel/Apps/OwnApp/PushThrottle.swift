import Kernel

/// Lets so many messages through in any hour.
struct PushThrottle: Sendable {
    private static let hour = TimeSpan(Seconds(3600))

    /// `nil`: as many as there are.
    private let perHour: Int?
    /// When the last ones went through, at most as many as may in an hour.
    private var times: [Instant] = []

    /// - Parameter perHour: `nil`: no limit.
    init(perHour: Int?) { self.perHour = perHour }

    /// When the next one may go through: now or later; `nil`: never.
    func next(at time: Instant) -> Instant? {
        guard let perHour else { return time }
        if perHour == 0 { return nil }
        return times.count < perHour ? time : max(time, times[0] + Self.hour)
    }

    /// One has gone through.
    mutating func sent(at time: Instant) {
        guard let perHour else { return }
        if times.count == perHour { times.removeFirst() }
        times.append(time)
    }
}
