import Kernel

/// Where a recording has come to.
struct RecordingPlace: BitwiseCopyable, Sendable {
    /// The next line.
    var line = 0
    /// How often the recording has begun before.
    var round: Int64 = 0
}

extension RecordedBehaviour {
    /// When the next line is; `nil`: there is none any more.
    ///
    /// - Parameter place: past the last line the recording begins again, if it does so.
    func time(of place: inout RecordingPlace) -> Instant? {
        if place.line >= moments.count {
            guard repeats != nil, !moments.isEmpty else { return nil }
            place.line = 0
            place.round += 1
        }
        let begun = TimeSpan(nanoseconds: (repeats ?? .zero).nanoseconds * place.round)
        return Instant.start + moments[place.line].at + begun
    }
}

// What was recorded of other apps, beside the policies.
extension World {
    /// Plans the next line of a recording.
    mutating func planRecorded(_ index: Int, in calendar: inout Calendar) {
        let log = profile.recordedTraffic[index]
        guard let time = log.time(of: &recordings[index]) else { return }
        calendar.schedule(
            .rare(.recorded(Int32(truncatingIfNeeded: index))), at: time, priority: .arrival)
    }

    /// The line of a recording that is due now; plans the one after it.
    mutating func recorded(
        _ index: Int, in calendar: inout Calendar
    ) -> (line: Int32, moment: RecordedBehaviour.Moment) {
        let line = recordings[index].line
        recordings[index].line += 1
        planRecorded(index, in: &calendar)
        return (Int32(truncatingIfNeeded: line), profile.recordedTraffic[index].moments[line])
    }
}
