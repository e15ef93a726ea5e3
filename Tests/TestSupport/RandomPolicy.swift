struct RandomPolicy {
    var values: RandomValues
    let horizon: Double
    var hasRegions = false
    var hasCells = false

    init(values: RandomValues, horizon: Double) {
        (self.values, self.horizon) = (values, horizon)
    }

    /// - Parameter hasWiFi: Whether an app can have an interval of its own for Wi-Fi.
    mutating func lines(hasWiFi: Bool) -> [String] {
        var lines = ["policies:"]
        for number in 0...values.pick(3) {
            let (key, options) = policy(hasWiFi: hasWiFi)
            lines.append("  - { name: p\(number), \(key): \(options) }")
        }
        return lines + ["  - { name: none, none: {} }"]
    }

    /// The interval of an app's own actions.
    private mutating func every() -> String {
        values.happens(0.1) ? values.span(1, 2e8) : values.span(max(1, horizon / 300), 1e5)
    }

    /// A time for work and handlers, which some systems limit to ten seconds.
    private mutating func work() -> String {
        values.happens(0.2) ? values.span(1e-9, 1e4) : values.span(1e-3, 9)
    }

    private mutating func request() -> String {
        values.mapping(
            [],
            [
                ("round-trips", "\(values.pick(10))"), ("uplink", values.bytes()),
                ("downlink", values.bytes()),
            ], chance: 0.7)
    }

    private mutating func policy(hasWiFi: Bool) -> (String, String) {
        switch values.pick(6) {
        case 0: voip(hasWiFi: hasWiFi)
        case 1: sound()
        case 2: location()
        case 3: sending()
        case 4: refreshing()
        default: other()
        }
    }

    private mutating func voip(hasWiFi: Bool) -> (String, String) {
        let retry =
            values.happens(0.5)
            ? values.mapping([("every", values.span(1, 1e4))])
            : values.mapping([
                ("first", values.span(1, 100)), ("factor", "\(1 + 3 * values.dice.uniform())"),
                ("at-most", values.span(100, 1e5)),
            ])
        let messages = values.mapping([("every", values.span(10, 1e5))], [("message", request())])
        var options = [
            ("handler-time", values.span(1e-3, 9)), ("message", request()),
            ("reconnect", request()), ("ring", request()),
            ("transport", values.any(["tcp", "tcp", "tcp", "udp"])),
            ("piggy-back", values.mapping([], [("window", values.share())])),
            ("server-messages", messages),
            (
                "delivery",
                values.mapping([], [("transfer", request()), ("time", values.span(0.01, 9))])
            ),
            (
                "call",
                values.mapping([("bit-rate", values.rate())], [("every", values.span(0.02, 1))])
            ),
            ("memory", values.bytes(1e9)),
        ]
        if values.happens(0.1) { options.append(("retry", retry)) }
        if hasWiFi { options.append(("interval-wi-fi", values.span(600, 1e5))) }
        if values.happens(0.7) {
            return ("keep-alive", values.mapping([("interval", values.span(600, 1e5))], options))
        }
        let search = [
            ("start", values.span(600, 3000)), ("factor", "\(1.01 + 3 * values.dice.uniform())"),
            ("at-most", values.span(3000, 1e6)),
        ]
        return ("adaptive-keep-alive", values.mapping(search, options))
    }

    private mutating func sound() -> (String, String) {
        let rate = ("bit-rate", values.rate())
        let life = [
            ("foreground-for", values.span(1e-3, 1e4)), ("request", "\(values.size(1e3, 1e6)) B"),
            ("level-meters", values.any(["none", "stopped", "running"])),
            ("resumes", values.any(["true", "false"])),
            ("background", values.any(["audio", "suspended"])),
        ]
        switch values.pick(5) {
        case 0:
            return ("trickle", values.mapping([rate], life + [("every", values.span(0.1, 100))]))
        case 1:
            let ahead = values.happens(0.5) ? "whole-track" : values.span(20, 1e4)
            return ("chunked", values.mapping([rate, ("ahead", ahead)], life))
        case 2:
            let marks = [("low", values.span(3, 30)), ("high", values.span(30, 1e4))]
            return ("buffered", values.mapping([rate] + marks, life))
        case 3:
            return ("downloaded", values.mapping([rate], [("tracks", "\(1 + values.pick(1000))")]))
        default:
            return (
                "recording",
                values.mapping([rate], [("upload-every", values.span(1, 1e4))], chance: 0.7)
            )
        }
    }

    private mutating func location() -> (String, String) {
        let accuracy = values.any([
            "best-for-navigation", "best", "10-m", "100-m", "1-km", "3-km",
        ])
        let common = [
            ("upload", request()), ("timeout", values.span(1, 1e3)), ("accuracy", accuracy),
        ]
        let upload = ("upload-every", values.span(1, 1e4))
        let names = hasRegions ? [("regions", "[r0]")] : []
        switch values.pick(hasCells ? (hasRegions ? 8 : 6) : 4) {
        case 0: return ("gps-continuous", values.mapping([], [upload, common[0]]))
        case 1: return ("gps-periodic", values.mapping([("every", every())], common + [upload]))
        case 2:
            let filter = ("distance-filter", "\(values.size(1, 1e5)) m")
            let deferral = values.mapping([
                ("distance", "\(values.size(1, 1e5)) m"), ("timeout", values.span(1, 1e5)),
            ])
            let choice = values.happens(0.7) ? filter : ("deferred", deferral)
            return (
                "standard",
                values.mapping(
                    [], common + [choice, ("pauses", values.any(["true", "false"]))], chance: 0.5)
            )
        case 3:
            let prompt = values.mapping([
                ("every", values.span(5, 1e4)), ("duration", values.span(0.1, 4)),
            ])
            return ("navigation", values.mapping([], [("prompt", prompt), ("route", request())]))
        case 4: return ("significant-change", values.mapping([], [common[0]]))
        case 5: return ("hybrid", values.mapping([], common))
        case 6: return ("region", values.mapping([], names + [common[0]]))
        default:
            let track = ("track", values.any(["inside", "outside"]))
            return ("region-triggered", values.mapping([], names + [track, upload]))
        }
    }

    private mutating func sending() -> (String, String) {
        let kept = ("kept-by", values.any(["audio", "nothing"]))
        let optional = [kept, ("request", request())]
        switch values.pick(4) {
        case 0: return ("send-now", values.mapping([], optional))
        case 1: return ("flush-every", values.mapping([("every", every())], optional))
        case 2: return ("batch", values.mapping([("deadline", every())], optional))
        default:
            let needed = [("deadline", every()), ("tail", values.span(0.1, 30))]
            return (
                "tail-ender",
                values.mapping(
                    needed,
                    optional + [("share", "62 %"), ("joins-others", "true")])
            )
        }
    }

    private mutating func refreshing() -> (String, String) {
        let common = [
            ("request", request()), ("work", work()), ("alerts", values.any(["true", "false"])),
        ]
        switch values.pick(6) {
        case 0:
            let tolerance = ("tolerance", values.span(1e-3, max(1, horizon / 400)))
            return ("poll", values.mapping([("every", every())], common + [tolerance]))
        case 1: return ("push", values.mapping([], common + [("push", request())]))
        case 2:
            return (
                "background-fetch",
                values.mapping([], common + [("minimum-interval", values.span(1, 1e6))])
            )
        case 3: return ("remote-notification", values.mapping([], common + [("push", request())]))
        case 4:
            let discretion = ("discretionary", values.any(["true", "false"]))
            return (
                "background-session", values.mapping([], Array(common.dropLast()) + [discretion])
            )
        default: return ("newsstand", values.mapping([], Array(common.dropLast())))
        }
    }

    private mutating func other() -> (String, String) {
        switch values.pick(6) {
        case 5: return ("app", app())
        case 0:
            return (
                "accessory",
                values.mapping(
                    [("link", values.any(["external", "central", "scan"])), ("every", every())],
                    [("work", work())])
            )
        case 1, 2:
            let behaviour = values.any(["finish", "resume", "start-over", "ignore-limit"])
            return (
                "task-completion",
                values.mapping(
                    [("behaviour", behaviour)],
                    [
                        ("at-once", "\(1 + values.pick(20))"), ("prepare", work()),
                        ("save", work()), ("memory", values.bytes(1e9)),
                        ("round-trips", "\(values.pick(10))"),
                    ])
            )
        case 3:
            return (
                "background-work", values.mapping([("every", every()), ("work", work())])
            )
        default:
            return (
                "local-notifications",
                values.mapping(
                    [("pending", "\(1 + values.pick(100))"), ("apart", values.span(1, 1e5))],
                    [
                        ("repeats", values.any(["1 h", "24 h", "10 min"])),
                        ("sound", values.any(["true", "false"])),
                    ])
            )
        }
    }

    // MARK: Apps of rules

    private mutating func app() -> String {
        let kept = values.happens(0.3) ? "kept-by: audio, " : ""
        let rules = (0...values.pick(3)).map { rule($0) }
        return "{ \(kept)rules: [\(rules.joined(separator: ", "))] }"
    }

    private mutating func rule(_ index: Int) -> String {
        let conditions = [
            "", "if: in-front, ", "if: [{ network: wi-fi }, { chance: 40 % }], ",
            "if: { every-nth: 3 }, ", "if: { battery-above: 30 % }, ", "parallel: true, ",
            "if: { setting: true }, ", "again: true, ",
        ]
        let steps = (0...values.pick(3)).map { _ in step(0) }.joined(separator: ", ")
        return "{ name: r\(index), on: \(trigger(index)), \(values.any(conditions))"
            + "do: [\(steps)] }"
    }

    private mutating func trigger(_ index: Int) -> String {
        if index > 0, values.happens(0.2) { return "{ after: r\(index - 1) }" }
        return values.any([
            "launched", "opened", "left", "item", "network", "message", "{ charging: true }",
            "{ call: begins }", "{ at: 3 h }", "{ every: \(every()) }",
            "{ every: \(every()), by: timer, jitter: 10 s }", "[opened, { every: \(every()) }]",
            "[item, { message: { tells: true, when: in-front } }]",
        ])
    }

    private mutating func step(_ depth: Int) -> String {
        let patience = values.any(["", "", ", time-out: none", ", piece: 20 kB"])
        let request = "{ up: \(values.bytes()), down: \(values.bytes()), retries: 1\(patience) }"
        let plain = [
            "work: \(work())", "request: \(request)", "transfer: \(request)",
            "fetch: \(request)", "queue: \(values.bytes())", "flush: \(request)", "notify: {}",
            "wait: \(values.span(1e-3, 1e3))", "wait-for-multiple: \(values.span(1, 1e4))",
            "only-if: [{ queued: 2 }]", "locate: { accuracy: 100-m }",
        ]
        guard depth < 2, values.happens(0.3) else { return "{ \(values.any(plain)) }" }
        let inner = "[\(step(depth + 1)), \(step(depth + 1))]"
        return values.any([
            "{ as-task: \(inner) }", "{ choose: [{ do: \(inner) }, { weight: 2, do: \(inner) }] }",
            "{ repeat: { every: \(values.span(1, 1e3)), times: 3, do: \(inner) } }",
        ])
    }
}
