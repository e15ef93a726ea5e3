import Foundation
import Testing

@testable import Traces

/// Compares times of GPX with Foundation's calendar.
struct GPXTimeTests {
    private func read(_ text: String) -> Int64? {
        Array(text.utf8).withUnsafeBufferPointer { GPXTime.nanoseconds($0) }
    }

    @Test(
        "Every form of XML Schema's dateTime in GPX is read",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("1970-01-01T00:00:01.5Z", 1_500_000_000),
            ("1970-01-01T00:00:00.000000001Z", 1), ("1970-01-01T00:00:00.0000000019Z", 1),
            ("1970-01-01T01:00:00+01:00", 0), ("1969-12-31T23:00:00-01:00", nil),
            ("1970-01-01T00:00:00-0130", 5_400_000_000_000),
            ("1970-01-02T00:00:00", 86_400_000_000_000),
            (" 1970-01-01T00:00:00Z\n", 0), ("1970-01-01T24:00:00Z", 86_400_000_000_000),
            ("2016-12-31T23:59:60Z", 1_483_228_800_000_000_000), ("1970-01-01 00:00:00Z", 0),
            ("2000-02-29T00:00:00Z", 951_782_400_000_000_000), ("2100-01-01T00:00:00Z", nil),
            ("2099-12-31T23:59:59Z", 4_102_444_799_000_000_000), ("1900-02-29T00:00:00Z", nil),
            ("2011-02-29T00:00:00Z", nil), ("2011-13-01T00:00:00Z", nil),
            ("2011-00-01T00:00:00Z", nil), ("2011-01-01T25:00:00Z", nil),
            ("2011-01-01T24:00:01Z", nil), ("2011-01-01T00:60:00Z", nil),
            ("2011-01-01", nil), ("", nil), ("Z", nil), ("2011-01-01T00:00:00.Z", nil),
            ("2011-01-01T00:00:00+15:00", nil), ("2011-01-01T00:00:00Zx", nil),
            ("2011-01-01T00:00:00+01:", nil), ("-2011-01-01T00:00:00Z", nil),
        ] as [(String, Int64?)])
    func forms(_ text: String, _ expected: Int64?) {
        #expect(read(text) == expected, "\(text)")
    }

    @Test("Any second of 1970 to 2099 is read back, and agrees with Foundation")
    func roundTrip() throws {
        let format = ISO8601DateFormatter()
        for number in 0..<2000 {
            let second = Int64(number) * 2_051_222 + Int64(number % 86_400)
            let text = GPXTime.text(second * 1_000_000_000)
            #expect(text == format.string(from: Date(timeIntervalSince1970: Double(second))))
            #expect(read(text) == second * 1_000_000_000)
            let fraction = second * 1_000_000_000 + 120_003_400
            #expect(read(GPXTime.text(fraction)) == fraction)
        }
        #expect(GPXTime.text(-1) == "1969-12-31T23:59:59.999999999Z")
    }
}
