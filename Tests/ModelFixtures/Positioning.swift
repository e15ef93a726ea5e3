import Kernel

@testable import DeviceModel

/// Phones with every way of positioning, in round numbers.
extension Fixtures {
    /// Cold in 30 s, warm in 20 s, hot in 2 s, aided in 4 s.
    public static func receiver(
        lingering: Double? = nil, ephemerisAge: Double = 7200, isAided: Bool = false,
        buffersFixes: Bool = false
    ) -> GNSSProfile {
        GNSSProfile(
            acquiring: Milliwatts(400), tracking: Milliwatts(300),
            lingering: lingering.map {
                GNSSProfile.Lingering(power: Milliwatts(50), time: seconds($0))
            },
            starts: GNSSProfile.StartTimes(
                cold: .constant(Seconds(30)), warm: .constant(Seconds(20)),
                hot: .constant(Seconds(2))),
            ephemerisAge: seconds(ephemerisAge),
            assistance: isAided
                ? GNSSProfile.Assistance(download: assistance, start: .constant(Seconds(4)))
                : nil,
            error: Meters(10), buffersFixes: buffersFixes)
    }

    public static let assistance = TransferShape(
        roundTrips: 4, uplink: Bytes(1000), downlink: Bytes(4000))

    /// 1 s at 200 mW; 70 m.
    public static let wifiScan = WiFiScanProfile(
        power: Milliwatts(200), time: seconds(1),
        lookup: TransferShape(roundTrips: 2, uplink: Bytes(600), downlink: Bytes(400)),
        error: Meters(70))

    public static func phone(_ gnss: GNSSProfile, wifiScan: WiFiScanProfile? = nil)
        -> DeviceProfile
    {
        var device = device()
        device.gnss = gnss
        device.wifiScan = wifiScan
        return device
    }

    public static let positionUpload = TransferShape(
        roundTrips: 3, uplink: Bytes(1000), downlink: Bytes(500))

    public static func periodic(
        minutes: Double, accuracy: LocationAccuracy = .best, timeout: Double = 60
    ) -> PolicyOptions {
        .gpsPeriodic(
            GPSPeriodicOptions(
                every: seconds(60 * minutes), accuracy: accuracy, timeout: seconds(timeout),
                uploads: .fixes(1), upload: positionUpload))
    }

    public static func standard(
        _ accuracy: LocationAccuracy = .best, filter: Double? = nil,
        background: StandardOptions.Background = .location,
        deferral: StandardOptions.Deferral? = nil, pauses: Bool = false,
        uploads: LocationUploads = .fixes(1)
    ) -> PolicyOptions {
        .standard(
            StandardOptions(
                accuracy: accuracy, distanceFilter: filter.map(Meters.init),
                background: background, deferral: deferral, pauses: pauses, uploads: uploads,
                upload: positionUpload))
    }

    /// As in iOS 6 and later: deferred and paused updates.
    public static func laterSystem(wakesByTimer: Bool = false) -> SystemRules {
        var system = system()
        system.standardLocation = StandardLocationRules(
            wakesByTimer: wakesByTimer, defersUpdates: true,
            pause: StandardLocationRules.Pause(after: seconds(900), within: Meters(50)))
        return system
    }
}
