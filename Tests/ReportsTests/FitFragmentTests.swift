import Experiments
import Foundation
import Kernel
import Profiles
import Reports
import TestSupport
import Testing

@testable import DeviceModel

/// A fragment, completed by what no measurement tells, is a radio profile.
@Suite struct FitFragmentTests {
    private func load(_ text: String) throws -> RadioProfile {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("fitted-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: file) }
        let path = file.appendingPathComponent("fitted.yaml")
        try Data(("kind: radio\nname: fitted\ntechnology: UMTS\n" + text).utf8).write(to: path)
        let library = ProfileLibrary(
            root: Repository.profiles)
        let document = try library.load(path: path.path) as? ProfileDocument<RadioProfile>
        return try #require(document).value
    }

    private let assumed = "assumption: \"for this test\""

    /// Round trips of 50 ms that step up by `delays` after `timers`, in ms and s.
    private func probes(_ timers: [Double], _ delays: [Double]) -> [ProbeFit.Probe] {
        (0..<400).map { number in
            let silence = Double(number / 2) / 10
            let state = timers.count { $0 <= silence }
            let wave = Double(number % 7)
            return ProbeFit.Probe(
                silence: Seconds(silence),
                roundTrip: Seconds((50 + delays[state] + wave) / 1000))
        }
    }

    @Test("Probes of two timers become two demotions and two promotions")
    func probeFragment() throws {
        let fit = try ProbeFit(probes([5, 12], [0, 300, 1900]))
        let fragment = FitFragment.yaml(fit, name: "a \"b\" \\c\n.csv")
        let completed =
            fragment.replacingOccurrences(
                of: "# power: not in the probes", with: "power: { value: 530 mW, \(assumed) }")
                + """
                initial: IDLE
                states:
                  IDLE: { power: { value: 0 mW, \(assumed) } }
                  INTERMEDIATE: { power: { value: 350 mW, \(assumed) } }
                  CONNECTED:
                    power: { value: 700 mW, \(assumed) }
                    uplink: { value: 1 Mbit/s, \(assumed) }
                    downlink: { value: 1 Mbit/s, \(assumed) }

                """
        let radio = try load(completed)
        let timers = radio.states.compactMap { $0.demotion?.after.seconds.magnitude }
        #expect(timers.count == 2, "\(timers)")
        // In the order of the file: INTERMEDIATE, then CONNECTED.
        #expect(
            (timers[0] - 7).magnitude < 0.11 && (timers[1] - 4.95).magnitude < 0.11, "\(timers)")
        let delays = radio.promotions.map { $0.delay.usual.seconds.magnitude * 1000 }
        #expect((delays[0] - 300).magnitude < 5 && (delays[1] - 1900).magnitude < 5, "\(delays)")
        let roundTrip = try #require(radio.roundTrip)
        #expect((roundTrip.magnitude - 0.0535).magnitude < 0.004)
    }

    @Test("A power log becomes states, demotions and a promotion")
    func tailFragment() throws {
        var powers: [Double] = []
        for _ in 0..<3 {
            for (power, length) in [(20.0, 300), (530, 20), (700, 53), (350, 120)] {
                powers += (0..<length).map { power + Double($0 % 3) - 1 }
            }
        }
        powers += [Double](repeating: 20, count: 200)
        let fit = try TailFit(times: powers.indices.map { Double($0) / 10 }, powers: powers)
        let rates =
            "    uplink: { value: 1 Mbit/s, \(assumed) }\n"
            + "    downlink: { value: 1 Mbit/s, \(assumed) }\n"
        let completed =
            FitFragment.yaml(fit, name: "log.csv").replacingOccurrences(
                of: "  # uplink and downlink of the states that carry data: not in the log\n",
                with: rates
            ).replacingOccurrences(of: "  LEVEL_1:\n", with: "  LEVEL_1:\n" + rates)
            + "round-trip: { value: 100 ms, \(assumed) }\n"
        let radio = try load(completed)
        #expect(radio.states.map(\.name) == ["IDLE", "LEVEL_1", "LEVEL_3"])
        let timers = radio.states.compactMap { $0.demotion?.after.seconds.magnitude }
        #expect(timers == [12, 5.3], "\(timers)")
        let promotion = try #require(radio.promotions.first)
        #expect(
            promotion.delay.usual.seconds == Seconds(2)
                && (promotion.power.magnitude - 510).magnitude < 1
        )
    }

    @Test("Powers at throughputs become a transfer-power")
    func transferFragment() throws {
        let samples = (0..<40).map { number in
            let isUp = number % 2 == 0
            let rate = Double(1 + number)
            return TransferPowerFit.Sample(
                throughput: BitsPerSecond(rate * 1e6),
                power: Milliwatts(1200 + (isUp ? 80 : 14) * rate),
                direction: isUp ? .uplink : .downlink, network: "N", run: nil)
        }
        let fragment = FitFragment.yaml(try TransferPowerFit(samples), name: "power.csv")
        let radio = try load(
            """
            initial: ON
            states:
              ON:
                power: { value: 1 W, \(assumed) }
                uplink: { value: 1 Mbit/s, \(assumed) }
                downlink: { value: 1 Mbit/s, \(assumed) }
            round-trip: { value: 100 ms, \(assumed) }
            \(fragment)
            """)
        let power = try #require(radio.transferPower)
        #expect(power.base == Milliwatts(1200))
        #expect(power.uplink.magnitude == 80 && power.downlink.magnitude == 14)
    }

    @Test("A search without results leaves no empty list")
    func nothing() throws {
        let fit = try ProbeFit(probes([], [0]))
        let fragment = FitFragment.yaml(fit, name: "p.csv")
        #expect(!fragment.contains("demotions") && fragment.contains("round-trip: {"))
        let text = FitReport(fit, name: "p.csv", dropped: []).screen.text(within: 120)
        #expect(text.contains("no timer is shorter than 19.9 s"), "\(text)")
    }
}
