import Kernel

/// How far an app has come with the steps of one rule.
struct RuleErrand: Sendable {
    /// What the errand waits for.
    enum Wait: BitwiseCopyable, Sendable {
        /// For the app's code to run.
        case code
        case time
        /// For the oldest outbox item to be old enough.
        case queued
        case work
        /// For a transfer on the air.
        case carry
        /// For the answer of a server that cannot be reached.
        case silence
        case fix
        /// For the end of tracking.
        case track
    }

    let rule: Int32
    private(set) var isActive = false
    var wait = Wait.code
    /// Whether the step stands still because the app is suspended.
    var isFrozen = false
    /// Whether the conditions held, so that the errand counts as begun.
    var isBegun = false
    /// Whether the processor has been woken for the errand's code.
    var isAwake = true
    /// The current instruction.
    var place: Int32 = 0
    /// The errand's number within its rule, from 1.
    var serial: Int32 = 0
    /// When its trigger fired.
    var since: Instant = .start
    /// When its code first ran.
    var ranFrom: Instant = .start
    /// The event that resumes it; `nil` if none is planned.
    var event: EventKey?
    var timeout: EventKey?
    /// When the request fails, or tracking ends.
    var deadline: Instant = .never
    /// Whether it is in the app's queue of work.
    var computes = false
    /// Its neighbours in that queue.
    var (before, after): (Int?, Int?)
    /// The work left when it last stopped computing.
    var workLeft = TimeSpan.zero
    /// Bytes left of the current transfer, including those on the air.
    var uplink: Int64 = 0
    var downlink: Int64 = 0
    var roundTrips: Int32 = 0
    /// The most bytes handed over at once.
    var piece: Int64 = .max
    var handed: (uplink: Int64, downlink: Int64) = (0, 0)
    /// Bytes carried for the current request.
    var carried: Int64 = 0
    /// Distinguishes its current transfer from earlier ones.
    var generation: Int32 = 0
    /// The number of the app's connection that the request uses.
    var connection: Int32 = 0
    var tries: Int32 = 0
    /// Whether the fix that has just arrived is the one that it waits for.
    var isLocated = false
    /// Whether it has fetched from the server, and got something.
    var hasAsked = false
    var hasGot = false
    /// Open tasks.
    var tasks: Int32 = 0
    /// Whether it runs as an expedited job.
    var isExpedited = false
    /// The value of ``until`` before the expedited job.
    var untilBefore: Instant?
    /// Until when the system lets the app run for it in the background; `nil`: it does not.
    var until: Instant?
    /// Whether that grant is for an open task.
    var isForTask = false
    /// When the time that an event gives the app ends and the system suspends it; `nil` if the
    /// system ends the app instead, or gives no time.
    var window: Instant?
    /// The line of the log that it replays.
    var moment: Int32 = 0

    init(rule: Int32) { self.rule = rule }

    mutating func begin(serial: Int32, since: Instant, entry: Int32) {
        let generation = generation
        self = RuleErrand(rule: rule)
        (isActive, place, self.generation) = (true, entry, generation)
        (self.serial, self.since) = (serial, since)
    }

    mutating func end() {
        isActive = false
        generation &+= 1
    }
}

/// What a ticket of a rule-based app is for; timers and transfers have one kind per rule.
struct RuleTicket: AppStep {
    let rawValue: UInt8

    init(rawValue: UInt8) { self.rawValue = rawValue }

    private init(_ value: UInt8) { rawValue = value }

    static let resume = RuleTicket(0)
    static let timeout = RuleTicket(1)
    /// The app's time in the background is over.
    static let limit = RuleTicket(2)
    /// Frozen errands resume.
    static let thaw = RuleTicket(3)
    static let significantChange = RuleTicket(4)
    static let dwellEnds = RuleTicket(5)
    static let regionTold = RuleTicket(6)
    static let pushCame = RuleTicket(7)
    static let pushDue = RuleTicket(8)
    static let systemPiece = RuleTicket(9)
    static let systemBegins = RuleTicket(10)
    static let accessory = RuleTicket(11)
    static let visit = RuleTicket(12)
    /// Tracking needs a position.
    static let track = RuleTicket(13)
    /// A message has come over the app's own connection.
    static let received = RuleTicket(14)

    /// A job may run no longer.
    static let jobStopped = RuleTicket(15)

    private static let firstTimer: UInt8 = 16
    private static let firstAfterTimers = firstTimer + UInt8(OwnAppOptions.mostRules)
    private static let firstCarry: UInt8 = 96

    /// A foreground service has no time left.
    static let serviceEnds = RuleTicket(firstAfterTimers)
    static let freeze = RuleTicket(firstAfterTimers + 1)
    /// A call announced by a push must have rung by now.
    static let ringDue = RuleTicket(firstAfterTimers + 2)
    static let computed = RuleTicket(firstAfterTimers + 3)

    static func timer(_ rule: Int) -> RuleTicket { RuleTicket(firstTimer + UInt8(rule)) }
    static func carry(_ rule: Int32) -> RuleTicket { RuleTicket(firstCarry + UInt8(rule)) }

    /// The rule whose timer it is; `nil` for other tickets.
    @inline(__always)
    static func timerRule(_ ticket: Ticket) -> Int? {
        ticket.kind >= firstTimer && ticket.kind < firstAfterTimers
            ? Int(ticket.kind - firstTimer) : nil
    }

    @inline(__always)
    static func isCarry(_ ticket: Ticket) -> Bool { ticket.kind >= firstCarry }
}
