import DeviceModel
import Quantities

/// Reads the options of `task-completion`.
enum TaskCompletionReader {
    static func read(_ options: MappingReader) -> TaskCompletionOptions {
        TaskCompletionOptions(
            behaviour: options.choice("behaviour", what: "a behaviour"),
            atOnce: options.count("at-once", in: 1...1000, default: 1),
            request: options.quantity("request", .aboveZero, default: Bytes(65_536)),
            roundTrips: options.count("round-trips", in: 0...1000, default: 2),
            prepare: options.span("prepare", default: .zero),
            save: options.span("save", default: Seconds(1)),
            memory: options.quantity("memory", default: Bytes(20_000_000)),
            exitsOnSuspend: options.plainFlag("exits-on-suspend"))
    }
}
