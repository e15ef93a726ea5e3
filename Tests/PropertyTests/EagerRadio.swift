import EventKernel
import Quantities

@testable import DeviceModel

/// The oracle: the radio of `docs/model.md` evaluated event by event, every timer in the queue.
///
/// Slow and obvious, and written from the description rather than from `Radio`: it shares the
/// profile and the event queue with it, and nothing else. It posts segments of (state, kind,
/// activity), from which residences are added up in nanoseconds.
struct EagerRadio {
    struct Segment: Equatable {
        var state: String
        var kind: EnergyKind
        var activity: Int32
        var from: Int64
        var until: Int64
        /// What the profile says is drawn here, and when the state was entered.
        var draw: PowerDraw
        var entered: Int64
    }

    private enum Event {
        case arrival(Transfer)
        case promotionDone(Int)
        case transferDone
        case timerFires
    }

    private struct Waiting {
        var transfer: Transfer
        /// The share that is still to be carried.
        var left = 1.0
    }

    private let profile: RadioProfile
    private var simulation: Simulation<Event>
    private var state: Int
    private var waiting: [Waiting] = []
    private var carryingSince: Instant?
    private var carryingSpan: Int64 = 0
    private var isPromoting = false
    private var timer: EventKey?
    private var completion: EventKey?
    private var tailOwner: Int32 = 0

    private(set) var segments: [Segment] = []
    private(set) var ends: [Int64] = []
    private(set) var promotionCount = 0
    private var open: Segment

    init(_ profile: RadioProfile, horizon: Instant) {
        self.profile = profile
        state = profile.initial
        simulation = Simulation(horizon: horizon)
        open = Segment(
            state: "", kind: .baseline, activity: 0, from: 0, until: 0, draw: .constant(.zero),
            entered: 0)
        rest(at: .start)
    }

    static func run(
        _ profile: RadioProfile, _ arrivals: [(Instant, Transfer)], horizon: Instant
    ) -> EagerRadio {
        var radio = EagerRadio(profile, horizon: horizon)
        for (time, transfer) in arrivals {
            radio.simulation.schedule(.arrival(transfer), at: time, priority: .arrival)
        }
        while let event = radio.simulation.next() { radio.happen(event) }
        radio.post(until: horizon)
        return radio
    }

    private var here: RadioState { profile.states[state] }
    private var now: Instant { simulation.now }

    private mutating func happen(_ event: Event) {
        switch event {
        case .arrival(let transfer): arrive(transfer)
        case .promotionDone(let to):
            state = to
            isPromoting = false
            serve(cause: waiting[0].transfer.cause.activity)
        case .transferDone: transferDone()
        case .timerFires:
            state = here.demotion!.to
            rest(at: now)
        }
    }

    private mutating func arrive(_ transfer: Transfer) {
        waiting.append(Waiting(transfer: transfer))
        if let timer { simulation.cancel(timer) }
        timer = nil
        if isPromoting { return }
        guard let since = carryingSince else {
            return serve(cause: transfer.cause.activity)
        }
        guard neededPromotion(carriedOfFirst: carried(since)) != nil else { return }
        simulation.cancel(completion!)
        waiting[0].left *= 1 - carried(since)
        carryingSince = nil
        serve(cause: transfer.cause.activity)
    }

    /// The share of the span on the air that has passed.
    private func carried(_ since: Instant) -> Double {
        carryingSpan == 0 ? 1 : Double((now - since).nanoseconds) / Double(carryingSpan)
    }

    private mutating func serve(cause: Int32) {
        if let promotion = neededPromotion(carriedOfFirst: 0) {
            if promotion.delay > .zero { promotionCount += 1 }
            isPromoting = true
            begin(kind: .promotion, activity: cause, draw: .constant(promotion.power))
            simulation.schedule(
                .promotionDone(promotion.to), at: now + promotion.delay, priority: .completion)
            return
        }
        let first = waiting[0]
        let seconds =
            Double(first.transfer.roundTrips) * profile.roundTrip.magnitude
            + Double(first.transfer.uplink) * 8 / here.uplink!.magnitude
            + Double(first.transfer.downlink) * 8 / here.downlink!.magnitude
        let span = TimeSpan(Seconds(seconds * first.left))
        carryingSince = now
        carryingSpan = span.nanoseconds
        begin(
            kind: .transfer, activity: first.transfer.cause.activity,
            draw: profile.transferPower?.base.map { .constant($0) } ?? here.draw)
        completion = simulation.schedule(.transferDone, at: now + span, priority: .completion)
    }

    private mutating func transferDone() {
        tailOwner = waiting.removeFirst().transfer.cause.activity
        ends.append(now.nanoseconds)
        carryingSince = nil
        if let next = waiting.first {
            serve(cause: next.transfer.cause.activity)
        } else {
            rest(at: now)
        }
    }

    private mutating func rest(at time: Instant) {
        begin(
            kind: here.demotion == nil ? .baseline : .tail,
            activity: here.demotion == nil ? 0 : tailOwner, draw: here.draw)
        if let demotion = here.demotion {
            timer = simulation.schedule(.timerFires, at: time + demotion.after, priority: .timer)
        }
    }

    private func neededPromotion(carriedOfFirst share: Double) -> Promotion? {
        var up: Int64 = 0
        var down: Int64 = 0
        for (index, item) in waiting.enumerated() {
            let left = index == 0 ? item.left * (1 - share) : 1
            // Bytes leave the queue whole.
            up += item.transfer.uplink - whole(item.transfer.uplink, left)
            down += item.transfer.downlink - whole(item.transfer.downlink, left)
        }
        let ways = profile.promotions.filter { $0.from == state }
        let over = ways.first { way in
            guard case .queueOver(let uplink, let downlink) = way.trigger else { return false }
            return uplink.map { Double(up) > $0.magnitude } ?? false
                || downlink.map { Double(down) > $0.magnitude } ?? false
        }
        return over ?? ways.first { $0.trigger == .data }
    }

    /// How many of `bytes` have been carried when the share `left` is still to come.
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

    /// Power times time of all segments, a cycle walked through turn by turn; in millijoules, bytes
    /// not included.
    var energy: Double { segments.reduce(0) { $0 + Self.energy($1) } }

    private static func energy(_ segment: Segment) -> Double {
        switch segment.draw {
        case .constant(let power):
            return power.magnitude * Double(segment.until - segment.from) / 1e9
        case .cycle(let cycle):
            let passed = (segment.from - segment.entered) / cycle.period.nanoseconds
            var turn = segment.entered + passed * cycle.period.nanoseconds
            var total = 0.0
            while turn < segment.until {
                let off = turn + cycle.on.nanoseconds
                let next = turn + cycle.period.nanoseconds
                total += cycle.onPower.magnitude * overlap(segment, turn, off)
                total += cycle.offPower.magnitude * overlap(segment, off, next)
                turn = next
            }
            return total
        }
    }

    private static func overlap(_ segment: Segment, _ from: Int64, _ until: Int64) -> Double {
        Double(max(0, min(segment.until, until) - max(segment.from, from))) / 1e9
    }
}
