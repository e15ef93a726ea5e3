/// Replays a trace on one radio, with the energy of every burst, connection and host.
public struct TraceReplay {
    private let profile: RadioProfile
    private let settings: ReplaySettings
    private var radio: any ReplayRadio
    private var bursts = BurstTracker()
    private var flows = FlowTracker()
    private var closings = ClosingWatch()
    /// Drawn before the first packet, by a radio that does not begin at rest.
    private var unowned = CompensatedSum()
    private let costs: [LineCost]
    /// At the horizon or later, so not replayed.
    private var late = Traffic()

    public var plan: LedgerPlan { radio.plan }

    /// `nil` unless requested.
    private var timeline: ReplayTimeline?

    /// - `hasTimeline`: Whether to record power over time and emit intervals.
    public init(_ profile: RadioProfile, settings: ReplaySettings, hasTimeline: Bool = false) {
        (self.profile, self.settings) = (profile, settings)
        radio = profile.replaying(settings.mode, until: settings.horizon, isRecording: true)
        costs = radio.plan.lines.map { LineCost($0) }
        timeline = hasTimeline ? ReplayTimeline(radio.plan) : nil
    }

    /// Carries the next packets, which are not before those of an earlier call.
    ///
    /// - `emit`: Called with the radio's activity in the order of time; a gap is emitted
    ///   when it is over.
    public mutating func carry(
        _ packets: [TracedPacket], to emit: (ReplayInterval) -> Void = { _ in }
    ) {
        for packet in packets { carry(packet) }
        bookPostings(emit)
    }

    private mutating func carry(_ traced: TracedPacket) {
        guard settings.includes(traced.packet.time) else {
            late.add(traced.packet)
            return
        }
        let passage = flows.observe(traced)
        let burst = bursts.observe(traced, passage)
        closings.observe(traced, passage)
        radio.carry(traced.packet, owner: PacketOwner(flow: passage.flow, burst: burst))
    }

    private mutating func bookPostings(_ emit: (ReplayInterval) -> Void) {
        for posting in radio.takePostings() {
            let cost = costs[posting.line]
            let energy = cost.energy(of: posting)
            let isOwned = posting.owner != .nobody
            if timeline != nil {
                timeline?.add(posting.line, posting.from, posting.until, energy)
                emit(
                    ReplayInterval(
                        line: posting.line, from: posting.from, until: posting.until,
                        burst: isOwned ? bursts.begun(posting.owner.burst) : nil, energy: energy))
            }
            if cost.kind == .baseline { continue }
            guard isOwned else {
                unowned.add(energy.magnitude)
                continue
            }
            bursts.book(energy, cost.kind, to: posting.owner.burst)
            flows.book(energy, cost.kind, to: posting.owner.flow)
        }
    }

    public consuming func finish(
        to emit: (ReplayInterval) -> Void = { _ in }
    ) -> TraceReplayResult {
        let replayed = ReplayedRadio(profile, &radio, settings)
        bookPostings(emit)
        return TraceReplayResult(
            radio: replayed, bursts: bursts.finish(), flows: flows.finish(),
            lateClosings: closings.finish(), late: late,
            unowned: Millijoules(unowned.value), timeline: timeline)
    }
}

public struct TraceReplayResult: Sendable {
    public let radio: ReplayedRadio
    public let bursts: [Burst]
    /// In the order of their first packets.
    public let flows: [Flow]
    /// Connections closed long after their last data, in the order of their closing.
    public let lateClosings: [LateClosing]
    /// At the horizon or later, so not replayed.
    public let late: Traffic
    /// `nil` unless requested.
    public let timeline: ReplayTimeline?

    fileprivate init(
        radio: ReplayedRadio, bursts: [Burst], flows: [Flow], lateClosings: [LateClosing],
        late: Traffic, unowned: Millijoules, timeline: ReplayTimeline?
    ) {
        (self.radio, self.bursts, self.flows) = (radio, bursts, flows)
        (self.lateClosings, self.late, self.timeline) = (lateClosings, late, timeline)
        for (what, sum) in [
            ("bursts", bursts.reduce(0) { $0 + $1.energy.total.magnitude }),
            ("connections", flows.reduce(0) { $0 + $1.energy.total.magnitude }),
        ] {
            let whole = (radio.activeEnergy - unowned).magnitude
            precondition(
                abs(sum - whole) <= 1e-9 * max(whole, 1), "\(what) add up to \(sum) of \(whole) mJ")
        }
    }

    public var beyondHorizon: Int { Int(late.packets) }

    /// In the order of their first packets.
    public var hosts: [Host] {
        var hosts: [Host] = []
        var places: [IPAddress?: Int] = [:]
        for flow in flows {
            if let place = places[flow.key?.remote] {
                hosts[place].add(flow)
            } else {
                places[flow.key?.remote] = hosts.count
                hosts.append(Host(flow))
            }
        }
        return hosts
    }
}

/// The energy that packets caused, by kind.
public struct CausedEnergy: Hashable, Sendable {
    private var promotions = CompensatedSum()
    private var transfers = CompensatedSum()
    private var tails = CompensatedSum()

    public init() {}
    public var promotion: Millijoules { Millijoules(promotions.value) }
    public var transfer: Millijoules { Millijoules(transfers.value) }
    public var tail: Millijoules { Millijoules(tails.value) }
    public var total: Millijoules { promotion + transfer + tail }

    mutating func add(_ energy: Millijoules, _ kind: EnergyKind) {
        switch kind {
        case .promotion: promotions.add(energy.magnitude)
        case .tail: tails.add(energy.magnitude)
        case .transfer: transfers.add(energy.magnitude)
        case .baseline, .wakeUp, .acquisition, .tracking, .playback, .alert, .use:
            preconditionFailure("a packet caused \(kind)")
        }
    }

    public mutating func add(_ other: CausedEnergy) {
        promotions.add(other.promotion.magnitude)
        transfers.add(other.transfer.magnitude)
        tails.add(other.tail.magnitude)
    }
}

/// A sum whose rounding error does not grow with the number of terms (Neumaier, ZAMM 54, 1974).
///
/// A capture has hundreds of millions of packets; a plain sum of their terms would disagree with
/// the ledger, which counts whole nanoseconds.
struct CompensatedSum: Hashable, Sendable {
    private var sum = 0.0
    private var lost = 0.0

    var value: Double { sum + lost }

    mutating func add(_ term: Double) {
        let next = sum + term
        lost += abs(sum) >= abs(term) ? (sum - next) + term : (term - next) + sum
        sum = next
    }
}

/// A ledger line without its names.
///
/// Every packet is booked, and a `LedgerLine` costs a reference count per text: this halved the
/// time of an attributed replay.
private struct LineCost: Sendable {
    let kind: EnergyKind
    private let draw: PowerDraw
    private let uplinkByte: Millijoules
    private let downlinkByte: Millijoules
    private let event: Millijoules

    init(_ line: LedgerLine) {
        kind = line.kind
        draw = line.cost.draw
        uplinkByte = line.cost.perUplinkByte
        downlinkByte = line.cost.perDownlinkByte
        event = line.cost.perEvent
    }

    func energy(of posting: ReplayPosting) -> Millijoules {
        let span = posting.until - posting.from
        let residence =
            switch draw {
            case .constant(let power): power * span.seconds
            case .cycle(let cycle): cycle.energy(posting, span)
            }
        return residence + uplinkByte * Double(posting.uplinkBytes)
            + downlinkByte * Double(posting.downlinkBytes) + event * Double(posting.events)
            + posting.extra
    }
}

extension PowerCycle {
    fileprivate func energy(_ posting: ReplayPosting, _ span: TimeSpan) -> Millijoules {
        let on = onTime(from: posting.from, until: posting.until, entered: posting.entered)
        let pauses = costlyPauses(
            from: posting.from, until: posting.until, entered: posting.entered)
        return onPower * on.seconds + offPower * (span - on).seconds + transition * Double(pauses)
    }
}
