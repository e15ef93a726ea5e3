import DeviceModel
import FuzzDriver
import Kernel
import Traces

let words = [
    "gpx", "trk", "trkseg", "trkpt", "rte", "rtept", "wpt", "time", "ele", "name", "lat", "lon",
    "version", "xmlns", "1.0", "1.1", "http://www.topografix.com/GPX/1/0",
    "http://www.topografix.com/GPX/1/1", "extensions", "hdop",
]

// Any GPX file is read as a valid itinerary or refused with a message.
fuzz(XMLForm(words: words)) { bytes, count in
    let content = Array(UnsafeBufferPointer(start: bytes, count: count))
    do throws(InputError) {
        let gpx = try GPXTrack(path: "f", bytes: content)
        let way = Itinerary(gpx.track)
        precondition(gpx.track.pointCount <= count, "more points than bytes")
        precondition(way.length.isFinite && way.end == .start + gpx.track.duration)
    } catch {
        precondition(!error.description.isEmpty)
    }
    return 0
}
