/// A kind of step that an app schedules, or of transfer that it waits for.
protocol AppStep: RawRepresentable, Sendable where RawValue == UInt8 {}

/// Marks a scheduled call or a transfer, so that its app recognizes it.
public struct Ticket: BitwiseCopyable, Hashable, Sendable {
    /// Distinguishes several tickets of one kind.
    public let index: Int32
    /// App index; negative: the phone itself.
    var owner: Int16 = 0
    /// 0 where the app has only one part.
    var part: UInt8 = 0
    public let kind: UInt8

    public init(kind: UInt8 = 0, index: Int32 = 0) { (self.kind, self.index) = (kind, index) }
    init(_ step: some AppStep, index: Int32 = 0) { self.init(kind: step.rawValue, index: index) }

    static func phone(_ step: some AppStep) -> Ticket {
        var ticket = Ticket(step)
        ticket.owner = -1
        return ticket
    }

    var isPhones: Bool { owner < 0 }

    @inline(__always)
    static func == (ticket: Ticket, step: some AppStep) -> Bool { ticket.kind == step.rawValue }
}

extension AppStep {
    /// - Precondition: the app itself created the ticket.
    @inline(__always)
    init(_ ticket: Ticket) {
        guard let step = Self(rawValue: ticket.kind) else {
            preconditionFailure("\(Self.self) has no ticket of kind \(ticket.kind)")
        }
        self = step
    }
}
