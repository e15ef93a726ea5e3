import DeviceModel
import EventKernel
import FuzzDriver
import Traces

// Whatever a GPX file contains: it is read or refused with a message, and what is read is a way.
fuzz { bytes, count in
    do throws(GPXError) {
        let gpx = try GPXTrack(contentsOf: file(of: bytes, count: count))
        let way = Itinerary(gpx.track)
        precondition(gpx.track.pointCount <= count, "more points than bytes")
        precondition(way.length.isFinite && way.end == .start + gpx.track.duration)
    } catch {
        precondition(!error.description.isEmpty)
    }
    return 0
}
