import Kernel

/// Where the phone goes.
public enum Movement: Hashable, Sendable {
    /// Nowhere.
    case still(at: Position)
    /// Ways that each replication draws.
    case profile(MovementProfile)
    /// The same recorded way in each replication.
    case track(RecordedTrack)

    /// Whether its ways have a place of work.
    public var hasWork: Bool {
        switch self {
        case .profile(.days): true
        case .still, .profile(.wandering), .track: false
        }
    }
}

extension Itinerary {
    /// The way of one replication.
    ///
    /// - Parameters:
    ///   - movement: where the phone goes.
    ///   - source: of the replication.
    ///   - horizon: until when the way is needed.
    public init(_ movement: Movement, from source: RandomSource, until horizon: Instant) {
        self = MovementPlan(movement).itinerary(from: source, until: horizon)
    }
}

/// A movement made ready for any number of runs: what is the same in all of them is computed once.
struct MovementPlan: Sendable {
    private enum Way: Sendable {
        case drawn(MovementProfile)
        case same(Itinerary)
    }

    private let way: Way
    private let budget: RunBudget

    init(_ movement: Movement, _ budget: RunBudget = .usual) {
        self.budget = budget
        way =
            switch movement {
            case .still(let position): .same(Itinerary(stayingAt: position))
            case .profile(let profile): .drawn(profile)
            case .track(let track): .same(Itinerary(track))
            }
    }

    /// The way of one replication, until after the horizon.
    func itinerary(from source: RandomSource, until horizon: Instant) -> Itinerary {
        switch way {
        case .drawn(let profile): Itinerary(profile, from: source, until: horizon, budget)
        case .same(let itinerary): itinerary
        }
    }
}
