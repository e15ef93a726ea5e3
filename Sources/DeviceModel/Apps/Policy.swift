import Kernel

/// An app at work during one run: what it does when something happens to it.
///
/// A policy is a value. It acts through the phone it is handed, and keeps no other reference. Its
/// options say what its energy is booked under (``BehaviourOptions/activities``).
protocol Policy: Sendable {
    /// The start of the run, with the app in the background.
    mutating func begin(on phone: inout Phone, in world: inout World)

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World)

    /// Something happens to one app alone.
    ///
    /// - Parameter place: the app's, in the world's list.
    mutating func receive(
        _ notice: Notice, for place: Int32, on phone: inout Phone, in world: inout World)

    /// The system has launched the app, of which this is a part, for another of its parts.
    mutating func comesAlong(on phone: inout Phone)

    /// The state of the app just now; `nil` where the policy does not follow it.
    var state: AppState? { get }

    /// The state of one of several apps.
    ///
    /// - Parameter place: the app's, in the world's list.
    func state(ofAppAt place: Int32) -> AppState?

    /// The end of the run: what the app's work was worth.
    func report(into metrics: inout MetricValues, from world: borrowing World, at horizon: Instant)

    /// The end of the run: what the errands came to, by ``BehaviourOptions/errandRules``.
    var errandBooks: [ErrandBook] { get }
}

extension Policy {
    /// Of a policy that does nothing when it is launched: it begins with its own next event.
    mutating func comesAlong(on phone: inout Phone) {}

    /// Of a policy without rules: none.
    var errandBooks: [ErrandBook] { [] }

    /// Of a policy that is one app, the first of the world's.
    mutating func receive(
        _ notice: Notice, for place: Int32, on phone: inout Phone, in world: inout World
    ) {
        if place == AppSlot.only.place { receive(notice, on: &phone, in: &world) }
    }

    /// Of a policy that is one app, the first of the world's.
    func state(ofAppAt place: Int32) -> AppState? {
        place == AppSlot.only.place ? state : nil
    }
}
