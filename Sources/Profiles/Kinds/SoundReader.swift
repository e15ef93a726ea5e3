import DeviceModel
import EventKernel
import Quantities

/// Reads the options of `trickle`, `chunked`, `buffered`, `downloaded` and `recording`.
enum SoundReader {
    static func trickle(_ options: MappingReader) -> StreamingOptions {
        streaming(options) {
            .trickle(every: $0.span("every", .aboveZero, default: Seconds(1)))
        }
    }

    static func chunked(_ options: MappingReader) -> StreamingOptions {
        streaming(options) {
            .chunked(ahead: ahead($0), lead: $0.span("lead", default: Seconds(10)))
        }
    }

    static func buffered(_ options: MappingReader) -> StreamingOptions {
        streaming(options) {
            .buffered(
                low: $0.span("low", .aboveZero, default: Seconds(10)),
                high: $0.span("high", .aboveZero, default: Seconds(60)))
        }
    }

    static func downloaded(_ options: MappingReader) -> StreamingOptions {
        let tracks = options.count("tracks", in: 1...1_000_000, default: 1)
        return StreamingOptions(
            bitRate: options.quantity("bit-rate", .aboveZero),
            fetch: .downloaded(tracks: tracks), startBuffer: TimeSpan(Seconds(1)),
            request: request(options), life: life(options))
    }

    static func recording(_ options: MappingReader) -> RecordingOptions {
        let uploadEvery = options.optionalSpan("upload-every", .aboveZero)
        return RecordingOptions(
            bitRate: options.quantity("bit-rate", .aboveZero), uploadEvery: uploadEvery,
            roundTrips: uploadEvery == nil
                ? 0 : options.count("round-trips", in: 0...1000, default: 2))
    }

    private static func streaming(
        _ options: MappingReader, _ fetch: (MappingReader) -> StreamingOptions.Fetch
    ) -> StreamingOptions {
        StreamingOptions(
            bitRate: options.quantity("bit-rate", .aboveZero), fetch: fetch(options),
            startBuffer: options.span("start-buffer", .aboveZero, default: Seconds(2)),
            request: request(options), life: life(options))
    }

    private static func request(_ options: MappingReader) -> Bytes {
        options.quantity("request", .aboveZero, default: Bytes(65536))
    }

    /// What happens to the player outside of fetching; a file that says nothing has none of it.
    private static func life(_ options: MappingReader) -> StreamingOptions.Life {
        let background: StreamingOptions.Background =
            options.optionalChoice("background", what: "a background mode") ?? .audio
        let meters: StreamingOptions.LevelMeters =
            options.optionalChoice("level-meters", what: "what level meters do") ?? .absent
        let isSeen = background == .suspended || meters != .absent
        let span =
            isSeen
            ? options.span("foreground-for", default: Seconds(300))
            : options.optionalSpan("foreground-for")
        return StreamingOptions.Life(
            foregroundFor: span ?? .zero, background: background, levelMeters: meters,
            resumes: !options.has("resumes") || options.plainFlag("resumes"))
    }

    /// `nil` for a whole track.
    private static func ahead(_ options: MappingReader) -> TimeSpan? {
        guard let entry = options.entry("ahead") else {
            options.log.recordDefault(options.path("ahead"), "whole-track")
            return nil
        }
        if case .text(let word) = entry.value.content, word.text == "whole-track" { return nil }
        return options.span(entry, .aboveZero)
    }
}
