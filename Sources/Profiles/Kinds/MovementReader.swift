import DeviceModel
import EventKernel
import Forms
import Quantities

/// Reads `kind: movement`, and what a scenario says of it in place: exactly one of its forms.
enum MovementReader {
    /// The movement, or `nil` where the file has faults, which the log has.
    static func read(_ root: MappingReader) -> Movement? {
        guard let entry = root.exactlyOne(of: ["days", "wandering", "still", "track"]) else {
            return nil
        }
        switch entry.key {
        case "days": return root.mapping(in: entry, days).map { .profile(.days($0)) }
        case "wandering":
            return root.mapping(in: entry, wandering).map { .profile(.wandering($0)) }
        case "still":
            root.log.recordWord("still", entry.value.flowText, at: entry.value.place)
            return root.mapping(in: entry) { .still(at: home($0)) }
        default: return root.track(entry.value).map { .track($0) }
        }
    }

    /// Where a synthetic way begins: a choice and no number of the world, so it needs no source.
    private static func home(_ reader: MappingReader) -> Position {
        guard let entry = reader.entry("home") else { return .munich }
        let text = entry.value.flowText
        reader.log.recordWord(reader.path("home"), text, at: entry.value.place)
        return reader.position(entry.value) ?? .munich
    }

    private static func days(_ days: MappingReader) -> WorkingDays? {
        let home = home(days)
        let begin: Seconds? = days.optionalQuantity("begin")
        let leave: Distribution<Seconds> = days.distribution("leave", .zeroOrMore)
        let work: Distribution<Seconds> = days.distribution("work", .zeroOrMore)
        let commutes = days.list("commutes", count: 1...mostTrips, trip)
        let off: Fraction? = days.optionalQuantity("off")
        let errand = days.optionalMapping("errand", errand)
        return days.valid { () throws(MovementError) in
            try WorkingDays(
                home: home, begin: begin ?? .zero, leave: leave, work: work,
                commutes: commutes.compactMap { $0 }, off: off ?? .zero, errand: errand ?? nil)
        }
    }

    private static func errand(_ errand: MappingReader) -> Errand? {
        let chance: Fraction = errand.quantity("chance")
        let stay: Distribution<Seconds> = errand.distribution("stay", .zeroOrMore)
        let trips = errand.list("trips", count: 1...mostTrips, trip)
        return errand.valid { () throws(MovementError) in
            try Errand(chance: chance, stay: stay, trips: trips.compactMap { $0 })
        }
    }

    private static func wandering(_ wandering: MappingReader) -> Wandering? {
        let home = home(wandering)
        let stay: Distribution<Seconds> = wandering.distribution("stay", .zeroOrMore)
        let trips = wandering.list("trips", count: 1...mostTrips, trip)
        let homing: Fraction? = wandering.optionalQuantity("homing")
        return wandering.valid { () throws(MovementError) in
            try Wandering(
                home: home, stay: stay, trips: trips.compactMap { $0 }, homing: homing ?? .zero)
        }
    }

    static let mostTrips = 100
    static let modes: [TravelMode] = [.walk, .cycle, .drive, .train]

    /// One way of travelling under its mode: `drive: { ... }`.
    private static func trip(_ item: MappingReader) -> Trip? {
        guard let entry = item.exactlyOne(of: modes.map(\.rawValue)),
            let mode = TravelMode(rawValue: entry.key)
        else { return nil }
        return item.mapping(in: entry) { trip in
            let share = trip.optionalDecimal("share")
            let distance: Distribution<Meters> = trip.distribution("distance", .zeroOrMore)
            let speed: Distribution<MetersPerSecond> = trip.distribution("speed", .zeroOrMore)
            let detour = trip.optionalDecimal("detour")
            let block: Distribution<Meters> = trip.distribution("block", .zeroOrMore)
            let pause: Distribution<Seconds>? = trip.optionalDistribution("pause", .zeroOrMore)
            return trip.valid { () throws(MovementError) in
                try Trip(
                    mode: mode, share: share ?? 1, distance: distance, speed: speed,
                    detour: detour ?? 1, block: block, pause: pause)
            }
        }
    }
}

extension MappingReader {
    /// What `make` makes of the values of this mapping, once all of them are known to be good; the
    /// option at fault is shown.
    func valid<Value>(_ make: () throws(MovementError) -> Value) -> Value? {
        finish()
        guard log.isFaultless else { return nil }
        do throws(MovementError) {
            return try make()
        } catch {
            let place = error.option.flatMap { valuePlaces[$0] } ?? place
            log.report(.meaning(.form(error.fault)), at: place)
            return nil
        }
    }

    /// A position: `[48.137 °, 11.575 °]`, north and east.
    func position(_ node: RawNode) -> Position? {
        guard case .list(let nodes) = node.content, nodes.count == 2 else {
            reportWrongNode(
                node, expected: "a latitude and a longitude, such as [48.137 °, 11.575 °]")
            return nil
        }
        let angles = nodes.compactMap { log.quantity($0, .any) as Degrees? }
        guard angles.count == 2 else { return nil }
        do throws(PositionError) {
            return try Position(latitude: angles[0], longitude: angles[1])
        } catch {
            let fault = FormFault(option: nil, message: error.message, advice: error.advice)
            log.report(.meaning(.form(fault)), at: node.place)
            return nil
        }
    }
}

extension Position {
    /// Where a way begins that does not say where: only the map depends on it.
    fileprivate static let munich: Position = {
        do throws(PositionError) {
            return try Position(latitude: Degrees(48.137), longitude: Degrees(11.575))
        } catch {
            preconditionFailure("Munich is off the map: \(error)")
        }
    }()
}
