enum InterfacePort: Hashable, Sendable {
    /// Linux's hardware type (ARPHRD_) and, if told, the interface number.
    case hardware(UInt16, index: UInt32?)
    case named(InterfaceName)
}

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

/// The interface of a captured packet, as far as the capture tells.
struct InterfaceID: Hashable, Sendable {
    var place = 0
    /// Set where the file describes one interface for many.
    var port: InterfacePort?
}

/// The kind of an interface, which tells whose traffic passes it.
public enum InterfaceKind: String, CaseIterable, Hashable, Sendable {
    case cellular
    case wifi = "Wi-Fi"
    case wired
    /// Its packets also leave by another interface.
    case tunnel, loopback

    static let loopbackHardware: UInt16 = 772

    var word: String { self == .wifi ? "wifi" : rawValue }

    /// The interface kind of a phone with `radios`; `nil` for several kinds.
    public static func passed(on radios: [RadioProfile]) -> InterfaceKind? {
        let kinds = Set(radios.map { $0.technology == .wifi ? InterfaceKind.wifi : .cellular })
        return kinds.count == 1 ? kinds.first : nil
    }

    /// By Linux's `if_arp.h`; `nil` for other types.
    init?(hardware: UInt16) {
        switch hardware {
        case Self.loopbackHardware: self = .loopback
        // Raw IP (519, and 530 in older Qualcomm kernels), PPP, pure IP.
        case 519, 530, 512, 520: self = .cellular
        case 1: self = .wifi
        // No hardware, IPv4 and IPv6 in IPv4 and IPv6, GRE.
        case 65534, 768, 769, 776, 778, 823: self = .tunnel
        default: return nil
        }
    }

    /// By the interface names of Android, iOS, Linux and macOS; `nil` for others.
    init?(name: String) {
        let name = name.lowercased()
        if name == "lo" || name == "lo0" || name.hasPrefix("loopback") {
            self = .loopback
            return
        }
        guard let found = Self.prefixes.first(where: { name.hasPrefix($0.0) }) else { return nil }
        self = found.1
    }

    /// A longer prefix precedes those that it begins with.
    private static let prefixes: [(String, InterfaceKind)] = [
        // 464XLAT (v4-rmnet_data0), VPNs, IPv6 transition.
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

struct InterfaceFacts {
    let name: String
    let kind: InterfaceKind

    /// Describes interface `id` of `file`.
    ///
    /// Without a name the hardware decides; without hardware, packets without link addresses are a
    /// modem's and others are Wi-Fi.
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

    /// For example `wlan0 (Wi-Fi)`.
    var text: String { "\(name) (\(kind.rawValue))" }

    func isMeant(by word: String) -> Bool { word == name || word.lowercased() == kind.word }
}
