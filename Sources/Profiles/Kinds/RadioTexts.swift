import DeviceModel

/// A state as the file has it: its timer and the state that it is raised to are still names.
struct StateText {
    let name: PlacedText
    /// Without its timer and what raises it.
    let state: RadioState
    let raise: RaiseText?
    private let reader: MappingReader

    init(_ name: PlacedText, _ reader: MappingReader) {
        self.name = name
        self.reader = reader
        reader.checkName(name)
        var state = RadioState.form.value(from: reader)
        state.name = name.text
        self.state = state
        raise = reader.optionalMapping("raise", RaiseText.init)
    }

    /// Where one of the state's keys stands, or, if it does not, the state.
    func place(of key: String) -> SourcePlace { reader.keyPlace(of: key) }
}

/// What raises a state, as the file has it: the raised state is still a name.
struct RaiseText {
    let to: PlacedText
    private let rule: RaiseRule

    init(_ raise: MappingReader) {
        to = raise.state("to")
        rule = RaiseRule.form.value(from: raise)
    }

    func rule(to index: Int) -> RaiseRule {
        var rule = rule
        rule.to = index
        return rule
    }
}

/// A demotion as the file has it: its states are still names.
struct DemotionText {
    let from: PlacedText
    let to: PlacedText
    private let demotion: Demotion

    init(_ reader: MappingReader) {
        from = reader.placedText("from")
        to = reader.placedText("to")
        demotion = Demotion.form.value(from: reader)
    }

    func demotion(to index: Int) -> Demotion {
        var demotion = demotion
        demotion.to = index
        return demotion
    }
}

/// A level of the signal as the file has it.
struct LevelText {
    let name: PlacedText
    let level: SignalLevel

    private init(_ name: PlacedText, _ reader: MappingReader) {
        self.name = name
        reader.checkName(name)
        var level = SignalLevel.form.value(from: reader)
        level.name = name.text
        self.level = level
    }

    /// Those of a radio; none where it is the same at any signal.
    static func levels(_ root: MappingReader) -> [LevelText] {
        guard root.entry("levels") != nil else { return [] }
        return root.named(
            "levels", count: 1...RadioReader.mostLevels, of: "levels", LevelText.init)
    }
}

/// The phone's own timer as the file has it: a time, or a mapping that says more.
struct DormancyText {
    /// `nil`: to the initial state.
    let to: PlacedText?
    private let dormancy: FastDormancy

    init?(_ root: MappingReader) {
        guard let entry = root.entry("fast-dormancy") else { return nil }
        if case .mapping(let entries) = entry.value.content,
            !entries.contains(where: { $0.key == "value" }), !entry.value.isUncertain
        {
            (to, dormancy) = root.mapping(in: entry) {
                ($0.has("to") ? $0.state("to") : nil, FastDormancy.form.value(from: $0))
            }
        } else {
            (to, dormancy) = (nil, FastDormancy(after: root.span(entry, .aboveZero), to: 0))
        }
    }

    func dormancy(to index: Int) -> FastDormancy {
        var dormancy = dormancy
        dormancy.to = index
        return dormancy
    }
}

/// A promotion as the file has it: its states are still names.
struct PromotionText {
    let from: PlacedText
    let to: PlacedText
    private let promotion: Promotion
    private let reader: MappingReader

    init(_ reader: MappingReader) {
        from = reader.placedText("from")
        to = reader.placedText("to")
        var promotion = Promotion.form.value(from: reader)
        promotion.trigger = Self.trigger(reader)
        let placement = reader.givenPart("placement") { PacketPlacement.form.value(from: $0) }
        if let placement { promotion.placement = placement }
        self.promotion = promotion
        self.reader = reader
    }

    var trigger: Promotion.Trigger { promotion.trigger }
    var placement: PacketPlacement { promotion.placement }

    /// Where one of the promotion's keys stands, or, if it does not, the promotion.
    func place(of key: String) -> SourcePlace { reader.keyPlace(of: key) }

    func promotion(from: Int, to: Int) -> Promotion {
        var promotion = promotion
        (promotion.from, promotion.to) = (from, to)
        return promotion
    }

    private static func trigger(_ promotion: MappingReader) -> Promotion.Trigger {
        guard let entry = promotion.requiredEntry("trigger") else { return .data }
        if case .mapping = entry.value.content {
            return promotion.mapping(in: entry) { Promotion.Trigger.queued.value(from: $0) }
        }
        if let word = promotion.plainText(entry.value), word.text != "data" {
            let fault = ValueFault.notOneOf(word.text, what: "a trigger", possible: ["data"])
            promotion.log.report(.value(fault), at: word.place)
        }
        return .data
    }
}

extension MappingReader {
    /// The state that a rule leads to.
    fileprivate func state(_ key: String) -> PlacedText {
        let name = placedText(key)
        log.recordWord(path(key), name.text, at: name.place)
        return name
    }
}
