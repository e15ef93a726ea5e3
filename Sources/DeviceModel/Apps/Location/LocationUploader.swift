import Kernel

/// Sends positions to the server by a rule: part of a location policy.
struct LocationUploader: Sendable {
    let rule: LocationUploads
    let shape: TransferShape
    /// With which the next upload is planned.
    private let ticket: Ticket
    private var unsent = 0
    private var newest: Fix?
    private var planned: EventKey?
    /// The time for the next upload came while the app was suspended.
    private var isOverdue = false

    /// - Parameters:
    ///   - rule: when positions are sent.
    ///   - shape: one upload.
    ///   - step: the policy's, for the time of the next upload.
    init(_ rule: LocationUploads, as shape: TransferShape, step: some AppStep) {
        (self.rule, self.shape, ticket) = (rule, shape, Ticket(step))
    }

    /// The app has received a position; it is sent at once, later, or never.
    mutating func receive(
        _ fix: Fix, _ reports: inout LocationReports, on phone: inout Phone
    ) {
        switch rule {
        case .fixes(let count):
            unsent += 1
            if unsent < count { return reports.receive(1) }
            unsent = 0
            reports.upload(fix, as: shape, on: &phone)
        case .every(let span):
            if isOverdue {
                dropNewest(&reports)
                (planned, isOverdue) = (nil, false)
            }
            if planned != nil {
                dropNewest(&reports)
                newest = fix
                return
            }
            reports.upload(fix, as: shape, on: &phone)
            planned = phone.plan(ticket, at: phone.now + span)
        }
    }

    /// The time for the next upload has come: the newest position is sent, or else the next one
    /// at once.
    ///
    /// - Parameter runs: whether the app does. A timer of one that is suspended stands still, and
    ///   the next position that wakes the app is sent at once.
    mutating func due(runs: Bool, _ reports: inout LocationReports, on phone: inout Phone) {
        guard runs else {
            isOverdue = true
            return
        }
        planned = nil
        guard let fix = newest else { return }
        newest = nil
        receive(fix, &reports, on: &phone)
    }

    /// Nothing more is sent until the next position.
    mutating func stop(_ reports: inout LocationReports, on phone: inout Phone) {
        dropNewest(&reports)
        unsent = 0
        phone.cancel(planned)
        (planned, isOverdue) = (nil, false)
    }

    private mutating func dropNewest(_ reports: inout LocationReports) {
        if newest != nil { reports.receive(1) }
        newest = nil
    }

    /// A position was received that `LocationReports` does not know of yet.
    var isHolding: Bool { newest != nil }

    /// The next position will be sent at once.
    var isIdle: Bool { planned == nil }
}
