import DeviceModel
import Kernel

/// Reads `kind: radio`.
struct RadioReader {
    // More than any standard has, and few enough to follow every path through the promotions.
    static let mostStates = 16
    static let mostPromotions = 32
    static let mostLevels = 16

    private let root: MappingReader
    private let states: [StateText]
    private let demotions: [DemotionText]
    private let promotions: [PromotionText]
    private let dormancy: DormancyText?
    private let levels: [LevelText]

    /// The radio, or `nil` where the file has faults, which the log has.
    static func read(_ root: MappingReader, name: String) -> RadioProfile? {
        let technology: RadioProfile.Technology = root.choice("technology", what: "a technology")
        let initial = root.placedText("initial")
        let reader = RadioReader(
            root: root,
            states: root.named("states", count: 1...mostStates, of: "states", StateText.init),
            demotions: root.optionalList("demotions", atMost: mostStates, DemotionText.init),
            promotions: root.optionalList(
                "promotions", atMost: mostPromotions, PromotionText.init),
            dormancy: DormancyText(root), levels: LevelText.levels(root))
        let roundTrip: Seconds? = root.givenQuantity("round-trip")
        let transferPower = root.givenPart("transfer-power") { TransferPower.form.value(from: $0) }
        let bursts = root.givenPart("bursts") { BurstPower.form.value(from: $0) }
        let signalling = signalling(root)
        let membership = membership(root)
        let scale = root.givenPart("scale") { RadioScale.form.value(from: $0) } ?? RadioScale()
        guard !reader.states.isEmpty else { return nil }
        let start = reader.index(of: initial)
        let (states, promotions) = (reader.resolvedStates(), reader.resolvedPromotions())
        let dormancy = reader.resolvedDormancy(initial: start)
        root.finish()
        guard root.log.isFaultless, let start else { return nil }
        do throws(RadioProfileError) {
            return try RadioProfile(
                name: name, technology: technology, states: states.map(scale.state),
                initial: start, promotions: promotions.map(scale.promotion),
                roundTrip: roundTrip, transferPower: scale.transferPower(transferPower),
                bursts: scale.bursts(bursts), fastDormancy: scale.dormancy(dormancy),
                signalling: scale.signalling(signalling),
                levels: reader.levels.map { scale.level($0.level) }, membership: membership)
        } catch {
            root.log.report(.meaning(.radio(error)), at: reader.place(of: error))
            return nil
        }
    }

    private static func signalling(_ root: MappingReader) -> CellSignalling {
        CellSignalling(
            cellChange: root.optionalMapping("cell-change") {
                TransferShape.signalling.value(from: $0)
            },
            areaUpdate: root.optionalMapping("area-update") {
                let energy: Millijoules? = $0.givenQuantity("energy")
                return energy.map { .energy($0) }
                    ?? .transfer(TransferShape.signalling.value(from: $0))
            })
    }

    private static func membership(_ root: MappingReader) -> RadioProfile.Membership? {
        root.optionalMapping("member") { member in
            RadioProfile.Membership(
                family: member.choice("of", what: "a family of radios"),
                because: member.placedText("because").text)
        }
    }

    /// The state that a word names.
    private func index(of name: PlacedText) -> Int? {
        if let index = states.firstIndex(where: { $0.name.text == name.text }) { return index }
        if name.text.isEmpty { return nil }
        let fault = NameFault.noState(name.text, possible: states.map(\.name.text))
        root.log.report(.name(fault), at: name.place)
        return nil
    }

    private func resolvedStates() -> [RadioState] {
        var timers: [Int: Demotion] = [:]
        var lines: [Int: Int] = [:]
        for demotion in demotions {
            let ends = (index(of: demotion.from), index(of: demotion.to))
            guard let from = ends.0, let to = ends.1 else { continue }
            if let first = lines[from] {
                let fault = MeaningFault.twoDemotions(
                    from: demotion.from.text, firstLine: first)
                root.log.report(.meaning(fault), at: demotion.from.place)
            } else {
                timers[from] = demotion.demotion(to: to)
                lines[from] = demotion.from.place.line
            }
        }
        return states.enumerated().map { index, text in
            var state = text.state
            state.demotion = timers[index]
            state.raise = text.raise.flatMap { raise in
                self.index(of: raise.to).map { raise.rule(to: $0) }
            }
            return state
        }
    }

    private func resolvedDormancy(initial: Int?) -> FastDormancy? {
        guard let dormancy, let to = dormancy.to.map({ index(of: $0) }) ?? initial else {
            return nil
        }
        return dormancy.dormancy(to: to)
    }

    private func resolvedPromotions() -> [Promotion] {
        promotions.compactMap { promotion in
            let ends = (index(of: promotion.from), index(of: promotion.to))
            guard let from = ends.0, let to = ends.1 else { return nil }
            return promotion.promotion(from: from, to: to)
        }
    }

    /// Where the reader of the message should look: at the line that makes the machine fail.
    private func place(of error: RadioProfileError) -> SourcePlace {
        let states = root.keyPlace(of: "states")
        switch error.place {
        case .profile(let key): return root.keyPlace(of: key)
        case .state(let name, let key):
            let state = state(name)
            return key.flatMap { state?.place(of: $0) } ?? state?.name.place ?? states
        case .raised(let from): return state(from)?.raise?.to.place ?? states
        case .timer(let from): return demotions.first { $0.from.text == from }?.to.place ?? states
        case .promotion(let from, let to):
            return promotions(along: [from, to]).first?.to.place ?? states
        case .secondTrigger(let from):
            let same = promotions.filter { $0.from.text == from && $0.trigger == .data }
            return same.dropFirst().first?.place(of: "trigger") ?? states
        case .placement(let from, let to, let place):
            let placed = promotions(along: [from, to]).first { $0.placement.places.contains(place) }
            return placed?.place(of: "placement") ?? states
        case .entrance(let state, let from):
            return entrance(to: state, from: from) ?? root.keyPlace(of: "fast-dormancy")
        case .level(let name): return levels.first { $0.name.text == name }?.name.place ?? states
        }
    }

    private func state(_ name: String) -> StateText? { states.first { $0.name.text == name } }

    private func promotions(along ends: [String]) -> [PromotionText] {
        promotions.filter { [$0.from.text, $0.to.text] == ends }
    }

    /// Where a promotion or demotion says that it leads from one state to the other.
    private func entrance(to state: String, from: String) -> SourcePlace? {
        promotions(along: [from, state]).first?.to.place
            ?? demotions.first { $0.from.text == from && $0.to.text == state }?.to.place
    }
}
