import Traces

/// What is wrong with a file that is no profile, in the words of its own reader.
public enum DataFileFault: Hashable, Sendable {
    /// A GPX file.
    case track(GPXError)
    /// A list of towers.
    case towers(LogError)
}

extension DataFileFault: Fault {
    var message: String {
        switch self {
        case .track(let error): error.message
        case .towers(let error):
            if case .tooFewRows(_, _, let unwanted) = error.fault {
                "none of the list's \(unwanted) cells is wanted"
            } else {
                error.column.map { "column \($0): \(error.message)" } ?? error.message
            }
        }
    }

    var advice: String {
        switch self {
        case .track(let error): error.advice
        case .towers(let error):
            if case .tooFewRows = error.fault {
                "Leave out radio, mcc or net, or write them as the list does."
            } else {
                error.advice
            }
        }
    }
}
