import Kernel
import TestSupport

/// Every kind of quantity, so that no test forgets one.
let allQuantities: [any Quantity.Type] = [
    Milliwatts.self, Millijoules.self, Seconds.self, MilliampereHours.self, Volts.self,
    Bytes.self, BitsPerSecond.self, Meters.self, MetersPerSecond.self,
    MilliwattsPerMegabit.self, Fraction.self, PerKilometer.self,
    Degrees.self, Decibels.self, PerHour.self,
]

/// Whether two numbers agree to `relative` of the larger one.
func isClose(_ left: Double, _ right: Double, relative: Double) -> Bool {
    abs(left - right) <= relative * max(abs(left), abs(right))
}
