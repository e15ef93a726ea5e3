import Forms

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

    /// The itinerary until after the horizon.
    func itinerary(from source: RandomSource, until horizon: Instant) -> Itinerary {
        switch way {
        case .drawn(let profile): Itinerary(profile, from: source, until: horizon, budget)
        case .same(let itinerary): itinerary
        }
    }
}

/// Why a description of movement or radio cells is invalid.
public enum MovementError: Error, Hashable, Sendable {
    /// A track without points, with an empty piece, or with a beginning other than time zero.
    case noPoints
    case notAscending(at: Instant)
    case outOfRange(option: String, found: String, possible: String)
    case empty(option: String)

    public var message: String {
        switch self {
        case .noPoints: "the track has no point at time zero"
        case .notAscending(let time): "the time \(time.seconds) is not after the one before it"
        case .outOfRange(let option, let found, _): "\(option) is \(found)"
        case .empty(let option): "\(option) has no entry"
        }
    }

    public var advice: String {
        switch self {
        case .noPoints: "Give each piece a point, the first at time zero."
        case .notAscending: "Sort the points by time, and give each time once."
        case .outOfRange(_, _, let possible): "Valid: \(possible)."
        case .empty: "Add at least one."
        }
    }

    /// The option at fault; `nil` for a track.
    public var option: String? {
        switch self {
        case .outOfRange(let option, _, _), .empty(let option): option
        case .noPoints, .notAscending: nil
        }
    }

    public var fault: FormFault { FormFault(option: option, message: message, advice: advice) }

    /// `nil`: the check passes.
    static func fault(of check: () throws(MovementError) -> Void) -> FormFault? {
        do throws(MovementError) {
            try check()
            return nil
        } catch {
            return error.fault
        }
    }
}
