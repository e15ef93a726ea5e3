import Traces

/// What is wrong with a file that is no profile, in the words of its own reader.
public enum DataFileFault: Hashable, Sendable {
    /// A GPX file.
    case track(GPXError)
    /// A list of towers.
    case towers(LogError)
    /// A log of what an app did.
    case activity(LogError)
    /// A capture of its packets.
    case capture(TraceFailure)
}

extension DataFileFault: Fault {
    var message: String {
        switch self {
        case .track(let error): error.message
        case .towers(let error), .activity(let error):
            error.column.map { "column \($0): \(error.message)" } ?? error.message
        case .capture(let failure): failure.fault.message
        }
    }

    var advice: String {
        switch self {
        case .track(let error): error.advice
        case .towers(let error), .activity(let error): error.advice
        case .capture(let failure): failure.fault.advice
        }
    }
}
