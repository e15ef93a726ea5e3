import Foundation

extension PhoneTally {
    /// Groups and keys without their "cumulative".
    private static let metrics: [(group: String, key: String)] = [
        ("networkTransferMetrics", "CellularUpload CellularDownload WifiUpload WifiDownload"),
        ("applicationTimeMetrics", "ForegroundTime BackgroundTime BackgroundAudioTime"),
        ("applicationTimeMetrics", "BackgroundLocationTime"),
        ("locationActivityMetrics", "BestAccuracyForNavigationTime BestAccuracyTime"),
        ("locationActivityMetrics", "NearestTenMetersAccuracyTime HundredMetersAccuracyTime"),
        ("locationActivityMetrics", "KilometerAccuracyTime ThreeKilometersAccuracyTime"),
        ("cpuMetrics", "CPUTime"), ("gpuMetrics", "GPUTime"),
    ].flatMap { group, keys in keys.split(separator: " ").map { (group, String($0)) } }
    /// Of Xcode's "Simulate MetricKit Payloads", in MB and in the order above.
    private static let simulated: [Double?] = [70, 80, 50, 60]

    /// Payloads of Apple's MetricKit (iOS 13 to 26): one, an array, or one a line.
    mutating func readMetrics(_ data: Data) throws {
        let lines = data.split(maxSplits: 100_000) { $0.endsLine }
        let roots = try (try? [LooseValue(json: data)]) ?? lines.map { try LooseValue(json: $0) }
        var (found, hours, notes): ([[Double?]], [Double], [String: Int]) = ([], [], [:])
        var bars: [Int: Double] = [:]
        for payload in roots.flatMap({ ($0.value as? [Any])?.map(LooseValue.init) ?? [$0] }) {
            let texts = Self.metrics.map { payload[$0.group]["cumulative\($0.key)"].text }
            let numbers = texts.map { $0.flatMap(LocalizedNumber.init) }
            let mark = numbers.lazy.compactMap { $0?.decimalMark }.first
            let amounts = numbers.enumerated().map { $1?.value(mark, isBytes: $0 < 4) }
            let times = ["timeStampBegin", "timeStampEnd"].compactMap { key in
                // The zone may follow; it is one for both.
                Array((payload[key].text ?? "").utf8.prefix(19))
                    .withUnsafeBufferPointer(GPXTime.nanoseconds)
            }
            let span = times.count == 2 ? Double(times[1] - times[0]) / 3.6e12 : 0
            let isEmpty = amounts.allSatisfy { $0 == nil }
            let isOpen = mark == nil && numbers.contains { $0?.digits.contains(/[.,]/) ?? false }
            for (note, isSo) in [
                ("without the numbers that phone reads", isEmpty),
                ("simulated by Xcode", amounts.starts(with: Self.simulated)),
                (
                    "with unreadable numbers",
                    texts.count { $0 != nil } > amounts.count { $0 != nil }
                ),
                ("of unknown length, taken as 24 h", !(0.1...750).contains(span)),
                ("whose mark before three digits was taken to group them", isOpen),
            ] where isSo { notes[note, default: 0] += 1 }
            if isEmpty { continue }
            found.append(amounts)
            hours.append((0.1...750).contains(span) ? span : 24)
            let condition = payload["cellularConditionMetrics"]["cellConditionTime"]
            for bucket in (condition["histogramValue"].value as? [String: Any] ?? [:]).values {
                // Whole numbers add up alike in any order.
                let count = LooseValue(bucket)["bucketCount"].number.rounded()
                let start = LooseValue(bucket)["bucketStart"].text?.first?.wholeNumberValue
                if let start, count < 1e9 { bars[start, default: 0] += count }
            }
        }
        if found.isEmpty {
            throw RecordFault(reason: "it has none of the numbers that phone reads")
        }
        for (place, metric) in Self.metrics.enumerated()
        where found.contains(where: { $0[place] != nil }) {
            let parts = zip(found, hours).map { ($0[place] ?? 0, $1) }
            series.append((metric.key, place < 4 ? "MB/day" : "s/day", "MetricKit", parts))
        }
        let (sum, time) = (bars.values.reduce(0, +), hours.reduce(0, +))
        for (bar, count) in bars.sorted(by: { $0.key < $1.key }) where count > 0 {
            let share = (100 * count / sum * time, time)
            series.append(("signal, bars: \(bar)", "percent", "MetricKit", [share]))
        }
        span = "payloads: \(found.count), \(Int(time.rounded())) h"
        limits = notes.sorted { $0.key < $1.key }.map { "Payloads \($0.key): \($0.value)." }
        limits += [Self.isLowerBound, "No real payload was at hand to test this reader."]
    }
}

/// A number with its unit, as an iPhone writes it in its user's language: `69.940,5 kB`.
private struct LocalizedNumber {
    /// Digits 0 to 9, points and commas.
    let digits: String
    private let unit: String

    /// `nil` for anything but a number of 0 or more.
    init?(_ text: String) {
        let plain = text.unicodeScalars.map { scalar -> String in
            let properties = scalar.properties
            if properties.numericType == .decimal { return "\(Int(properties.numericValue ?? 0))" }
            return properties.isWhitespace ? " " : Self.alike[scalar] ?? String(scalar)
        }.joined()
        guard let match = plain.wholeMatch(of: /[^0-9\-]*([0-9][0-9., ']*)[^0-9]*/) else {
            return nil
        }
        digits = match.1.filter { $0 != " " && $0 != "'" }
        unit = plain.filter(\.isLetter).lowercased()
    }

    /// Apostrophe and minus, and the marks of Arabic before a fraction and between groups.
    private static let alike: [Unicode.Scalar: String] = [
        "\u{2019}": "'", "\u{2212}": "-", "\u{66B}": ".", "\u{66C}": "'",
    ]

    /// The mark that this number alone shows to be the decimal one.
    var decimalMark: Character? {
        guard let place = digits.lastIndex(where: ".,".contains) else { return nil }
        let (mark, other): (Character, Character) = digits[place] == "." ? (".", ",") : (",", ".")
        if digits.contains(other) { return mark }
        // A mark that repeats groups digits.
        if digits.count(where: { $0 == mark }) > 1 { return other }
        return digits[place...].count == 4 && !digits.hasPrefix("0\(mark)") ? nil : mark
    }

    /// In MB or s; where the word for the unit is unknown, of MetricKit's kB or s.
    func value(_ mark: Character?, isBytes: Bool) -> Double? {
        let plain = digits.filter { $0 == mark || $0.isNumber }.replacing(",", with: ".")
        let scale = Self.scales[isBytes ? 0 : 1][unit] ?? (isBytes ? 1e-3 : 1)
        return Double(plain).flatMap { $0 * scale < 1e9 ? $0 * scale : nil }
    }

    private static let scales: [[String: Double]] = [
        ["b": 1e-6, "byte": 1e-6, "bytes": 1e-6, "mb": 1, "gb": 1e3, "tb": 1e6],
        ["ms": 1e-3, "min": 60, "mins": 60, "h": 3600, "hr": 3600, "hrs": 3600],
    ]
}
