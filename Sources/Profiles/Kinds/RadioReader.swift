import DeviceModel
import EventKernel
import Quantities

/// Reads `kind: radio`.
struct RadioReader {
    // More than any standard has, and few enough to follow every path through the promotions.
    private static let mostStates = 16
    private static let mostPromotions = 32

    private let root: MappingReader
    private let states: [StateText]
    private let demotions: [DemotionText]
    private let promotions: [PromotionText]

    /// The radio, or `nil` where the file has faults, which the log has.
    static func read(_ root: MappingReader, name: String) -> RadioProfile? {
        let technology: RadioProfile.Technology = root.choice("technology", what: "a technology")
        let initial = root.placedText("initial")
        let reader = RadioReader(
            root: root,
            states: root.named("states", count: 1...mostStates, of: "states", StateText.init),
            demotions: root.optionalList("demotions", atMost: mostStates, DemotionText.init),
            promotions: root.optionalList(
                "promotions", atMost: mostPromotions, PromotionText.init))
        let roundTrip: Seconds = root.quantity("round-trip")
        let transferPower = root.optionalMapping("transfer-power", transferPower)
        guard !reader.states.isEmpty else { return nil }
        let start = reader.index(of: initial)
        let (states, promotions) = (reader.resolvedStates(), reader.resolvedPromotions())
        root.finish()
        guard root.log.isFaultless, let start else { return nil }
        do throws(RadioProfileError) {
            return try RadioProfile(
                name: name, technology: technology, states: states, initial: start,
                promotions: promotions, roundTrip: roundTrip, transferPower: transferPower)
        } catch {
            root.log.report(.meaning(.radio(error)), at: reader.place(of: error))
            return nil
        }
    }

    private static func transferPower(_ power: MappingReader) -> TransferPower {
        TransferPower(
            base: power.optionalQuantity("base"), uplink: power.quantity("uplink"),
            downlink: power.quantity("downlink"))
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
                timers[from] = Demotion(to: to, after: demotion.after)
                lines[from] = demotion.from.place.line
            }
        }
        return states.enumerated().map { index, state in
            RadioState(
                name: state.name.text, draw: state.draw, uplink: state.uplink,
                downlink: state.downlink, demotion: timers[index])
        }
    }

    private func resolvedPromotions() -> [Promotion] {
        promotions.compactMap { promotion in
            let ends = (index(of: promotion.from), index(of: promotion.to))
            guard let from = ends.0, let to = ends.1 else { return nil }
            return Promotion(
                from: from, to: to, delay: promotion.delay, power: promotion.power,
                trigger: promotion.trigger)
        }
    }

    /// Where the reader of the message should look: at the line that makes the machine fail.
    private func place(of error: RadioProfileError) -> SourcePlace {
        let state = states.first { $0.name.text == error.state }
        let fallback = state?.name.place ?? root.keyPlace(of: "states")
        switch error {
        case .timersFormLoop(let loop):
            return demotions.first { $0.from.text == loop.first }?.to.place ?? fallback
        case .promotionsFormLoop(let loop):
            let last = Array(loop.suffix(2))
            return promotions.first { [$0.from.text, $0.to.text] == last }?.to.place ?? fallback
        case .badCycle, .nonPositiveTimer, .nonPositiveRate, .oneRateOnly, .unreachable,
            .cannotCarry, .noStates, .noStateCarriesData:
            return fallback
        }
    }
}
