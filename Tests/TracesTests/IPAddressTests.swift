import Testing

@testable import Traces

struct IPAddressTests {
    @Test(
        "An address is read and written in its usual spelling",
        arguments: [
            ("192.168.1.7", "192.168.1.7"), ("0.0.0.0", "0.0.0.0"),
            ("255.255.255.255", "255.255.255.255"), ("2001:DB8:0:0:0:0:0:1", "2001:db8::1"),
            ("::1", "::1"), ("::", "::"), ("fe80::1:2", "fe80::1:2"),
        ])
    func spelling(_ text: String, _ shown: String) {
        #expect(IPAddress(text)?.description == shown)
    }

    @Test(
        "An invalid address is refused",
        arguments: [
            "", "phone", "192.168.1", "192.168.1.256", "1.2.3.4.5", "192.168.1.7:80",
            "10.0.0.0/8", "fe80::1%wlan0", ":::", "12345::", " 10.0.0.1", "1::2::3",
        ])
    func refused(_ text: String) { #expect(IPAddress(text) == nil) }

    @Test(
        "Private, link-local and group addresses are distinguished from servers', at their borders",
        arguments: [
            ("9.255.255.255", .anywhere), ("10.0.0.0", .privateNetwork),
            ("10.255.255.255", .privateNetwork), ("11.0.0.0", .anywhere),
            ("100.63.255.255", .anywhere), ("100.64.0.0", .privateNetwork),
            ("100.127.255.255", .privateNetwork), ("100.128.0.0", .anywhere),
            ("172.15.255.255", .anywhere), ("172.16.0.0", .privateNetwork),
            ("172.31.255.255", .privateNetwork), ("172.32.0.0", .anywhere),
            ("192.167.255.255", .anywhere), ("192.168.0.0", .privateNetwork),
            ("192.168.255.255", .privateNetwork), ("192.169.0.0", .anywhere),
            ("192.0.0.4", .privateNetwork), ("192.0.0.8", .anywhere),
            ("169.254.3.4", .linkLocal), ("224.0.0.251", .group), ("239.255.255.250", .group),
            ("240.0.0.1", .anywhere), ("255.255.255.255", .group),
            ("fbff::", .anywhere), ("fc00::", .privateNetwork), ("fdff:ffff::", .privateNetwork),
            ("fe00::", .anywhere), ("fe7f::", .anywhere), ("fe80::", .linkLocal),
            ("febf::", .linkLocal), ("fec0::", .anywhere), ("feff::", .anywhere),
            ("ff00::", .group), ("ff02::fb", .group), ("2001:db8::1", .anywhere),
        ] as [(String, IPAddress.Reach)])
    func reach(_ text: String, _ reach: IPAddress.Reach) {
        #expect(IPAddress(text)?.reach == reach)
    }
}
