/// A step that an app plans, or a transfer that it waits for: one case for each kind.
protocol AppStep: RawRepresentable, Sendable where RawValue == UInt8 {}

/// What a planned call or a transfer carries, so that its app is told which it was.
public struct Ticket: BitwiseCopyable, Hashable, Sendable {
    /// Which of several of its kind.
    public let index: Int32
    /// The place of the app on its phone; below zero: the phone itself.
    var owner: Int16 = 0
    /// Which part of the app; 0 where it has no others.
    var part: UInt8 = 0
    /// The raw value of the app's step.
    public let kind: UInt8

    /// - Parameters:
    ///   - kind: as its owner tells them apart.
    ///   - index: which of several of its kind.
    public init(kind: UInt8 = 0, index: Int32 = 0) {
        (self.kind, self.index) = (kind, index)
    }

    init(_ step: some AppStep, index: Int32 = 0) {
        self.init(kind: step.rawValue, index: index)
    }

    /// Of something that the phone does for itself.
    static func phone(_ step: some AppStep) -> Ticket {
        var ticket = Ticket(step)
        ticket.owner = -1
        return ticket
    }

    /// Whether the phone waits for it, and no app.
    var isPhones: Bool { owner < 0 }
}

extension Ticket {
    /// Whether it is for a step.
    @inline(__always)
    static func == (ticket: Ticket, step: some AppStep) -> Bool { ticket.kind == step.rawValue }
}

extension AppStep {
    /// The step that the app has written on a ticket of its own.
    @inline(__always)
    init(_ ticket: Ticket) {
        guard let step = Self(rawValue: ticket.kind) else {
            preconditionFailure("a ticket of kind \(ticket.kind) is none of \(Self.self)")
        }
        self = step
    }
}
