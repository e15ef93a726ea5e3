import DeviceModel
import EventKernel
import Quantities

/// Reads the options of `poll`, `push`, `background-fetch` and `remote-notification`.
enum RefreshReader {
    static func poll(_ options: MappingReader) -> RefreshOptions {
        refresh(
            options,
            .poll(
                every: options.span("every", .aboveZero),
                tolerance: options.span("tolerance", default: .zero)))
    }

    static func push(_ options: MappingReader) -> RefreshOptions {
        refresh(options, .push(options.pushMessage()))
    }

    static func backgroundFetch(_ options: MappingReader) -> RefreshOptions {
        refresh(
            options,
            .backgroundFetch(minimum: options.span("minimum-interval", default: .zero)))
    }

    static func remoteNotification(_ options: MappingReader) -> RefreshOptions {
        refresh(options, .remoteNotification(options.pushMessage()))
    }

    private static func refresh(
        _ options: MappingReader, _ way: RefreshOptions.Way
    ) -> RefreshOptions {
        RefreshOptions(
            way: way,
            request: options.transfer("request", default: 3, Bytes(1000), Bytes(1000)),
            work: options.span("work", default: Seconds(1)),
            alerts: options.entry("alerts") == nil || options.plainFlag("alerts"),
            piece: options.quantity("piece", .aboveZero, default: Bytes(65536)))
    }
}

extension MappingReader {
    /// A server's message through the system's own connection: a payload of 256 bytes at most, with
    /// headers, and its acknowledgement.
    func pushMessage() -> TransferShape { transfer("push", default: 0, Bytes(100), Bytes(400)) }
}
