#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// An IPv4 or IPv6 address in sixteen bytes.
///
/// IPv4 is stored as the IPv6 mapping `::ffff:a.b.c.d` (RFC 4291, section 2.5.5.2), which does not
/// appear on the wire, so the two never collide.
public struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    let high: UInt64
    let low: UInt64

    init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }
    init(version4 value: UInt32) { self.init(high: 0, low: 0xFFFF_0000_0000 | UInt64(value)) }

    /// Parses an address such as `192.168.1.7` or `2001:db8::7`.
    ///
    /// - Parameter text: Without port, prefix length or zone (RFC 4291, section 2.2).
    public init?(_ text: String) {
        var version4 = in_addr()
        var version6 = in6_addr()
        if inet_pton(AF_INET, text, &version4) == 1 {
            self.init(version4: UInt32(bigEndian: version4.s_addr))
        } else if inet_pton(AF_INET6, text, &version6) == 1 {
            let halves = withUnsafeBytes(of: version6) { bytes in
                (bytes.load(as: UInt64.self), bytes.load(fromByteOffset: 8, as: UInt64.self))
            }
            self.init(high: UInt64(bigEndian: halves.0), low: UInt64(bigEndian: halves.1))
        } else {
            return nil
        }
    }

    public var isVersion4: Bool { high == 0 && low >> 32 == 0xFFFF }

    /// Dotted decimal for IPv4, the shortest form (RFC 5952) for IPv6.
    public var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        if isVersion4 {
            var address = in_addr(s_addr: UInt32(truncatingIfNeeded: low).bigEndian)
            inet_ntop(AF_INET, &address, &text, socklen_t(text.count))
        } else {
            var halves = (high.bigEndian, low.bigEndian)
            inet_ntop(AF_INET6, &halves, &text, socklen_t(text.count))
        }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    enum Reach: Hashable, Sendable {
        /// Assigned within one network.
        ///
        /// RFC 1918, carrier-grade NAT (RFC 6598), the phone's end of an IPv6-only network
        /// (192.0.0.0/29, RFC 7335), and unique local IPv6 (RFC 4193).
        case privateNetwork
        /// Chosen by the host itself: 169.254.0.0/16 (RFC 3927) and fe80::/10 (RFC 4291).
        case linkLocal
        /// Multicast or broadcast: never the source of a packet.
        case group, anywhere
    }

    /// 127.0.0.0/8 and ::1.
    var isLoopback: Bool { high == 0 && (low >> 24 == 0xFFFF_7F || low == 1) }

    /// 192.0.0.0/29 (RFC 7335), the phone's end of IPv4 in an IPv6-only network.
    var isTranslators: Bool { high == 0 && low >> 3 == 0xFFFF_C000_0000 >> 3 }

    /// 0.0.0.0 and ::, before a host has an address.
    var isUnspecified: Bool { high == 0 && (low == 0xFFFF_0000_0000 || low == 0) }

    var reach: Reach { isVersion4 ? reachOfVersion4 : reachOfVersion6 }

    private var reachOfVersion4: Reach {
        let value = UInt32(truncatingIfNeeded: low)
        return switch value {
        case 0x0A00_0000...0x0AFF_FFFF, 0x6440_0000...0x647F_FFFF, 0xAC10_0000...0xAC1F_FFFF,
            0xC0A8_0000...0xC0A8_FFFF, 0xC000_0000...0xC000_0007:
            .privateNetwork
        case 0xA9FE_0000...0xA9FE_FFFF: .linkLocal
        case 0xE000_0000...0xEFFF_FFFF, .max: .group
        default: .anywhere
        }
    }

    private var reachOfVersion6: Reach {
        switch high >> 54 {
        case 0xFC00 >> 6...0xFDFF >> 6: .privateNetwork
        case 0xFE80 >> 6: .linkLocal
        case 0xFF00 >> 6...0xFFFF >> 6: .group
        default: .anywhere
        }
    }
}
