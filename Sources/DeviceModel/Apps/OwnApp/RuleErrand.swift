/// The progress of an app through the steps of one rule.
struct RuleErrand: Sendable {
    enum Wait: BitwiseCopyable, Sendable {
        case code, time, queued, work, carry
        /// The server cannot be reached, and never answers.
        case silence, fix, track
    }

    let rule: Int32
    private(set) var isActive = false
    var wait = Wait.code
    /// The app is suspended, and the step stands still.
    var isFrozen = false
    /// The conditions held, and the errand counts as begun.
    var isBegun = false
    var isAwake = true
    /// The current instruction.
    var place: Int32 = 0
    /// Within its rule, from 1.
    var serial: Int32 = 0
    /// When its trigger fired.
    var since: Instant = .start
    var ranFrom: Instant = .start
    var event: EventKey?
    var timeout: EventKey?
    /// When the request fails, or tracking ends.
    var deadline: Instant = .never
    /// Whether it is in the app's queue of work.
    var computes = false
    /// Its neighbours in that queue.
    var (before, after): (Int?, Int?)
    var workLeft = TimeSpan.zero
    /// The rest of the current transfer, including bytes on the air.
    var uplink: Int64 = 0
    var downlink: Int64 = 0
    var roundTrips: Int32 = 0
    var piece: Int64 = .max
    var handed: (uplink: Int64, downlink: Int64) = (0, 0)
    /// Bytes carried for the current request.
    var carried: Int64 = 0
    /// Tells its current transfer from earlier ones.
    var generation: Int32 = 0
    var connection: Int32 = 0
    var tries: Int32 = 0
    /// Whether it waits because the system lets a background app locate seldom.
    var isDelayed = false
    /// Whether the new fix is the one that it waits for.
    var isLocated = false
    var hasAsked = false
    var hasGot = false
    var tasks: Int32 = 0
    var scans = false
    /// Its wake locks have no effect: the app is idle.
    var hasLostLocks = false
    var isExpedited = false
    /// ``until`` before the expedited job.
    var untilBefore: Instant?
    /// The end of its background grant, if any.
    var until: Instant?
    /// Whether the grant is for an open task.
    var isForTask = false
    /// When an event's time ends and the system suspends the app, instead of ending it.
    var window: Instant?
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

/// Timers and transfers have one kind per rule.
struct RuleTicket: AppStep {
    let rawValue: UInt8

    init(rawValue: UInt8) { self.rawValue = rawValue }
    private init(_ value: UInt8) { rawValue = value }

    static let resume = RuleTicket(0)
    static let timeout = RuleTicket(1)
    static let limit = RuleTicket(2)
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
    static let track = RuleTicket(13)
    static let received = RuleTicket(14)

    static let jobStopped = RuleTicket(15)

    private static let firstTimer: UInt8 = 16
    private static let firstAfterTimers = firstTimer + UInt8(OwnAppOptions.mostRules)
    private static let firstCarry: UInt8 = 96

    static let serviceEnds = RuleTicket(firstAfterTimers)
    static let freeze = RuleTicket(firstAfterTimers + 1)
    static let ringDue = RuleTicket(firstAfterTimers + 2)
    static let computed = RuleTicket(firstAfterTimers + 3)

    static func timer(_ rule: Int) -> RuleTicket { RuleTicket(firstTimer + UInt8(rule)) }
    static func carry(_ rule: Int32) -> RuleTicket { RuleTicket(firstCarry + UInt8(rule)) }

    @inline(__always)
    static func timerRule(_ ticket: Ticket) -> Int? {
        ticket.kind >= firstTimer && ticket.kind < firstAfterTimers
            ? Int(ticket.kind - firstTimer) : nil
    }

    @inline(__always)
    static func isCarry(_ ticket: Ticket) -> Bool { ticket.kind >= firstCarry }
}
