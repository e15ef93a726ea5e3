import Kernel

@testable import DeviceModel

// The sending and receiving of an obvious app.
extension ObviousApp {
    mutating func ask(
        _ place: Int, _ request: RuleRequest, on phone: inout Phone
    ) {
        if errands[place]?.isAwake == false {
            errands[place]?.isAwake = true
            let start = phone.wake(for: .zero, cause: cause(place))
            if start > phone.now {
                errands[place]?.waiting = .code
                return later(place, at: start, on: &phone)
            }
        }
        if errands[place]?.cargo.isEmpty == true {
            if isFlushing(place) { errands[place]?.cargo = held.take() }
            if isFetching(place) { errands[place]?.cargo = atServer.take() }
        }
        if request.work > .zero { compute(place, request.work, on: &phone) }
        let more = errands[place]?.cargo.bytes ?? 0
        errands[place]?.left = (request.uplink, request.downlink)
        if isFetching(place) {
            errands[place]?.left.down += more
        } else {
            errands[place]?.left.up += more
        }
        errands[place]?.roundTrips = Int(request.roundTrips)
        errands[place]?.connection = connection.number
        if connection.isAlive(at: phone.now) {
            errands[place]?.roundTrips -= Int(request.connecting)
        }
        errands[place]?.carried = 0
        errands[place]?.deadline = request.timeout.map { phone.now + $0 } ?? .never
        send(place, on: &phone)
    }

    private func step(_ place: Int) -> RuleStep? {
        if case .step(let step)? = errands[place]?.todo.first { step } else { nil }
    }

    private func isFlushing(_ place: Int) -> Bool {
        if case .flush = step(place) { true } else { false }
    }

    func isFetching(_ place: Int) -> Bool {
        if case .fetch = step(place) { true } else { false }
    }

    func request(_ place: Int) -> RuleRequest? {
        switch step(place) {
        case .request(let request), .transfer(let request), .flush(let request),
            .fetch(let request):
            request
        default: nil
        }
    }

    private func isInPieces(_ place: Int) -> Bool {
        if case .transfer = step(place) { true } else { isFetching(place) }
    }

    private mutating func send(_ place: Int, on phone: inout Phone) {
        guard let errand = errands[place] else { return }
        if !isReachable {
            errands[place]?.waiting = .silence
            transfers += 1
            errands[place]?.transfer = transfers
            phone.transfer(
                Transfer(
                    roundTrips: 0, uplink: 60, downlink: 0, cause: cause(place),
                    holdsProcessor: true,
                    ticket: Ticket(Step.air(owners[place]), index: transfers)))
            return planTimeout(place, on: &phone)
        }
        let most = request(place)?.piece ?? (isInPieces(place) ? 65_536 : Int64.max)
        let piece = (up: min(most, errand.left.up), down: min(most, errand.left.down))
        transfers += 1
        errands[place]?.onAir = piece
        errands[place]?.transfer = transfers
        errands[place]?.waiting = .air
        let transfer = Transfer(
            roundTrips: errand.roundTrips, uplink: piece.up, downlink: piece.down,
            cause: cause(place), holdsProcessor: true,
            ticket: Ticket(Step.air(owners[place]), index: transfers))
        if phone.now + phone.longestTime(for: transfer) > errand.deadline {
            planTimeout(place, on: &phone)
        }
        phone.transfer(transfer)
    }

    private mutating func planTimeout(_ place: Int, on phone: inout Phone) {
        guard let errand = errands[place], errand.timeout == nil, errand.deadline < .never else {
            return
        }
        errands[place]?.timeout = phone.plan(
            Step.timeout, index: Int32(place), at: errand.deadline)
    }

    mutating func arrived(_ ticket: Ticket, on phone: inout Phone, in world: inout World) {
        let found = errands.indices.first {
            errands[$0]?.waiting == .air && errands[$0]?.standsStill == false
                && errands[$0]?.transfer == ticket.index
        }
        guard let place = found, let errand = errands[place] else { return }
        let left = (
            up: errand.left.up - errand.onAir.up, down: errand.left.down - errand.onAir.down
        )
        errands[place]?.left = left
        errands[place]?.carried += errand.onAir.up + errand.onAir.down
        if left.up > 0 || left.down > 0 {
            errands[place]?.roundTrips = 0
            return send(place, on: &phone)
        }
        if errand.timeout != nil { unplan(place, on: &phone) }
        errands[place]?.tries = 0
        if let request = request(place), request.connecting > 0,
            errand.connection == connection.number
        {
            connection.refresh(at: phone.now, idleTimeout: idleTimeout)
            sendOver(on: &phone)
        }
        // Computing for the answer is part of the step.
        if atWork.contains(place) {
            errands[place]?.waiting = .work
            return
        }
        exchanged(place, on: &phone, in: &world)
    }

    mutating func exchanged(_ place: Int, on phone: inout Phone, in world: inout World) {
        guard let errand = errands[place] else { return }
        errands[place]?.carried = 0
        if isFetching(place) {
            hasFetched = !errand.cargo.isEmpty
            errands[place]?.hasAsked = true
            if hasFetched { errands[place]?.hasGot = true }
            if !tells { delivered.add(errand.cargo, at: phone.now) }
        } else {
            sent.add(errand.cargo, at: phone.now)
        }
        errands[place]?.cargo = DeviceModel.Waiting()
        next(place, on: &phone, in: &world)
    }

    // MARK: Outcomes

    mutating func fail(_ place: Int, on phone: inout Phone, in world: inout World) {
        guard errands[place] != nil else { return }
        errands[place]?.timeout = nil
        if errands[place]?.waiting == .air { takeOff(place, on: &phone) }
        if errands[place]?.waiting == .silence { withdraw(place, on: &phone) }
        failed(place, on: &phone, in: &world)
    }

    private mutating func failed(_ place: Int, on phone: inout Phone, in world: inout World) {
        unplan(place, on: &phone)
        dropWork(place, on: &phone)
        guard let errand = errands[place], errand.tries < request(place)?.retries ?? 0 else {
            return cutShort(place, on: &phone)
        }
        errands[place]?.tries += 1
        wasted += errand.carried
        errands[place]?.carried = 0
        putBack(place)
        errands[place]?.isAwake = false
        runOn(place, on: &phone, in: &world)
    }

    /// Returns taken items to their places.
    mutating func putBack(_ place: Int) {
        guard let cargo = errands[place]?.cargo, !cargo.isEmpty else { return }
        if isFetching(place) { atServer.putBack(cargo) } else { held.putBack(cargo) }
        errands[place]?.cargo = DeviceModel.Waiting()
    }

    mutating func unplan(_ place: Int, on phone: inout Phone) {
        phone.cancel(errands[place]?.event)
        phone.cancel(errands[place]?.timeout)
        phone.cancelAwake(Step.go, index: Int32(place))
        errands[place]?.event = nil
        errands[place]?.timeout = nil
    }

    /// Withdraws a transfer that is no longer needed.
    mutating func withdraw(_ place: Int, on phone: inout Phone) {
        unplan(place, on: &phone)
        guard let errand = errands[place] else { return }
        phone.cutOffTransfers(
            Ticket(Step.air(owners[place]), index: errand.transfer), isAlone: true)
    }

    mutating func takeOff(_ place: Int, on phone: inout Phone) {
        unplan(place, on: &phone)
        guard let errand = errands[place] else { return }
        let all = errand.onAir.up + errand.onAir.down
        let ticket = Ticket(Step.air(owners[place]), index: errand.transfer)
        let carried = max(0, all - phone.cutOffTransfers(ticket, isAlone: true))
        if carried > 0 { errands[place]?.roundTrips = 0 }
        let up = min(carried, errand.onAir.up)
        errands[place]?.left.up -= up
        errands[place]?.left.down -= carried - up
        errands[place]?.carried += carried
        errands[place]?.transfer = -1
    }

    /// Handles a change in whether servers are reachable.
    mutating func reach(_ isReachable: Bool, on phone: inout Phone) {
        self.isReachable = isReachable
        for place in errands.indices {
            guard let errand = errands[place], !errand.standsStill else { continue }
            if isReachable, errand.waiting == .silence { sendRest(place, on: &phone) }
            if !isReachable, errand.waiting == .air {
                takeOff(place, on: &phone)
                errands[place]?.waiting = .silence
                planTimeout(place, on: &phone)
            }
        }
    }

    /// Resumes a request, over a new connection if its own is gone.
    mutating func sendRest(_ place: Int, on phone: inout Phone) {
        if let errand = errands[place], let request = request(place), request.connecting > 0,
            errand.connection != connection.number
        {
            errands[place]?.connection = connection.number
            let trips = errand.carried > 0 ? request.connecting : request.roundTrips
            errands[place]?.roundTrips = Int(trips)
        }
        send(place, on: &phone)
    }

    /// Resumes the transfer when the app runs again.
    mutating func airOn(_ place: Int, on phone: inout Phone, in world: inout World) {
        guard let errand = errands[place] else { return }
        if phone.now > errand.deadline { return failed(place, on: &phone, in: &world) }
        sendRest(place, on: &phone)
    }
}
