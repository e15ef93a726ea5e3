import Testing

@testable import DeviceModel
@testable import Traces

/// Small GPX documents, and their reading.
enum GPXFiles {
    static let version11 = #"xmlns="http://www.topografix.com/GPX/1/1" version="1.1""#

    /// A document of points (time, latitude, longitude) in one segment.
    static func track(_ points: [(String, Double, Double)]) -> String {
        let body = points.map { time, latitude, longitude in
            "<trkpt lat=\"\(latitude)\" lon=\"\(longitude)\"><time>\(time)</time></trkpt>"
        }
        return "<gpx \(version11)><trk><trkseg>\n\(body.joined(separator: "\n"))\n"
            + "</trkseg></trk></gpx>\n"
    }

    static func read(
        _ text: String, _ options: GPXOptions = GPXOptions()
    ) throws(InputError) -> GPXTrack {
        try GPXTrack(path: "test.gpx", bytes: Array(text.utf8), options: options)
    }

    /// The error of reading `text`; records an issue if it can be read.
    static func refusal(_ text: String) -> InputError? {
        do throws(InputError) {
            let track = try read(text)
            Issue.record("read as \(track)")
            return nil
        } catch {
            return error
        }
    }

    /// Every element that a GPX file may have, and some that it may not.
    static let rich = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- a comment -->
        <gpx version="1.1" creator="somebody" xmlns="http://www.topografix.com/GPX/1/1"
             xmlns:x="http://example.org/extension">
          <metadata><time>1999-01-01T00:00:00Z</time></metadata>
          <wpt lat="48.1" lon="11.5"><ele>520</ele><time>2012-06-01T07:00:00Z</time></wpt>
          <rte><rtept lat="48.1" lon="11.5"/></rte>
          <trk><name>Evening &amp; night</name>
            <trkseg>
              <trkpt lat="48.100" lon="11.500"><ele>520.5</ele>
                <time>2012-06-01T08:00:00Z</time>
                <extensions><x:hr>90</x:hr><time>1971-01-01T00:00:00Z</time></extensions></trkpt>
              <trkpt lat="48.101" lon="11.501"><time> 2012-06-01T10:00:01.5+02:00 </time></trkpt>
              <trkpt lat="48.102" lon="11.502"><time><![CDATA[2012-06-01T08:00:02Z]]></time></trkpt>
            </trkseg>
            <trkseg/>
          </trk>
          <trk><trkseg>
            <trkpt lat="48.200" lon="11.600"><time>2012-06-01T09:00:00Z</time></trkpt>
            <trkpt lat="48.201" lon="11.601"/>
            <x:trkpt lat="0" lon="0"><time>2012-06-01T09:00:30Z</time></x:trkpt>
            <trkpt lat="48.202" lon="11.602"><time>2012-06-01T09:01:00Z</time></trkpt>
          </trkseg></trk>
        </gpx>

        """
}
