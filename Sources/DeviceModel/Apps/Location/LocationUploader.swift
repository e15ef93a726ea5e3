/// Uploads positions by a rule, for a location policy.
struct LocationUploader: Sendable {
    let rule: LocationUploads
    let shape: TransferShape
    private let ticket: Ticket
    private var unsent = 0
    private var newest: Fix?
    private var planned: EventKey?
    /// Whether the next upload fell due while the app was suspended.
    private var isOverdue = false

    /// - Parameter step: The policy's step for the time of the next upload.
    init(_ rule: LocationUploads, as shape: TransferShape, step: some AppStep) {
        (self.rule, self.shape, ticket) = (rule, shape, Ticket(step))
    }

    mutating func receive(_ fix: Fix, _ reports: inout LocationReports, on phone: inout Phone) {
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

    /// An upload is due: sends the newest position, or the next one once it is there.
    ///
    /// - Parameter runs: Whether the app runs. The timer of a suspended app stops; the next
    ///   position that wakes it is sent at once.
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

    /// Whether `LocationReports` lacks a received position.
    var isHolding: Bool { newest != nil }

    var isIdle: Bool { planned == nil }
}
