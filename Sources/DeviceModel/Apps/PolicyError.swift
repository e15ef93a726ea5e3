import EventKernel
import Quantities

/// Why a policy cannot run on a system, on a device or in a world.
public enum PolicyError: Error, Hashable, Sendable {
    case keepAliveTooShort(asked: TimeSpan, allowed: TimeSpan, system: String)
    case handlerTooLong(asked: TimeSpan, allowed: TimeSpan, system: String)
    case noSignificantChange(device: String)
    case noRegionMonitoring(device: String)
    /// A service that follows radio cells, beside a radio that has none.
    case noCellularRadio(service: String, radio: String)
    case noRegions
    case unknownRegion(String, possible: [String])
    /// An app that waits so long has been terminated before.
    case timeoutTooLong(asked: TimeSpan, allowed: TimeSpan, system: String)
    case tooManyRegions(asked: Int, allowed: Int, system: String)
    case audioNotKeptRunning(system: String)
    case nonPositive(option: String, found: String)
    /// So short or small that a run would hardly come to an end.
    case tooSmall(option: String, found: String, least: String)
    /// A timer that may come at any time.
    case toleranceTooLong(TimeSpan, every: TimeSpan)
    case marksOutOfOrder(low: TimeSpan, high: TimeSpan)
    /// The buffer would never hold enough to begin to play.
    case startBufferAboveHigh(start: TimeSpan, high: TimeSpan)
    case nobodyListens
    case noCells
    /// The app has the location mode and is suspended all the same.
    case locationNotKeptRunning(system: String)
    case noDeferredUpdates(system: String)
    /// The receiver cannot keep positions for a processor that sleeps.
    case noFixBuffer(device: String)
    case noAutomaticPause(system: String)
    /// Positions are deferred only as they come from the satellites, one a second.
    case deferredButFiltered
    case deferredButCoarse(LocationAccuracy)
    /// Positions that come each second cannot all be uploaded.
    case uploadsEachSecond
    case sending(SendingFault)
    case refresh(RefreshFault)
    case systemTransfer(TransferFault)
    /// Of an app that plays, records, speaks or alerts.
    case sound(SoundFault)
    /// Two apps that need the same part of the phone for themselves.
    case onlyOneApp(what: String, first: String, second: String)
    /// An app that cannot keep a connection open as it says.
    case keepAlive(KeepAliveFault)
    case taskCompletion(TaskFault)
    case backgroundWork(BackgroundWorkFault)
    /// The system ends every app that is left.
    case noMultitasking(system: String)
    /// An app of several that cannot run.
    indirect case app(name: String, PolicyError)

    public var message: String {
        switch self {
        case .keepAliveTooShort(let asked, let allowed, let system):
            "keep-alive interval is \(asked.seconds), but \(system) refuses less than "
                + "\(allowed.seconds)"
        case .handlerTooLong(let asked, let allowed, let system):
            "handler time is \(asked.seconds), but \(system) ends the app after "
                + "\(allowed.seconds)"
        case .noSignificantChange(let device):
            "\(device) has no significant-change location service"
        case .noRegionMonitoring(let device): "\(device) cannot monitor regions"
        case .noCellularRadio(let service, let radio):
            "\(service) follows the cells of a cellular radio, and \(radio) is none"
        case .noRegions: "the policy watches regions, but this world has none"
        case .unknownRegion(let name, _): "this world has no region named \"\(name)\""
        case .timeoutTooLong(let asked, let allowed, let system):
            "the time-out is \(asked.seconds), but \(system) lets an app work for "
                + "\(allowed.seconds) on an event"
        case .tooManyRegions(let asked, let allowed, let system):
            "the policy watches \(asked) regions, but \(system) lets an app register \(allowed)"
        case .audioNotKeptRunning(let system):
            "\(system) suspends an app that plays in the background"
        case .nonPositive(let option, let found):
            "\(option) is \(found), but must be greater than zero"
        case .tooSmall(let option, let found, let least):
            "\(option) is \(found), but must be at least \(least)"
        case .toleranceTooLong(let tolerance, let every):
            "the tolerance, \(tolerance.seconds), is not below the interval, \(every.seconds)"
        case .marksOutOfOrder(let low, let high):
            "the low mark, \(low.seconds), is not below the high mark, \(high.seconds)"
        case .startBufferAboveHigh(let start, let high):
            "the start buffer, \(start.seconds), is above the high mark, \(high.seconds), so that "
                + "playing would never begin"
        case .nobodyListens: "the policy plays music, but nobody listens in this world"
        case .noCells: "the policy listens to cell changes, but this world has no cells"
        case .locationNotKeptRunning(let system):
            "\(system) suspends an app that runs location services in the background"
        case .noDeferredUpdates(let system): "\(system) does not defer location updates"
        case .noFixBuffer(let device):
            "the receiver of \(device) keeps no positions while the processor sleeps"
        case .noAutomaticPause(let system):
            "\(system) does not pause location updates by itself"
        case .deferredButFiltered: "updates with a distance filter cannot be deferred"
        case .deferredButCoarse(let accuracy):
            "updates with an accuracy of \(accuracy.rawValue) cannot be deferred"
        case .uploadsEachSecond:
            "without a distance filter there is a position each second, which is too often to "
                + "upload each one"
        case .sending(let fault): fault.message
        case .refresh(let fault): fault.message
        case .systemTransfer(let fault): fault.message
        case .sound(let fault): fault.message
        case .onlyOneApp(let what, let first, let second):
            "\(first) and \(second) both \(what), and only one app at a time can do so here"
        case .keepAlive(let fault): fault.message
        case .taskCompletion(let fault): fault.message
        case .backgroundWork(let fault): fault.message
        case .noMultitasking(let system):
            "\(system) ends an app when it is left, so nothing runs in the background"
        case .app(let name, let error): "of app \(name): \(error.message)"
        }
    }

    /// What is possible instead.
    public var advice: String {
        switch self {
        case .keepAliveTooShort(_, let allowed, _):
            "Set it to \(allowed.seconds) or more, or choose a system that allows it."
        case .handlerTooLong(_, let allowed, _): "Set it to \(allowed.seconds) or less."
        case .noSignificantChange: "Choose a device that has it, such as iphone-4."
        case .noRegionMonitoring: "Choose a device that can, such as iphone-4."
        case .noCellularRadio:
            "Choose a cellular radio, such as umts-att-2010, or a policy that needs no cells."
        case .noRegions: "List places under world: regions."
        case .unknownRegion(_, let possible): "Possible: \(possible.joined(separator: ", "))."
        case .timeoutTooLong(_, let allowed, _): "Set it to \(allowed.seconds) or less."
        case .tooManyRegions(_, let allowed, _): "Name \(allowed) of them under regions."
        case .audioNotKeptRunning: "Choose a system whose audio rules keep it running."
        case .nonPositive: "Write a value greater than zero."
        case .tooSmall(_, _, let least): "Set it to \(least) or more."
        case .toleranceTooLong(_, let every): "Set it below \(every.seconds)."
        case .marksOutOfOrder: "Set low below high."
        case .startBufferAboveHigh(_, let high): "Set it to \(high.seconds) or less."
        case .nobodyListens: "Describe the listener under world: listening."
        case .noCells: "Describe the radio cells under world: cells."
        case .locationNotKeptRunning: "Write background: foreground-only, or choose another system."
        case .noDeferredUpdates: "Leave deferred out, or choose a system that has it."
        case .noFixBuffer: "Leave deferred out, or choose a device with buffers-fixes."
        case .noAutomaticPause: "Leave pauses out, or choose a system that has it."
        case .deferredButFiltered: "Leave distance-filter out."
        case .deferredButCoarse: "Set it to best or best-for-navigation."
        case .uploadsEachSecond: "Set upload-every, or a distance-filter."
        case .sending(let fault): fault.advice
        case .refresh(let fault): fault.advice
        case .systemTransfer(let fault): fault.advice
        case .sound(let fault): fault.advice
        case .onlyOneApp: "Leave one of them out."
        case .keepAlive(let fault): fault.advice
        case .taskCompletion(let fault): fault.advice
        case .backgroundWork(let fault): fault.advice
        case .noMultitasking: "Choose a system with multitasking, such as ios-4."
        case .app(_, let error): error.advice
        }
    }

    /// The option at fault, as the file spells it, where there is one.
    public var option: String? {
        switch self {
        case .keepAliveTooShort: "interval"
        case .handlerTooLong: "handler-time"
        case .nonPositive(let option, _), .tooSmall(let option, _, _): option
        case .toleranceTooLong: "tolerance"
        case .marksOutOfOrder: "low"
        case .startBufferAboveHigh: "start-buffer"
        case .locationNotKeptRunning: "background"
        case .noDeferredUpdates, .noFixBuffer: "deferred"
        case .noAutomaticPause: "pauses"
        case .deferredButFiltered: "distance-filter"
        case .deferredButCoarse: "accuracy"
        case .uploadsEachSecond: "upload-fixes"
        case .unknownRegion, .tooManyRegions: "regions"
        case .timeoutTooLong: "timeout"
        case .sending(let fault): fault.option
        case .refresh(let fault): fault.option
        case .systemTransfer(let fault): fault.option
        case .keepAlive(let fault): fault.option
        case .taskCompletion(let fault): fault.option
        case .sound(let fault): fault.option
        case .backgroundWork(let fault): fault.option
        case .noSignificantChange, .noRegionMonitoring, .noCellularRadio, .noRegions,
            .audioNotKeptRunning, .nobodyListens, .noCells, .onlyOneApp, .noMultitasking, .app:
            nil
        }
    }
}

/// Each of these is an event or a transfer: too many of them and a run would never end.
func atLeast<Value: Quantity>(
    _ least: Value, _ value: Value, _ option: String
) throws(PolicyError) {
    if !(value >= least) {
        throw .tooSmall(option: option, found: "\(value)", least: "\(least)")
    }
}

/// A timer may come early, but not as early as the one before.
func checkTolerance(_ tolerance: TimeSpan, every interval: TimeSpan) throws(PolicyError) {
    if tolerance >= interval { throw .toleranceTooLong(tolerance, every: interval) }
}
