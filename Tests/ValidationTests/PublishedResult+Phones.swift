import DeviceModel
import Profiles
import Quantities
import Studies
import TestSupport

/// What was published of phones in use, and what is held or left open elsewhere.
extension PublishedResult {
    private static let library = ProfileLibrary(root: Repository.profiles)

    static func phones() throws -> [PublishedResult] {
        try claims() + use() + ntfy()
    }

    private static func claims() throws -> [PublishedResult] {
        let rows = [
            ("IP-014", "iphone-4", 300.0, "IP-010", 40.0),
            ("IP-013", "iphone-3gs", 300, "IP-009", 30),
        ]
        return try rows.flatMap { standbyID, name, standby, audioID, audio in
            let device = try library.loadDevice(name).value
            let full = device.battery.energy.magnitude / 3600
            let playing = (device.floor + device.audioPlaying).magnitude
            let because = "the floor and the sound are derived from Apple's claim"
            return [
                PublishedResult(
                    ids: standbyID, result: "\(name): standby", unit: "h", published: standby,
                    bound: .percent(10), ours: full / device.floor.magnitude,
                    evidence: .arithmetic, because: because),
                PublishedResult(
                    ids: audioID, result: "\(name): music", unit: "h", published: audio,
                    bound: .percent(10), ours: full / playing, evidence: .arithmetic,
                    because: because),
            ]
        }
    }

    private static func use() throws -> [PublishedResult] {
        let shares = try UsedPhoneTests.means(
            [.displayShare, .foregroundShare, .backgroundShare, .standbyShare], days: 100)
        let rows = [
            ("with the display on", 54.1, shares[0] + shares[1]),
            ("by apps in the background", 28.9, shares[2]),
            ("by the sleeping phone", 17, shares[3]),
        ]
        return rows.map { what, published, ours in
            PublishedResult(
                ids: "Chen et al., MobiCom 2015", result: "a phone in use draws \(what)",
                unit: "% of its energy", published: published, bound: .absolute(10), ours: ours,
                evidence: .validation,
                because: "day-in-the-life, 100 days: another phone, other apps, another year")
        }
    }

    /// What users told of ntfy's connection, against an app exempt from Doze on a phone of 2021.
    private static func ntfy() throws -> [PublishedResult] {
        let phone = StandbyPhone(
            system: "android-14", hours: 24,
            app: StandbyPhone.keepAlive(seconds: 45, isExempt: true))
        let without = StandbyPhone(
            system: "android-14", hours: 24,
            app: StandbyPhone.keepAlive(seconds: 86_000, isExempt: true))
        func joules(_ phone: StandbyPhone) throws -> Double {
            try phone.run().result.metrics[.energy] ?? .nan
        }
        let battery = try library.loadDevice("pixel-6-2021").value.battery.energy.magnitude / 1000
        let ours = try (joules(phone) - joules(without)) / 24 / battery * 100
        return [("4 % in 17 h", 4.0 / 17), ("8 % in 11 h", 8.0 / 11)].map { told, published in
            PublishedResult(
                ids: "system-rules-modern.md, disagreement 6",
                result: "ntfy's connection every 45 s, told as \(told)", unit: "%/h",
                published: published, bound: .percent(50), ours: ours, evidence: .validation,
                because: "pixel-6-2021 on its LTE radio; tellers' phones and networks are not "
                    + "known, and their author told 0 to 1 %")
        }
    }

    /// What tests of their own hold, where more is compared than a row can say.
    static let elsewhere = [
        row(
            "V01 to V06, EBo, SDo", "answers of EnergyBox and SmartDiet",
            "Reports/peers/goldens.csv"),
        row("V07, V08", "answers of ARO 4.1.1, trace by trace", "Reports/peers/goldens.csv"),
        row("V09", "PowerTutor's samples at 1 Hz", "PeerGoldenTests: its sampling is not modelled"),
        row(
            "V17, TE-017", "TailEnder within twice the optimum", "TailEnderTests, random cases"),
        row("V19, NR-020 to NR-036", "inactivity timers and promotions of probes", "RadioFitTests"),
        row(
            "NR-037 to NR-046", "slopes of power by rate", "RadioFitTests, by the samples"),
        row("V25 to V27, IO, SR, IM, AM", "rules of systems", "docs/reference/system-rules.md"),
        row("NA-002, NA-003", "shares of impatient middleboxes", "ShippedAnswerTests; an input"),
    ]

    private static func row(_ ids: String, _ result: String, _ place: String) -> PublishedResult {
        PublishedResult(ids: ids, result: result, evidence: .elsewhere, because: place)
    }

    /// What the model, or the profiles that are shipped, cannot answer.
    static let open = [
        ("V11 to V13, MH", "HTTPS against MQTT", "no profile of that server's long poll"),
        ("V15, HA-001 to HA-009", "currents of 2G with keep-alives", "no radio of 2G is shipped"),
        (
            "V16, TE-001 to TE-014", "transfers as a line over their size",
            "no such radio is shipped"
        ),
        (
            "V18, LO-001 to LO-009", "lifetimes of a Nokia N95 with its GPS",
            "no such device is shipped"
        ),
        (
            "V20, NR-047, NR-048", "rates at which mmWave is cheaper",
            "the intercepts that decide hold a screen"
        ),
        ("V23, WM", "a poll each 5 min on 3 Austria", "no radio with these timers is shipped"),
        (
            "V24, IP-001 to IP-008, IP-011 to IP-018", "hours of talk, web and video",
            "neither calls nor video have powers of their own"
        ),
        (
            "TE-015 to TE-022, TO, RJ, KL, ER-005, ER-006", "savings of schedulers in the field",
            "they rest on logs of users that are not published"
        ),
        ("ER-001 to ER-003", "battery lives with fewer keep-alives", "phone and setting not told"),
        (
            "SX-028 to SX-031", "currents by signal strength",
            "a level is an option and has no figures for this modem"
        ),
        (
            "SX-033 to SX-046", "handovers, and the author's own model",
            "handovers of 5G are not in the model; another bandwidth and power of transmission"
        ),
        ("CI", "NB-IoT modules", "no such radio"), ("GN", "GNSS chips", "inputs at best"),
        ("BL, SN", "chips of Bluetooth and sensors", "inputs at best"),
        ("WF-001 to WF-003, WF-007 to WF-018", "other Wi-Fi chips", "no such radio is shipped"),
        ("PB", "standby of handhelds and user reports", "no such device is shipped"),
        ("BT", "open-circuit voltage by charge", "the battery has one voltage"),
        ("XU", "5G's share of a phone's energy", "the phone's traffic is not told"),
        ("KA", "intervals of keep-alives", "inputs of scenarios"),
        ("DX, TU, AN, PM, PP, PT, EB, HU, QA, AR", "settings and powers", "inputs"),
    ].map { ids, result, because in
        PublishedResult(ids: ids, result: result, evidence: .open, because: because)
    }
}
