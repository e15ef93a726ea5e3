import FuzzDriver
import Traces

let words = [
    "device", "item", "array", "value", "name", "Android", "battery.capacity", "cpu.suspend",
    "cpu.idle", "cpu.active", "cpu.clusters.cores", "cpu.core_speeds.cluster0",
    "cpu.core_power.cluster0", "cpu.core_speeds.cluster1", "cpu.core_power.cluster1",
    "cpu.cluster_power.cluster0", "screen.on", "screen.full", "audio", "video", "gps.on",
    "radio.active", "radio.on", "radio.scanning", "modem.controller.idle", "modem.controller.rx",
    "modem.controller.tx", "modem.controller.voltage", "modem.controller.sleep",
    "wifi.controller.idle", "wifi.controller.rx", "wifi.controller.tx", "wifi.controller.voltage",
    "wifi.on", "wifi.active", "wifi.scan", "bluetooth.controller.idle", "ambient.on",
    "gps.signalqualitybased", "none",
]

// Any power profile of Android's is read or refused with a message.
fuzz(XMLForm(words: words)) { bytes, count in
    let content = Array(UnsafeBufferPointer(start: bytes, count: count))
    do throws(InputError) {
        _ = try PowerProfile(path: "f", bytes: content)
    } catch {
        precondition(!error.description.isEmpty)
    }
    return 0
}
