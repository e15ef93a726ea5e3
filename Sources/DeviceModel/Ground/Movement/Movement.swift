/// How the phone moves.
public enum Movement: Hashable, Sendable {
    case still(at: Position)
    /// Each replication draws its own itinerary.
    case profile(MovementProfile)
    /// Every replication follows one recorded track.
    case track(RecordedTrack)

    public var hasWork: Bool {
        switch self {
        case .profile(.days): true
        case .still, .profile(.wandering), .track: false
        }
    }
}

extension Itinerary {
    public init(_ movement: Movement, from source: RandomSource, until horizon: Instant) {
        self = MovementPlan(movement).itinerary(from: source, until: horizon)
    }
}

/// A movement compiled once for any number of runs.
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

    func itinerary(from source: RandomSource, until horizon: Instant) -> Itinerary {
        switch way {
        case .drawn(let profile): Itinerary(profile, from: source, until: horizon, budget)
        case .same(let itinerary): itinerary
        }
    }
}
