extension OwnAppPolicy {
    /// The processor has to be awake for a request.
    mutating func ask(
        _ errand: Int, _ request: RuleRequest, on phone: inout Phone,
        in world: inout World
    ) {
        if !errands[errand].isAwake {
            errands[errand].isAwake = true
            let start = phone.wake(for: .zero, cause: cause(errand))
            if start > phone.now {
                errands[errand].wait = .code
                return resume(errand, at: start, on: &phone)
            }
        }
        take(errand)
        if request.work > .zero { compute(errand, request.work, on: &phone) }
        errands[errand].uplink = request.uplink
        errands[errand].downlink = request.downlink
        errands[errand].roundTrips = request.roundTrips
        errands[errand].carried = 0
        load(errand)
        errands[errand].connection = request.connecting > 0 ? connection.number : 0
        if request.connecting > 0 {
            if connection.isAlive(at: phone.now) {
                errands[errand].roundTrips -= request.connecting
            }
        }
        errands[errand].deadline = request.timeout.map { phone.now + $0 } ?? .never
        let usual = isPiecewise(errand) ? RuleRequest.usualPiece : .max
        errands[errand].piece = request.piece ?? usual
        send(errand, on: &phone)
    }

    /// Takes everything at the server, or in the outbox.
    private mutating func take(_ errand: Int) {
        guard cargo[errand].isEmpty else { return }
        if isFetching(errand) {
            cargo[errand] = waiting.take()
        } else if case .flush = program.code[Int(errands[errand].place)] {
            cargo[errand] = held.take()
        }
    }

    private mutating func load(_ errand: Int) {
        if isFetching(errand) {
            errands[errand].downlink += cargo[errand].bytes
        } else {
            errands[errand].uplink += cargo[errand].bytes
        }
    }

    @inline(__always)
    func isFetching(_ errand: Int) -> Bool {
        if case .fetch = program.code[Int(errands[errand].place)] { true } else { false }
    }

    mutating func putBack(_ errand: Int) {
        guard !cargo[errand].isEmpty else { return }
        if isFetching(errand) {
            waiting.putBack(cargo[errand].take())
        } else {
            held.putBack(cargo[errand].take())
        }
    }

    private mutating func send(_ errand: Int, on phone: inout Phone) {
        guard isReachable, !phone.isCutOff else { return sendInVain(errand, on: &phone) }
        let most = errands[errand].piece
        let (up, down) = (min(most, errands[errand].uplink), min(most, errands[errand].downlink))
        errands[errand].handed = (up, down)
        errands[errand].wait = .carry
        errands[errand].generation &+= 1
        let transfer = Transfer(
            roundTrips: Int(errands[errand].roundTrips), uplink: up, downlink: down,
            cause: cause(errand), holdsProcessor: true, ticket: ticket(errand))
        if errands[errand].timeout == nil,
            phone.now + phone.longestTime(for: transfer) > errands[errand].deadline
        {
            planTimeout(errand, on: &phone)
        }
        phone.transfer(transfer)
    }

    private mutating func planTimeout(_ errand: Int, on phone: inout Phone) {
        guard errands[errand].deadline < .never else { return }
        errands[errand].timeout = phone.plan(
            RuleTicket.timeout, index: Int32(truncatingIfNeeded: errand),
            at: errands[errand].deadline)
    }

    @inline(__always)
    private func isPiecewise(_ errand: Int) -> Bool {
        if case .transfer = program.code[Int(errands[errand].place)] { return true }
        return isFetching(errand)
    }

    /// Identifies the errand's current transfer; numbers repeat after 2,048 transfers.
    @inline(__always)
    private func ticket(_ errand: Int) -> Ticket {
        let generation = (errands[errand].generation & 0x7FF) << 20
        return Ticket(
            RuleTicket.carry(errands[errand].rule),
            index: generation | Int32(truncatingIfNeeded: errand))
    }

    /// An unreachable server never answers.
    private mutating func sendInVain(_ errand: Int, on phone: inout Phone) {
        errands[errand].wait = .silence
        errands[errand].generation &+= 1
        if !phone.isCutOff {
            phone.transfer(
                TransferShape.unanswered.transfer(cause: cause(errand), ticket: ticket(errand)))
        }
        awaitNothing(errand, on: &phone)
    }

    /// Waits for the time-out; without a network, the request fails at once.
    private mutating func awaitNothing(_ errand: Int, on phone: inout Phone) {
        if !phone.hasNetwork {
            unplan(errand, on: &phone)
            errands[errand].deadline = phone.now
        }
        if errands[errand].timeout == nil { planTimeout(errand, on: &phone) }
    }

    /// Stops waiting, and withdraws a packet that is not sent yet.
    mutating func fallStill(_ errand: Int, on phone: inout Phone) {
        unplan(errand, on: &phone)
        phone.cutOffTransfers(ticket(errand), isAlone: true)
    }

    /// Transfers on the air get no answer when servers become unreachable.
    mutating func fallSilent(on phone: inout Phone) {
        for errand in errands.indices {
            guard errands[errand].isActive, errands[errand].wait == .carry,
                !errands[errand].isFrozen
            else { continue }
            takeOffAir(errand, on: &phone)
            errands[errand].wait = .silence
            awaitNothing(errand, on: &phone)
        }
    }

    mutating func breakSilence(on phone: inout Phone) {
        for errand in errands.indices {
            guard errands[errand].isActive, errands[errand].wait == .silence,
                !errands[errand].isFrozen
            else { continue }
            goOnSending(errand, on: &phone)
        }
    }

    /// Sends the rest, or all if nothing was carried. Reconnects if the connection has ended.
    private mutating func goOnSending(_ errand: Int, on phone: inout Phone) {
        if let request = program.code[Int(errands[errand].place)].request, request.connecting > 0,
            errands[errand].connection != connection.number
        {
            errands[errand].connection = connection.number
            let isBegun = errands[errand].carried > 0
            errands[errand].roundTrips = isBegun ? request.connecting : request.roundTrips
        }
        send(errand, on: &phone)
    }

    // MARK: What becomes of it

    mutating func carryEnded(_ ticket: Ticket, on phone: inout Phone, in world: inout World) {
        let errand = Int(ticket.index & 0xFFFFF)
        guard errands[errand].isActive, errands[errand].wait == .carry,
            !errands[errand].isFrozen, self.ticket(errand).index == ticket.index
        else { return }
        account(errand, uplink: errands[errand].handed.uplink, errands[errand].handed.downlink)
        if errands[errand].uplink > 0 || errands[errand].downlink > 0 {
            errands[errand].roundTrips = 0
            return send(errand, on: &phone)
        }
        answered(errand, on: &phone, in: &world)
    }

    private mutating func account(_ errand: Int, uplink: Int64, _ downlink: Int64) {
        errands[errand].uplink -= uplink
        errands[errand].downlink -= downlink
        errands[errand].carried += uplink + downlink
    }

    private mutating func answered(_ errand: Int, on phone: inout Phone, in world: inout World) {
        if errands[errand].timeout != nil { unplan(errand, on: &phone) }
        errands[errand].tries = 0
        if errands[errand].connection == connection.number {
            connection.refresh(at: phone.now, idleTimeout: idleTimeout)
            send(on: &phone)
        }
        if errands[errand].computes {
            errands[errand].wait = .work
        } else {
            exchanged(errand, on: &phone, in: &world)
        }
    }

    /// The answer and the request's own work are both done.
    mutating func exchanged(_ errand: Int, on phone: inout Phone, in world: inout World) {
        errands[errand].carried = 0
        if isFetching(errand) {
            errands[errand].hasAsked = true
            lastFetchGot = !cargo[errand].isEmpty
            if lastFetchGot { errands[errand].hasGot = true }
            let things = cargo[errand].take()
            if !program.pushes.tells { delivered.add(things, at: phone.now) }
        } else if !cargo[errand].isEmpty {
            sent.add(cargo[errand].take(), at: phone.now)
        }
        goToNext(errand, on: &phone, in: &world)
    }

    mutating func timedOut(_ errand: Int, on phone: inout Phone, in world: inout World) {
        guard errands[errand].isActive else { return }
        errands[errand].timeout = nil
        if errands[errand].wait == .carry { takeOffAir(errand, on: &phone) }
        if errands[errand].wait == .silence { fallStill(errand, on: &phone) }
        fail(errand, on: &phone, in: &world)
    }

    private mutating func fail(_ errand: Int, on phone: inout Phone, in world: inout World) {
        if errands[errand].computes { giveUpWork(errand, on: &phone) }
        unplan(errand, on: &phone)
        let retries = program.code[Int(errands[errand].place)].request?.retries ?? 0
        guard errands[errand].tries < retries else { return cutOff(errand, on: &phone) }
        errands[errand].tries += 1
        books[Int(errands[errand].rule)].wasted += errands[errand].carried
        errands[errand].carried = 0
        putBack(errand)
        errands[errand].isAwake = false
        run(errand, on: &phone, in: &world)
    }

    /// Bytes already carried count.
    mutating func takeOffAir(_ errand: Int, on phone: inout Phone) {
        unplan(errand, on: &phone)
        let handed = errands[errand].handed
        let left = phone.cutOffTransfers(ticket(errand), isAlone: true)
        let carried = max(0, handed.uplink + handed.downlink - left)
        if carried > 0 { errands[errand].roundTrips = 0 }
        let up = min(carried, handed.uplink)
        account(errand, uplink: up, carried - up)
        // The transfer's end is still reported, but now means nothing.
        errands[errand].generation &+= 1
    }

    /// Fails the request if its deadline has passed.
    mutating func carryOn(_ errand: Int, on phone: inout Phone, in world: inout World) {
        if phone.now > errands[errand].deadline { return fail(errand, on: &phone, in: &world) }
        goOnSending(errand, on: &phone)
    }
}

extension RuleCode {
    /// `nil` for instructions without a request, or with one from a log.
    var request: RuleRequest? {
        switch self {
        case .request(let request), .transfer(let request), .fetch(let request),
            .flush(let request):
            request
        case .work, .handOver, .queue, .locate, .track, .onlyIf, .notify, .ring,
            .beginScan, .endScan, .scanWiFi, .wait, .waitForMultiple, .waitQueued, .beginTask,
            .endTask, .beginExpedited, .endExpedited, .beginLoop, .testLoop, .turnLoop, .choose,
            .jump, .workAsRecorded,
            .carryAsRecorded, .end:
            nil
        }
    }
}
