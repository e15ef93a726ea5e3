import DeviceModel
import EventKernel
import Quantities

/// A state as the file has it.
struct StateText {
    let name: PlacedText
    let draw: PowerDraw
    let uplink: BitsPerSecond?
    let downlink: BitsPerSecond?
    let carriesPackets: Bool
    let activity: ActivityRule?
    let queue: QueueLaws?
    let raise: RaiseText?
    private let state: MappingReader

    init(_ name: PlacedText, _ state: MappingReader) {
        self.name = name
        self.state = state
        state.checkName(name)
        switch state.exactlyOne(of: ["power", "cycle"])?.key {
        case "cycle": draw = .cycle(state.mapping("cycle") { PowerCycle.form.value(from: $0) })
        case "power": draw = .constant(state.quantity("power"))
        default: draw = .constant(.zero)
        }
        uplink = state.optionalQuantity("uplink", .aboveZero)
        downlink = state.optionalQuantity("downlink", .aboveZero)
        let carriage: Carriage? = state.rule("carries", what: "something to carry")
        carriesPackets = carriage == .packets
        activity = state.givenPart("activity") { ActivityRule.form.value(from: $0) }
        queue = state.givenPart("queue") { QueueLaws.form.value(from: $0) }
        raise = state.optionalMapping("raise", RaiseText.init)
    }

    /// Where one of the state's keys stands, or, if it does not, the state.
    func place(of key: String) -> SourcePlace { state.keyPlace(of: key) }

    /// What a state without rates can carry.
    private enum Carriage: String, CaseIterable {
        case packets
    }
}

/// What raises a state, as the file has it: the raised state is still a name.
struct RaiseText {
    let to: PlacedText
    let window: TimeSpan
    let bytesOver: Bytes?
    let packetsOver: Int?
    let lingers: TimeSpan
    let judgesOpenWindow: Bool
    let windowsFrom: RaiseRule.WindowsFrom

    /// What becomes of the last window, when no packet shows that it is over.
    enum OpenWindow: String, CaseIterable {
        case judged
        case ignored
    }

    init(_ raise: MappingReader) {
        to = raise.state("to")
        window = raise.span("window", .aboveZero)
        bytesOver = raise.optionalQuantity("bytes-over")
        packetsOver = raise.optionalWholeNumber("packets-over", in: 0...1_000_000)
        lingers = raise.optionalSpan("lingers")
        let open: OpenWindow? = raise.rule("open-window", what: "a way to treat the last window")
        judgesOpenWindow = open != .ignored
        windowsFrom = raise.rule("windows-from", what: "a beginning of windows") ?? .entry
        raise.atLeastOne(of: ["bytes-over", "packets-over"])
    }

    func rule(to index: Int) -> RaiseRule {
        RaiseRule(
            to: index, window: window, bytesOver: bytesOver,
            packetsOver: packetsOver.map(Int64.init),
            lingers: lingers, judgesOpenWindow: judgesOpenWindow, windowsFrom: windowsFrom)
    }
}

/// A demotion as the file has it: its states are still names.
struct DemotionText {
    let from: PlacedText
    let to: PlacedText
    let after: TimeSpan
    let release: Release?

    init(_ demotion: MappingReader) {
        from = demotion.placedText("from")
        to = demotion.placedText("to")
        after = demotion.span("after", .aboveZero)
        release = demotion.release()
    }
}

/// The phone's own timer as the file has it: a time, or a mapping that says more.
struct DormancyText {
    /// `nil`: to the initial state.
    let to: PlacedText?
    let after: TimeSpan
    let release: Release?

    init?(_ root: MappingReader) {
        guard let entry = root.entry("fast-dormancy") else { return nil }
        if case .mapping(let entries) = entry.value.content,
            !entries.contains(where: { $0.key == "value" }), !entry.value.isUncertain
        {
            (to, after, release) = root.mapping(in: entry) {
                (
                    $0.has("to") ? $0.state("to") : nil, $0.span("after", .aboveZero),
                    $0.release()
                )
            }
        } else {
            (to, after, release) = (nil, root.span(entry, .aboveZero), nil)
        }
    }
}

/// A promotion as the file has it: its states are still names.
struct PromotionText {
    let from: PlacedText
    let to: PlacedText
    let delay: PromotionDelay
    let power: Milliwatts
    let trigger: Promotion.Trigger
    let placement: PacketPlacement
    let triggerPlace: SourcePlace
    let placementPlace: SourcePlace

    init(_ promotion: MappingReader) {
        from = promotion.placedText("from")
        to = promotion.placedText("to")
        delay = Self.delay(promotion)
        power = promotion.quantity("power")
        trigger = Self.trigger(promotion)
        placement = promotion.optionalMapping("placement", Self.placement) ?? .before
        triggerPlace = promotion.keyPlace(of: "trigger")
        placementPlace = promotion.keyPlace(of: "placement")
    }

    private static func delay(_ promotion: MappingReader) -> PromotionDelay {
        let delay: Distribution<Seconds> = promotion.distribution("delay", .zeroOrMore)
        switch delay {
        case .constant(let delay): return PromotionDelay(TimeSpan(delay))
        case .triangular(let least, let usual, let most):
            return PromotionDelay(
                least: TimeSpan(least), usual: TimeSpan(usual), most: TimeSpan(most))
        default:
            let place = promotion.valuePlaces["delay"] ?? promotion.place
            promotion.log.report(.meaning(.distribution(.notTriangular)), at: place)
            return PromotionDelay(.zero)
        }
    }

    private static func placement(_ places: MappingReader) -> PacketPlacement {
        let what = "a place for a promotion"
        _ = places.requiredEntry("uplink")
        _ = places.requiredEntry("downlink")
        return PacketPlacement(
            uplink: places.rule("uplink", what: what) ?? .before,
            downlink: places.rule("downlink", what: what) ?? .before,
            first: places.rule("first", what: what))
    }

    private static func trigger(_ promotion: MappingReader) -> Promotion.Trigger {
        guard let entry = promotion.requiredEntry("trigger") else { return .data }
        if case .mapping = entry.value.content {
            return promotion.mapping(in: entry) { over in
                over.atLeastOne(of: ["uplink-over", "downlink-over"])
                return .queueOver(
                    uplink: over.optionalQuantity("uplink-over"),
                    downlink: over.optionalQuantity("downlink-over"))
            }
        }
        if let word = promotion.plainText(entry.value), word.text != "data" {
            let fault = ValueFault.notOneOf(word.text, what: "a trigger", possible: ["data"])
            promotion.log.report(.value(fault), at: word.place)
        }
        return .data
    }
}

extension MappingReader {
    /// One of the words of `Choice`, noted as a rule.
    func rule<Choice: RawRepresentable & CaseIterable>(
        _ key: String, what: String
    ) -> Choice? where Choice.RawValue == String {
        let choice: Choice? = optionalChoice(key, what: what)
        if let choice { log.recordWord(path(key), choice.rawValue, at: keyPlace(of: key)) }
        return choice
    }

    /// The state that a rule leads to.
    fileprivate func state(_ key: String) -> PlacedText {
        let name = placedText(key)
        log.recordWord(path(key), name.text, at: name.place)
        return name
    }

    /// A length of time that is zero where the file does not say.
    fileprivate func optionalSpan(_ key: String) -> TimeSpan {
        entry(key).map { span($0, .zeroOrMore) } ?? .zero
    }

    /// What the signalling of a release takes.
    fileprivate func release() -> Release? {
        givenPart("release") { Release.form.value(from: $0) }
    }
}
