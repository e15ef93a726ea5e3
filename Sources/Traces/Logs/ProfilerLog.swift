import Foundation

/// A USB power meter's samples in the form of the Firefox Profiler: a counter of the category
/// `power` with the energy since the sample before, in pWh, at times in ms.
///
/// Programs for meters of FNIRSI, ChargerLAB and others write it
/// (https://github.com/fqueze/usb-power-profiling).
enum ProfilerLog {
    static let name = "Firefox Profiler"

    /// Times in seconds and powers in milliwatts, or `nil` if the file is no such profile.
    static func samples(_ bytes: [UInt8]) -> [(time: Double, power: Double)]? {
        guard bytes.first == UInt8(ascii: "{"),
            let profile = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any],
            let counters = profile["counters"] as? [[String: Any]],
            let counter = counters.first(where: { $0["category"] as? String == "power" }),
            let table = counter["samples"] as? [String: Any],
            let samples = columns(of: table) ?? rows(of: table), samples.count > 1
        else { return nil }
        var (last, found) = (samples[0].time, [(time: Double, power: Double)]())
        // A sample that is not later than all before it has no time of its own.
        for sample in samples.dropFirst() where sample.time > last {
            // 1 pWh in 1 ms is 3.6e-3 mW.
            found.append((sample.time / 1000, sample.energy * 3.6e-3 / (sample.time - last)))
            last = sample.time
        }
        return found
    }

    private typealias Sample = (time: Double, energy: Double)

    private static func columns(of table: [String: Any]) -> [Sample]? {
        guard let times = table["time"] as? [Double], let counts = table["count"] as? [Double],
            times.count == counts.count
        else { return nil }
        return zip(times, counts).map { ($0, $1) }
    }

    /// Firefox's own form: rows, whose schema says where time and count stand.
    private static func rows(of table: [String: Any]) -> [Sample]? {
        guard let schema = table["schema"] as? [String: Int], let time = schema["time"],
            let count = schema["count"], let rows = table["data"] as? [[Double]],
            time >= 0, count >= 0, rows.allSatisfy({ $0.count > max(time, count) })
        else { return nil }
        return rows.map { ($0[time], $0[count]) }
    }
}
