import DeviceModel
import Quantities

/// Reads `kind: device`.
enum DeviceReader {
    static func read(_ root: MappingReader, name: String) -> DeviceProfile {
        DeviceProfile(
            name: name,
            battery: root.mapping("battery", battery),
            floor: root.quantity("floor"),
            processor: root.mapping("processor", processor),
            gnss: root.mapping("gnss", PositioningReader.gnss),
            wifiScan: root.optionalMapping("wi-fi-scan", PositioningReader.wifiScan),
            audioPlaying: root.mapping("audio") { $0.quantity("playing") },
            display: root.mapping("display", display),
            radios: root.texts("radios"),
            supportsSignificantChange: root.flag("significant-change"),
            supportsRegionMonitoring: root.flag("region-monitoring"))
    }

    private static func battery(_ battery: MappingReader) -> Battery {
        Battery(
            capacity: battery.quantity("capacity", .aboveZero),
            voltage: battery.quantity("voltage", .aboveZero))
    }

    private static func processor(_ processor: MappingReader) -> ProcessorProfile {
        ProcessorProfile(
            wakeUpEnergy: processor.quantity("wake-up-energy"),
            wakeUpTime: processor.span("wake-up-time"),
            awakeBackground: processor.quantity("awake-background"),
            launchTime: processor.span("launch-time"))
    }

    private static func display(_ display: MappingReader) -> DisplayProfile {
        DisplayProfile(lit: display.quantity("lit"), alertTime: display.span("alert-time"))
    }
}
