import DeviceModel
import Kernel
import Profiles
import Studies

/// A radio without a phone, for measuring the energy of transfers.
struct LoneRadio {
    let profile: RadioProfile

    /// The time of a round trip in seconds, and its bytes up and down.
    typealias Sent = (time: Double, up: Int64, down: Int64)

    /// `count` round trips of 200 B up, one every `interval` seconds.
    static func pings(every interval: Double, count: Int) -> [Sent] {
        (0..<count).map { (1 + interval * Double($0), 200, 0) }
    }

    /// The ledger up to a horizon in seconds; transfers must be in order of time.
    func books(_ sent: [Sent], horizon: Double) -> LedgerTable<Int64> {
        let transfers = sent.map { one in
            (
                Instant.start + TimeSpan(Seconds(one.time)),
                Transfer(
                    roundTrips: 1, uplink: one.up, downlink: one.down, cause: Cause(activity: 2))
            )
        }
        return Self.books(
            profile, activity: "keep-alive", transfers,
            horizon: Instant.start + TimeSpan(Seconds(horizon)))
    }

    /// The ledger of a radio whose promotions take constant time, up to the horizon.
    ///
    /// - `transfers`: Ascending in time.
    static func books(
        _ profile: RadioProfile, activity: String = "app", _ transfers: [(Instant, Transfer)],
        horizon: Instant
    ) -> LedgerTable<Int64> {
        var plan = LedgerPlan(activities: [activity])
        // Constant delays draw nothing from the stream.
        var radio = Radio(
            RadioMachine(profile, plan: &plan),
            delays: RandomStream(StreamKey(seed: 1, replication: 0, purpose: "promotion-delays")))
        var ledger = EnergyLedger(plan: plan, record: { _ in })
        radio.begin(ledger: &ledger)
        for (time, transfer) in transfers { radio.submit(transfer, at: time, ledger: &ledger) }
        radio.finish(at: horizon, ledger: &ledger)
        return ledger.finish(at: horizon)
    }

    func joules(_ sent: [Sent], horizon: Double) -> Double {
        books(sent, horizon: horizon).totalEnergy.magnitude / 1000
    }
}

/// The share of time that a connected radio sleeps by discontinuous reception.
public struct SleepShare {
    /// One watt awake and zero asleep, so the mean power is the share of time awake.
    private let radio: RadioProfile
    private let cycle: TimeSpan

    /// - Returns: `nil` for a radio without discontinuous reception.
    public init?(_ radio: RadioProfile) throws(RadioProfileError) {
        guard let cycle = radio.states.lazy.compactMap(\.reception?.long).first else { return nil }
        self.cycle = cycle
        self.radio = try RadioProfile(
            name: radio.name, technology: radio.technology,
            states: radio.states.map(Self.plain), initial: radio.initial,
            promotions: radio.promotions.map { promotion in
                var promotion = promotion
                promotion.power = Self.awake
                return promotion
            }, roundTrip: radio.roundTrip, transferPower: nil)
    }

    private static let awake = Milliwatts(1000)

    private static func plain(_ state: RadioState) -> RadioState {
        var state = state
        state.draw = .constant(awake)
        for level in [
            \DiscontinuousReception.micro, \DiscontinuousReception.light,
            \DiscontinuousReception.deep,
        ] {
            state.reception?[keyPath: level]?.power = .zero
            state.reception?[keyPath: level]?.transition = .zero
        }
        return state
    }

    /// The share from 0 to 1 under the packets of ``PacketCurrents``, after ten connected seconds.
    ///
    /// - Parameter rate: Packets a second each way; 0 for none after the first, over ten long
    ///   cycles that start a second after it.
    public func share(rate: Int) -> Double {
        guard rate > 0 else {
            let span = cycle.seconds.magnitude * 10
            return 1 - awake(PacketCurrents.packets(1, seconds: 1e-9), from: 1, span: span)
        }
        let (from, span) = (10.0, 1000.0)
        return 1 - awake(PacketCurrents.packets(rate, seconds: from + span), from: from, span: span)
    }

    private func awake(
        _ packets: [(Instant, Transfer)], from: Double, span: Double
    ) -> Double {
        func joules(_ seconds: Double) -> Double {
            let horizon = Instant.start + TimeSpan(Seconds(seconds))
            let sent = packets.filter { $0.0 < horizon }
            return LoneRadio.books(radio, sent, horizon: horizon).totalEnergy.magnitude / 1000
        }
        return (joules(from + span) - joules(from)) / span
    }
}

/// An unused phone with a shipped system and one app of rules.
struct StandbyPhone {
    static let device = "pixel-6-2021"

    let library: ProfileLibrary
    var system: String
    var radio = "pixel-6-2021-lte"
    var hours: Double
    var app: [String]
    /// Whether the phone always moves, so that deep Doze never begins.
    var isCarried = false

    /// An app with an exchange by an alarm every `seconds`.
    static func keepAlive(seconds: Int, isExempt: Bool) -> [String] {
        [
            "unrestricted: \(isExempt)", "rules:", "  - name: ping",
            "    on: { every: \(seconds) s, by: alarm }",
            "    do: [ request: { up: 80 B, down: 120 B, round-trips: 1, time-out: 10 s } ]",
        ]
    }

    /// A drive that outlasts every run.
    private static let onTheWay =
        "  movement: { wandering: { stay: 1 s, trips: [ { drive: "
        + "{ distance: 5000 km, speed: 20 m/s, block: 400 km } } ] } }"

    /// A job that works as long as it is allowed, so that windows last to their limit.
    static let busyJob = [
        "rules:", "  - name: work", "    on: { every: 15 min, by: job, tolerance: 15 min }",
        "    do: [ work: 10 min ]",
    ]

    typealias DozeRecord = (
        result: RunResult, windows: [(from: Instant, isDeep: Bool)], isDeepIdle: Bool
    )

    func run() throws(ProfileFailure) -> DozeRecord {
        let text =
            """
            kind: scenario
            name: standby-phone
            question: What happens?
            device: \(Self.device)
            radio: \(radio)
            system: \(system)
            hypothetical: true
            horizon: \(Int((hours * 3600).rounded())) s
            use: standby
            world:
              push-connection: true
            \(isCarried ? Self.onTheWay : "")
            policies:
              - name: app
                app:
            \(app.map { "      " + $0 }.joined(separator: "\n"))

            """
        let scenario = try library.scenario("standby-phone", text).scenario
        return RunPlan(scenario, policy: scenario.policies[0].options).dozing(replication: 0)
    }

    /// The start of deep Doze in minutes, found to a second by runs of different lengths.
    ///
    /// - Parameter before: In minutes, within the first idle period.
    func deepIdle(before: Int) throws(ProfileFailure) -> Double {
        var (earliest, latest) = (0, 60 * before)
        while latest - earliest > 1 {
            let middle = (earliest + latest) / 2
            var phone = self
            phone.hours = Double(middle) / 3600
            if try phone.run().isDeepIdle { latest = middle } else { earliest = middle }
        }
        return Double(latest) / 60
    }
}
