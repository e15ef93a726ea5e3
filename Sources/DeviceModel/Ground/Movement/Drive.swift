/// A trip in a vehicle that may need navigation.
struct Drive: Hashable, Sendable {
    var begin: Instant
    var end: Instant
}

extension Itinerary {
    /// A stay this long ends a drive; shorter ones are halts on the road.
    private static let shortestStay = TimeSpan(nanoseconds: 300_000_000_000)

    /// The first drive from `time` on.
    ///
    /// Each gapless piece of a recorded track is one drive.
    /// - Complexity: O(*n*) in the waypoints until its end.
    func drive(from time: Instant) -> Drive? {
        var leg = waypoint(before: time)
        while leg < legCount, times[leg] < time || !modes[leg].isVehicle { leg += 1 }
        guard leg < legCount else { return nil }
        let begin = times[leg]
        var end = times[leg + 1]
        leg += 1
        while leg < legCount {
            if modes[leg].isVehicle {
                end = times[leg + 1]
            } else if modes[leg] != .stay || times[leg + 1] - times[leg] >= Self.shortestStay {
                break
            }
            leg += 1
        }
        return Drive(begin: begin, end: end)
    }
}

extension TravelMode {
    var isVehicle: Bool {
        switch self {
        case .drive, .recorded: true
        case .stay, .walk, .cycle, .train, .unknown: false
        }
    }
}

extension Movement {
    var hasDrives: Bool {
        switch self {
        case .still: false
        case .track: true
        case .profile(.wandering(let wandering)): wandering.trips.contains { $0.mode.isVehicle }
        case .profile(.days(let days)):
            days.commutes.contains { $0.mode.isVehicle }
                || days.errand?.trips.contains { $0.mode.isVehicle } ?? false
        }
    }
}

/// How the phone travels during a leg of its itinerary.
public enum TravelMode: String, CaseIterable, Hashable, Sendable {
    case stay, walk, cycle, drive, train
    case recorded
    /// Between two pieces of a recorded track, where the position is unknown.
    case unknown
}
