import DeviceModel
import EventKernel
import Quantities

/// Reads the options of `keep-alive` and `adaptive-keep-alive`.
enum KeepAliveReader {
    static func keepAlive(_ options: MappingReader) -> KeepAliveOptions {
        read(options, interval: options.span("interval", .aboveZero), search: nil)
    }

    static func adaptive(_ options: MappingReader) -> KeepAliveOptions {
        read(
            options, interval: options.span("start", .aboveZero),
            search: KeepAliveOptions.Search(
                factor: options.decimal("factor"), atMost: options.span("at-most", .aboveZero)))
    }

    private static func read(
        _ options: MappingReader, interval: TimeSpan, search: KeepAliveOptions.Search?
    ) -> KeepAliveOptions {
        KeepAliveOptions(
            interval: interval,
            handlerTime: options.span("handler-time", default: Seconds(5)),
            message: options.transfer("message", default: 1, Bytes(200), Bytes(0)),
            reconnect: options.transfer("reconnect", default: 4, Bytes(2000), Bytes(5000)),
            ring: options.transfer("ring", default: 2, Bytes(500), Bytes(1500)),
            extras: extras(options, search: search))
    }

    private static func extras(
        _ options: MappingReader, search: KeepAliveOptions.Search?
    ) -> KeepAliveOptions.Extras {
        KeepAliveOptions.Extras(
            transport: options.optionalChoice("transport", what: "a transport") ?? .tcp,
            intervalOnWiFi: options.optionalSpan("interval-wi-fi", .aboveZero), search: search,
            piggyBack: options.optionalMapping("piggy-back") {
                KeepAliveOptions.PiggyBack(window: $0.quantity("window", default: .zero))
            },
            serverMessages: options.optionalMapping("server-messages", serverMessages),
            delivery: options.optionalMapping("delivery", delivery),
            retry: options.optionalMapping("retry", retry),
            call: options.optionalMapping("call") {
                KeepAliveOptions.CallAudio(
                    bitRate: $0.quantity("bit-rate", .aboveZero),
                    every: $0.span("every", .aboveZero, default: Seconds(0.06)))
            },
            memory: options.optionalQuantity("memory"))
    }

    private static func serverMessages(
        _ messages: MappingReader
    ) -> KeepAliveOptions.ServerMessages {
        KeepAliveOptions.ServerMessages(
            every: messages.span("every", .aboveZero),
            shape: messages.transfer("message", default: 1, Bytes(52), Bytes(100)),
            time: messages.span("time", default: Seconds(1)))
    }

    private static func delivery(_ delivery: MappingReader) -> KeepAliveOptions.Delivery {
        KeepAliveOptions.Delivery(
            shape: delivery.transfer("transfer", default: 1, Bytes(200), Bytes(200)),
            time: delivery.span("time", default: Seconds(1)))
    }

    /// Every so often, or ever longer.
    private static func retry(_ retry: MappingReader) -> KeepAliveOptions.Retry {
        let patience = retry.span("give-up-after", .aboveZero, default: Seconds(10))
        if retry.has("every") {
            let every = retry.span("every", .aboveZero)
            return KeepAliveOptions.Retry(
                first: every, factor: 1, atMost: every, giveUpAfter: patience)
        }
        return KeepAliveOptions.Retry(
            first: retry.span("first", .aboveZero), factor: retry.decimal("factor"),
            atMost: retry.span("at-most", .aboveZero), giveUpAfter: patience)
    }
}
