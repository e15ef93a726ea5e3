import Kernel

@testable import DeviceModel

/// Cells and movements as docs/reference/movement.md describes them, with the sources of their
/// numbers.
public enum Places {
    public static let munich = Fixtures.valid {
        try Position(latitude: Degrees(48.137), longitude: Degrees(11.575))
    }

    /// LTE macro cells in a city, 3GPP's urban macro scenario (TR 38.901, out of sight): sites 500
    /// m apart, path loss by 39.08 log d, shadows of 6 dB over 50 m, half of them shared by all
    /// sites; 3 dB hysteresis for one idle cycle of 1.28 s.
    public static let urbanMacro = hexagons(
        radius: 500 / 3.0.squareRoot(), pathLoss: 3.908, hysteresis: 3, wait: 1.28,
        shadows: urbanShadows)

    public static let urbanShadows = Fixtures.valid {
        Shadowing(deviation: Decibels(6), decorrelation: Meters(50), siteCorrelation: 0.5)
    }

    public static func hexagons(
        radius: Double, pathLoss: Double = 3.76, hysteresis: Double = 0, wait: Double = 0,
        shadows: Shadowing? = nil,
        areaWidth: Double = 10
    ) -> HexagonalCells {
        Fixtures.valid {
            HexagonalCells(
                radius: Meters(radius), areaWidth: areaWidth,
                choice: CellChoice(
                    pathLossExponent: pathLoss, hysteresis: Decibels(hysteresis),
                    timeToTrigger: TimeSpan(Seconds(wait)), shadowing: shadows))
        }
    }

    /// A straight drive from a place at constant speed.
    public static func drive(
        from start: Position = munich, bearing: Double = 0, kilometers: Double, seconds: Double,
        points: Int = 2
    ) -> Itinerary {
        let track = (0..<points).map { number in
            let share = Double(number) / Double(points - 1)
            return TrackPoint(
                time: Instant.start + TimeSpan(Seconds(seconds * share)),
                position: start.destination(
                    bearing: Degrees(bearing), distance: Meters(1000 * kilometers * share)))
        }
        return Itinerary(Fixtures.valid { try RecordedTrack(pieces: [track]) })
    }

    public static let walk = trip(
        .walk, distance: .lognormal(median: Meters(700), sigma: 0.6),
        speed: .uniform(low: MetersPerSecond(1.27), high: MetersPerSecond(1.46)), block: 100)
    public static let drive = trip(
        .drive, distance: .lognormal(median: Meters(8000), sigma: 0.8),
        speed: .triangular(
            low: MetersPerSecond(5), mode: MetersPerSecond(11), high: MetersPerSecond(25)),
        detour: 1.3, block: 400, pause: .exponential(mean: Seconds(15)))

    public static func trip(
        _ mode: TravelMode, distance: Distribution<Meters>, speed: Distribution<MetersPerSecond>,
        detour: Double = 1.3, block: Double, pause: Distribution<Seconds>? = nil
    ) -> Trip {
        Fixtures.valid {
            Trip(
                mode: mode, distance: distance, speed: speed, detour: detour,
                block: .constant(Meters(block)), pause: pause)
        }
    }

    /// A commuter who drives to work at eight, and walks somewhere afterwards twice a week.
    public static let commuter = MovementProfile.days(
        Fixtures.valid {
            try WorkingDays(
                home: munich,
                leave: .triangular(
                    low: Seconds(7 * 3600), mode: Seconds(8 * 3600), high: Seconds(9 * 3600)),
                work: .triangular(
                    low: Seconds(7 * 3600), mode: Seconds(8.5 * 3600), high: Seconds(10 * 3600)),
                commutes: [drive], off: Fraction(2.0 / 7),
                errand: Errand(
                    chance: Fraction(0.3), stay: .exponential(mean: Seconds(3600)), trips: [walk]))
        })

    /// Alternating stays and straight trips, never back home.
    public static func wanderer(
        stay: Distribution<Seconds>, distance: Meters, speed: Double
    ) -> Movement {
        let trip = trip(
            .drive, distance: .constant(distance), speed: .constant(MetersPerSecond(speed)),
            detour: 1, block: 1e6)
        return .profile(
            .wandering(
                Fixtures.valid {
                    Wandering(home: munich, stay: stay, trips: [trip], homing: .zero)
                }))
    }

    /// Cell changes without a map; positions from cells have a median error of 400 m.
    public static func cells(perKilometer rate: Double) -> CellLayout {
        .rate(
            Fixtures.valid {
                CellRate(
                    changes: .perKilometer(PerKilometer(rate)),
                    radius: Meters(400 * 2.0.squareRoot()))
            })
    }
}

extension Fixtures {
    public static func gpsContinuous(uploadEvery: TimeSpan) -> PolicyOptions {
        .gpsContinuous(
            GPSContinuousOptions(uploadEvery: uploadEvery, upload: positionUpload))
    }

    public static let significantChange = PolicyOptions.significantChange(
        SignificantChangeOptions(upload: positionUpload))
}
