import DeviceModel

/// What a frame says of the interface that it passed.
enum InterfacePort: Hashable, Sendable {
    /// Linux's: what its hardware is (ARPHRD_), and its number where that is told.
    case hardware(UInt16, index: UInt32?)
    case named(InterfaceName)
}

/// An interface's name in 24 bytes, filled up with zeros.
struct InterfaceName: Hashable, Sendable {
    private let words: SIMD4<UInt64>

    init(_ frame: Span<UInt8>, at place: Int) {
        words = SIMD4(frame.big64(place), frame.big64(place + 8), frame.big64(place + 16), 0)
    }

    var text: String {
        let bytes = (0..<24).map { UInt8(truncatingIfNeeded: words[$0 / 8] >> (56 - $0 % 8 * 8)) }
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}

/// Which interface a packet of a capture passed, as far as the capture tells.
struct InterfaceID: Hashable, Sendable {
    /// Its place among those that the file describes.
    var place = 0
    /// What its frames say, where the file describes one for many.
    var port: InterfacePort?
}

/// What an interface is, which says whose traffic passes it.
public enum InterfaceKind: String, CaseIterable, Hashable, Sendable {
    case cellular
    case wifi = "Wi-Fi"
    case wired
    /// What passes it goes out once more, by another interface.
    case tunnel
    case loopback

    /// Linux's ARPHRD_LOOPBACK.
    static let loopbackHardware: UInt16 = 772

    /// As a name on the command line: `wifi` for Wi-Fi.
    var word: String { self == .wifi ? "wifi" : rawValue }

    /// What a phone's packets on `radios` pass; `nil` if that is not one kind.
    public static func passed(on radios: [RadioProfile]) -> InterfaceKind? {
        let kinds = Set(radios.map { $0.technology == .wifi ? InterfaceKind.wifi : .cellular })
        return kinds.count == 1 ? kinds.first : nil
    }

    /// By Linux's `if_arp.h`; `nil` for what is none of these.
    init?(hardware: UInt16) {
        switch hardware {
        case Self.loopbackHardware: self = .loopback
        // Raw IP, by its number and the one of Qualcomm's kernels before it; PPP; pure IP.
        case 519, 530, 512, 520: self = .cellular
        case 1: self = .wifi
        // None at all, IPv4 and IPv6 in IPv4 and IPv6, GRE.
        case 65534, 768, 769, 776, 778, 823: self = .tunnel
        default: return nil
        }
    }

    /// By the names that Android, iOS, Linux and macOS give; `nil` for others.
    init?(name: String) {
        let name = name.lowercased()
        if name == "lo" || name == "lo0" || name.hasPrefix("loopback") {
            self = .loopback
            return
        }
        guard let found = Self.prefixes.first(where: { name.hasPrefix($0.0) }) else { return nil }
        self = found.1
    }

    /// Those that begin like others come first.
    private static let prefixes: [(String, InterfaceKind)] = [
        // 464XLAT's (v4-rmnet_data0), VPNs', transitions'.
        ("v4-", .tunnel), ("clat", .tunnel), ("tun", .tunnel), ("utun", .tunnel), ("wg", .tunnel),
        ("ipsec", .tunnel), ("tap", .tunnel), ("sit", .tunnel), ("ip6tnl", .tunnel),
        ("gif", .tunnel), ("stf", .tunnel),
        // Qualcomm, Apple, MediaTek, Unisoc, modems on Linux.
        ("rmnet", .cellular), ("r_rmnet", .cellular), ("rev_rmnet", .cellular),
        ("pdp_ip", .cellular), ("ccmni", .cellular), ("cc2mni", .cellular), ("seth_", .cellular),
        ("sipa", .cellular), ("wwan", .cellular), ("ww", .cellular), ("qmi", .cellular),
        ("ppp", .cellular), ("cellular", .cellular), ("mobile", .cellular),
        ("wlan", .wifi), ("wl", .wifi), ("wi-fi", .wifi), ("wifi", .wifi), ("wireless", .wifi),
        ("p2p", .wifi), ("swlan", .wifi), ("softap", .wifi), ("ap", .wifi), ("ath", .wifi),
        ("mlan", .wifi), ("awdl", .wifi), ("llw", .wifi),
        ("eth", .wired), ("enp", .wired), ("ens", .wired), ("eno", .wired), ("enx", .wired),
        ("usb", .wired), ("rndis", .wired), ("ncm", .wired), ("bnep", .wired),
        // Apple's Wi-Fi is en0.
        ("en", .wifi),
    ]
}

/// An interface of a capture, for people.
struct InterfaceFacts {
    /// Its name; without one its number.
    let name: String
    let kind: InterfaceKind

    /// What is known of `id`, one of the interfaces of `file`.
    ///
    /// Without a name the hardware tells; without that, packets without link addresses are a
    /// modem's, and those with them Wi-Fi's.
    init(_ id: InterfaceID, in file: CaptureFile) {
        let described = file.interfaces[id.place]
        let (inner, hardware): (String?, InterfaceKind?)
        switch id.port {
        case .named(let name): (inner, hardware) = (name.text, nil)
        case .hardware(let type, let index):
            (inner, hardware) = ("\(index ?? UInt32(type))", InterfaceKind(hardware: type))
        case nil: (inner, hardware) = (nil, nil)
        }
        name = inner ?? described.name ?? "\(id.place)"
        let names = [inner, described.name, described.description].compactMap { $0 }
        let byName = names.lazy.compactMap { InterfaceKind(name: $0) }.first
        switch described.layer {
        case .rawIP: kind = byName ?? hardware ?? .cellular
        case .loopback: kind = byName ?? hardware ?? .tunnel
        case .ethernet, .cooked, .cookedVersion2, .wireless, .radiotap, .tap, nil:
            kind = byName ?? hardware ?? .wifi
        }
    }

    /// As in `wlan0 (Wi-Fi)`.
    var text: String { "\(name) (\(kind.rawValue))" }

    /// Whether a person means it by `word`: its name or number, or what it is.
    func isMeant(by word: String) -> Bool { word == name || word.lowercased() == kind.word }
}
