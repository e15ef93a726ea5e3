/// Region monitoring during a run: what the system watches, and what it tells the app when.
///
/// A policy that uses it passes on every notice. Each region has its own latencies, the same under
/// every policy; one region's events are told in order.
struct RegionService: Sendable {
    struct Watch: Sendable {
        let region: PlacedRegion
        /// The index in the world's list.
        let index: Int
        var detector: Detector
        /// As far as the app knows.
        var isInside: Bool
        var dwellEnd: EventKey?
        /// Certain events that the app has not been told, in order.
        var untold: [RegionEvent] = []
        /// When the app is told the last of them.
        var lastTold = Instant.start
        var eventCount: UInt64 = 0

        init(_ region: PlacedRegion, index: Int, _ detector: Detector) {
            (self.region, self.index, self.detector) = (region, index, detector)
            isInside =
                switch detector {
                case .continuous(let events): events.isInside
                case .cells(let monitor): monitor.isInside
                }
        }
    }

    /// The source of a region's events.
    enum Detector: Sendable {
        /// The track is known, so that each event is computed once the one before it has been told.
        case continuous(RegionEvents)
        /// Receives the position of each new cell.
        case cells(RegionMonitor)
    }

    /// The policy's steps, of which each region uses one ticket.
    private let (dwellEnds, told): (UInt8, UInt8)
    private var watches: [Watch] = []

    /// As far as the app knows.
    var isInsideAny: Bool { watches.contains { $0.isInside } }

    /// - Parameters:
    ///   - dwellEnds: The policy's step for the end of a dwell.
    ///   - told: The policy's step for telling the app.
    init<Step: AppStep>(dwellEnds: Step, told: Step) {
        (self.dwellEnds, self.told) = (dwellEnds.rawValue, told.rawValue)
    }

    /// Registers regions. A phone that is inside one already causes no event.
    ///
    /// - Parameter regions: With their indices in the world's list.
    mutating func begin(
        watching regions: [(index: Int, region: PlacedRegion)], on phone: inout Phone,
        in world: borrowing World
    ) {
        for (index, region) in regions {
            let detector = Self.detector(region, index, phone.system.regions, world)
            watches.append(Watch(region, index: index, detector))
        }
        for place in watches.indices { lookAhead(place, on: &phone, in: world) }
    }

    private static func detector(
        _ region: PlacedRegion, _ index: Int, _ rules: RegionRules, _ world: borrowing World
    ) -> Detector {
        switch rules.detection {
        case .continuous:
            return .continuous(
                RegionEvents(
                    world.ground.itinerary, RegionBorder(region, distance: rules.distance),
                    region: index, dwell: rules.dwell))
        case .cellChanges:
            let isInside = world.ground.cellFix(at: .start).map {
                cellBorder(region, rules, world).contains($0.point)
            }
            return .cells(
                RegionMonitor(region: index, isInside: isInside ?? false, dwell: rules.dwell))
        }
    }

    private static func cellBorder(
        _ region: PlacedRegion, _ rules: RegionRules, _ world: borrowing World
    ) -> RegionBorder {
        RegionBorder(
            region, distance: rules.distance, cell: world.ground.servingCell?.radius ?? .zero)
    }

    /// - Returns: The event that the app is told now, with its region.
    mutating func receive(
        _ notice: Notice, on phone: inout Phone, in world: borrowing World
    ) -> (event: RegionEvent, region: PlacedRegion)? {
        switch notice {
        case .location(.cellChanged):
            for place in watches.indices { cellChanged(place, on: &phone, in: world) }
            return nil
        case .own(.planned(let ticket)) where ticket.kind == told:
            return tell(Int(ticket.index), on: &phone, in: world)
        case .own(.planned(let ticket)) where ticket.kind == dwellEnds:
            dwellEnded(Int(ticket.index), on: &phone, in: world)
            return nil
        case .own, .user, .phone, .network, .location: return nil
        }
    }

    private mutating func cellChanged(
        _ place: Int, on phone: inout Phone, in world: borrowing World
    ) {
        guard case .cells(var monitor) = watches[place].detector,
            let fix = world.ground.cellFix(at: phone.now)
        else { return }
        if let event = monitor.advance(to: phone.now) {
            announce(event, place, on: &phone, in: world)
        }
        let border = Self.cellBorder(watches[place].region, phone.system.regions, world)
        monitor.observe(border.zone(of: fix.point), at: phone.now)
        watches[place].detector = .cells(monitor)
        phone.cancel(watches[place].dwellEnd)
        watches[place].dwellEnd = monitor.due.map { phone.plan(ticket(dwellEnds, place), at: $0) }
    }

    private mutating func dwellEnded(
        _ place: Int, on phone: inout Phone, in world: borrowing World
    ) {
        watches[place].dwellEnd = nil
        guard case .cells(var monitor) = watches[place].detector,
            let event = monitor.advance(to: phone.now)
        else { return }
        watches[place].detector = .cells(monitor)
        announce(event, place, on: &phone, in: world)
    }

    /// The system is sure of an event.
    private mutating func announce(
        _ event: RegionEvent, _ place: Int, on phone: inout Phone, in world: borrowing World
    ) {
        let index = UInt64(watches[place].index) << 32 | watches[place].eventCount
        var stream = world.stream("region-latencies", index)
        watches[place].eventCount += 1
        let latency = TimeSpan(phone.system.regions.latency.sample(&stream))
        let time = max(event.time + latency, watches[place].lastTold)
        watches[place].lastTold = time
        watches[place].untold.append(event)
        _ = phone.plan(ticket(told, place), at: time)
    }

    private mutating func tell(
        _ place: Int, on phone: inout Phone, in world: borrowing World
    ) -> (event: RegionEvent, region: PlacedRegion) {
        let event = watches[place].untold.removeFirst()
        watches[place].isInside = event.isEntry
        lookAhead(place, on: &phone, in: world)
        return (event, watches[place].region)
    }

    /// Computes the next event on a known track.
    private mutating func lookAhead(
        _ place: Int, on phone: inout Phone, in world: borrowing World
    ) {
        guard case .continuous(var events) = watches[place].detector,
            let event = events.next()
        else { return }
        watches[place].detector = .continuous(events)
        announce(event, place, on: &phone, in: world)
    }

    private func ticket(_ kind: UInt8, _ place: Int) -> Ticket {
        Ticket(kind: kind, index: Int32(truncatingIfNeeded: place))
    }
}
