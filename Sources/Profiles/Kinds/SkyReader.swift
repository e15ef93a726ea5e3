import DeviceModel
import EventKernel
import Quantities

/// Reads a world's `sky:`.
enum SkyReader {
    static func read(_ sky: MappingReader) -> Sky? {
        let (indoors, received): (Fraction, Fraction) = (
            sky.quantity("indoors", default: .zero),
            sky.quantity("received-indoors", default: .zero)
        )
        let (inside, outside): (Meters, Meters) = (
            sky.quantity("error-indoors", default: .zero),
            sky.quantity("error-outdoors", default: .zero)
        )
        let outages = sky.optionalMapping("outages", outages) ?? nil
        let time = sky.span("error-time", default: Sky.usualErrorTime.seconds)
        return sky.valid { () throws(MovementError) in
            try Sky(
                indoors: indoors, receivedIndoors: received, errorIndoors: inside,
                errorOutdoors: outside, outages: outages, errorTime: time)
        }
    }

    private static func outages(_ outages: MappingReader) -> Sky.Outages? {
        let every: Meters = outages.quantity("every", .aboveZero)
        let length: Distribution<Meters> = outages.distribution("length", .zeroOrMore)
        return outages.valid { () throws(MovementError) in
            try Sky.Outages(every: every, length: length)
        }
    }
}
