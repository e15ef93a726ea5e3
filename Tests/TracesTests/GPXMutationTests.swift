import Kernel
import Testing

@testable import DeviceModel
@testable import Traces

struct GPXMutationTests {
    private static let seeds: [(String, [UInt8])] = [
        ("rich", Array(GPXFiles.rich.utf8)),
        (
            "plain",
            Array(
                GPXFiles.track(
                    (10..<40).map { ("2012-06-01T08:00:\($0)Z", 48 + Double($0) / 1e4, 11) }
                ).utf8)
        ),
        (
            "with a document type",
            Array(
                #"""
                <!DOCTYPE gpx [<!ENTITY a "b"><!ENTITY c SYSTEM "file:///dev/zero">
                <!ATTLIST wpt lat CDATA "1">]>
                <gpx><wpt lat="1" lon="2"><time>2012-06-01T08:00:00Z</time>&a;&c;</wpt>
                <wpt lat="1" lon="3"><time>2012-06-01T08:01:00Z</time></wpt></gpx>
                """#.utf8)
        ),
    ]

    @Test(
        "10 000 damaged files are read or refused, quickly, and the result is consistent",
        .timeLimit(.minutes(5)), arguments: seeds.indices)
    func damaged(_ index: Int) {
        let (name, good) = Self.seeds[index]
        var (refused, withOmissions) = (0, 0)
        for seed in 0..<3400 {
            var random = RandomStream(
                StreamKey(seed: UInt64(seed), replication: 0, purpose: "damage"))
            let bytes = damage(good, &random)
            do throws(InputError) {
                let track = try GPXTrack(path: "damaged.gpx", bytes: bytes)
                #expect(track.track.pointCount <= bytes.count / 8, "\(name), seed \(seed)")
                if !track.omissions.isEmpty { withOmissions += 1 }
                // Everything that a run may ask for.
                let way = Itinerary(track.track)
                let place = way.position(at: Instant(nanoseconds: way.end.nanoseconds / 2))
                #expect(place.latitude.magnitude.isFinite, "\(name), seed \(seed)")
                #expect(way.length.isFinite, "\(name), seed \(seed)")
            } catch {
                refused += 1
                #expect(error.description.split(separator: "\n").count == 2, "seed \(seed)")
            }
        }
        #expect(refused > 340, "\(name): most damage to markup should be noticed")
        if index < 2 { #expect(withOmissions > 100, "\(name): some damage costs points alone") }
    }

    /// One to four changes: a byte, a bit, a repeated or removed stretch, a cut end.
    private func damage(_ good: [UInt8], _ random: inout RandomStream) -> [UInt8] {
        func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
        let marks = Array("<>&\"'/=! \n\0[]-%;:019ZT.".utf8) + [0xFF, 0xC3, 0xEF]
        var bytes = good
        for _ in 0...below(4) where !bytes.isEmpty {
            let place = below(bytes.count)
            let end = min(bytes.count, place + 1 + below(60))
            switch below(8) {
            case 0: bytes[place] = UInt8(below(256))
            case 1: bytes[place] ^= 1 << UInt8(below(8))
            case 2: bytes.removeSubrange(place..<end)
            case 3: bytes.insert(contentsOf: bytes[place..<end], at: below(bytes.count))
            case 4, 5: bytes[place] = marks[below(marks.count)]
            case 6: bytes.insert(marks[below(marks.count)], at: place)
            default: if below(4) == 0 { bytes.removeSubrange(place...) }
            }
        }
        return bytes
    }
}
