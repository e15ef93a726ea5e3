/// A number that one run yields, and what it means.
///
/// Energy is never shown without the service that it bought, so both kinds are here. A metric that
/// a run does not have (the time to ring where nobody called) is undefined, not zero.
public enum Metric: String, CaseIterable, Hashable, Sendable {
    case energy
    case marginalEnergy = "marginal-energy"
    case radioEnergy = "radio-energy"
    case marginalRadioEnergy = "marginal-radio-energy"
    case drain
    case marginalDrain = "marginal-drain"
    case hoursToEmpty = "hours-to-empty"
    case tailShare = "tail-share"
    case radioOnShare = "radio-on-share"
    case promotions
    case wakeUps = "wake-ups"
    case bytesUp = "bytes-up"
    case bytesDown = "bytes-down"
    case keepAlives = "keep-alives"
    case connectionLosses = "connection-losses"
    case unreachableShare = "unreachable-share"
    case callsOffered = "calls-offered"
    case callsMissed = "calls-missed"
    case timeToRing = "time-to-ring"
    case playedTime = "played-time"
    case startUpTime = "start-up-time"
    case rebufferingTime = "rebuffering-time"
    case rebufferings
    case bytesWasted = "bytes-wasted"
    case energyPerSecondPlayed = "energy-per-second-played"
    case fixes
    case uploads
    case positionErrorMedian = "position-error-median"
    case positionError95 = "position-error-p95"

    /// The unit of the number; empty for a count.
    public var unit: String {
        switch self {
        case .energy, .marginalEnergy, .radioEnergy, .marginalRadioEnergy: "J"
        case .energyPerSecondPlayed: "J_per_s"
        case .drain, .marginalDrain: "percent_per_hour"
        case .hoursToEmpty: "h"
        case .tailShare, .radioOnShare, .unreachableShare: "percent"
        case .timeToRing, .playedTime, .startUpTime, .rebufferingTime: "s"
        case .bytesUp, .bytesDown, .bytesWasted: "B"
        case .positionErrorMedian, .positionError95: "m"
        case .promotions, .wakeUps, .keepAlives, .connectionLosses, .callsOffered, .callsMissed,
            .rebufferings, .fixes, .uploads:
            ""
        }
    }

    /// One sentence for the column dictionary.
    public var meaning: String {
        switch self {
        case .energy: "Energy of the whole phone over the horizon."
        case .marginalEnergy: "Energy above the same world without the app, pair by pair."
        case .radioEnergy: "Energy of the radio over the horizon."
        case .marginalRadioEnergy:
            "Energy of the radio above the same world without the app, pair by pair."
        case .drain: "Share of the battery used per hour by the whole phone."
        case .marginalDrain: "Share of the battery used per hour because of the app."
        case .hoursToEmpty: "How long a full battery lasts at this drain."
        case .tailShare: "Share of the radio's energy that is drawn in tails."
        case .radioOnShare: "Share of the time that the radio is not in its initial state."
        case .promotions: "Promotions of the radio, begun, that take time."
        case .wakeUps: "Wake-ups of the processor."
        case .bytesUp: "Bytes sent, other apps' included."
        case .bytesDown: "Bytes received, other apps' included."
        case .keepAlives: "Keep-alive handlers called."
        case .connectionLosses: "Times the app found its connection lost and made a new one."
        case .unreachableShare: "Share of the time that a call would not have reached the phone."
        case .callsOffered: "Calls made to the app."
        case .callsMissed: "Calls that came while the connection was dead."
        case .timeToRing: "From the call's arrival at the network to the ring, mean of a run."
        case .playedTime: "Sound played."
        case .startUpTime: "Waiting for the first sound of the session and of skipped-to tracks."
        case .rebufferingTime: "Silence in the middle of a track, waiting for data."
        case .rebufferings: "How often playing stopped in the middle of a track for want of data."
        case .bytesWasted: "Bytes of sound fetched and never played."
        case .energyPerSecondPlayed: "Marginal energy over the sound played."
        case .fixes: "Positions that the app received."
        case .uploads: "Positions that reached the server."
        case .positionErrorMedian:
            "Median over time of the distance between the last reported position and the truth."
        case .positionError95:
            "95th percentile over time of the distance between the last reported position and "
                + "the truth."
        }
    }
}
