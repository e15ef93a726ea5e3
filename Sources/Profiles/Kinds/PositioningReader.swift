import DeviceModel
import EventKernel
import Quantities

/// Reads how a device finds its position: `gnss:` and `wi-fi-scan:`.
enum PositioningReader {
    static func gnss(_ gnss: MappingReader) -> GNSSProfile {
        GNSSProfile(
            acquiring: gnss.quantity("acquiring"),
            tracking: gnss.quantity("tracking"),
            lingering: gnss.optionalMapping("lingering") {
                GNSSProfile.Lingering(power: $0.quantity("power"), time: $0.span("time"))
            },
            starts: GNSSProfile.StartTimes(
                cold: gnss.distribution("cold-start", .zeroOrMore),
                warm: gnss.optionalDistribution("warm-start", .zeroOrMore),
                hot: gnss.optionalDistribution("hot-start", .zeroOrMore)),
            ephemerisAge: gnss.optionalSpan("ephemeris-age") ?? .zero,
            assistance: gnss.optionalMapping("assistance", assistance),
            error: gnss.quantity("error"),
            buffersFixes: gnss.optionalFlag("buffers-fixes") ?? false)
    }

    private static func assistance(_ assistance: MappingReader) -> GNSSProfile.Assistance {
        GNSSProfile.Assistance(
            download: shape(assistance, "download"),
            start: assistance.distribution("start", .zeroOrMore))
    }

    static func wifiScan(_ scan: MappingReader) -> WiFiScanProfile {
        WiFiScanProfile(
            power: scan.quantity("power"), time: scan.span("time"),
            lookup: shape(scan, "lookup"),
            district: scan.optionalQuantity("district", .aboveZero) ?? .zero,
            error: scan.quantity("error"))
    }

    /// A request and its answer, each number with its source.
    private static func shape(_ owner: MappingReader, _ key: String) -> TransferShape {
        owner.mapping(key) { shape in
            TransferShape(
                roundTrips: shape.wholeNumber("round-trips", in: 0...1000),
                uplink: shape.quantity("uplink"), downlink: shape.quantity("downlink"))
        }
    }
}
