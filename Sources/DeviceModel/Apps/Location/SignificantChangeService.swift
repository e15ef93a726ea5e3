/// The significant-change service during a run: the monitor's rules, with the phone's sleep and
/// clock.
///
/// A policy that uses it passes on every notice.
struct SignificantChangeService: Sendable {
    private let due: UInt8
    private var monitor: SignificantChangeMonitor?
    private var planned: EventKey?

    /// - Parameter due: The policy's step for a change that is certain by then.
    init(due: some AppStep) { self.due = due.rawValue }

    /// The app is told its position at once.
    mutating func begin(on phone: inout Phone, in world: borrowing World) {
        monitor = SignificantChangeMonitor(
            phone.system.significantChange, at: phone.now,
            place: world.ground.itinerary.point(at: phone.now))
    }

    /// - Returns: Whether the app is told of a significant change now.
    mutating func receive(
        _ notice: Notice, on phone: inout Phone, in world: borrowing World
    ) -> Bool {
        switch notice {
        case .location(.cellChanged): return cellChanged(on: &phone, in: world)
        case .own(.planned(let ticket)) where ticket.kind == due:
            planned = nil
            let place = world.ground.itinerary.point(at: phone.now)
            return monitor?.comesDue(at: phone.now, place: place) ?? false
        case .phone(.otherWork): return phoneWoke(on: &phone, in: world)
        case .own, .user, .phone, .network, .location: return false
        }
    }

    private mutating func cellChanged(on phone: inout Phone, in world: borrowing World) -> Bool {
        let verdict = monitor?.cellChanged(
            at: phone.now, place: world.ground.itinerary.point(at: phone.now),
            isAsleep: phone.isAsleep)
        switch verdict {
        case .nothing, nil: return false
        case .deliver: return true
        case .wait(let due):
            planned = phone.plan(Ticket(kind: self.due), at: due)
            return false
        }
    }

    private mutating func phoneWoke(on phone: inout Phone, in world: borrowing World) -> Bool {
        guard let planned else { return false }
        let place = world.ground.itinerary.point(at: phone.now)
        let tells = monitor?.phoneWoke(at: phone.now, place: place) ?? false
        if monitor?.isWaiting == false {
            phone.cancel(planned)
            self.planned = nil
        }
        return tells
    }
}
