import DeviceModel
import EventKernel
import Quantities

/// Reads the options of `send-now`, `flush-every`, `batch` and `tail-ender`.
enum SendingReader {
    static func now(_ options: MappingReader) -> SendingOptions { sending(options, .now) }

    static func flush(_ options: MappingReader) -> SendingOptions {
        sending(options, .flush(every: options.span("every", .aboveZero)))
    }

    static func batch(_ options: MappingReader) -> SendingOptions {
        sending(options, .batch(deadline: options.span("deadline", .aboveZero)))
    }

    static func tailEnder(_ options: MappingReader) -> SendingOptions {
        sending(
            options,
            .tailEnder(
                deadline: options.span("deadline", .aboveZero),
                tail: options.span("tail", .aboveZero),
                share: options.quantity("share", default: Fraction(0.62)),
                joins: options.plainFlag("joins-others")))
    }

    private static func sending(
        _ options: MappingReader, _ rule: SendingOptions.Rule
    ) -> SendingOptions {
        SendingOptions(
            rule: rule,
            request: options.transfer("request", default: 2, Bytes(800), Bytes(500)),
            kept: kept(options))
    }

    private static func kept(_ options: MappingReader) -> KeptRunning {
        let word: KeptRunning? = options.optionalChoice(
            "kept-by", what: "what keeps an app running")
        return word ?? .nothing
    }
}
