import Kernel

/// How far an app is with the steps of one rule.
struct RuleErrand: Sendable {
    /// What the errand waits for.
    enum Wait: BitwiseCopyable, Sendable {
        /// The app's code has not run yet.
        case code
        case time
        /// The oldest thing in the outbox is not old enough.
        case queued
        case work
        /// A transfer is on the air.
        case carry
        /// The server cannot be reached, and does not answer.
        case silence
        case fix
        /// Positions come until its time is over.
        case track
    }

    let rule: Int32
    private(set) var isActive = false
    var wait = Wait.code
    /// The app is suspended, and the step stands still.
    var isFrozen = false
    /// The conditions have held, and the errand counts as begun.
    var isBegun = false
    /// The processor has been woken for the errand's code.
    var isAwake = true
    /// Of the instruction that is being carried out.
    var place: Int32 = 0
    /// Which errand of its rule it is, from 1.
    var serial: Int32 = 0
    /// When its trigger came.
    var since: Instant = .start
    /// When its code ran.
    var ranFrom: Instant = .start
    /// What is planned for it; `nil`: nothing.
    var event: EventKey?
    var timeout: EventKey?
    /// When what it waits for has failed.
    var deadline: Instant = .never
    /// Whether it is among those that compute.
    var computes = false
    /// Its neighbours among them, in the order in which they began.
    var (before, after): (Int?, Int?)
    /// What it has not computed, when it was last at it.
    var workLeft = TimeSpan.zero
    /// What is left of the present transfer, with what is on the air.
    var uplink: Int64 = 0
    var downlink: Int64 = 0
    var roundTrips: Int32 = 0
    /// How much goes at once.
    var piece: Int64 = .max
    /// What was handed over last.
    var handed: (uplink: Int64, downlink: Int64) = (0, 0)
    /// Of the present request.
    var carried: Int64 = 0
    /// Tells its present transfer from earlier ones.
    var generation: Int32 = 0
    /// On which of the app's connections it asks.
    var connection: Int32 = 0
    var tries: Int32 = 0
    /// Whether the position that has just come is the one that it looks for.
    var isLocated = false
    /// Whether it has asked what has come to the server, and got something.
    var hasAsked = false
    var hasGot = false
    /// Brackets that are open.
    var tasks: Int32 = 0
    /// It runs as a job that has begun at once.
    var isExpedited = false
    /// What ``until`` was before that.
    var untilBefore: Instant?
    /// Until when the system lets the app run for it in the background; `nil`: it does not.
    var until: Instant?
    /// Whether that is for an open bracket.
    var isForTask = false
    /// The end of the time that an event gives the app, after which the system suspends it;
    /// `nil`: the system ends an app that is not done by then, or gives it no time.
    var window: Instant?
    /// The line of the log that it carries out.
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

/// What a ticket of such an app is for: some kinds are numbered by rule.
struct RuleTicket: AppStep {
    let rawValue: UInt8

    init(rawValue: UInt8) { self.rawValue = rawValue }

    private init(_ value: UInt8) { rawValue = value }

    /// An errand goes on: its code runs, its time has come.
    static let resume = RuleTicket(0)
    /// The time of a request is over.
    static let timeout = RuleTicket(1)
    /// The app's time in the background is over.
    static let limit = RuleTicket(2)
    /// What stood still goes on.
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
    /// A position of the errand's tracking is due.
    static let track = RuleTicket(13)
    /// Something has come over the app's own connection.
    static let received = RuleTicket(14)

    /// A job may run no longer.
    static let jobStopped = RuleTicket(15)

    private static let firstTimer: UInt8 = 16
    private static let firstAfterTimers = firstTimer + UInt8(OwnAppOptions.mostRules)
    private static let firstCarry: UInt8 = 96

    /// A foreground service has no time left.
    static let serviceEnds = RuleTicket(firstAfterTimers)
    /// The app is frozen.
    static let freeze = RuleTicket(firstAfterTimers + 1)
    /// A call of which a push told must ring by now.
    static let ringDue = RuleTicket(firstAfterTimers + 2)
    /// What the app is computing is done.
    static let computed = RuleTicket(firstAfterTimers + 3)

    static func timer(_ rule: Int) -> RuleTicket { RuleTicket(firstTimer + UInt8(rule)) }
    static func carry(_ rule: Int32) -> RuleTicket { RuleTicket(firstCarry + UInt8(rule)) }

    /// Whose timer; `nil`: it is another ticket.
    @inline(__always)
    static func timerRule(_ ticket: Ticket) -> Int? {
        ticket.kind >= firstTimer && ticket.kind < firstAfterTimers
            ? Int(ticket.kind - firstTimer) : nil
    }

    @inline(__always)
    static func isCarry(_ ticket: Ticket) -> Bool { ticket.kind >= firstCarry }
}
