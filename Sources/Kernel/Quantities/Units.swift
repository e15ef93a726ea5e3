// The quantities of the model, each in the unit that its name states.

public struct Milliwatts: Quantity {
    public var magnitude: Double
    public init(_ magnitude: Double) { self.magnitude = magnitude }
    public static let kind = "power"
    public static let example = "800 mW"
    public static let largest = Milliwatts(1e6)
    public static let units = [
        QuantityUnit("µW", 1e-3), QuantityUnit("uW", 1e-3, isAlias: true), QuantityUnit("mW", 1),
        QuantityUnit("W", 1e3),
    ]

    /// 1 mW for 1 s is 1 mJ.
    public static func * (power: Milliwatts, duration: Seconds) -> Millijoules {
        Millijoules(power.magnitude * duration.magnitude)
    }
}

/// Energy in millijoules: one milliwatt for one second.
public struct Millijoules: Quantity {
    public var magnitude: Double
    public init(_ magnitude: Double) { self.magnitude = magnitude }
    public static let kind = "energy"
    public static let example = "8 J"
    public static let largest = Millijoules(1e9)
    public static let units = [
        QuantityUnit("µJ", 1e-3), QuantityUnit("uJ", 1e-3, isAlias: true), QuantityUnit("mJ", 1),
        QuantityUnit("J", 1e3), QuantityUnit("kJ", 1e6),
    ]

    /// The mean power over `duration`.
    public static func / (energy: Millijoules, duration: Seconds) -> Milliwatts {
        Milliwatts(energy.magnitude / duration.magnitude)
    }
}

/// A length of time in seconds. Simulated time itself is a whole number of nanoseconds.
public struct Seconds: Quantity {
    public var magnitude: Double
    public init(_ magnitude: Double) { self.magnitude = magnitude }
    public static let kind = "time"
    public static let example = "12 s"
    public static let noun = "a length of time"
    /// 20 years of 365.25 days.
    public static let largest = Seconds(20 * 365.25 * 86400)
    /// Times in whole nanoseconds have a separate check.
    public static let smallest = Seconds(1e-12)
    public static let units = [
        QuantityUnit("ns", 1e-9), QuantityUnit("µs", 1e-6), QuantityUnit("us", 1e-6, isAlias: true),
        QuantityUnit("ms", 1e-3), QuantityUnit("s", 1), QuantityUnit("min", 60),
        QuantityUnit("h", 3600), QuantityUnit("d", 86_400, isAlias: true),
    ]
}

/// Electrical charge in milliampere-hours: the capacity printed on a battery.
public struct MilliampereHours: Quantity {
    public var magnitude: Double
    public init(_ magnitude: Double) { self.magnitude = magnitude }
    public static let kind = "charge"
    public static let example = "1420 mAh"
    public static let largest = MilliampereHours(1e6)
    public static let smallest = MilliampereHours(1)
    public static let units = [QuantityUnit("mAh", 1), QuantityUnit("Ah", 1e3)]

    /// 1 mAh at 1 V is 3.6 J.
    public static func * (charge: MilliampereHours, voltage: Volts) -> Millijoules {
        Millijoules(charge.magnitude * voltage.magnitude * 3600)
    }
}

public struct Volts: Quantity {
    public var magnitude: Double
    public init(_ magnitude: Double) { self.magnitude = magnitude }
    public static let kind = "voltage"
    public static let example = "3.7 V"
    public static let largest = Volts(1000)
    public static let smallest = Volts(0.1)
    public static let units = [QuantityUnit("mV", 1e-3), QuantityUnit("V", 1)]
}

/// An amount of data in bytes. `kB` is 1,000 bytes, `KiB` is 1,024.
public struct Bytes: Quantity {
    public var magnitude: Double
    public init(_ magnitude: Double) { self.magnitude = magnitude }
    public static let kind = "an amount of data"
    public static let example = "543 B"
    public static let word = "data"
    public static let largest = Bytes(1e10)
    public static let units = [
        QuantityUnit("B", 1), QuantityUnit("kB", 1e3), QuantityUnit("KiB", 1024, isAlias: true),
        QuantityUnit("MB", 1e6), QuantityUnit("MiB", 1_048_576, isAlias: true),
        QuantityUnit("GB", 1e9), QuantityUnit("GiB", 1_073_741_824, isAlias: true),
    ]

    public static func / (amount: Bytes, rate: BitsPerSecond) -> Seconds {
        Seconds(amount.magnitude * 8 / rate.magnitude)
    }
}

public struct BitsPerSecond: Quantity {
    public var magnitude: Double
    public init(_ magnitude: Double) { self.magnitude = magnitude }
    public static let kind = "a bit rate"
    public static let example = "1 Mbit/s"
    public static let word = "rate"
    public static let largest = BitsPerSecond(1e12)
    public static let smallest = BitsPerSecond(1)
    public static let units = [
        QuantityUnit("bit/s", 1), QuantityUnit("kbit/s", 1e3), QuantityUnit("Mbit/s", 1e6),
        QuantityUnit("Gbit/s", 1e9),
    ]

    public static func * (rate: BitsPerSecond, duration: Seconds) -> Bytes {
        Bytes(rate.magnitude * duration.magnitude / 8)
    }
}

public struct Meters: Quantity {
    public var magnitude: Double
    public init(_ magnitude: Double) { self.magnitude = magnitude }
    public static let kind = "distance"
    public static let example = "500 m"
    public static let largest = Meters(1e9)
    public static let units = [QuantityUnit("m", 1), QuantityUnit("km", 1e3)]
}

public struct MetersPerSecond: Quantity {
    public var magnitude: Double
    public init(_ magnitude: Double) { self.magnitude = magnitude }
    public static let kind = "speed"
    public static let example = "50 km/h"
    /// The speed of light.
    public static let largest = MetersPerSecond(299_792_458)
    public static let units = [QuantityUnit("km/h", (1 / 3.6)), QuantityUnit("m/s", 1)]
}

/// Additional power per transfer rate, in milliwatts per megabit per second.
public struct MilliwattsPerMegabit: Quantity {
    public var magnitude: Double
    public init(_ magnitude: Double) { self.magnitude = magnitude }
    public static let kind = "power per bit rate"
    public static let example = "438.39 mW/Mbps"
    public static let word = "powerPerRate"
    public static let largest = MilliwattsPerMegabit(1e6)
    public static let units = [QuantityUnit("mW/Mbps", 1)]
}

/// A share, written in percent; 1 is the whole.
public struct Fraction: Quantity {
    public var magnitude: Double
    public init(_ magnitude: Double) { self.magnitude = magnitude }
    public static let kind = "a share"
    public static let example = "30 %"
    public static let word = "share"
    public static let largest = Fraction(1)
    public static let units = [QuantityUnit("%", 0.01)]
}

/// A rate of events along an itinerary, per kilometre.
public struct PerKilometer: Quantity {
    public var magnitude: Double
    public init(_ magnitude: Double) { self.magnitude = magnitude }
    public static let kind = "a rate per distance"
    public static let example = "3 /km"
    public static let word = "perDistance"
    public static let largest = PerKilometer(1000)
    public static let units = [QuantityUnit("/km", 1)]
}
