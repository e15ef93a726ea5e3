/// An app during one run: how it reacts to what happens.
///
/// A policy is a value: it acts through the phone that it is handed, and keeps no other reference.
protocol Policy: Sendable {
    /// Starts the run, with the app in the background.
    mutating func begin(on phone: inout Phone, in world: inout World)

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World)

    /// - Parameter place: The app's index in the world's list.
    mutating func receive(
        _ notice: Notice, for place: Int32, on phone: inout Phone, in world: inout World)

    /// The system has launched the app for another of its parts.
    mutating func comesAlong(on phone: inout Phone)

    /// `nil` if the policy does not follow it.
    var state: AppState? { get }

    /// - Parameter place: The app's index in the world's list.
    func state(ofAppAt place: Int32) -> AppState?

    func report(into metrics: inout MetricValues, in world: borrowing World, at horizon: Instant)

    /// Errand counts of the run, by ``BehaviourOptions/errandRules``.
    var errandBooks: [ErrandBook] { get }
}

extension Policy {
    /// By default nothing: the policy begins with its own next event.
    mutating func comesAlong(on phone: inout Phone) {}

    var errandBooks: [ErrandBook] { [] }

    mutating func receive(
        _ notice: Notice, for place: Int32, on phone: inout Phone, in world: inout World
    ) { if place == AppSlot.only.place { receive(notice, on: &phone, in: &world) } }

    func state(ofAppAt place: Int32) -> AppState? { place == AppSlot.only.place ? state : nil }
}

/// A policy of one app whose life it follows.
protocol AppPolicy: Policy { var life: AppLife { get } }

extension AppPolicy { var state: AppState? { life.state } }
