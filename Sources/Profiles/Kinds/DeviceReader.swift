import DeviceModel
import EventKernel
import Quantities

/// Reads `kind: device`.
enum DeviceReader {
    static func read(_ root: MappingReader, name: String) -> DeviceProfile {
        let battery = root.mapping("battery", battery)
        let floor: Milliwatts = root.quantity("floor")
        let processor = root.mapping("processor", processor)
        let gnss = root.mapping("gnss", PositioningReader.gnss)
        let wifiScan = root.optionalMapping("wi-fi-scan", PositioningReader.wifiScan)
        let wifiJoin = root.optionalMapping("wi-fi-join", wifiJoin)
        let audio = root.mapping("audio") {
            (
                playing: $0.quantity("playing") as Milliwatts,
                recording: $0.optionalQuantity("recording") as Milliwatts?
            )
        }
        return DeviceProfile(
            name: name,
            battery: battery, floor: floor, processor: processor, gnss: gnss, wifiScan: wifiScan,
            wifiJoin: wifiJoin,
            audioPlaying: audio.playing, audioRecording: audio.recording,
            display: root.mapping("display", display),
            alert: root.optionalMapping("alert") {
                AlertProfile(
                    soundTime: $0.span("sound-time"),
                    vibrationPower: $0.quantity("vibration-power"),
                    vibrationTime: $0.span("vibration-time"))
            },
            radios: root.texts("radios"),
            supportsSignificantChange: root.flag("significant-change"),
            supportsRegionMonitoring: root.flag("region-monitoring"))
    }

    private static func wifiJoin(_ join: MappingReader) -> WiFiJoinProfile {
        let time = join.span("time", .aboveZero)
        // A time that is at fault is zero here, and the file goes no further.
        return WiFiJoinProfile(
            energy: join.quantity("energy"), time: max(time, TimeSpan(nanoseconds: 1)))
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
            busyBackground: processor.optionalQuantity("busy-background"),
            launchTime: processor.span("launch-time"))
    }

    private static func display(_ display: MappingReader) -> DisplayProfile {
        DisplayProfile(lit: display.quantity("lit"), alertTime: display.span("alert-time"))
    }
}
