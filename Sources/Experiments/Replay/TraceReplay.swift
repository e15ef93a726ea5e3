import DeviceModel
import Kernel
import Traces

/// One trace on one radio, with the energy of every burst, connection and host.
public struct TraceReplay {
    private let profile: RadioProfile
    private let settings: ReplaySettings
    private var radio: any ReplayRadio
    private var bursts = BurstTracker()
    private var flows = FlowTracker()
    private var closings = ClosingWatch()
    /// Drawn before the first packet, by a radio that does not begin at rest.
    private var unowned = CompensatedSum()
    /// By the lines of the radio's plan.
    private let costs: [LineCost]
    /// At the horizon or later: it was not replayed.
    private var late = Traffic()

    /// Of the radio's books.
    public var plan: LedgerPlan { radio.plan }

    /// What was drawn over time, for those who want to see it.
    private var timeline: ReplayTimeline?

    /// - Parameters:
    ///   - profile: the radio.
    ///   - settings: how the trace is replayed.
    ///   - hasTimeline: whether the result tells what was drawn when, and intervals are emitted.
    public init(_ profile: RadioProfile, settings: ReplaySettings, hasTimeline: Bool = false) {
        self.profile = profile
        self.settings = settings
        radio = profile.replaying(settings.mode, until: settings.horizon, isRecording: true)
        costs = radio.plan.lines.map { LineCost($0) }
        timeline = hasTimeline ? ReplayTimeline(radio.plan) : nil
    }

    /// Carries the next packets; the first is not before the last of an earlier call.
    ///
    /// - Parameters:
    ///   - packets: in the order of time.
    ///   - emit: called with what the radio did, in the order of time; a gap is known when it is
    ///     over.
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

    /// Ends the replay.
    ///
    /// - Parameter emit: as of `carry`.
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

/// A replayed trace, and what of it cost how much.
public struct TraceReplayResult: Sendable {
    public let radio: ReplayedRadio
    /// In the order of time.
    public let bursts: [Burst]
    /// In the order of their first packets.
    public let flows: [Flow]
    /// Connections that were closed long after their last data, in the order of their closing.
    public let lateClosings: [LateClosing]
    /// At the horizon or later: it was not replayed.
    public let late: Traffic
    /// What was drawn over time; `nil`: it was not asked for.
    public let timeline: ReplayTimeline?

    fileprivate init(
        radio: ReplayedRadio, bursts: [Burst], flows: [Flow], lateClosings: [LateClosing],
        late: Traffic, unowned: Millijoules, timeline: ReplayTimeline?
    ) {
        self.radio = radio
        self.bursts = bursts
        self.flows = flows
        self.lateClosings = lateClosings
        self.late = late
        self.timeline = timeline
        for (what, sum) in [
            ("bursts", bursts.reduce(0) { $0 + $1.energy.total.magnitude }),
            ("connections", flows.reduce(0) { $0 + $1.energy.total.magnitude }),
        ] {
            let whole = (radio.activeEnergy - unowned).magnitude
            precondition(
                abs(sum - whole) <= 1e-9 * max(whole, 1), "\(what) add up to \(sum) of \(whole) mJ")
        }
    }

    /// Packets at the horizon or later, which were not replayed.
    public var beyondHorizon: Int { Int(late.packets) }

    /// The connections of each remote host together, in the order of their first packets.
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

/// Energy that packets caused, by what it was drawn for.
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

    /// Adds what other packets caused.
    public mutating func add(_ other: CausedEnergy) {
        promotions.add(other.promotion.magnitude)
        transfers.add(other.transfer.magnitude)
        tails.add(other.tail.magnitude)
    }
}

/// A sum whose rounding error does not grow with the number of terms (Neumaier,
/// "Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen", ZAMM 54 (1974)).
///
/// A capture has hundreds of millions of packets, each with its own term; added up plainly they
/// would miss the books, which count whole nanoseconds.
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

/// What a line draws, without the names that a plan has for it.
///
/// Every packet is booked, and a `LedgerLine` costs a reference count for each of its texts: this
/// halved the time of a replay with attribution.
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
        return onPower * on.seconds + offPower * (span - on).seconds
            + transition * Double(pauses)
    }
}
