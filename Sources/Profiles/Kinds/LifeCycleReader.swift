import DeviceModel
import Quantities

/// Reads a system's `life-cycle:`.
enum LifeCycleReader {
    /// What the file leaves out the system does not have, or does not limit; but location services
    /// launch apps unless it says which modes do.
    static func read(_ rules: MappingReader) -> LifeCycleRules {
        var read = LifeCycleRules(
            exitGrace: rules.span("exit-grace"),
            relaunchesLocationAfterForceQuit: rules.flag("relaunches-location-after-force-quit"))
        read.multitasks = rules.optionalFlag("multitasking") ?? read.multitasks
        read.launches = rules.optionalMapping("launches", modes) ?? read.launches
        read.relaunches = rules.optionalMapping("relaunches", modes) ?? read.relaunches
        read.backgroundSpeed =
            rules.optionalQuantity("background-speed", .aboveZero) ?? read.backgroundSpeed
        return read
    }

    /// Those that the file calls true.
    private static func modes(_ modes: MappingReader) -> [WakeMode] {
        WakeMode.allCases.filter { modes.optionalFlag($0.rawValue) ?? false }
    }
}
