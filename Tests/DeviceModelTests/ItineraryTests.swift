import Kernel
import ModelFixtures
import Testing

@testable import DeviceModel

extension Itinerary {
    /// The travel mode at `time`; `stay` after the end.
    fileprivate func mode(at time: Instant) -> TravelMode { modes[waypoint(before: time)] }
}

struct ItineraryTests {
    private func at(_ second: Double) -> Instant { Instant.start + TimeSpan(Seconds(second)) }

    private func track(_ pieces: [[(Double, Double)]]) throws -> Itinerary {
        let points = pieces.map { piece in
            piece.map { second, kilometers in
                TrackPoint(
                    time: at(second),
                    position: Places.munich.destination(
                        bearing: Degrees(90), distance: Meters(1000 * kilometers)))
            }
        }
        return Itinerary(try RecordedTrack(pieces: points))
    }

    @Test("Position, distance and mode are those of the leg, and of the ends before and after it")
    func legs() throws {
        let way = try track([[(0, 0), (100, 1)], [(400, 1), (500, 3)]])
        let home = Places.munich
        for (second, kilometers, mode) in [
            (0.0, 0.0, TravelMode.recorded), (50, 0.5, .recorded), (100, 1, .unknown),
            (250, 1, .unknown), (400, 1, .recorded), (450, 2, .recorded), (500, 3, .stay),
            (9999, 3, .stay),
        ] {
            let position = way.position(at: at(second))
            #expect(abs(position.distance(to: home).magnitude - 1000 * kilometers) < 1e-6)
            #expect(abs(way.way(until: at(second)).magnitude - 1000 * kilometers) < 1e-6)
            #expect(way.mode(at: at(second)) == mode, "\(second)")
        }
        #expect(way.position(at: Instant(nanoseconds: -5)) == home)
        #expect(way.end == at(500) && way.legCount == 3)
        #expect(abs(way.leg(2).speed.magnitude - 20) < 1e-9)
        #expect(way.leg(1).speed == .zero)
        let home2 = Itinerary(stayingAt: home)
        #expect(home2.position(at: at(5)) == home && home2.length == .zero)
        #expect(home2.time(atWay: Meters(1)) == nil)
    }

    @Test("The time at a distance is the inverse of the distance at a time")
    func inverse() throws {
        let way = try track([[(0, 0), (100, 1), (200, 1), (260, 4)]])
        for meters in stride(from: 0.0, through: 4000, by: 12.5) {
            let time = try #require(way.time(atWay: Meters(meters - 1e-6 * meters / 4000)))
            #expect(abs(way.way(until: time).magnitude - meters) < 1e-4)
        }
        // For a stay, its beginning.
        #expect(abs((way.time(atWay: Meters(999.999))?.seconds.magnitude ?? 0) - 100) < 0.001)
        #expect(way.time(atWay: Meters(4001)) == nil)
        #expect(way.time(atWay: .zero) == .start)
    }

    @Test("Invalid tracks are refused")
    func refusals() {
        func point(_ second: Double) -> TrackPoint {
            TrackPoint(time: at(second), position: Places.munich)
        }
        for pieces in [[], [[]], [[point(1)]], [[point(0)], []]] {
            let error = refusal(of: pieces)
            #expect(error?.contains("the track has no point at time zero") == true)
        }
        let error = refusal(of: [[point(0), point(1)], [point(1)]])
        #expect(error?.contains("the time 1 s is not after the one before it") == true)
    }

    private func refusal(of pieces: [[TrackPoint]]) -> String? {
        do {
            _ = try RecordedTrack(pieces: pieces)
            return nil
        } catch { return error.message }
    }

    @Test("A trip's zigzag has the length of its detour and ends at its destination")
    func zigzag() throws {
        var random = RandomStream(StreamKey(seed: 1, replication: 0, purpose: "zigzag test"))
        let (start, end) = (MapPoint(east: 10, north: 20), MapPoint(east: 4010, north: -2980))
        for detour in [1, 1.2, 1.414, 3] {
            let trip = Places.trip(
                .drive, distance: .constant(Meters(1)), speed: .constant(MetersPerSecond(1)),
                detour: detour, block: 300)
            let route = trip.route(from: start, to: end, &random)
            let length = zip(route, route.dropFirst()).reduce(0) {
                $0 + $1.0.distance(to: $1.1).magnitude
            }
            #expect(abs(length - 5000 * detour) < 1e-6)
            #expect(route.first == start && route.last == end)
        }
    }

    @Test("A working day: home, work in its hours, home at night, by one route every day")
    func workingDays() {
        let horizon = at(7 * 86_400)
        for replication in 0..<20 {
            let way = Itinerary(
                Places.commuter, from: RandomSource(seed: 1, replication: UInt64(replication)),
                until: horizon)
            #expect(way.end >= horizon)
            for day in 0..<7 {
                let midnight = Double(day) * 86_400
                #expect(way.position(at: at(midnight + 4 * 3600)) == Places.munich)
                #expect(way.mode(at: at(midnight + 6 * 3600)) == .stay)
            }
            let noons = (0..<7).map { way.position(at: at(Double($0) * 86_400 + 12.5 * 3600)) }
            let out = noons.filter { $0.distance(to: Places.munich) > Meters(1) }
            #expect(Set(out.filter { place in out.filter { $0 == place }.count > 1 }).count <= 1)
        }
    }

    @Test("Draws depend on seed and replication alone, and a longer horizon extends them")
    func determinism() throws {
        let (day, week) = (at(86_400), at(7 * 86_400))
        let short = Itinerary(
            Places.commuter, from: RandomSource(seed: 5, replication: 2), until: day)
        let long = Itinerary(
            Places.commuter, from: RandomSource(seed: 5, replication: 2), until: week)
        for minute in 0..<1440 {
            #expect(
                short.position(at: at(60 * Double(minute)))
                    == long.position(at: at(60 * Double(minute))))
        }
        #expect(
            short
                == Itinerary(
                    Places.commuter, from: RandomSource(seed: 5, replication: 2), until: day))
        #expect(
            short
                != Itinerary(
                    Places.commuter, from: RandomSource(seed: 5, replication: 3), until: day))
        #expect(
            short
                != Itinerary(
                    Places.commuter, from: RandomSource(seed: 6, replication: 2), until: day))
    }

    @Test("Drawn stays and speeds have the means of their distributions")
    func wandering() throws {
        let profile = MovementProfile.wandering(
            Wandering(
                home: Places.munich, stay: .exponential(mean: Seconds(1800)),
                trips: [Places.walk, Places.drive], homing: Fraction(0.5)))
        let way = Itinerary(
            profile, from: RandomSource(seed: 1, replication: 0), until: at(365 * 86_400))
        var (stays, walks) = ([Double](), [Double]())
        for number in 0..<way.legCount {
            let leg = way.leg(number)
            let span = (leg.end - leg.begin).seconds.magnitude
            if leg.mode == .stay && (number == 0 || way.leg(number - 1).mode != .drive) {
                stays.append(span)
            }
            if leg.mode == .walk { walks.append(leg.speed.magnitude) }
        }
        #expect(stays.count > 2000 && walks.count > 2000)
        let mean = stays.reduce(0, +) / Double(stays.count)
        let standardError = 1800 / Double(stays.count).squareRoot()
        #expect(abs(mean - 1800) < 4 * standardError)
        #expect(walks.allSatisfy { $0 > 1.26 && $0 < 1.47 })
    }

    @Test("Invalid trips and profiles are refused with the faulty option")
    func profileRefusals() {
        func trip(
            share: Double = 1, distance: Double = 1, speed: Double = 1, detour: Double = 1,
            block: Double = 100, pause: Double = 0
        ) -> Trip {
            Trip(
                mode: .walk, share: share, distance: .constant(Meters(distance)),
                speed: .constant(MetersPerSecond(speed)), detour: detour,
                block: .constant(Meters(block)), pause: .constant(Seconds(pause)))
        }
        #expect(trip().refusedOption == nil)
        #expect(trip(share: 0).refusedOption == "share")
        #expect(trip(distance: -1).refusedOption == "distance")
        #expect(trip(speed: 0).refusedOption == "speed")
        #expect(trip(detour: 0.9).refusedOption == "detour")
        #expect(trip(block: .infinity).refusedOption == "block")
        #expect(trip(pause: -1).refusedOption == "pause")
        var wandering = Wandering(
            home: Places.munich, stay: .constant(Seconds(1)), trips: [], homing: .zero)
        #expect(wandering.refusedOption == "trips")
        wandering.trips = [trip()]
        #expect(wandering.refusedOption == nil)
        wandering.homing = Fraction(2)
        #expect(wandering.refusedOption == "homing")
        var days = WorkingDays(
            home: Places.munich, leave: .constant(Seconds(1)), work: .constant(Seconds(1)),
            commutes: [])
        #expect(days.refusedOption == "commutes")
        days.commutes = [trip()]
        #expect(days.refusedOption == nil)
        days.begin = Seconds(86_400)
        #expect(days.refusedOption == "begin")
        let errand = Errand(chance: Fraction(-1), stay: .constant(Seconds(1)), trips: [trip()])
        #expect(errand.refusedOption == "chance")
    }
}
