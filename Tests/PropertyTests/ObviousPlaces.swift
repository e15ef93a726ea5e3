import Kernel

@testable import DeviceModel

/// An obvious app's knowledge of its position.
struct ObviousPlaces {
    var changes: SignificantChangeService?
    var visits: VisitService?
    var regions: RegionService?
    /// The number of positions, and the time of the last one.
    var count = 0
    var last: Instant?
    /// Where each trigger last fired for a move.
    var fired: [Int: MapPoint] = [:]
}

extension ObviousApp {
    mutating func beginPlaces(on phone: inout Phone, in world: borrowing World) {
        if calls.contains(where: { $0.trigger == .significantChange }) {
            places.changes = SignificantChangeService(due: Step.significantChange)
            places.changes?.begin(on: &phone, in: world)
        }
        let asksForVisits = calls.contains {
            if case .visit = $0.trigger { true } else { false }
        }
        if asksForVisits {
            places.visits = VisitService(due: Step.visit)
            places.visits?.begin(on: &phone, in: world)
        }
        let watched = world.ground.regions.enumerated().filter { _, region in
            calls.contains { call in
                if case .region(region.name, _) = call.trigger { true } else { false }
            }
        }
        guard !watched.isEmpty else { return }
        places.regions = RegionService(dwellEnds: Step.dwellEnds, told: Step.regionTold)
        places.regions?.begin(
            watching: watched.map { (index: $0.offset, region: $0.element) }, on: &phone,
            in: world)
    }

    mutating func hear(_ notice: LocationNotice, on phone: inout Phone, in world: inout World) {
        switch notice {
        case .located: located(phone.located, on: &phone, in: &world)
        case .cellChanged:
            otherCell(on: &phone, in: &world)
            servicesHear(.location(.cellChanged), on: &phone, in: &world)
        case .satellites(let found): satellites(found, on: &phone, in: &world)
        }
    }

    mutating func servicesHear(
        _ notice: Notice, on phone: inout Phone, in world: inout World
    ) {
        if places.changes?.receive(notice, on: &phone, in: world) ?? false {
            fire(.significantChange, .mode(.significantChange), on: &phone, in: &world)
        }
        if let moment = places.visits?.receive(notice, on: &phone, in: world) {
            for call in calls.indices {
                guard case .visit(let asked) = calls[call].trigger,
                    asked == .both || asked == moment
                else { continue }
                fire(call, .mode(.significantChange), on: &phone, in: &world)
            }
        }
        guard let told = places.regions?.receive(notice, on: &phone, in: world) else { return }
        for call in calls.indices {
            guard case .region(told.region.name, let moment) = calls[call].trigger,
                moment == .crossed || (moment == .entered) == told.event.isEntry
            else { continue }
            fire(call, .mode(.region), on: &phone, in: &world)
        }
    }

    /// The end of an errand's search, with a fix or without.
    private mutating func located(
        _ fix: Fix?, on phone: inout Phone, in world: inout World
    ) {
        let isTold = tellAnswer(fix, on: &phone, in: &world)
        let looking = errands.indices.filter {
            errands[$0]?.waiting == .fix && errands[$0]?.standsStill == false
        }
        if looking.isEmpty { return }
        let serials = errands.map { $0?.serial }
        if let fix, !isTold { found(fix, on: &phone, in: &world) }
        for place in looking where errands[place]?.serial == serials[place] {
            guard errands[place]?.waiting == .fix else { continue }
            if fix == nil {
                cutShort(place, on: &phone)
            } else {
                next(place, on: &phone, in: &world)
            }
        }
    }
    /// The app has a position, by any step.
    mutating func found(_ fix: Fix, on phone: inout Phone, in world: inout World) {
        places.count += 1
        places.last = phone.now
        for call in calls.indices {
            guard case .moved(let distance) = calls[call].trigger else { continue }
            let from = places.fired[call]
            if let from, fix.point.distance(to: from) < distance { continue }
            places.fired[call] = fix.point
            if from != nil { fire(call, .code, on: &phone, in: &world) }
        }
    }
}
