import Foundation
import Kernel
import Testing

@testable import DeviceModel
@testable import Traces

struct GPXTests {
    private func seconds(_ track: GPXTrack) -> [[Double]] {
        track.track.pieces.map { $0.map { $0.time.seconds.magnitude } }
    }

    private func omissions(_ track: GPXTrack) -> [String] { track.omissions.map(\.description) }

    @Test("Tracks, segments, extensions, time zones and CDATA are read, and omissions are reported")
    func everything() throws {
        let track = try GPXFiles.read(GPXFiles.rich)
        #expect(track.origin == .track)
        #expect(track.start.map { GPXTime.text($0) } == "2012-06-01T08:00:00Z")
        #expect(seconds(track) == [[0, 1.5, 2], [3600, 3660]])
        #expect(track.track.gaps == [TimeSpan(Seconds(3598))])
        #expect(track.track.duration == TimeSpan(Seconds(3660)))
        let second = track.track.pieces[0][1].position
        #expect(second.latitude == Degrees(48.101) && second.longitude == Degrees(11.501))
        #expect(
            omissions(track) == [
                "1 point without a time, the first on line 20",
                "1 point of waypoints next to a track, the first on line 6",
                "1 point of routes next to a track, the first on line 7",
            ])
    }

    @Test(
        "GPX 1.0, 1.1 and none, with a prefix or without a namespace, give one track",
        arguments: [
            #"xmlns="http://www.topografix.com/GPX/1/0" version="1.0""#,
            #"xmlns="http://www.topografix.com/GPX/1/1" version="1.1""#, #"version="1.1""#, "",
        ])
    func versions(_ attributes: String) throws {
        let points = [("2012-06-01T08:00:00Z", 48.0, 11.0), ("2012-06-01T08:00:01Z", 48.1, 11.1)]
        let plain = GPXFiles.track(points)
        let text = plain.replacingOccurrences(of: GPXFiles.version11, with: attributes)
        #expect(try GPXFiles.read(text) == GPXFiles.read(plain))
        let prefixed = """
            <g:gpx xmlns:g="http://www.topografix.com/GPX/1/1"><g:trk><g:trkseg>
            <g:trkpt lat="48" lon="11"><g:time>2012-06-01T08:00:00Z</g:time></g:trkpt>
            <g:trkpt lat="48.1" lon="11.1"><g:time>2012-06-01T08:00:01Z</g:time></g:trkpt>
            </g:trkseg></g:trk></g:gpx>
            """
        #expect(try GPXFiles.read(prefixed) == GPXFiles.read(plain))
    }

    @Test("Xcode's waypoints with times are a movement, and one waypoint is a stay")
    func xcode() throws {
        let text = """
            <?xml version="1.0"?>
            <gpx version="1.1" creator="Xcode">
                <wpt lat="37.331705" lon="-122.030237">
                    <name>Cupertino</name>
                    <time>2014-09-24T14:55:37Z</time>
                </wpt>
                <wpt lat="37.331800" lon="-122.030300"><time>2014-09-24T14:55:40Z</time></wpt>
            </gpx>
            """
        let track = try GPXFiles.read(text)
        #expect(track.origin == .waypoints)
        #expect(seconds(track) == [[0, 3]])
        let one = try GPXFiles.read(#"<gpx><wpt lat="37.3" lon="-122.0"/></gpx>"#)
        #expect(seconds(one) == [[0]])
        #expect(one.start == nil)
        let route = try GPXFiles.read(
            """
            <gpx><rte><rtept lat="1" lon="2"><time>2012-06-01T08:00:00Z</time></rtept>
            <rtept lat="1" lon="3"><time>2012-06-01T08:00:09Z</time></rtept></rte></gpx>
            """)
        #expect(route.origin == .route && seconds(route) == [[0, 9]])
    }

    @Test("Wrong, repeated and missing times and places drop only their points, which are counted")
    func dropped() throws {
        func at(_ time: String, _ latitude: Double = 1) -> (String, Double, Double) {
            (time.isEmpty ? "" : "2012-06-01T08:00:\(time)Z", latitude, 2)
        }
        let jump = ("2032-06-01T08:00:00Z", 1.0, 2.0)
        let old = ("1990-06-01T08:00:00Z", 1.0, 2.0)
        let text = GPXFiles.track([
            at("00"), at("01"), at("01", 5), at("02"), jump, at("03"), old, at("04", 91), at("04"),
            at(""), at("05", .nan), ("gestern", 1, 2), ("2012-06-31T08:00:06Z", 1, 2), at("07"),
        ])
        let track = try GPXFiles.read(text)
        #expect(seconds(track) == [[0, 1, 2, 3, 4, 7]])
        #expect(track.track.pieces[0][1].position.latitude == Degrees(1))
        #expect(
            omissions(track) == [
                "1 point without a position, the first on line 12",
                "1 point with an impossible position, the first on line 9",
                "1 point without a time, the first on line 11",
                "2 points with a time that cannot be read, the first on line 13",
                "1 point with the time of the point before, the first on line 4",
                "2 points with a time before that of neighbouring points, the first on line 6",
            ])
    }

    private static func points(_ name: String, _ times: [String?], from latitude: Int) -> String {
        times.enumerated().map { place, time in
            "<\(name) lat=\"\(latitude + place)\" lon=\"2\">"
                + (time.map { "<time>2012-06-01T08:\($0)Z</time>" } ?? "") + "</\(name)>\n"
        }.joined()
    }

    private static func file(track: [String?] = [], route: [String?] = []) -> String {
        "<gpx><trk><trkseg>\n\(points("trkpt", track, from: 10))</trkseg></trk>"
            + "<rte>\n\(points("rtept", route, from: 40))</rte></gpx>"
    }

    @Test(
        "A track has priority over a route, unless it lacks two times",
        arguments: [
            (
                ["00:00", "01:00"], ["00:00", "01:00"], .track, "2 points of routes next to a track"
            ),
            (["00:00", "01:00"], [nil, nil], .track, "2 points of routes next to a track"),
            (
                ["00:00", nil], ["00:00", "01:00"], .route, "2 points of tracks or routes without"
            ),
            (["00:00", "00:00"], ["00:00", "01:00"], .route, "2 points of tracks or routes"),
            (["01:00", "00:00"], ["00:00", "01:00"], .route, "2 points of tracks or routes"),
        ] as [([String?], [String?], GPXTrack.Origin, String)])
    func routeBesideTrack(
        track: [String?], route: [String?], origin: GPXTrack.Origin, left: String
    ) throws {
        let read = try GPXFiles.read(Self.file(track: track, route: route))
        #expect(read.origin == origin && seconds(read) == [[0, 60]])
        #expect(omissions(read).count == 1 && omissions(read)[0].hasPrefix(left))
    }

    @Test(
        "Points without ascending times are refused as unordered, unless a speed gives them times")
    func equalTimes() throws {
        for times in [["00:00", "00:00"], ["00:00", "00:00", "00:00"], ["01:00", "00:00"]] {
            let text = Self.file(track: times)
            #expect(GPXFiles.refusal(text)?.fault == .standingTime(points: times.count))
            let paced = try GPXFiles.read(text, GPXOptions(speed: MetersPerSecond(100)))
            #expect(paced.track.pieces[0].count == times.count && paced.start == nil)
        }
        #expect(GPXFiles.refusal(Self.file(track: ["00:00", nil]))?.fault == .noTimes(points: 2))
        // One ascending pair of times makes the whole file a route.
        let mixed = try GPXFiles.read(Self.file(track: ["00:00", "00:00", "00:10"]))
        #expect(seconds(mixed) == [[0, 10]])
        #expect(omissions(mixed).first?.contains("with the time of the point before") == true)
    }

    @Test(
        "A speed gives tracks, routes and waypoints times, without a gap",
        arguments: [GPXTrack.Origin.track, .route, .waypoints])
    func planned(origin: GPXTrack.Origin) throws {
        // A degree of latitude, 111,195 m, at 10 m/s; the repeated point takes no time.
        let name = ["track": "trkpt", "route": "rtept", "waypoints": "wpt"][origin.rawValue] ?? ""
        let body = [1.0, 1.5, 1.5, 2].map { "<\(name) lat=\"\($0)\" lon=\"7\"/>" }.joined()
        let text =
            switch origin {
            case .track: "<gpx><trk><trkseg>\(body)</trkseg></trk></gpx>"
            case .route: "<gpx><rte>\(body)</rte></gpx>"
            case .waypoints: "<gpx>\(body)</gpx>"
            }
        #expect(GPXFiles.refusal(text)?.fault == .noTimes(points: 4))
        let options = GPXOptions(speed: MetersPerSecond(10))
        let way = try GPXFiles.read(text, options)
        #expect(way.origin == origin && way.track.pieces.count == 1)
        let times = way.track.pieces[0].map(\.time.seconds.magnitude)
        #expect(times.count == 3 && times[0] == 0)
        #expect(abs(times[1] - 5559.75) < 0.1 && abs(times[2] - 11119.5) < 0.1, "\(times)")
        #expect(omissions(way).map { $0.prefix(33) } == ["1 point with the position of the "])
    }

    @Test("A speed is refused for a file with times, for one place, and for an endless trip")
    func speeds() {
        func fault(_ text: String, _ speed: Double) -> InputFault? {
            do throws(InputError) {
                _ = try GPXFiles.read(text, GPXOptions(speed: MetersPerSecond(speed)))
                return nil
            } catch { return error.fault }
        }
        #expect(fault(Self.file(track: ["00:00", "01:00"]), 1) == .hasTimes)
        let place = "<trkpt lat=\"1\" lon=\"1\"/>"
        let stay = "<gpx><trk><trkseg>\(place)\(place)</trkseg></trk></gpx>"
        #expect(fault(stay, 1) == .onePlace(points: 2))
        #expect(fault(Self.file(track: [nil, nil]), 1e-6) == .tooSlow(limit: 140))
    }

    @Test("Segments are ordered by time, and one that begins within another is cut")
    func segments() throws {
        let text = """
            <gpx><trk><trkseg>
            <trkpt lat="1" lon="1"><time>2012-06-01T09:00:00Z</time></trkpt>
            <trkpt lat="2" lon="1"><time>2012-06-01T09:00:20Z</time></trkpt>
            </trkseg><trkseg>
            <trkpt lat="3" lon="1"><time>2012-06-01T08:59:00Z</time></trkpt>
            <trkpt lat="4" lon="1"><time>2012-06-01T08:59:30Z</time></trkpt>
            </trkseg><trkseg>
            <trkpt lat="5" lon="1"><time>2012-06-01T09:00:10Z</time></trkpt>
            <trkpt lat="6" lon="1"><time>2012-06-01T09:00:40Z</time></trkpt>
            </trkseg></trk></gpx>
            """
        let track = try GPXFiles.read(text)
        #expect(seconds(track) == [[0, 30, 60, 80, 100]])
        let latitudes = track.track.pieces[0].map { $0.position.latitude.magnitude }
        #expect(latitudes == [3, 4, 1, 2, 6])
        #expect(
            omissions(track)
                == ["1 point from before the end of an earlier segment, the first on line 8"])
        let cut = try GPXFiles.read(text, GPXOptions(longestStep: TimeSpan(Seconds(20))))
        #expect(seconds(cut) == [[0], [30], [60, 80, 100]])
    }

    @Test(
        "A file without a track is refused with file, line, the text and what is valid",
        arguments: [
            ("", nil, "the file is empty", "Export"),
            ("hello", 1, "not well-formed XML", "Export"),
            ("<gpx>\n<trk>\n</gpx>", 3, "not well-formed XML", "Export"),
            ("<gpx>\n<wpt lat=\"1\" lon=\"1\"/>\n", nil, "not well-formed XML", "Export"),
            ("<kml/>", 1, "does not begin with <gpx>", "gpsbabel"),
            ("<gpx version=\"2.0\"/>", 1, "GPX \"2.0\"", "1.0 or 1.1"),
            ("<gpx xmlns=\"http://example.org\"/>", 1, "begin with <gpx>", "Convert"),
            ("<gpx/>", nil, "the file has no track", "Record"),
            (
                "<gpx><wpt lat=\"1\" lon=\"1\"/><wpt lat=\"2\" lon=\"1\"/></gpx>", nil,
                "of 2 points, fewer than two", "<time>"
            ),
            ("<gpx><wpt lat=\"north\" lon=\"1\"/></gpx>", 1, "fewer than two", "<time>"),
        ] as [(String, Int?, String, String)])
    func refusals(_ text: String, _ line: Int?, _ message: String, _ advice: String) {
        let error = GPXFiles.refusal(text)
        if let line { #expect(error?.line == line) }
        let lines = error?.description.split(separator: "\n") ?? []
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("test.gpx") == true)
        #expect(lines.first?.contains(message) == true, "\(lines)")
        #expect(lines.last?.contains(advice) == true, "\(lines)")
        #expect(error?.fault.isAboutMissingInput == false)
    }

    @Test(
        "Entities and references to other files are refused, whatever their contents",
        arguments: [
            #"<!DOCTYPE gpx [<!ENTITY a "b">]><gpx><wpt lat="1" lon="1">&a;</wpt></gpx>"#,
            #"<!DOCTYPE gpx SYSTEM "file:///etc/passwd"><gpx><wpt lat="1" lon="1"/></gpx>"#,
            #"<!DOCTYPE gpx SYSTEM "http://127.0.0.1:9/x.dtd"><gpx><wpt lat="1" lon="1"/></gpx>"#,
            """
            <!DOCTYPE gpx [<!ENTITY % p SYSTEM "file:///etc/passwd"> %p;]>
            <gpx><wpt lat="1" lon="1"/></gpx>
            """,
        ])
    func entities(_ text: String) {
        #expect(GPXFiles.refusal(text)?.fault == .documentType(in: "a track"))
    }

    @Test("A document that entities expand a thousand million times is refused at once")
    func expansion() {
        let levels = (1...9).map { level in
            let inner = String(repeating: "&e\(level - 1);", count: 10)
            return "<!ENTITY e\(level) \"\(inner)\">"
        }
        let types = "<!ENTITY e0 \"0123456789\">" + levels.joined()
        let place = "<!ATTLIST wpt lat CDATA \"&e9;\">"
        for more in ["", place] {
            let text = "<!DOCTYPE gpx [\(types)\(more)]><gpx><wpt lon=\"1\">&e9;</wpt></gpx>"
            let fault = GPXFiles.refusal(text)?.fault
            let isMalformed = fault?.message.hasPrefix("this is not well-formed XML") == true
            #expect(
                fault == .documentType(in: "a track") || isMalformed,
                "\(more): \(String(describing: fault))")
        }
    }

    @Test("An entity without a declaration is refused, and XInclude is ignored")
    func undeclared() throws {
        let lone = GPXFiles.refusal("<gpx>\n<wpt lat=\"1\" lon=\"1\">&other;</wpt></gpx>")
        #expect(lone?.line == 2)
        let included = """
            <gpx xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="/etc/passwd"/>
            <wpt lat="1" lon="1"/></gpx>
            """
        #expect(try GPXFiles.read(included).track.pointCount == 1)
    }

    @Test("This reader or the parser bounds the depth")
    func depth() {
        for depth in [70, 300, 100_000] {
            let text = "<gpx>" + String(repeating: "<a>", count: depth)
            let fault = GPXFiles.refusal(text)?.fault
            #expect(
                fault == .tooDeep(limit: 64, advice: InputFault.plainExport),
                "\(depth): \(String(describing: fault))")
        }
    }

}
