import DeviceModel
import EventKernel
import Quantities

/// A scenario's world as its file has it: movement and cells may still be names.
struct WorldText {
    /// Everything but movement, cells and regions.
    var profile = WorldProfile()
    /// `nil`: the phone stays at one place.
    var movement: PartText<Movement>?
    /// `nil`: there are none.
    var cells: PartText<CellLayout>?
    var regions: [RegionText] = []

    /// A world without anything.
    init() {}

    /// Reads a scenario's `world:`.
    init(_ world: MappingReader) {
        profile = WorldReader.read(world)
        movement = world.entry("movement").map { PartText($0, world, MovementReader.read) }
        cells = world.entry("cells").map { PartText($0, world, CellsReader.read) }
        regions = world.optionalList("regions", atMost: 1000, RegionText.init).compactMap { $0 }
    }
}

/// A part of the world that a scenario names, or describes in place.
enum PartText<Value> {
    case named(PlacedText)
    /// `nil` where it has faults, which the log has.
    case inPlace(Value?)

    /// Reads what stands under a key of `world`.
    init(_ entry: RawEntry, _ world: MappingReader, _ read: (MappingReader) -> Value?) {
        if case .text = entry.value.content {
            self = world.plainText(entry.value).map { .named($0) } ?? .inPlace(nil)
        } else {
            self = .inPlace(world.mapping(in: entry, read))
        }
    }
}

/// Reads the parts of a scenario's `world:` that have no profiles of their own.
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
            sky: world.optionalMapping("sky", SkyReader.read) ?? nil,
            wifiCoverage: wifiCoverage(world))
    }

    /// Only where somebody looks for positions is it worth mentioning that all places are mapped.
    private static func wifiCoverage(_ world: MappingReader) -> Fraction {
        world.optionalQuantity("wi-fi-coverage") ?? Fraction(1)
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
}
