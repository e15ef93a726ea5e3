extension PhoneFigure {
    /// A mean over the parts, with an interval that resamples three and more of them.
    ///
    /// - `period`: Hours of the unit; `nil` for a sum.
    init(_ section: Section, _ series: PhoneTally.Series, per period: Double?) {
        let parts = series.parts
        let (amount, hours) = parts.reduce((0, 0)) { ($0.0 + $1.amount, $0.1 + $1.hours) }
        self.init(
            section: section, name: series.name,
            value: period.map { $0 * amount / hours } ?? amount, unit: series.unit,
            count: period.map { _ in parts.count }, hours: hours, source: series.source)
        guard let period, (3...10_000).contains(parts.count) else { return }
        let sample = PairedSample(treatment: parts.map(\.amount), baseline: parts.map(\.hours))
        var stream = RandomStream(StreamKey(seed: 1, replication: 0, purpose: "stretches"))
        let interval = PairedBootstrap(sample) { stream.next() }?.ratioInterval
        range = interval.map { period * $0.low...period * $0.high }
    }
}

extension PhoneAccount {
    private static let kinds: [String: (section: PhoneFigure.Section, period: Double)] = [
        "percent/h": (.drain, 1), "mA": (.charges, 1), "1/h": (.activity, 1),
        "percent": (.activity, 1), "MB/day": (.activity, 24), "s/day": (.activity, 24),
    ]

    /// - `device`: Its powers turn times into currents.
    public init(
        _ tally: PhoneTally, on device: DeviceProfile, cellular: [RadioProfile],
        wifi: [RadioProfile]
    ) {
        let all = tally.series.map { series in
            let kind = Self.kinds[series.unit]
            return PhoneFigure(kind?.section ?? .activity, series, per: kind?.period)
        }
        let told = all.filter { $0.section != .drain || $0.hours ?? 0 >= Self.fewestHours }
        figures = told + Self.estimates(told, device, cellular, wifi)
        (limits, history, stretches) = (tally.limits, BatteryHistory(empty: ()), [])
    }

    /// What tailwatt's physics gives for a day with these amounts.
    private static func estimates(
        _ told: [PhoneFigure], _ device: DeviceProfile, _ cellular: [RadioProfile],
        _ wifi: [RadioProfile]
    ) -> [PhoneFigure] {
        func amount(_ names: String...) -> Double {
            told.reduce(0) { $0 + (names.contains($1.name) ? $1.value : 0) }
        }
        // All at once: any other course has more starts and tails.
        func energies(_ radios: [RadioProfile], _ up: Double, _ down: Double) -> [Double] {
            let packets = [(up, Packet.Direction.uplink), (down, .downlink)].flatMap { size, way in
                // Of 1 GB at most; no phone carries a TB a day.
                stride(from: 0, to: min(size, 1e6), by: 1000).map { done in
                    let bytes = Int64((1e6 * min(1000, size - done)).rounded(.up))
                    return Packet(time: .start, bytes: bytes, direction: way)
                }
            }
            return packets.isEmpty ? [] : radios.energies(of: packets)
        }
        let modem = energies(
            cellular, amount("CellularUpload", "CellOut"), amount("CellularDownload", "CellIn"))
        let wlan = energies(wifi, amount("WifiUpload", "WifiOut"), amount("WifiDownload", "WifiIn"))
        let processor = device.processor
        let busy = [
            processor.busyBackground ?? processor.awakeBackground, processor.awakeForeground,
        ]
        // A scan a minute: `scan-every` of the shipped systems.
        let scan = device.wifiScan.map { $0.power * ($0.time.seconds / Seconds(60)) }
        let satellites = amount(
            "BestAccuracyForNavigationTime", "BestAccuracyTime", "NearestTenMetersAccuracyTime")
        let parts: [(name: String, energies: [Double])] = [
            ("satellites", [device.gnss.tracking.magnitude * satellites]),
            ("scans for 100 m", [(scan?.magnitude ?? 0) * amount("HundredMetersAccuracyTime")]),
            ("processor", busy.map { $0.magnitude * amount("CPUTime") }),
            ("modem, at least", modem), ("Wi-Fi, at least", wlan),
        ].filter { ($0.1.max() ?? 0) > 0 }
        let least = parts.reduce(0) { $0 + ($1.energies.min() ?? 0) }
        guard least > 0 else { return [] }
        let charge = 3600 * device.battery.voltage.magnitude
        func figure(_ name: String, _ values: [Double], _ unit: String) -> PhoneFigure {
            PhoneFigure(
                section: .charges, name: "tailwatt: \(name)", value: values.median, unit: unit,
                range: values.count > 1 ? values.range : nil, hours: 24, source: device.name)
        }
        let together = "together, at least"
        let share = 100 * least / device.battery.energy.magnitude
        return (parts + [(together, [least])]).map { name, energies in
            figure(name, energies.map { $0 / charge / 24 }, "mA")
        } + [figure(together, [share], "percent/day")]
    }
}
