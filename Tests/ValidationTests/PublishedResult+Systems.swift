import Experiments
import Quantities
import Traces

@testable import DeviceModel

/// What was published, or follows from published rules, of systems.
extension PublishedResult {
    static func systems() throws -> [PublishedResult] {
        try doze() + lightDoze() + heartbeats() + keepAlives() + androidCharge()
    }

    private static let derived = "the states' times are those of Android's source"

    private static func doze() throws -> [PublishedResult] {
        let rows: [(String, [String], Double, [Double])] = [
            (
                "AM-020", ["android-6", "android-9", "android-12", "android-14"], 64.5,
                [2.1, 4.2]
            ),
            ("AM-026", ["android-15", "android-16"], 2.75, [0.3, 0.9, 2.0, 4.2]),
        ]
        return try rows.flatMap { id, systems, idle, windows in
            try systems.flatMap { system -> [PublishedResult] in
                let quiet = try StandbyPhone(
                    system: system, hours: 1.5,
                    app: StandbyPhone.keepAlive(seconds: 80_000, isExempt: false)
                ).deepIdle(before: Int(idle) + 10)
                let busy = try StandbyPhone(system: system, hours: 8, app: StandbyPhone.busyJob)
                    .run()
                let found = busy.windows.filter(\.isDeep).map(\.hours)
                var results = [
                    PublishedResult(
                        ids: id, result: "\(system): deep Doze begins after", unit: "min",
                        published: idle, bound: .absolute(0.02), ours: quiet,
                        evidence: .arithmetic, because: derived),
                    PublishedResult(
                        ids: "rules, derived", result: "\(system): deep windows in 8 h at rest",
                        published: Double(windows.count), bound: .absolute(0),
                        ours: Double(found.count), evidence: .arithmetic,
                        because: derived + "; each window has work to its limit"),
                ]
                for (number, hours) in windows.enumerated() {
                    results.append(
                        PublishedResult(
                            ids: "rules, derived",
                            result: "\(system): deep window \(number + 1) begins at", unit: "h",
                            published: hours, bound: .absolute(0.05),
                            ours: found.count > number ? found[number] : nil,
                            evidence: .arithmetic, because: derived))
                }
                return results
            }
        }
    }

    /// Windows an hour of a phone that is carried: deep Doze is left out of the system.
    private static func lightDoze() throws -> [PublishedResult] {
        let rows: [(String, Double)] = [
            ("android-7", 4), ("android-12", 4), ("android-14", 4), ("android-15", 2),
        ]
        return try rows.map { system, published in
            var phone = StandbyPhone(
                system: system, hours: 8,
                app: StandbyPhone.keepAlive(seconds: 3600, isExempt: true))
            phone.isCarried = true
            let windows = try phone.run().windows.filter { !$0.isDeep }
            return PublishedResult(
                ids: "rules, derived", result: "\(system): light windows an hour, carried for 8 h",
                published: published, bound: .absolute(0.5), ours: Double(windows.count) / 8,
                evidence: .arithmetic, because: derived + "; about so many are published")
        }
    }

    private static func heartbeats() throws -> [PublishedResult] {
        let rows = [
            ("AM-182", "mobile networks", "pixel-6-2021-lte", 51.0),
            ("AM-183", "Wi-Fi", "pixel-6-2021-wifi", 96),
        ]
        return try rows.map { id, network, radio, published in
            let outcome = try StandbyPhone(
                system: "android-14", radio: radio, hours: 24.01,
                app: StandbyPhone.keepAlive(seconds: 80_000, isExempt: false)
            ).run()
            return PublishedResult(
                ids: id, result: "heartbeats of the system's push a day on \(network)",
                published: published, bound: .absolute(1),
                ours: outcome.result.metrics[.pushHeartbeats], evidence: .arithmetic,
                because: "the interval is the source's")
        }
    }

    private static func keepAlives() throws -> [PublishedResult] {
        let published: [(String, Int, Double)] = [
            ("AM-190", 270, 320), ("AM-191", 300, 288), ("AM-193", 45, 1920),
            ("AM-195", 10, 8640), ("AM-196", 550, 157),
        ]
        func begun(_ system: String, _ seconds: Int, isExempt: Bool) throws -> RunResult {
            try StandbyPhone(
                system: system, hours: 24,
                app: StandbyPhone.keepAlive(seconds: seconds, isExempt: isExempt)
            ).run().result
        }
        var results = try published.map { id, seconds, count in
            PublishedResult(
                ids: id, result: "own keep-alives a day every \(seconds) s, exempt from Doze",
                published: count, bound: .absolute(1),
                ours: try begun("android-14", seconds, isExempt: true).metrics[.errandsDone],
                evidence: .arithmetic, because: "a day over the interval")
        }
        results.append(
            PublishedResult(
                ids: "AM-193", result: "the same every 45 s on android-5, which has no Doze",
                published: 1920, bound: .absolute(1),
                ours: try begun("android-5", 45, isExempt: false).metrics[.errandsDone],
                evidence: .arithmetic, because: "a day over the interval"))
        for system in ["android-6", "android-7", "android-12", "android-14", "android-15"] {
            let metrics = try begun(system, 45, isExempt: false).metrics
            results.append(
                PublishedResult(
                    ids: "AM-060, AM-193",
                    result: "what Doze leaves of them on \(system): answered",
                    ours: metrics[.errandsDone], evidence: .unpublished,
                    because: "published is that Doze stops them unless the app is exempt"))
        }
        return results
    }

    /// Android's calculators, by hand: one mA for an hour is one mAh.
    private static func androidCharge() throws -> [PublishedResult] {
        let file = try PowerProfile(
            path: "p.xml",
            bytes: Array(
                """
                <device><item name="cpu.suspend">10</item><item name="cpu.idle">28.6</item>
                <item name="cpu.active">12.37</item>
                <array name="cpu.clusters.cores"><value>4</value></array>
                <item name="cpu.cluster_power.cluster0">0.24</item>
                <array name="cpu.core_speeds.cluster0"><value>300000</value></array>
                <array name="cpu.core_power.cluster0"><value>1.89</value></array></device>
                """.utf8))
        let charge = AndroidCharge(file)
        let rows: [(String, Double, MilliampereHours)] = [
            (
                "a day on battery, 1.5 h of it awake", 282.9,
                charge.idle(onBattery: Seconds(86_400), awake: Seconds(5400))
            ),
            ("a wake lock of 90 s", 0.715, charge.wakeLock(held: Seconds(90))),
            (
                "an hour of the processor, half of it at one speed", 13.435,
                charge.processor(
                    active: Seconds(3600), clusters: [Seconds(1800)], speeds: [[Seconds(1800)]])
            ),
        ]
        return rows.map { what, expected, found in
            PublishedResult(
                ids: "power-profile/README", result: "Android's calculators: \(what)",
                unit: "mAh", published: expected, bound: .absolute(1e-9), ours: found.magnitude,
                evidence: .arithmetic,
                because: "AOSP's formulas by hand on a Pixel 6's currents; published as formulas")
        }
    }
}
