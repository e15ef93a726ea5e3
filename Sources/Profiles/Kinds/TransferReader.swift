import DeviceModel
import EventKernel
import Quantities

/// Reads the options of `background-session`, `newsstand` and `accessory`.
enum TransferReader {
    static func backgroundSession(_ options: MappingReader) -> BackgroundSessionOptions {
        BackgroundSessionOptions(
            request: options.transfer("request", default: 3, Bytes(1000), Bytes(1000)),
            isDiscretionary: options.plainFlag("discretionary"),
            work: options.span("work", default: Seconds(1)),
            piece: options.quantity("piece", .aboveZero, default: Bytes(65536)))
    }

    static func newsstand(_ options: MappingReader) -> NewsstandOptions {
        NewsstandOptions(
            push: options.pushMessage(),
            request: options.transfer("request", default: 3, Bytes(1000), Bytes(1000)),
            work: options.span("work", default: Seconds(1)),
            piece: options.quantity("piece", .aboveZero, default: Bytes(65536)))
    }

    static func accessory(_ options: MappingReader) -> AccessoryOptions {
        AccessoryOptions(
            link: options.choice("link", what: "a link to a device"),
            every: options.span("every", .aboveZero),
            work: options.span("work", default: Seconds(0.1)))
    }
}
