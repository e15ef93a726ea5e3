import DeviceModel
import EventKernel
import Quantities

/// Reads a system's rules about work that an app does in the background.
enum BackgroundWorkReader {
    static func rules(_ rules: MappingReader) -> BackgroundWorkRules {
        BackgroundWorkRules(
            share: rules.part("share"), over: rules.span("over", .aboveZero),
            throttled: rules.part("throttled"), endsAfter: rules.span("ends-after"))
    }
}

extension MappingReader {
    /// A part of a whole: above 0 %, at most 100 %.
    func part(_ key: String) -> Fraction {
        let part: Fraction = quantity(key, .aboveZero)
        if part.magnitude <= 1 { return part }
        let fault = ValueFault.notBetween("\(part)", low: "0 %", high: "100 %")
        log.report(.value(fault), at: valuePlaces[key] ?? place)
        return Fraction(1)
    }
}
