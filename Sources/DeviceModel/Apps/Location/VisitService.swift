import Kernel

/// Visits during a run: the system tells the app of places at which the phone has come to rest, and
/// that it has left.
///
/// Part of each policy that uses the service, which hands it every notice.
struct VisitService: Sendable {
    /// The policy's step with which the service plans its calls.
    private let due: UInt8
    private var isResting = false

    /// - Parameter due: the policy's step for an arrival or a departure.
    init(due: some AppStep) { self.due = due.rawValue }

    mutating func begin(on phone: inout Phone, in world: borrowing World) {
        planArrival(on: &phone, in: world)
    }

    /// Lives through a notice.
    ///
    /// - Returns: whether the phone has arrived, if the app is told of a visit now.
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
