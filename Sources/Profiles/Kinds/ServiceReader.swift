import DeviceModel
import EventKernel
import Quantities

/// Reads the options of `significant-change`, `region`, `hybrid` and `region-triggered`.
enum ServiceReader {
    static func significantChange(_ options: MappingReader) -> SignificantChangeOptions {
        SignificantChangeOptions(
            upload: options.positionUpload(), terminated: terminated(options),
            memory: options.optionalQuantity("memory"))
    }

    static func region(_ options: MappingReader) -> RegionOptions {
        RegionOptions(
            regions: regions(options), report: report(options), upload: options.positionUpload(),
            terminated: terminated(options), memory: options.optionalQuantity("memory"))
    }

    /// All regions of the world, as they are, unless the file says otherwise.
    private static func regions(_ options: MappingReader) -> WatchedRegions {
        if !options.has("regions") {
            options.log.recordDefault(options.path("regions"), "all")
        }
        return WatchedRegions(
            names: options.entry("regions").map { _ in options.texts("regions") },
            radius: options.optionalQuantity("radius", .aboveZero))
    }

    private static func report(_ options: MappingReader) -> RegionOptions.Report {
        if !options.has("report") { options.log.recordDefault(options.path("report"), "cell") }
        return options.optionalChoice("report", what: "what to report") ?? .cell
    }

    static func hybrid(_ options: MappingReader) -> HybridOptions {
        HybridOptions(
            accuracy: options.accuracy(default: .best), timeout: timeout(options),
            upload: options.positionUpload(), terminated: terminated(options),
            memory: options.optionalQuantity("memory"))
    }

    static func regionTriggered(_ options: MappingReader) -> RegionTriggeredOptions {
        if !options.has("track") { options.log.recordDefault(options.path("track"), "outside") }
        return RegionTriggeredOptions(
            regions: regions(options),
            track: options.optionalChoice("track", what: "where to track") ?? .outside,
            uploadEvery: options.span("upload-every", .aboveZero, default: Seconds(60)),
            timeout: timeout(options), upload: options.positionUpload(),
            terminated: terminated(options), memory: options.optionalQuantity("memory"))
    }

    /// Twice the usual cold start.
    private static func timeout(_ options: MappingReader) -> TimeSpan {
        options.span("timeout", .aboveZero, default: Seconds(60))
    }

    private static func terminated(_ options: MappingReader) -> Fraction {
        options.quantity("terminated", default: .zero)
    }
}
