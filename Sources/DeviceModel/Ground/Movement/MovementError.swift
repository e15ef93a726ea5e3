import Forms
import Kernel

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
