import DeviceModel
import EventKernel
import Quantities

/// Reads a scenario's `world:`.
enum WorldReader {
    static func read(_ world: MappingReader) -> WorldProfile {
        WorldProfile(
            otherTraffic: world.optionalList("other-traffic", atMost: 1000, traffic),
            network: NetworkBehaviour(
                natIdleTimeout: world.optionalDistribution("nat-idle-timeout", .betweenEvents),
                change: world.optionalMapping("network-change", every)),
            incomingCalls: world.optionalMapping("incoming-calls", every),
            phoneCalls: world.optionalMapping("phone-calls") {
                PhoneCalls(every: every($0), duration: $0.distribution("duration", .betweenEvents))
            },
            listening: world.optionalMapping("listening", listening),
            movement: world.optionalMapping("movement", movement))
    }

    private static func every(_ events: MappingReader) -> Distribution<Seconds> {
        events.distribution("every", .betweenEvents)
    }

    private static func traffic(_ traffic: MappingReader) -> TrafficSource {
        TrafficSource(
            every: every(traffic),
            uplink: traffic.distribution("uplink", .zeroOrMore),
            downlink: traffic.distribution("downlink", .zeroOrMore),
            roundTrips: traffic.count("round-trips", in: 0...1000, default: 1))
    }

    private static func listening(_ listening: MappingReader) -> Listening {
        let skipped: Fraction = listening.quantity("skipped", default: .zero)
        let heard: Distribution<Seconds>? = listening.optionalDistribution(
            "heard-of-skipped", .betweenEvents)
        if skipped > .zero, !listening.has("heard-of-skipped") {
            let place = listening.valuePlaces["skipped"] ?? listening.place
            listening.log.report(.meaning(.skippedWithoutHeard), at: place)
        }
        return Listening(
            duration: listening.distribution("duration", .betweenEvents),
            trackLength: listening.distribution("track-length", .betweenEvents),
            skipped: skipped,
            heardOfSkipped: heard ?? .constant(Seconds(30)))
    }

    private static func movement(_ movement: MappingReader) -> Movement {
        Movement(
            stay: movement.distribution("stay", .zeroOrMore),
            tripDistance: movement.distribution("trip-distance", .mean(atLeast: Meters(1))),
            speed: movement.distribution("speed", .divisor),
            cellChanges: movement.quantity("cell-changes"),
            cellError: movement.quantity("cell-error"))
    }
}
