import Forms
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

/// Why a description is not one of a movement or of radio cells.
public enum MovementError: Error, Hashable, Sendable {
    /// A track without points, or with an empty piece, or that does not begin at time zero.
    case noPoints
    /// A time of a track that is not after the one before.
    case notAscending(at: Instant)
    /// A value outside its range.
    case outOfRange(option: String, found: String, possible: String)
    /// A list that needs at least one entry.
    case empty(option: String)

    public var message: String {
        switch self {
        case .noPoints: "the track has no points, or none at its beginning"
        case .notAscending(let time): "the time \(time.seconds) is not after the one before it"
        case .outOfRange(let option, let found, _): "\(option) is \(found)"
        case .empty(let option): "\(option) has no entry"
        }
    }

    /// What is possible instead.
    public var advice: String {
        switch self {
        case .noPoints: "Give each piece a point, the first at time zero."
        case .notAscending: "Sort the points by time, and give each time once."
        case .outOfRange(_, _, let possible): "Possible is \(possible)."
        case .empty: "Give it at least one."
        }
    }

    /// The option at fault, as a file spells it, where there is one.
    public var option: String? {
        switch self {
        case .outOfRange(let option, _, _), .empty(let option): option
        case .noPoints, .notAscending: nil
        }
    }
}

extension MovementError {
    /// The same of whatever form has the option.
    public var fault: FormFault { FormFault(option: option, message: message, advice: advice) }

    /// What a check finds; `nil`: nothing.
    static func fault(of check: () throws(MovementError) -> Void) -> FormFault? {
        do throws(MovementError) {
            try check()
            return nil
        } catch {
            return error.fault
        }
    }
}
