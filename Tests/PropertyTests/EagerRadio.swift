import Kernel

@testable import DeviceModel

/// The oracle: the radio of `docs/model.md` evaluated event by event, with every timer in the
/// queue.
///
/// It is slow and obvious, written from the description instead of from `Radio`, and shares only
/// the profile and the event queue with it. It posts segments of (state, kind, activity), from
/// which residences are added up in nanoseconds.
struct EagerRadio: ~Copyable {
    struct Segment: Equatable {
        var state: String
        var kind: EnergyKind
        var activity: Int32
        var from: Int64
        var until: Int64
        /// The power by the profile, and when the state was entered.
        var draw: PowerDraw
        var entered: Int64
        /// The state's sleep cycle during a rest.
        var reception: DiscontinuousReception?
    }

    enum Event {
        case arrival(Transfer)
        case promotionDone(Int)
        case transferDone
        case timerFires
        case released(Int)
        /// The phone listens for data that the network holds.
        case heard
        /// The signal changes to this level of the profile.
        case level(Int)
    }

    private struct Waiting {
        var transfer: Transfer
        /// The share that is still to be carried.
        var left = 1.0
        var hasBegun = false
        /// Whole bytes that have passed.
        var passed: (up: Int64, down: Int64) = (0, 0)
    }

    let profile: RadioProfile
    private var simulation: Simulation<Event>
    private var state: Int
    private var waiting: [Waiting] = []
    private var carryingSince: Instant?
    private var carryingSpan: Int64 = 0
    private var isPromoting = false
    private var isReleasing = false
    /// When the network's timer of this state expires, if there is one.
    private var timerDue: Instant?
    /// When the phone's own timer expires, until it has fired.
    private var ownTimerDue: Instant?
    private var delays: RandomStream
    private var timer: EventKey?
    private var completion: EventKey?
    /// When the phone listens for waiting data, if the network holds some.
    private var hearing: EventKey?
    private var tailOwner: Int32 = 0

    private(set) var segments: [Segment] = []
    private(set) var ends: [Int64] = []
    private(set) var promotionCount = 0
    /// The bursts that have begun, by direction.
    private(set) var bursts = (uplink: 0, downlink: 0)
    /// The cost of bytes in addition to the segments' power, in millijoules.
    private(set) var byteEnergy = 0.0
    private var level: SignalLevel?
    private var open: Segment

    init(_ profile: RadioProfile, horizon: Instant, delays: RandomStream) {
        self.profile = profile
        self.delays = delays
        state = profile.initial
        simulation = Simulation(horizon: horizon)
        open = Segment(
            state: "", kind: .baseline, activity: 0, from: 0, until: 0, draw: .constant(.zero),
            entered: 0)
        enter(profile.initial)
        rest()
    }

    static func run(
        _ profile: RadioProfile, _ arrivals: [(Instant, Transfer)], horizon: Instant,
        delays: RandomStream, signal: [(time: Instant, level: Int)] = []
    ) -> EagerRadio {
        var radio = EagerRadio(profile, horizon: horizon, delays: delays)
        for (time, level) in signal {
            radio.simulation.schedule(.level(level), at: time, priority: .arrival)
        }
        for (time, transfer) in arrivals {
            radio.simulation.schedule(.arrival(transfer), at: time, priority: .arrival)
        }
        while let event = radio.simulation.next() { radio.happen(event) }
        if let since = radio.carryingSince { radio.pass(radio.carried(since, by: horizon)) }
        radio.post(until: horizon)
        return radio
    }

    private var here: RadioState { profile.states[state] }
    private var now: Instant { simulation.now }

    private mutating func happen(_ event: Event) {
        switch event {
        case .arrival(let transfer): arrive(transfer)
        case .promotionDone(let to):
            isPromoting = false
            enter(to)
            serve(cause: waiting[0].transfer.cause.activity)
        case .transferDone: transferDone()
        case .timerFires: demote()
        case .level(let place): come(to: profile.levels[place])
        case .heard:
            hearing = nil
            serve(cause: waiting[0].transfer.cause.activity)
        case .released(let to):
            isReleasing = false
            enter(to)
            if waiting.isEmpty { rest() } else { serve(cause: waiting[0].transfer.cause.activity) }
        }
    }

    private mutating func enter(_ state: Int) {
        self.state = state
        timerDue = here.demotion.map { now + $0.after }
    }

    private mutating func arrive(_ transfer: Transfer) {
        let overtakes = transfer.goesFirst && overtakesAtBoundary
        if overtakes { leaveAir() }
        let overtaken = waiting.firstIndex { !$0.hasBegun && !$0.transfer.goesFirst }
        let place = transfer.goesFirst ? overtaken : nil
        waiting.insert(Waiting(transfer: transfer), at: place ?? waiting.count)
        if let timer { simulation.cancel(timer) }
        timer = nil
        if overtakes { return serve(cause: transfer.cause.activity) }
        if isPromoting || isReleasing { return }
        if let event = hearing {
            if transfer.comesDown { return }
            simulation.cancel(event)
            hearing = nil
        }
        guard let since = carryingSince else {
            let heard = ObviousReception.heard(here, from: open.from, at: now.nanoseconds)
            if transfer.comesDown, heard > now.nanoseconds {
                hearing = simulation.schedule(
                    .heard, at: Instant(nanoseconds: heard), priority: .completion)
                return
            }
            return serve(cause: transfer.cause.activity)
        }
        guard neededPromotion(carriedOfFirst: carried(since)) != nil else { return }
        takeOffAir(since)
        serve(cause: transfer.cause.activity)
    }

    /// Whether the transfer on the air has just begun and has no priority.
    private var overtakesAtBoundary: Bool {
        guard carryingSince == now, let first = waiting.first else { return false }
        return first.left == 1 && !first.transfer.goesFirst
    }

    /// Removes a transfer that has been on the air for no time.
    private mutating func leaveAir() {
        simulation.cancel(completion!)
        carryingSince = nil
        waiting[0].hasBegun = false
        guard profile.bursts != nil else { return }
        let transfer = waiting[0].transfer
        if transfer.uplink > transfer.downlink { bursts.uplink -= 1 } else { bursts.downlink -= 1 }
    }

    /// Continues the transfer on the air at the new level.
    private mutating func come(to level: SignalLevel) {
        guard let since = carryingSince else {
            self.level = level
            return
        }
        takeOffAir(since)
        self.level = level
        carry()
    }

    private mutating func takeOffAir(_ since: Instant) {
        simulation.cancel(completion!)
        pass(carried(since))
        carryingSince = nil
    }

    /// Lets another share of the first transfer's rest pass.
    private mutating func pass(_ share: Double) {
        waiting[0].left *= 1 - share
        passBytes(left: waiting[0].left)
    }

    private mutating func passBytes(left: Double) {
        let transfer = waiting[0].transfer
        let (up, down) = (whole(transfer.uplink, left), whole(transfer.downlink, left))
        byteEnergy +=
            Double(up - waiting[0].passed.up) * 8 * upBit
            + Double(down - waiting[0].passed.down) * 8 * downBit
        waiting[0].passed = (up, down)
    }

    /// The bit rates here, at this level.
    private var rates: (up: Double, down: Double) {
        (
            here.uplink!.magnitude * (level?.uplink.magnitude ?? 1),
            here.downlink!.magnitude * (level?.downlink.magnitude ?? 1)
        )
    }

    /// The cost of a bit sent in addition to the power of its time, in millijoules. Sending draws
    /// more than receiving while the bit is on the air; or 1 mW per Mbit/s is 1 mJ per Mbit.
    private var upBit: Double {
        guard let powers = level?.powers else {
            return (profile.transferPower?.uplink.magnitude ?? 0) / 1e6
        }
        return (powers.sending.magnitude - powers.receiving.magnitude) / rates.up
    }

    private var downBit: Double {
        level?.powers == nil ? (profile.transferPower?.downlink.magnitude ?? 0) / 1e6 : 0
    }

    /// The share of the time on the air that has passed.
    private func carried(_ since: Instant, by time: Instant? = nil) -> Double {
        let passed = (time ?? now) - since
        return carryingSpan == 0 ? 1 : Double(passed.nanoseconds) / Double(carryingSpan)
    }

    private mutating func serve(cause: Int32) {
        if let promotion = neededPromotion(carriedOfFirst: 0) {
            let delay = draw(promotion.delay)
            if delay > .zero { promotionCount += 1 }
            isPromoting = true
            begin(kind: .promotion, activity: cause, draw: .constant(promotion.power))
            simulation.schedule(
                .promotionDone(promotion.to), at: now + delay, priority: .completion)
            return
        }
        carry()
    }

    /// Puts the first transfer on the air.
    private mutating func carry() {
        let first = waiting[0]
        let seconds =
            Double(first.transfer.roundTrips) * profile.roundTrip!.magnitude
            + Double(first.transfer.uplink) * 8 / rates.up
            + Double(first.transfer.downlink) * 8 / rates.down
        let span = TimeSpan(Seconds(seconds * first.left))
        carryingSince = now
        carryingSpan = span.nanoseconds
        var draw = profile.transferPower?.base.map { .constant($0) } ?? here.draw
        if let power = profile.bursts {
            let isUp = first.transfer.uplink > first.transfer.downlink
            draw = .constant(isUp ? power.uplink.power : power.downlink.power)
            if !first.hasBegun, isUp { bursts.uplink += 1 }
            if !first.hasBegun, !isUp { bursts.downlink += 1 }
        }
        if let powers = level?.powers { draw = .constant(powers.receiving) }
        waiting[0].hasBegun = true
        begin(kind: .transfer, activity: first.transfer.cause.activity, draw: draw)
        completion = simulation.schedule(.transferDone, at: now + span, priority: .completion)
    }

    private mutating func draw(_ delay: PromotionDelay) -> TimeSpan {
        if delay.isConstant { return delay.usual }
        let law = Distribution.triangular(
            low: delay.least.seconds, mode: delay.usual.seconds, high: delay.most.seconds)
        return TimeSpan(law.sample(&delays))
    }

    private mutating func transferDone() {
        passBytes(left: 0)
        let transfer = waiting.removeFirst().transfer
        ends.append(now.nanoseconds)
        carryingSince = nil
        ownTimerDue = profile.fastDormancy.map { now + $0.after }
        tailOwner = transfer.cause.activity
        timerDue = here.demotion.map { now + $0.after }
        if let next = waiting.first {
            serve(cause: next.transfer.cause.activity)
        } else {
            rest()
        }
    }

    private mutating func rest() {
        begin(
            kind: here.demotion == nil ? .baseline : .tail,
            activity: here.demotion == nil ? 0 : tailOwner, draw: here.draw)
        open.reception = here.reception
        guard let due = timerDue else { return }
        let own = ownTimer
        timer = simulation.schedule(
            .timerFires, at: max(now, min(due, own ?? due)), priority: .timer)
    }

    /// When the phone's own timer expires, if it runs.
    private var ownTimer: Instant? {
        state == profile.fastDormancy?.to ? nil : ownTimerDue
    }

    private mutating func demote() {
        timer = nil
        var (to, release) = (here.demotion!.to, here.demotion!.release)
        if let own = ownTimer, own < timerDue! {
            (to, release) = (profile.fastDormancy!.to, profile.fastDormancy!.release)
            ownTimerDue = nil
        }
        guard let release else {
            enter(to)
            return rest()
        }
        isReleasing = true
        begin(kind: .tail, activity: tailOwner, draw: .constant(release.power))
        simulation.schedule(.released(to), at: now + release.delay, priority: .completion)
    }

    private func neededPromotion(carriedOfFirst share: Double) -> Promotion? {
        let (up, down) = queuedBytes(carriedOfFirst: share)
        let ways = profile.promotions.filter { $0.from == state }
        let over = ways.first { way in
            guard case .queueOver(let uplink, let downlink) = way.trigger else { return false }
            return uplink.map { Double(up) > $0.magnitude } ?? false
                || downlink.map { Double(down) > $0.magnitude } ?? false
        }
        return over ?? ways.first { $0.trigger == .data }
    }

    private func queuedBytes(carriedOfFirst share: Double) -> (up: Int64, down: Int64) {
        var up: Int64 = 0
        var down: Int64 = 0
        for (index, item) in waiting.enumerated() {
            let left = index == 0 ? item.left * (1 - share) : 1
            // Bytes leave the queue whole.
            up += item.transfer.uplink - whole(item.transfer.uplink, left)
            down += item.transfer.downlink - whole(item.transfer.downlink, left)
        }
        return (up, down)
    }

    /// The part of `bytes` that has been carried when the share `left` remains.
    private func whole(_ bytes: Int64, _ left: Double) -> Int64 {
        Int64((Double(bytes) * (1 - left)).rounded(.down))
    }

    private mutating func begin(kind: EnergyKind, activity: Int32, draw: PowerDraw) {
        post(until: now)
        let isSameState = open.state == here.name
        open = Segment(
            state: here.name, kind: kind, activity: activity, from: now.nanoseconds,
            until: now.nanoseconds, draw: draw,
            entered: isSameState ? open.entered : now.nanoseconds)
    }

    private mutating func post(until time: Instant) {
        open.until = time.nanoseconds
        if open.until > open.from { segments.append(open) }
    }
}
