/// A random scenario file from the whole vocabulary: worlds, movements, cells, policies, and rates
/// over many magnitudes.
///
/// Nearly all are valid, and every valid one must run to its horizon, or to its limits, without a
/// trap. The reader decides what is valid, and callers leave out what it refuses.
///
/// ```swift
/// let library = ProfileLibrary(root: "Profiles")
/// let text = RandomScenario(seed: 7).text
/// ```
public struct RandomScenario {
    public let seed: UInt64
    /// The file's text.
    public let text: String

    /// - Parameter seed: A seed gives one text, on every machine.
    public init(seed: UInt64) {
        self.seed = seed
        var values = RandomValues(dice: SplitMix64(seed: seed))
        let horizon = values.size(10, 3e5)
        var world = RandomWorld(values: values, horizon: horizon)
        let lines = world.lines()
        var policies = RandomPolicy(values: world.values, horizon: horizon)
        policies.hasRegions = world.hasRegions
        policies.hasCells = world.hasCells
        let chosen = policies.lines(hasWiFi: world.hasWiFi)
        let head = Self.head(seed, horizon, world.hasWiFi, &policies.values)
        // Drawn separately, so that the other scenarios of a seed stay unchanged.
        var apart = RandomValues(dice: SplitMix64(seed: ~seed))
        let isLeveled = apart.happens(0.3)
        text =
            (head.map { isLeveled && $0.hasPrefix("radio:") ? "radio: pixel-6-2021-lte" : $0 }
            + lines.map { $0 == "world: {}" && isLeveled ? "world:" : $0 }
            + (isLeveled ? [Self.signal(horizon, &apart)] : []) + chosen)
            .joined(separator: "\n") + "\n"
    }

    private static func signal(_ horizon: Double, _ values: inout RandomValues) -> String {
        let names = ["great", "good", "moderate", "poor", "worst"]
        let levels = (0...values.pick(4)).map {
            "{ name: \(names[$0]), weight: \(1 + values.pick(9)) }"
        }
        return "  signal: { levels: [\(levels.joined(separator: ", "))], residence: "
            + "\(values.gaps(horizon)) }"
    }

    private static func head(
        _ seed: UInt64, _ horizon: Double, _ hasWiFi: Bool, _ values: inout RandomValues
    ) -> [String] {
        let radio = values.any([
            "umts-att-2010", "umts-telia", "lte-verizon-2021", "umts-with-pch", "w1",
            "umts-att-2010-dormancy", "nr-tmobile-sa-2021", "umts-att-aria",
        ])
        let device = values.any(["iphone-4", "iphone-4", "iphone-3gs", "nexus-one"])
        let system = values.any([
            "ios-4", "ios-5", "ios-6", "ios-7", "ios-7", "ios-8", "ios-8", "android-4",
        ])
        return [
            "kind: scenario", "name: random", "question: Does it come to an end?",
            "device: \(device)", "radio: \(radio)", "system: \(system)", "hypothetical: true",
            hasWiFi ? "wi-fi-radio: wifi-psm" : "",
            "horizon: \(Int64(horizon * 1e9)) ns", "seed: \(seed)",
            "replications: { at-least: 2, at-most: 2 }", use(&values),
        ].filter { !$0.isEmpty }
    }

    /// How the phone is used; usually the world's default.
    private static func use(_ values: inout RandomValues) -> String {
        if values.happens(0.6) { return "" }
        let user = values.mapping(
            [("pick-ups", pickUps(&values))],
            [("brightness", values.share()), ("transfers", transfers(&values))])
        return "use: \(values.any(["sessions", "everyday-2011", "everyday-2011", user, user]))"
    }

    private static func pickUps(_ values: inout RandomValues) -> String {
        values.mapping([("every", values.times(60, 1e5)), ("duration", values.times(0.1, 1e4))])
    }

    private static func transfers(_ values: inout RandomValues) -> String {
        values.mapping([
            ("every", values.times(1, 1e4)), ("uplink", values.law(1, 1e5, "B")),
            ("downlink", values.law(1, 1e6, "B")),
        ])
    }
}

struct RandomWorld {
    var values: RandomValues
    let horizon: Double
    private(set) var hasWiFi = false
    private(set) var hasRegions = false
    private(set) var hasCells = false

    init(values: RandomValues, horizon: Double) {
        (self.values, self.horizon) = (values, horizon)
    }

    mutating func lines() -> [String] {
        var lines = ["world:"]
        func add(_ key: String, _ text: String?) {
            if let text { lines.append("  \(key): \(text)") }
        }
        let hasWork = values.happens(0.4)
        if values.happens(0.7) { add("movement", movement(hasWork: hasWork)) }
        let works = hasWork && lines.count > 1
        hasCells = values.happens(0.5)
        if hasCells { add("cells", cells()) }
        hasRegions = values.happens(0.5)
        if hasRegions { add("regions", regions(hasWork: works)) }
        add("sky", perhaps(0.4) { $0.sky() })
        add("wi-fi-coverage", perhaps(0.3) { $0.values.share() })
        add("other-traffic", perhaps(0.7) { $0.traffic() })
        for (key, text) in network() + apps() + users() { add(key, text) }
        hasWiFi = values.happens(0.3)
        if hasWiFi {
            add("wi-fi", wifi(hasWork: works))
            add("air-play", perhaps(0.3) { $0.spells() })
        }
        if values.happens(0.3) {
            add(
                "battery", values.mapping([("start", values.part())], [("comes-on", values.part())])
            )
            add("charging", perhaps(0.7) { $0.charging() })
        }
        return lines.count > 1 ? lines : ["world: {}"]
    }

    private mutating func perhaps(
        _ chance: Double, _ text: (inout RandomWorld) -> String
    ) -> String? {
        values.happens(chance) ? text(&self) : nil
    }

    // MARK: Places

    private mutating func movement(hasWork: Bool) -> String {
        if values.happens(0.1) && !hasWork { return "{ still: { home: \(values.position()) } }" }
        let home = ("home", values.position())
        let trips = ("trips", trips())
        if hasWork {
            let errand = values.mapping([
                ("chance", values.share()), ("stay", values.lasting(horizon)), trips,
            ])
            let days = values.mapping(
                [
                    ("leave", values.times(60, 80_000)), ("work", values.lasting(horizon)),
                    ("commutes", self.trips()),
                ],
                [
                    home, ("begin", values.seconds(1, 86_000)), ("off", values.share()),
                    ("errand", errand),
                ])
            return "{ days: \(days) }"
        }
        let stay = values.happens(0.2) ? values.times(1e-6, 1) : values.times(1, horizon)
        return
            "{ wandering: "
            + values.mapping([("stay", stay), trips], [home, ("homing", values.share())]) + " }"
    }

    private mutating func trips() -> String {
        let trips = (0...values.pick(3)).map { _ in
            let wild = values.happens(0.15)
            let options = values.mapping(
                [
                    ("distance", values.lengths(wild ? 1e-6 : 100, wild ? 3e8 : 3e4)),
                    ("speed", values.law(wild ? 1e-6 : 0.5, wild ? 9e7 : 50, "m/s")),
                    ("block", values.lengths(wild ? 1e-6 : 50, wild ? 3e8 : 5e3)),
                ],
                [
                    ("detour", "\(1 + 2 * values.dice.uniform())"),
                    ("pause", values.times(wild ? 1e-9 : 1, wild ? 2e8 : 100)),
                    ("share", "\(values.size(0.01, 100))"),
                ])
            return "{ \(values.any(["walk", "cycle", "drive", "drive", "train"])): \(options) }"
        }
        return "[\(trips.joined(separator: ", "))]"
    }

    private mutating func cells() -> String {
        if values.happens(0.4) {
            let changes =
                values.happens(0.5)
                ? "\(values.size(1e-3, 20)) /km" : "\(values.size(1e-3, 200)) /h"
            let rate = values.mapping(
                [("changes", changes), ("radius", "\(values.size(10, 1e4)) m")],
                [("area-changes", values.share())])
            return "{ rate: \(rate) }"
        }
        let shadows = values.mapping(
            [
                ("deviation", "\(values.size(0.1, 12)) dB"),
                ("decorrelation", "\(values.size(10, 1000)) m"),
            ], [("site-correlation", "\(values.dice.uniform())")])
        let hexagons = values.mapping(
            [
                ("radius", "\(values.size(100, 1e4)) m"),
                ("path-loss-exponent", "\(2 + 3 * values.dice.uniform())"),
                ("hysteresis", "\(6 * values.dice.uniform()) dB"),
                ("area-width", "\(1 + values.pick(20))"),
            ], [("time-to-trigger", values.span(1e-3, 10)), ("shadowing", shadows)])
        return "{ hexagonal: \(hexagons) }"
    }

    private mutating func regions(hasWork: Bool) -> String {
        let regions = (0...values.pick(3)).map { number in
            let place =
                hasWork && values.happens(0.4)
                ? "around: work" : values.happens(0.7) ? "around: home" : "at: \(values.position())"
            return "{ name: r\(number), \(place), radius: \(values.size(1, 1e5)) m }"
        }
        return "[\(regions.joined(separator: ", "))]"
    }

    private mutating func sky() -> String {
        let outages = values.mapping([
            ("every", "\(values.size(10, 1e5)) m"), ("length", values.lengths(1, 1000)),
        ])
        return values.mapping(
            [],
            [
                ("indoors", values.share()), ("received-indoors", values.share()),
                ("error-indoors", "\(values.size(1e-3, 1e4)) m"),
                ("error-outdoors", "\(values.size(1e-3, 1e4)) m"), ("outages", outages),
                ("error-time", values.span(1, 1e5)),
            ])
    }

    private mutating func wifi(hasWork: Bool) -> String {
        let places = hasWork ? values.any(["home", "work", "home, work"]) : "home"
        let rule =
            values.happens(0.5)
            ? "at: [\(places)]" : "daily: [\(window(from: values.pick(12)))]"
        guard values.happens(0.4) else { return "{ \(rule) }" }
        return "{ \(rule), nat-idle-timeout: \(values.lasting(horizon)) }"
    }

    private mutating func window(from: Int) -> String {
        let hours = [
            ("from", "\(from) h"), ("until", "\(13 + values.pick(12)) h"),
        ]
        return values.mapping(hours, [("later-by", values.times(1, 1e5))])
    }

    private mutating func charging() -> String {
        values.mapping(
            [("daily", "[\(window(from: values.pick(12)))]")],
            [("power", "\(values.size(1, 1e5)) mW")])
    }

    // MARK: Events

    private mutating func traffic() -> String {
        let sources = (0...values.pick(3)).map { _ in
            values.mapping(
                [
                    ("every", values.gaps(horizon)), ("uplink", values.law(1, 1e5, "B")),
                    ("downlink", values.law(1, 1e6, "B")),
                ], [("round-trips", "\(values.pick(20))")])
        }
        return "[\(sources.joined(separator: ", "))]"
    }

    private mutating func spells() -> String {
        values.mapping([("every", values.gaps(horizon)), ("duration", values.lasting(horizon))])
    }

    private mutating func network() -> [(String, String?)] {
        [
            ("nat-idle-timeout", perhaps(0.5) { $0.values.lasting($0.horizon) }),
            ("nat-idle-timeout-udp", perhaps(0.3) { $0.values.lasting($0.horizon) }),
            ("server-idle-timeout", perhaps(0.2) { $0.values.span(1e-3, 1e5) }),
            ("network-change", perhaps(0.3) { "{ every: \($0.values.gaps($0.horizon)) }" }),
            ("outages", perhaps(0.3) { $0.spells() }),
        ]
    }

    private mutating func items() -> String {
        values.mapping([("every", values.gaps(horizon)), ("size", values.law(1, 1e7, "B"))])
    }

    private mutating func apps() -> [(String, String?)] {
        [
            ("sessions", perhaps(0.9) { $0.spells() }),
            ("force-quits", perhaps(0.2) { "{ every: \($0.values.gaps($0.horizon)) }" }),
            ("messages", perhaps(0.9) { $0.items() }), ("outbox", perhaps(0.9) { $0.items() }),
            ("pauses", perhaps(0.3) { $0.spells() }),
            ("recordings", perhaps(0.9) { $0.spells() }),
            ("out-of-range", perhaps(0.3) { $0.spells() }),
            ("opened", perhaps(0.1) { $0.values.share() }),
        ]
    }

    private mutating func users() -> [(String, String?)] {
        let answered = values.mapping([
            ("share", values.share()), ("after", values.times(0.1, 100)),
            ("duration", values.lasting(horizon)),
        ])
        let calls = values.mapping([("every", values.gaps(horizon))], [("answered", answered)])
        let shortage = values.mapping([
            ("every", values.gaps(horizon)), ("leaves", values.law(1e3, 1e9, "B")),
        ])
        let listening = values.mapping(
            [
                ("duration", values.lasting(horizon)), ("track-length", values.times(0.1, 1e4)),
                ("skipped", values.share()), ("heard-of-skipped", values.times(0.1, 1e3)),
            ], [("begins", values.times(1, horizon)), ("tracks", "\(1 + values.pick(1000))")])
        return [
            ("incoming-calls", perhaps(0.8) { _ in calls }),
            ("phone-calls", perhaps(0.4) { $0.spells() }),
            ("listening", perhaps(0.95) { _ in listening }),
            ("memory-pressure", perhaps(0.3) { _ in shortage }),
            ("restarts", perhaps(0.3) { "{ every: \($0.values.gaps($0.horizon)) }" }),
            ("other-apps", perhaps(0.4) { $0.spells() }),
            ("remote-control", perhaps(0.2) { "{ every: \($0.values.gaps($0.horizon)) }" }),
            ("next-track", perhaps(0.2) { "{ every: \($0.values.gaps($0.horizon)) }" }),
            ("previous-track", perhaps(0.2) { "{ every: \($0.values.gaps($0.horizon)) }" }),
            ("headset-removed", perhaps(0.2) { "{ every: \($0.values.gaps($0.horizon)) }" }),
            ("other-player", perhaps(0.2) { $0.spells() }),
        ]
    }
}
