import Foundation
import Kernel
import TestSupport
import Testing

@testable import DeviceModel
@testable import Traces

struct GPXRoundTripTests {
    private func write(_ itinerary: Itinerary, _ writer: GPXWriter = GPXWriter()) -> String {
        var text = ""
        writer.write(itinerary) { text += $0 }
        return text
    }

    /// A person walks 800 m in ten minutes, waits half an hour, and drives 6 km.
    private func day() throws -> Itinerary {
        func point(_ second: Double, _ latitude: Double, _ longitude: Double) throws -> TrackPoint {
            TrackPoint(
                time: Instant.start + TimeSpan(Seconds(second)),
                position: try Position(latitude: Degrees(latitude), longitude: Degrees(longitude)))
        }
        return Itinerary(
            try RecordedTrack(pieces: [
                [try point(0, 48.1, 11.5), try point(600.25, 48.107, 11.502)],
                [try point(2400, 48.107, 11.502), try point(3000, 48.15, 11.56)],
            ]))
    }

    @Test("The output is Xcode's form: GPX 1.1, waypoints alone, each with a whole second")
    func form() throws {
        let writer = GPXWriter(start: 1_400_000_000_000_000_000, step: TimeSpan(Seconds(200)))
        let lines = write(try day(), writer).split(separator: "\n")
        let first = """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="tailwatt" xmlns="http://www.topografix.com/GPX/1/1">
              <wpt lat="48.100000000" lon="11.500000000"><time>2014-05-13T16:53:20Z</time></wpt>
            """
        #expect(lines.prefix(3).joined(separator: "\n") == first)
        #expect(lines.last == "</gpx>")
        #expect(lines[4].contains("<time>2014-05-13T17:00:00Z</time>"))
    }

    @Test("A movement is read back to a tenth of a millimetre")
    func same() throws {
        let first = try day()
        let text = write(first)
        let track = try GPXFiles.read(text, GPXOptions(longestStep: TimeSpan(Seconds(1800))))
        #expect(track.omissions.isEmpty)
        #expect(track.start.map { GPXTime.text($0) } == "2012-01-02T00:00:00Z")
        let second = Itinerary(track.track)
        #expect(second.end == first.end)
        for step in 0..<3000 where !(600...601).contains(step) {
            let time = Instant.start + TimeSpan(Seconds(Double(step)))
            let gap = first.position(at: time).distance(to: second.position(at: time))
            #expect(gap < Meters(0.0002), "at \(step) s")
        }
        #expect(write(second) == text)
    }

    @Test(
        "A synthetic day is read back within 2 s of its route, and reading it again changes nothing"
    )
    func synthetic() throws {
        let home = try Position(latitude: Degrees(-33.86), longitude: Degrees(151.2))
        let trip = Trip(
            mode: .drive, distance: .constant(Meters(9000)),
            speed: .constant(MetersPerSecond(12.3)), detour: 1.3, block: .constant(Meters(400)),
            pause: .constant(Seconds(17.5)))
        let profile = MovementProfile.days(
            WorkingDays(
                home: home, leave: .constant(Seconds(8 * 3600)), work: .constant(Seconds(28_800)),
                commutes: [trip]))
        let day = Instant.start + TimeSpan(Seconds(86_400))
        let first = Itinerary(profile, from: RandomSource(seed: 1, replication: 0), until: day)
        let text = write(first)
        let options = GPXOptions(longestStep: TimeSpan(Seconds(12 * 3600)))
        let second = Itinerary(try GPXFiles.read(text, options).track)
        #expect(write(second) == text)
        for minute in 0..<1440 {
            let time = Instant.start + TimeSpan(Seconds(60 * Double(minute)))
            let gap = first.position(at: time).distance(to: second.position(at: time))
            #expect(gap < Meters(25), "minute \(minute)")
        }
    }

    @Test(
        "Places at the seams of the map are read back", arguments: [-180, 179.999_999_999, 0, -0.5])
    func seams(_ longitude: Double) throws {
        for latitude in [-90, -1e-9, 0, 1e-9, 45.123_456_789, 90] {
            let place = try Position(latitude: Degrees(latitude), longitude: Degrees(longitude))
            let track = try GPXFiles.read(write(Itinerary(stayingAt: place)))
            #expect(track.track.pieces[0][0].position == place)
        }
    }

    /// Counts, seconds and metres computed with Python's ElementTree and haversines.
    @Test("Tracks of real receivers are read in full", SharedGPX.areThere)
    func real() throws {
        let expected = [
            ("bicycle-30min", 1812, 1, 1814, 9788.475_073, 2),
            ("city-drive-59min", 3453, 1, 3541.455, 37_442.216_570, 0),
            ("hike-with-gap", 513, 4, 13_381, 6281.947_573, 360),
            ("walk-38min", 1866, 1, 2314, 4004.527_144, 0),
        ]
        for (name, points, pieces, seconds, metres, omitted) in expected {
            let path = SharedGPX.path(name)
            let track = try GPXTrack(path: path, bytes: LogFile.bytes(of: path))
            #expect(track.track.pointCount == points, "\(name)")
            #expect(track.track.pieces.count == pieces, "\(name)")
            #expect(track.track.duration == TimeSpan(Seconds(seconds)), "\(name)")
            #expect(abs(Itinerary(track.track).length.magnitude - metres) < 1e-5, "\(name)")
            #expect(track.omissions.reduce(0) { $0 + $1.count } == omitted, "\(name)")
        }
    }
}

/// The recorded tracks of `shared/data/gpx`, outside the repository.
enum SharedGPX {
    static var areThere: ConditionTrait {
        .enabled(
            if: FileManager.default.fileExists(atPath: path("walk-38min")),
            "shared/data/gpx is not beside the repository; set TAILWATT_SHARED_DATA")
    }

    static func path(_ name: String) -> String {
        Repository.sharedData.appending(path: "gpx/\(name).gpx").path
    }
}
