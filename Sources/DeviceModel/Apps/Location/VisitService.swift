/// Tells an app of arrivals at places where the phone rests, and of departures.
///
/// A policy that uses it passes on every notice.
struct VisitService: Sendable {
    private let due: UInt8
    private var isResting = false

    /// - Parameter due: The policy's step for an arrival or a departure.
    init(due: some AppStep) { self.due = due.rawValue }

    mutating func begin(on phone: inout Phone, in world: borrowing World) {
        planArrival(on: &phone, in: world)
    }

    mutating func receive(
        _ notice: Notice, on phone: inout Phone, in world: borrowing World
    ) -> VisitMoment? {
        guard case .own(.planned(let ticket)) = notice, ticket.kind == due else { return nil }
        isResting.toggle()
        if isResting {
            planDeparture(on: &phone, in: world)
            return .arrived
        }
        planArrival(on: &phone, in: world)
        return .departed
    }

    private func planArrival(on phone: inout Phone, in world: borrowing World) {
        let rest = phone.system.visits?.time(
            after: phone.now, on: world.ground.itinerary, until: phone.calendar.horizon)
        if let rest { _ = phone.plan(Ticket(kind: due), at: rest) }
    }

    private func planDeparture(on phone: inout Phone, in world: borrowing World) {
        guard let rule = phone.system.visits else { return }
        let departure = DistanceFilter(distance: rule.within).time(
            after: phone.now, on: world.ground.itinerary)
        if let departure { _ = phone.plan(Ticket(kind: due), at: departure) }
    }
}
