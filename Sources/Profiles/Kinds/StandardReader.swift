import DeviceModel
import EventKernel
import Quantities

/// Reads the options of `gps-continuous`, `gps-periodic` and `standard`.
enum StandardReader {
    static func gpsContinuous(_ options: MappingReader) -> GPSContinuousOptions {
        GPSContinuousOptions(
            uploadEvery: options.span("upload-every", .aboveZero, default: Seconds(60)),
            upload: options.positionUpload())
    }

    static func gpsPeriodic(_ options: MappingReader) -> GPSPeriodicOptions {
        GPSPeriodicOptions(
            every: options.span("every", .aboveZero),
            accuracy: options.accuracy(default: .best),
            timeout: options.span("timeout", .aboveZero, default: Seconds(60)),
            uploads: uploads(options, isTold: false),
            upload: options.positionUpload())
    }

    static func standard(_ options: MappingReader) -> StandardOptions {
        let accuracy = options.accuracy(default: .best)
        let filter: Meters? = options.optionalQuantity("distance-filter", .aboveZero)
        let deferral = options.optionalMapping("deferred") {
            StandardOptions.Deferral(
                distance: $0.quantity("distance", .aboveZero),
                timeout: $0.span("timeout", .aboveZero))
        }
        return StandardOptions(
            accuracy: accuracy, distanceFilter: filter, background: background(options),
            deferral: deferral, pauses: options.plainFlag("pauses"),
            timeout: options.span("timeout", .aboveZero, default: Seconds(60)),
            uploads: uploads(
                options, isTold: filter == nil && deferral == nil && accuracy.needsSatellites),
            upload: options.positionUpload())
    }

    private enum Background: String, CaseIterable {
        case location
        case foregroundOnly = "foreground-only"
    }

    private static func background(_ options: MappingReader) -> StandardOptions.Background {
        let word: Background? = options.optionalChoice("background", what: "a background mode")
        if word == nil, !options.has("background") {
            options.log.recordDefault(options.path("background"), Background.location.rawValue)
        }
        guard word == .foregroundOnly else { return .location }
        return .foregroundOnly(
            options.span("foreground-for", .aboveZero, default: Seconds(300)))
    }

    /// - Parameter isTold: whether a position comes each second, of which not all are uploaded.
    private static func uploads(_ options: MappingReader, isTold: Bool) -> LocationUploads {
        if options.has("upload-every") && options.has("upload-fixes") {
            _ = options.exactlyOne(of: ["upload-every", "upload-fixes"])
        }
        _ = options.entry("upload-fixes")
        if let span = options.optionalSpan("upload-every", .aboveZero) { return .every(span) }
        if options.has("upload-fixes") {
            return .fixes(options.count("upload-fixes", in: 1...1_000_000, default: 1))
        }
        options.log.recordDefault(
            options.path(isTold ? "upload-every" : "upload-fixes"), isTold ? "60 s" : "1")
        return isTold ? .every(TimeSpan(Seconds(60))) : .fixes(1)
    }
}

extension MappingReader {
    /// One of Core Location's accuracy levels; what the file leaves out is recorded.
    func accuracy(default standard: LocationAccuracy) -> LocationAccuracy {
        if let word: LocationAccuracy = optionalChoice("accuracy", what: "an accuracy") {
            return word
        }
        if !has("accuracy") { log.recordDefault(path("accuracy"), standard.rawValue) }
        return standard
    }
}
