import DeviceModel
import EventKernel
import Quantities

/// A state as the file has it.
struct StateText {
    let name: PlacedText
    let draw: PowerDraw
    let uplink: BitsPerSecond?
    let downlink: BitsPerSecond?

    init(_ name: PlacedText, _ state: MappingReader) {
        self.name = name
        state.checkName(name)
        switch state.exactlyOne(of: ["power", "cycle"])?.key {
        case "cycle": draw = .cycle(state.mapping("cycle", Self.cycle))
        case "power": draw = .constant(state.quantity("power"))
        default: draw = .constant(.zero)
        }
        uplink = state.optionalQuantity("uplink", .aboveZero)
        downlink = state.optionalQuantity("downlink", .aboveZero)
    }

    private static func cycle(_ cycle: MappingReader) -> PowerCycle {
        PowerCycle(
            period: cycle.span("period", .aboveZero), on: cycle.span("on", .aboveZero),
            onPower: cycle.quantity("on-power"), offPower: cycle.quantity("off-power"))
    }
}

/// A demotion as the file has it: its states are still names.
struct DemotionText {
    let from: PlacedText
    let to: PlacedText
    let after: TimeSpan

    init(_ demotion: MappingReader) {
        from = demotion.placedText("from")
        to = demotion.placedText("to")
        after = demotion.span("after", .aboveZero)
    }
}

/// A promotion as the file has it: its states are still names.
struct PromotionText {
    let from: PlacedText
    let to: PlacedText
    let delay: TimeSpan
    let power: Milliwatts
    let trigger: Promotion.Trigger

    init(_ promotion: MappingReader) {
        from = promotion.placedText("from")
        to = promotion.placedText("to")
        delay = promotion.span("delay")
        power = promotion.quantity("power")
        trigger = Self.trigger(promotion)
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
