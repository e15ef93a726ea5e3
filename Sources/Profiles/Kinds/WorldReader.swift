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
    /// Where Wi-Fi is described, for later faults; `nil` where it is not.
    var wifiPlace: SourcePlace?

    /// A world without anything.
    init() {}

    /// Reads a scenario's `world:`.
    init(_ world: MappingReader) {
        profile = WorldReader.read(world)
        wifiPlace = world.has("wi-fi") ? world.keyPlace(of: "wi-fi") : nil
        movement = world.entry("movement").map { PartText($0, world, MovementReader.read) }
        cells = world.entry("cells").map { PartText($0, world, CellsReader.read) }
        regions = world.optionalList("regions", atMost: 1000, RegionText.init).compactMap { $0 }
    }

    /// Wi-Fi at work needs a movement that has some.
    func checkWiFi(_ movement: Movement, _ log: ReadingLog) {
        guard let wifiPlace, profile.wifi?.needsWork == true, !movement.hasWork else { return }
        log.report(.meaning(.scenario(.wifiAtNoWork)), at: wifiPlace)
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
        let traffic = world.optionalList("other-traffic", atMost: 1000, Self.traffic)
        let network = Self.network(world)
        let calls = world.optionalMapping("incoming-calls", Self.incomingCalls)
        var profile = WorldProfile(
            otherTraffic: traffic, network: network, incomingCalls: calls?.every,
            phoneCalls: world.optionalMapping("phone-calls", AppWorldReader.spells),
            listening: world.optionalMapping("listening", listening),
            sky: world.optionalMapping("sky", SkyReader.read) ?? nil,
            wifiCoverage: wifiCoverage(world))
        profile.apps = [AppWorldReader.read(world)]
        profile.callAnswers = calls?.answers
        profile.memoryPressure = world.optionalMapping("memory-pressure") {
            MemoryPressure(every: $0.recurrence, leaves: $0.distribution("leaves", .zeroOrMore))
        }
        profile.restarts = world.optionalMapping("restarts") { $0.recurrence }
        profile.otherApps = world.optionalMapping("other-apps", AppWorldReader.spells)
        profile.wifi = world.optionalMapping("wi-fi", SurroundingsReader.wifi) ?? nil
        profile.battery = world.optionalMapping("battery", SurroundingsReader.battery)
        profile.charging = world.optionalMapping("charging", SurroundingsReader.charging)
        profile.sound = sound(world)
        return profile
    }

    /// `nil` where a world says nothing of it.
    private static func sound(_ world: MappingReader) -> SoundHappenings? {
        let happenings = SoundHappenings(
            remoteControl: world.optionalMapping("remote-control") { $0.recurrence },
            headsetRemoved: world.optionalMapping("headset-removed") { $0.recurrence },
            otherPlayer: world.optionalMapping("other-player", AppWorldReader.spells))
        return happenings == SoundHappenings() ? nil : happenings
    }

    private static func network(_ world: MappingReader) -> NetworkBehaviour {
        NetworkBehaviour(
            natIdleTimeout: world.optionalDistribution("nat-idle-timeout", .betweenEvents),
            change: world.optionalMapping("network-change") { $0.recurrence },
            natIdleTimeoutUDP: world.optionalDistribution("nat-idle-timeout-udp", .betweenEvents),
            serverIdleTimeout: world.optionalSpan("server-idle-timeout", .aboveZero),
            outages: world.optionalMapping("outages", AppWorldReader.spells))
    }

    private static func incomingCalls(
        _ calls: MappingReader
    ) -> (every: Distribution<Seconds>, answers: CallAnswers?) {
        let answers = calls.optionalMapping("answered") {
            CallAnswers(
                share: $0.quantity("share"), after: $0.distribution("after", .zeroOrMore),
                duration: $0.distribution("duration", .betweenEvents))
        }
        return (calls.recurrence, answers)
    }

    /// Only where somebody looks for positions is it worth mentioning that all places are mapped.
    private static func wifiCoverage(_ world: MappingReader) -> Fraction {
        world.optionalQuantity("wi-fi-coverage") ?? Fraction(1)
    }

    private static func traffic(_ traffic: MappingReader) -> TrafficSource {
        TrafficSource(
            every: traffic.recurrence,
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
            heardOfSkipped: heard ?? .constant(Seconds(30)),
            begins: listening.optionalDistribution("begins", .zeroOrMore),
            tracks: listening.has("tracks")
                ? listening.count("tracks", in: 1...1_000_000, default: 1) : nil)
    }
}
