/// The names of elements that Android's framework reads from a power profile, old ones included.
///
/// From the comments of AOSP's default profile and `PowerProfile.java`.
enum PowerElementName {
    /// Whether a name means something to Android: others are a vendor's own.
    static func isKnown(_ name: String) -> Bool {
        names.contains(name) || numbered.contains { isNumbered(name, $0) }
    }

    /// `cpu.core_power.cluster0`: a prefix and a number.
    private static func isNumbered(_ name: String, _ prefix: String) -> Bool {
        guard name.hasPrefix(prefix) else { return false }
        let number = name.dropFirst(prefix.count)
        return !number.isEmpty && number.count <= 3 && number.allSatisfy { "0"..."9" ~= $0 }
    }

    private static let numbered = [
        "cpu.cluster_power.cluster", "cpu.core_speeds.cluster", "cpu.core_power.cluster",
        "cpu.scaling_policy_power.policy", "cpu.scaling_step_power.policy", "cpu.speeds.cluster",
        "cpu.active.cluster", "screen.on.display", "screen.full.display", "ambient.on.display",
    ]

    private static let names: Set = [
        "none", "battery.capacity", "cpu.suspend", "cpu.idle", "cpu.awake", "cpu.active",
        "cpu.speeds", "cpu.clusters.cores", "modem.controller.sleep", "modem.controller.idle",
        "modem.controller.rx", "modem.controller.tx", "modem.controller.voltage", "radio.on",
        "radio.scanning", "radio.active", "wifi.on", "wifi.active", "wifi.scan",
        "wifi.batchedscan", "wifi.controller.idle", "wifi.controller.rx", "wifi.controller.tx",
        "wifi.controller.tx_levels", "wifi.controller.voltage", "bluetooth.on",
        "bluetooth.active", "bluetooth.at", "bluetooth.controller.idle",
        "bluetooth.controller.rx", "bluetooth.controller.tx", "bluetooth.controller.voltage",
        "gps.on", "gps.signalqualitybased", "gps.voltage", "screen.on", "screen.full",
        "ambient.on", "audio", "video", "dsp.audio", "dsp.video", "camera.avg",
        "camera.flashlight", "memory.bandwidths",
    ]
}
