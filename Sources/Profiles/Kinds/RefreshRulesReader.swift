import DeviceModel
import EventKernel
import Quantities

/// Reads what a system's profile says of timers, of learning when to fetch and of accessories.
enum RefreshRulesReader {
    static func read(_ root: MappingReader, into rules: inout SystemRules) {
        if let timers = root.optionalMapping("timers", timers) { rules.timers = timers }
        rules.fetchLearning = root.optionalMapping("fetch-learning", learning)
        if let accessories = root.optionalMapping("accessories", accessories) {
            rules.accessories = accessories
        }
    }

    private static func timers(_ rules: MappingReader) -> TimerRules {
        TimerRules(
            wakesSuspended: rules.optionalFlag("wakes-suspended") ?? false,
            tolerance: rules.optionalQuantity("tolerance"))
    }

    private static func learning(_ rules: MappingReader) -> FetchLearningRules {
        FetchLearningRules(
            leastInterval: rules.span("least-interval", .aboveZero),
            firstInterval: rules.span("first-interval", .aboveZero),
            mostInterval: rules.span("most-interval", .aboveZero),
            factor: Double(rules.wholeNumber("factor", in: 2...100)),
            shortFetch: rules.span("short-fetch"),
            slotsPerDay: rules.wholeNumber("slots-per-day", in: 1...1440),
            lead: rules.span("lead"))
    }

    private static func accessories(_ rules: MappingReader) -> AccessoryRules {
        AccessoryRules(coalescing: rules.span("coalescing"))
    }
}
