import ModelFixtures
import Profiles
import Quantities
import TestSupport

@testable import DeviceModel

/// What was published of radios.
extension PublishedResult {
    static func radios() throws -> [PublishedResult] {
        try bursts() + tails() + haverinen() + modem() + beacons() + peers() + apps()
    }

    private static func bursts() throws -> [PublishedResult] {
        let rows = [
            ("QA-001 to QA-015", "umts-att-2010", 8.76), ("AR rows", "umts-att-i997", 9.50),
            ("AR rows", "umts-att-captivate", 9.10), ("AR rows", "umts-att-inspire", 6.80),
            ("AR rows", "umts-att-aria", 9.75), ("AR rows", "umts-att-thrill", 5.55),
            ("HU-001 to HU-018", "lte-huang-2012", 11.367),
        ]
        return try rows.map { ids, radio, published in
            let books = try LoneRadio.books(radio)
            let found = books.energy { $0.kind == .promotion || $0.kind == .tail }
            return PublishedResult(
                ids: ids, result: "an isolated burst on \(radio): promotion and tail", unit: "J",
                published: published, bound: .percent(0.1), ours: found.magnitude / 1000,
                evidence: .arithmetic, because: "powers and timers are the source's")
        }
    }

    private static func tails() throws -> [PublishedResult] {
        let rows = [
            ("NR-001 x NR-033", "lte-verizon-2021", 1.82),
            ("NR-002 x NR-029", "lte-tmobile-2021", 0.33),
            ("NR-007 x NR-015", "nr-tmobile-nsa-2021", 2.70),
            ("NR-009 x NR-011", "nr-tmobile-sa-2021", 6.17),
            ("NR-005 x NR-020", "nr-verizon-mmwave-2021", 11.47),
        ]
        return try rows.map { ids, radio, published in
            let found = try LoneRadio.books(radio).energy { $0.kind == .tail }
            return PublishedResult(
                ids: ids, result: "the tail on \(radio)", unit: "J", published: published,
                bound: .percent(3), ours: found.magnitude / 1000, evidence: .arithmetic,
                because: "mean power and timer are the source's")
        }
    }

    private static func haverinen() throws -> [PublishedResult] {
        try [("HA-002", 20.0, 34.0), ("HA-004", 40, 24)].map { id, interval, published in
            func joules(_ count: Int) throws -> Double {
                try LoneRadio.books("umts-with-pch", every: interval, count: count)
                    .totalEnergy.magnitude / 1000
            }
            let milliwatts = try (joules(40) - joules(20)) / (20 * interval) * 1000
            return PublishedResult(
                ids: id, result: "3G current with a keep-alive every \(Int(interval)) s",
                unit: "mA", published: published, bound: .percent(2),
                ours: milliwatts / 3.7 + 6.1, evidence: .arithmetic,
                because: "umts-with-pch was calibrated to these two rows")
        }
    }

    /// The Snapdragon X55: twelve of 398 currents; all are beside ours in
    /// `Tests/ValidationTests/Peers/x55-model.csv`.
    private static func modem() throws -> [PublishedResult] {
        let rows = try ModemCurrentTests.rows.get()
        let table = "every rate is in Tests/ValidationTests/Peers/x55-model.csv"
        func mean(_ misses: [Double]) -> Double {
            100 * misses.reduce(0) { $0 + abs($1) } / Double(misses.count)
        }
        var results = [
            PublishedResult(
                ids: "SX-032", result: "mean error over 199 packet rates of the X55 on SA",
                unit: "%", published: 7.8, bound: .within(0...7.8),
                ours: mean(rows.map { $0.ours.sa / $0.measured.sa - 1 }), evidence: .validation,
                because: "published: the error of the author's own model; \(table)"),
            PublishedResult(
                ids: "SX-021 to SX-026",
                result: "mean error over 199 packet rates of the X55 on NSA", unit: "%",
                published: 7.8, bound: .within(0...7.8),
                ours: mean(rows.map { $0.ours.nsa / $0.measured.nsa - 1 }),
                evidence: .validation,
                because: "the LTE carrier's 65 mA are the author's mean difference; \(table)"),
        ]
        for (number, rate) in [1, 5, 10, 50, 100, 150].enumerated() {
            results.append(
                current(
                    15 + number, "SA", rate, rows[rate - 1].measured.sa, rows[rate - 1].ours.sa))
        }
        for (number, rate) in [1, 2, 10, 20, 100, 150].enumerated() {
            results.append(
                current(
                    21 + number, "NSA", rate, rows[rate - 1].measured.nsa,
                    rows[rate - 1].ours.nsa))
        }
        return try results + [silent()] + slots()
    }

    private static func current(
        _ row: Int, _ network: String, _ rate: Int, _ measured: Double, _ ours: Double
    ) -> PublishedResult {
        let level =
            "awake the modem draws some 27 mA more than the powers of its slots, which leave "
            + "channel estimation out"
        let few = "\(level); and each packet keeps it awake for 0.15 s, not the timer's 0.1 s"
        return PublishedResult(
            ids: "SX-0\(row)", result: "X55 on \(network), \(rate) packets a second each way",
            unit: "mA", published: measured, bound: .percent(7.8), ours: ours,
            evidence: .validation,
            because: rate >= 100
                ? "no current with traffic was used for the profile"
                : rate > 10 ? level : few)
    }

    /// Connected and silent, once its inactivity timer is over: whole cycles of 320 ms.
    private static func silent() throws -> PublishedResult {
        func joules(_ horizon: Double) throws -> Double {
            try LoneRadio.joules("nr-x55-sa-2024", [(1, 200, 0)], horizon: horizon)
        }
        let seconds = 0.32 * 10
        let found = try (joules(4 + seconds) - joules(4)) / seconds / 4.2 * 1000
        return PublishedResult(
            ids: "SX-027", result: "X55, connected, without payload", unit: "mA", published: 57.6,
            bound: .percent(7.8), ours: found, evidence: .validation,
            because: "the mean of a thinned trace of 1.28 s, in which short peaks are lost")
    }

    private static func slots() -> [PublishedResult] {
        let rows: [(String, String, Double, Double, Bool)] = [
            ("SX-001", "deep sleep", 1, 40, true), ("SX-002", "micro sleep", 45, 130, false),
            ("SX-003", "a slot of PDCCH", 92.5, 182, true),
            ("SX-004", "a slot of PDCCH and PDSCH", 277.5, 250, false),
            ("SX-005", "a slot of PUSCH", 250, 280, false),
        ]
        return rows.map { id, slot, units, measured, isInput in
            PublishedResult(
                ids: id, result: "X55, \(slot)", unit: "mA", published: measured,
                bound: .percent(7.8), ours: 40 + 1.55 * (units - 1),
                evidence: isInput ? .arithmetic : .validation,
                because: isInput
                    ? "the line 40 + 1.55 (p - 1) goes through it"
                    : "TR 38.840's ratios, by the line through deep sleep and listening")
        }
    }

    /// Wi-Fi between beacons: the straight line was fitted to both.
    private static func beacons() throws -> [PublishedResult] {
        try [("WF-004", 1, 0.919), ("WF-005", 3, 0.368)].map { id, dtim, published in
            let joules = try LoneRadio.joules("wifi-dtim-\(dtim)", [], horizon: 1024)
            return PublishedResult(
                ids: id, result: "Wi-Fi associated, DTIM \(dtim), ESP32-C6", unit: "mA",
                published: published, bound: .percent(1), ours: joules / 1024 / 3.3 * 1000,
                evidence: .arithmetic, because: "the line was fitted to these two rows")
        }
    }

    /// MQTT as PowerTutor accounts for it, an hour of keep-alives.
    private static func peers() throws -> [PublishedResult] {
        try [("MQ-001", 60.0, 0.77641), ("MQ-003", 120, 0.38884)].map { id, every, published in
            let trace = (0..<Int(3600 / every)).flatMap { number in
                [("U", 0.0), ("D", 0.2)].map { direction, later in
                    Packet(
                        time: Peers.instant("\(every * Double(number) + later)"), bytes: 42,
                        direction: direction == "U" ? .uplink : .downlink)
                }
            }
            let result = try Peers.replay(
                trace, on: "powertutor-nexus-one", horizon: Peers.instant("3600"))
            return PublishedResult(
                ids: id, result: "MQTT on 3G, a keep-alive every \(Int(every)) s", unit: "%/h",
                published: published, bound: .percent(2),
                ours: 100 * (result.joules - 0.01 * 3600) / 18648,
                evidence: .arithmetic,
                because:
                    "PowerTutor's constants, by which the author computed, above the idle radio's "
                    + "10 mW; that a ping has 42 B is assumed")
        }
    }

    private static func apps() throws -> [PublishedResult] {
        let songs = (0..<15).map { (1 + 240 * Double($0), Int64(2000), Int64(3_840_000)) }
        let beacons = (0..<60).map { (31 + 60 * Double($0), Int64(1000), Int64(1000)) }
        let both = (songs + beacons).sorted { $0.0 < $1.0 }
        let radio = "umts-att-2010"
        let all = try LoneRadio.joules(radio, both, horizon: 3700)
        let without = try LoneRadio.joules(radio, songs, horizon: 3700)
        let pings = (0..<180).map { (1 + 20 * Double($0), Int64(200), Int64(0)) }
        let busy = try LoneRadio.joules("umts-with-pch", pings, horizon: 3600) / 3600 * 1000
        let floor = 6.1 * 3.7
        return [
            PublishedResult(
                ids: "PA-001, PA-002",
                result: "Pandora: share of the radio's energy that beacons each minute cost",
                unit: "%", published: 46, bound: .absolute(8), ours: 100 * (1 - without / all),
                evidence: .validation,
                because: "on umts-att-2010; songs of 4 min at 128 kbit/s in one burst are assumed"),
            PublishedResult(
                ids: "ER-004", result: "power with a keep-alive every 20 s over that of idling",
                unit: "x", published: 10, bound: .within(10...100),
                ours: (busy + floor) / floor, evidence: .validation,
                because: "ten and more are published; on umts-with-pch, which was calibrated to "
                    + "another phone's 34 mA over 6.1 mA"),
        ]
    }
}
