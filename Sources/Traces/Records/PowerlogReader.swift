extension PhoneTally {
    private static let battery = "PLBatteryAgent_EventBackward_Battery"
    private static let traffic = "PLProcessNetworkAgent_EventInterval_UsageDiff"
    private static let pings = "PLPushAgent_Aggregate_SentKeepAlive"
    private static let locations = "PLLocationAgent_EventForward_ClientStatus"
    private static let runs = "PLAppTimeService_Aggregate_AppRunTime"

    /// Name, unit, amount, column of the app, end of a row's time, and table.
    private static let sums: [[String]] = [
        ["CellOut", "MB/day", "CellOut / 1e6", "NULL", "timestampEnd", traffic],
        ["CellIn", "MB/day", "CellIn / 1e6", "NULL", "timestampEnd", traffic],
        ["WifiOut", "MB/day", "WifiOut / 1e6", "NULL", "timestampEnd", traffic],
        ["WifiIn", "MB/day", "WifiIn / 1e6", "NULL", "timestampEnd", traffic],
        ["cellular push pings", "1/h", "(ConnectionType = 0) * Count", "NULL", hour, pings],
        ["Wi-Fi push pings", "1/h", "(ConnectionType = 1) * Count", "NULL", hour, pings],
        ["requests for positions", "1/h", "1", "NULL", "timestamp", locations],
        ["cellular", "MB/day", "(CellIn + CellOut) / 1e6", "BundleName", "timestampEnd", traffic],
        ["Wi-Fi", "MB/day", "(WifiIn + WifiOut) / 1e6", "BundleName", "timestampEnd", traffic],
        // The table has days too.
        ["in front", "s/day", "(timeInterval < 4e3) * ScreenOnTime", "BundleID", hour, runs],
        [
            "in background", "s/day", "(timeInterval < 4e3) * BackgroundTime", "BundleID", hour,
            runs,
        ],
    ]
    /// The end of a row that covers an hour.
    private static let hour = "timestamp + 3600"

    /// Of versions of iOS; a row holds until the next.
    private static let displays = [
        ("Backlight_BacklightStateChange_1_2", "state", "state LIKE 'active%'"),
        ("PLDisplayAgent_EventForward_Display", "Brightness", "Brightness > 0"),
    ]

    /// An iPhone's Powerlog (`.PLSQL`); tables and columns come and go with versions of iOS.
    mutating func readPowerlog(_ reader: TableReader) throws {
        var missing: [String] = []
        /// Whether the table has the columns that some expressions name.
        func has(_ table: String, _ expressions: String...) throws -> Bool {
            let found = try reader.columns(of: table) + ["NULL"]
            let words = expressions.flatMap { $0.split { !$0.isLetter } }.map(String.init)
            let lost = words.filter { $0.count > 3 && !found.contains($0) }
            if lost.isEmpty { return true }
            let text = found.count == 1 ? table : "\(table) (\(lost.joined(separator: ", ")))"
            if !missing.contains(text) { missing.append(text) }
            return false
        }
        func first(_ query: String) throws -> Double? {
            try reader.rows("SELECT \(query)").first?[0].double
        }
        guard try has(Self.battery, "timestamp", "Level") else {
            throw RecordFault(reason: "it is no Powerlog, as it lacks \(missing[0])")
        }
        let display = try Self.displays.first { try has($0.0, "timestamp", $0.1) }
        let shown = display.map { " UNION ALL SELECT timestamp, 0, 0, 0, \($0.2) FROM \($0.0)" }
        let parts = try ["AccumulatedSystemLoad", "ExternalConnected"].map {
            try has(Self.battery, $0) ? $0 : "0"
        }
        let rows = try reader.rows(
            "SELECT timestamp, Level, \(parts[0]), \(parts[1]), NULL FROM \(Self.battery)"
                + "\(shown ?? "") ORDER BY 1, 5 LIMIT 500000")
        let columns = try reader.columns(of: Self.battery)
        func mean(_ names: [String], _ range: String) throws -> Double? {
            try names.first(where: columns.contains).flatMap {
                try first("avg(\($0)) FROM \(Self.battery) WHERE \($0) BETWEEN \(range)")
            }
        }
        let capacity = try mean(
            ["NominalChargeCapacity", "AppleRawMaxCapacity", "DesignCapacity"], "500 AND 20000")
        let voltage = try mean(["Voltage"], "3000 AND 5000") ?? 3850
        let gauges = addDrain(
            rows.map { $0.map(\.double) }, capacity: capacity ?? 0, voltage: voltage / 1000)
        for sum in Self.sums where try has(sum[5], sum[2], sum[3], sum[4]) {
            let hours = try first("(max(\(sum[4])) - min(timestamp)) / 3600.0 FROM \(sum[5])")
            let found = try reader.rows(
                "SELECT \(sum[3]), sum(\(sum[2])) FROM \(sum[5]) GROUP BY 1 ORDER BY 2 DESC LIMIT 5"
            )
            for row in found {
                guard let amount = row[1].double, amount > 0, amount < 1e12, let hours,
                    (0.1...1e6).contains(hours),
                    row[0].text.map(PackageName.isOne) ?? (sum[3] == "NULL")
                else { continue }
                let app = row[0].text.map { "\($0), " } ?? ""
                series.append((app + sum[0], sum[1], "Powerlog", [(amount, hours)]))
            }
        }
        series += gauges
        // The log's clock runs on when the phone's is changed.
        let offsets = "PLStorageOperator_EventForward_TimeOffset"
        if let begin = rows.first?[0].double, let end = rows.last?[0].double {
            span = "\(Int((min(end - begin, 1e9) / 3600).rounded())) h of Powerlog"
            if try has(offsets, "timestamp", "system"),
                let wall = try first(
                    "\(begin) + system FROM \(offsets) WHERE timestamp <= \(begin) "
                        + "ORDER BY timestamp DESC LIMIT 1"),
                (1e9..<4e9).contains(wall)
            {
                span += " from \(GPXTime.text(Int64(wall) * 1_000_000_000))"
            }
        }
        limits = [
            capacity == nil ? "It does not name the battery's capacity." : nil,
            missing.isEmpty ? nil : "Not in this file: \(missing.joined(separator: ", ")).",
            Self.isLowerBound, "Rows in its -wal file are not read.",
            "No real Powerlog was at hand to test this reader.",
        ].compactMap { $0 }
    }

    /// The fall of the battery between readings without charger.
    ///
    /// - `rows`: Time, level, load in mJ and charger; or a time and whether the display is on.
    private mutating func addDrain(
        _ rows: [[Double?]], capacity: Double, voltage: Double
    ) -> [Series] {
        var falls: [Bool?: [(percent: Double, energy: Double, hours: Double)]] = [:]
        var (isOn, last, isOpen): (Bool?, [Double?]?, Bool) = (nil, nil, false)
        for row in rows {
            if let shown = row[4] {
                if isOn != (shown != 0) { (isOn, last, isOpen) = (shown != 0, nil, false) }
                continue
            }
            defer { last = row }
            // In longer gaps a charger may have come and gone, and no phone draws 30 W.
            guard let last, last[3] == 0, row[3] == 0, let end = row[0], let start = last[0],
                case let span = end - start, span > 0, span <= 7200,
                case let percent = (last[1] ?? 0) - (row[1] ?? 0), (0...100).contains(percent),
                case let energy = (row[2] ?? 0) - (last[2] ?? 0),
                (0...30_000 * span).contains(energy)
            else {
                isOpen = false
                continue
            }
            let old = isOpen ? falls[isOn]!.removeLast() : (percent: 0, energy: 0, hours: 0)
            falls[isOn, default: []].append(
                (old.percent + percent, old.energy + energy, old.hours + span / 3600))
            isOpen = true
        }
        let names: [(Bool?, String)] = [
            (false, "display off"), (true, "display on"), (nil, "display unknown"),
        ]
        let all = names.flatMap { falls[$0.0] ?? [] }
        let (energy, full) = (all.reduce(0) { $0 + $1.energy }, capacity * voltage * 3600)
        let source = energy * full > 0 ? "accumulated system load" : "level, in whole per cent"
        for (isOn, name) in names where falls[isOn] != nil {
            let parts = falls[isOn]!.map {
                (energy * full > 0 ? 100 * $0.energy / full : $0.percent, $0.hours)
            }
            series.append((name, "percent/h", source, parts))
        }
        let hours = all.reduce(0) { $0 + $1.hours }
        let charges = [energy / 3600 / voltage, all.reduce(0) { $0 + $1.percent } * capacity / 100]
        return zip(["system load", "whole per cent"], charges).filter { $0.1 > 0 && hours > 0.1 }
            .map { ("gauge: \($0)", "mA", "battery's gauge", [($1, hours)]) }
    }
}
