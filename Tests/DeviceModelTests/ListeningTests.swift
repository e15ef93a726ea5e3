import Kernel
import ModelFixtures
import Testing

@testable import DeviceModel

/// A radio with 7 bytes waiting in the network since 36 ms. The phone hears of them at 48 ms.
private struct WaitingRadio: ~Copyable {
    var radio: Radio
    var ledger: EnergyLedger

    /// - Parameter ticket: The app's ticket for the bytes.
    init(ticket: Ticket?) {
        var plan = LedgerPlan(activities: ["app"])
        let machine = RadioMachine(
            ListeningTests.profile(ListeningTests.connected()), plan: &plan)
        ledger = EnergyLedger(plan: plan, initial: [], record: nil)
        radio = Radio(machine, delays: Fixtures.delays)
        radio.begin(ledger: &ledger)
        let up = Transfer(roundTrips: 0, uplink: 1, downlink: 0, cause: Cause(activity: 2))
        radio.submit(up, at: .start, ledger: &ledger)
        var down = Transfer(
            roundTrips: 0, uplink: 0, downlink: 7, cause: Cause(activity: 2),
            holdsProcessor: true, ticket: ticket)
        down.comesDown = true
        radio.submit(down, at: SmallRadio.at(36), ledger: &ledger)
    }
}

/// Tests of downlink data for a phone that does not listen, by hand in milliseconds and in closed
/// form.
@Suite struct ListeningTests {
    private static let ms = SmallRadio.ms

    /// Awake for 10 ms, then on for 2 ms: in two short cycles of 8 ms, then in long ones of 16 ms.
    fileprivate static func connected(timer: Int? = 200, hasShort: Bool = true) -> RadioState {
        var state = SmallRadio.state("CONNECTED", timer: timer)
        state.reception = DiscontinuousReception(
            inactivity: ms(10), on: ms(2),
            short: hasShort ? DiscontinuousReception.ShortCycle(cycle: ms(8), count: 2) : nil,
            long: ms(16), deep: DiscontinuousReception.SleepLevel(power: .zero), downlink: .waits)
        return state
    }

    fileprivate static func profile(_ state: RadioState, paging: Int? = nil) -> RadioProfile {
        var idle = SmallRadio.idle
        idle.paging = paging.map(ms)
        return SmallRadio.profile([idle, state], [SmallRadio.promotion(0, 1)])
    }

    /// A byte up at the start, carried from 2 to 3 ms, and more bytes.
    private static func run(
        _ profile: RadioProfile, _ bytes: [(time: Double, isDown: Bool)], horizon: Int = 400
    ) -> RadioAlone {
        let transfers = [(time: 0, isDown: false)] + bytes
        return RadioAlone(
            profile,
            transfers.map { time, isDown in
                var transfer = Transfer(
                    roundTrips: 0, uplink: isDown ? 0 : 1, downlink: isDown ? 1 : 0,
                    cause: Cause(activity: 2), ticket: Ticket())
                transfer.comesDown = isDown
                return (Instant.start + Fixtures.seconds(time / 1000), transfer)
            }, horizon: SmallRadio.at(horizon))
    }

    private static func ends(_ run: RadioAlone) -> [Double] {
        run.ends.map { Double($0.nanoseconds) / 1e6 }
    }

    @Test(
        "Downlink data is carried while the phone is awake, or from the next on-duration",
        arguments: [
            // Awake 3-13; on 16-18, 24-26 by the short cycle, 32-34 and 48-50 by the long one.
            (5.0, 5.0), (12.5, 12.5), (13, 16), (14, 16), (16, 16), (17, 17), (18, 24), (25, 25),
            (26, 32), (33.5, 33.5), (34, 48), (40, 48), (49, 49), (50, 64),
        ])
    func onDurations(comes: Double, carried: Double) {
        let run = Self.run(Self.profile(Self.connected()), [(comes, true)])
        #expect(Self.ends(run) == [3, carried + 1])
        // Uplink data waits for nothing.
        let up = Self.run(Self.profile(Self.connected()), [(comes, false)])
        #expect(Self.ends(up) == [3, comes + 1])
    }

    @Test("Without a short cycle the long cycle's on-durations count")
    func longOnly() {
        let profile = Self.profile(Self.connected(hasShort: false))
        for (comes, carried) in [(12.0, 12.0), (13, 16), (17, 17), (18, 32), (31, 32)] {
            #expect(Self.ends(Self.run(profile, [(comes, true)])) == [3, carried + 1])
        }
    }

    @Test("A transmission wakes the phone for waiting data, which goes first")
    func sendingWakes() {
        let run = Self.run(
            Self.profile(Self.connected()), [(35, true), (36, true), (37, false)])
        #expect(Self.ends(run) == [3, 38, 39, 40])
    }

    @Test("The network does not release a phone for which it has data")
    func timerWaits() {
        // The timer of 20 ms would expire at 23 ms.
        let profile = Self.profile(Self.connected(timer: 20))
        #expect(Self.ends(Self.run(profile, [(22, true)])) == [3, 25])
        let run = Self.run(profile, [(22, true)])
        #expect(run.promotions == 1)
        // After the release, data needs a promotion of 2 ms.
        #expect(Self.ends(Self.run(profile, [(24, true)])) == [3, 27])
    }

    @Test("A page waits for the next multiple of the paging cycle; uplink data does not")
    func pages() {
        let profile = Self.profile(SmallRadio.state("CONNECTED", timer: 5), paging: 10)
        for (comes, carried) in [(11.0, 22.0), (19.5, 22), (20, 22), (20.5, 32)] {
            #expect(Self.ends(Self.run(profile, [(comes, true)])) == [3, carried + 1])
            #expect(Self.ends(Self.run(profile, [(comes, false)])) == [3, comes + 3])
        }
    }

    /// The waits of pages that arrive evenly spread over the cycles.
    private static func waits(_ profile: RadioProfile, after rest: Double) -> [Double] {
        var random = RandomStream(StreamKey(seed: 3, replication: 0, purpose: "listening"))
        var arrivals: [(time: Double, isDown: Bool)] = []
        for index in 0..<5000 {
            arrivals.append((Double(index + 1) * 4_000 + rest * random.uniform(), true))
        }
        let run = run(profile, arrivals, horizon: 24_000_000)
        return zip(ends(run).dropFirst(), arrivals).map { $0 - $1.time }
    }

    @Test("Pages at any time wait uniformly from nothing to a cycle, half a cycle on average")
    func pagesAreUniform() {
        let profile = Self.profile(SmallRadio.state("CONNECTED", timer: 500), paging: 640)
        // Less 2 ms of promotion and 1 ms on the air.
        let waits = Self.waits(profile, after: 1_920).map { $0 - 3 }.sorted()
        #expect((waits.first ?? -1) > -1e-6 && (waits.last ?? 641) < 640)
        let mean = waits.reduce(0, +) / Double(waits.count)
        let error: Double = 640 / (12.0 * 5000).squareRoot()
        #expect(abs(mean - 320) < 4 * error)
        // The Kolmogorov-Smirnov distance at a level of 0.1 %.
        let distance = waits.enumerated().map { index, wait in
            abs(wait / 640 - (Double(index) + 0.5) / Double(waits.count))
        }.max()
        #expect((distance ?? 1) < 1.95 / 5000.0.squareRoot())
    }

    @Test("In a long cycle L with on-duration d the mean wait is (L - d)^2 / 2L")
    func longCycleInClosedForm() {
        var state = Self.connected(timer: nil, hasShort: false)
        state.reception?.long = Self.ms(160)
        state.reception?.on = Self.ms(40)
        let profile = Self.profile(state)
        let waits = Self.waits(profile, after: 1_600).map { $0 - 1 }
        let mean = waits.reduce(0, +) / Double(waits.count)
        // A quarter waits for nothing, the others uniformly up to 120 ms: variance 1575 ms^2.
        let standardError: Double = (1575.0 / 5000).squareRoot()
        #expect(abs(mean - 45) < 4 * standardError)
        #expect(waits.allSatisfy { $0 > -1e-6 && $0 < 120 + 1e-6 })
        let heard = waits.count { $0 < 1e-6 }
        let error: Double = (5000 * 0.25 * 0.75).squareRoot()
        #expect(abs(Double(heard) - 1250) < 4 * error)
    }

    @Test("A wait costs the continued rest, and the transfer comes later")
    func energy() {
        // Deep sleep draws nothing: waiting from 34 to 48 ms is free, and so is the remaining rest.
        let waited = Self.run(Self.profile(Self.connected()), [(36, true)], horizon: 60)
        let late = Self.run(Self.profile(Self.connected()), [(48, true)], horizon: 60)
        #expect(waited.table == late.table)
    }

    @Test("A transfer cancelled while it waits holds nothing, but the phone still listens")
    func cutOff() {
        let ticket = Ticket(kind: 1)
        var phone = WaitingRadio(ticket: ticket)
        #expect(phone.radio.hears(at: SmallRadio.at(40)) == SmallRadio.at(48))
        phone.radio.advance(to: SmallRadio.at(40), ledger: &phone.ledger)
        let kind = TransferKind(owner: ticket.owner, part: 0, step: 1)
        #expect(phone.radio.cutOff(kind, at: SmallRadio.at(40), ledger: &phone.ledger) == 7)
        #expect(phone.radio.holds.isEmpty && phone.radio.ends.count == 1)
        phone.radio.advance(to: SmallRadio.at(52), ledger: &phone.ledger)
        // The phone heard of it at 48 ms, and listens for 10 ms more.
        #expect(phone.radio.hears(at: SmallRadio.at(52)) == SmallRadio.at(52))
        #expect(phone.radio.holds.isEmpty)
    }

    @Test("The processor is held from when the phone hears until the transfer ends")
    func holds() {
        var phone = WaitingRadio(ticket: nil)
        #expect(phone.radio.holds.isEmpty)
        phone.radio.advance(to: SmallRadio.at(50), ledger: &phone.ledger)
        #expect(phone.radio.holds.begunCount == 1 && phone.radio.holds.endedCount == 0)
        #expect(phone.radio.holds.begun == SmallRadio.at(48))
        phone.radio.advance(to: SmallRadio.at(60), ledger: &phone.ledger)
        #expect(phone.radio.holds.endedCount == 1 && phone.radio.holds.last == SmallRadio.at(55))
    }

    @Test("Paging is refused where nothing can wait for it")
    func faults() {
        func fault(_ paging: TimeSpan, carries: Bool) -> RadioProfileError? {
            var idle = SmallRadio.state("IDLE", carries: carries)
            idle.paging = paging
            do throws(RadioProfileError) {
                _ = try RadioProfile(
                    name: "test", technology: .lte,
                    states: [idle, SmallRadio.state("CONNECTED", timer: 5)], initial: 0,
                    promotions: [
                        SmallRadio.promotion(0, 1, over: carries ? 5 : nil)
                    ], roundTrip: .zero, transferPower: nil)
                return nil
            } catch {
                return error
            }
        }
        #expect(fault(Self.ms(1280), carries: false) == nil)
        for (paging, carries, reason) in [
            (Self.ms(0), false, "which must be longer than zero"),
            (Self.ms(3_600_001), false, "which is longer than an hour"),
            (Self.ms(1280), true, "but carries data, and needs no paging"),
        ] {
            let error = fault(paging, carries: carries)
            #expect(error?.message == "IDLE has a paging cycle, \(reason)")
            #expect(error?.advice.isEmpty == false)
        }
    }
}
