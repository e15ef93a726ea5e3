import EventKernel
import Quantities

/// Why a policy cannot run on a system, on a device or in a world.
public enum PolicyError: Error, Hashable, Sendable {
    case keepAliveTooShort(asked: TimeSpan, allowed: TimeSpan, system: String)
    case handlerTooLong(asked: TimeSpan, allowed: TimeSpan, system: String)
    case noSignificantChange(device: String)
    case audioNotKeptRunning(system: String)
    case nonPositive(option: String, found: String)
    /// So short or small that a run would hardly come to an end.
    case tooSmall(option: String, found: String, least: String)
    case marksOutOfOrder(low: TimeSpan, high: TimeSpan)
    /// The buffer would never hold enough to begin to play.
    case startBufferAboveHigh(start: TimeSpan, high: TimeSpan)
    case nobodyListens
    case nothingMoves

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
        case .audioNotKeptRunning(let system):
            "\(system) suspends an app that plays in the background"
        case .nonPositive(let option, let found):
            "\(option) is \(found), but must be greater than zero"
        case .tooSmall(let option, let found, let least):
            "\(option) is \(found), but must be at least \(least)"
        case .marksOutOfOrder(let low, let high):
            "the low mark, \(low.seconds), is not below the high mark, \(high.seconds)"
        case .startBufferAboveHigh(let start, let high):
            "the start buffer, \(start.seconds), is above the high mark, \(high.seconds), so that "
                + "playing would never begin"
        case .nobodyListens: "the policy plays music, but nobody listens in this world"
        case .nothingMoves: "the policy follows the phone, but this world has no movement"
        }
    }

    /// What is possible instead.
    public var advice: String {
        switch self {
        case .keepAliveTooShort(_, let allowed, _):
            "Set it to \(allowed.seconds) or more, or choose a system that allows it."
        case .handlerTooLong(_, let allowed, _): "Set it to \(allowed.seconds) or less."
        case .noSignificantChange: "Choose a device that has it, such as iphone-4."
        case .audioNotKeptRunning: "Choose a system whose audio rules keep it running."
        case .nonPositive: "Write a value greater than zero."
        case .tooSmall(_, _, let least): "Set it to \(least) or more."
        case .marksOutOfOrder: "Set low below high."
        case .startBufferAboveHigh(_, let high): "Set it to \(high.seconds) or less."
        case .nobodyListens: "Describe the listener under world: listening."
        case .nothingMoves: "Describe the movement under world: movement."
        }
    }

    /// The option at fault, as the file spells it, where there is one.
    public var option: String? {
        switch self {
        case .keepAliveTooShort: "interval"
        case .handlerTooLong: "handler-time"
        case .nonPositive(let option, _), .tooSmall(let option, _, _): option
        case .marksOutOfOrder: "low"
        case .startBufferAboveHigh: "start-buffer"
        case .noSignificantChange, .audioNotKeptRunning, .nobodyListens, .nothingMoves: nil
        }
    }
}

extension PolicyOptions {
    /// - Throws: the first reason why this policy cannot run there.
    public func check(
        system: SystemRules, device: DeviceProfile, world: WorldProfile
    ) throws(PolicyError) {
        switch self {
        case .none: break
        case .keepAlive(let options): try options.check(system)
        case .streaming(let options): try options.check(system, world)
        case .location(let options): try options.check(device, world)
        }
    }
}

extension KeepAliveOptions {
    fileprivate func check(_ system: SystemRules) throws(PolicyError) {
        let rules = system.keepAlive
        try atLeast(Seconds(1), interval.seconds, "interval")
        if interval < rules.minimumInterval {
            throw .keepAliveTooShort(
                asked: interval, allowed: rules.minimumInterval, system: system.name)
        }
        if handlerTime > rules.handlerLimit {
            throw .handlerTooLong(
                asked: handlerTime, allowed: rules.handlerLimit, system: system.name)
        }
    }
}

extension StreamingOptions {
    fileprivate func check(_ system: SystemRules, _ world: WorldProfile) throws(PolicyError) {
        if !system.audio.keepsRunning { throw .audioNotKeptRunning(system: system.name) }
        if world.listening == nil { throw .nobodyListens }
        if !(bitRate > .zero) { throw .nonPositive(option: "bit-rate", found: "\(bitRate)") }
        try atLeast(Bytes(1000), request, "request")
        if startBuffer <= .zero {
            throw .nonPositive(option: "start-buffer", found: "\(startBuffer.seconds)")
        }
        switch fetch {
        case .trickle(let every):
            try atLeast(Seconds(0.1), every.seconds, "every")
        case .chunked(let ahead, _):
            if let ahead, ahead <= .zero {
                throw .nonPositive(option: "ahead", found: "\(ahead.seconds)")
            }
        case .buffered(let low, let high):
            if low <= .zero { throw .nonPositive(option: "low", found: "\(low.seconds)") }
            if low >= high { throw .marksOutOfOrder(low: low, high: high) }
            if startBuffer > high { throw .startBufferAboveHigh(start: startBuffer, high: high) }
        }
    }
}

extension LocationOptions {
    fileprivate func check(_ device: DeviceProfile, _ world: WorldProfile) throws(PolicyError) {
        if world.movement == nil { throw .nothingMoves }
        switch source {
        case .gpsContinuous(let uploadEvery):
            try atLeast(Seconds(0.1), uploadEvery.seconds, "upload-every")
        case .significantChange:
            if !device.supportsSignificantChange {
                throw .noSignificantChange(device: device.name)
            }
        }
    }
}

/// Each of these is an event or a transfer: too many of them and a run would never end.
private func atLeast<Value: Quantity>(
    _ least: Value, _ value: Value, _ option: String
) throws(PolicyError) {
    if !(value >= least) {
        throw .tooSmall(option: option, found: "\(value)", least: "\(least)")
    }
}
