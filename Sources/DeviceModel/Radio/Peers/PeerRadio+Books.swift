/// How time passes, and how it is posted.
extension PeerRadio {
    /// When the inactivity timer ends this stay without data.
    var expiry: Instant { max(stay.entered, stay.timerSince + machine.states[state].timer.after) }

    /// The state to which timers have led by `time`. Nothing is posted.
    func stateAfterTimers(at time: Instant) -> Int {
        var (found, expiry) = (state, expiry)
        while expiry < time {
            found = machine.states[found].demotesTo
            expiry = expiry + machine.states[found].timer.after
        }
        return found
    }

    /// Leaves the state at `time`, for a promotion that a packet needs which finds the radio at
    /// `foundAt`.
    mutating func leave(at time: Instant, foundAt: Instant) {
        pass(to: time)
        close(at: time, isActive: expiry >= foundAt)
    }

    /// Passes the inactivity timers that expire before `time`.
    ///
    /// - Parameter isLast: whether no later packet follows.
    mutating func pass(to time: Instant, isLast: Bool = false) {
        while expiry < time {
            close(at: expiry, isActive: false, isLast: isLast)
            enter(machine.states[state].demotesTo, at: stay.booked)
        }
    }

    mutating func enter(_ state: Int, at time: Instant) {
        self.state = state
        stay = Stay(entered: time, booked: time, timerSince: time)
        if let dense = rules.dense {
            let length = dense.window.nanoseconds
            stay.window.start = Instant(nanoseconds: time.nanoseconds / length * length)
        }
        books.enter(lineOfState: machine.states[state].restingLine)
    }

    // MARK: Data

    mutating func carryHere(_ data: PacketData) {
        if machine.hasBursts { book(until: data.time, isActive: true) }
        meet(data)
        notice(data)
    }

    /// Updates timer and windows for a packet that was found in this state or brought to it.
    ///
    /// - Parameter isBehind: whether the promotion that brought it lies behind it.
    mutating func meet(_ data: PacketData, isBehind: Bool = false) {
        judgeWindow(at: data.time)
        let resets = isBehind || isActivity(data)
        if resets { stay.timerSince = data.time }
        if let least = fittedLeast[state] { makeRoom(for: least, behind: data) }
        if resets { reset(by: data) }
        stay.window.bytes += data.uplink + data.downlink
    }

    private mutating func isActivity(_ data: PacketData) -> Bool {
        guard let rule = rules.activity, rule.state == state else { return true }
        stay.uplink.add(data.uplink, at: data.time, rule.within)
        stay.downlink.add(data.downlink, at: data.time, rule.within)
        defer { stay.hasPassed = true }
        let sums = [stay.uplink, stay.downlink].map { $0.standing(at: data.time, rule.within) }
        return !stay.hasPassed || sums.contains { $0 >= rule.bytes.count }
    }

    /// Remembers where a later packet's promotion may begin.
    private mutating func makeRoom(for least: TimeSpan, behind data: PacketData) {
        stay.hasCarried = true
        if data.direction == .uplink { stay.uplinks.append(data.time) }
        // Only the latest of those that are old enough for any later packet is kept.
        while let next = stay.uplinks.dropFirst().first, data.time - next >= least {
            stay.uplinks.removeFirst()
        }
    }

    /// Whether postings wait for later packets.
    private var delaysBooks: Bool { isRaised || fittedLeast[state] != nil }

    /// Whether dense traffic raises this state.
    private var isRaised: Bool { rules.dense?.state == state }

    private mutating func reset(by data: PacketData) {
        rateBytes(until: data.time)
        if delaysBooks {
            if data.owner != stay.resets.last?.owner ?? owner {
                stay.resets.append((data.time, data.owner))
            }
            let settled = isRaised ? stay.window.start : stay.uplinks.first ?? data.time
            book(until: min(data.time, settled), isActive: true)
        } else if owner != data.owner {
            book(until: data.time, isActive: true)
            owner = data.owner
        }
    }

    /// Counts a packet where it passes, even during a promotion.
    mutating func notice(_ data: PacketData) {
        let carrier = pending.map { machine.promotions[$0.way].to } ?? state
        // A burst uses the downlink's line until it ends.
        let line = machine.states[carrier].transferLine.downlink
        if machine.hasBursts {
            if !isInBurst {
                books.beginBurst()
                books.charge(line, at: data.time, owner: data.owner)
            }
            burstBytes.uplink += data.uplink
            burstBytes.downlink += data.downlink
        }
        last = max(data.time, shiftedUntil)
        switch rules.lastPacket {
        case .costs: books.carry(data, on: line)
        case .free: unrated.append(data)
        }
    }

    mutating func endBurst() {
        books.endBurst(burstBytes.direction)
        burstBytes = BurstBytes()
    }

    /// The activity goes on until `time`, so packets before it cost energy.
    private mutating func rateBytes(until time: Instant) {
        if unrated.isEmpty { return }
        let line = machine.states[state].transferLine.downlink
        for data in unrated where data.time < time { books.carry(data, on: line) }
        unrated.removeAll { $0.time < time }
    }

    /// The activity has ended, so the remaining packets cost nothing.
    mutating func writeOffBytes() {
        for data in unrated { books.carry(data, on: machine.states[state].restingLine) }
        unrated.removeAll(keepingCapacity: true)
    }

    // MARK: Books

    /// Posts the rest of the stay, which ends at `time`.
    ///
    /// - Parameters:
    ///   - time: when the stay ends.
    ///   - isActive: whether a packet that finds the radio here needs more.
    ///   - isLast: whether no later packet follows.
    mutating func close(at time: Instant, isActive: Bool, isLast: Bool = false) {
        judgeWindow(at: time, isLeaving: true, isLast: isLast)
        book(until: time, isActive: isActive)
        if isActive { rateBytes(until: time) }
        writeOffBytes()
    }

    /// Posts the stay up to `time`: active until the last reset of the timer, or all of it.
    private mutating func book(until time: Instant, isActive: Bool) {
        let here = machine.states[state]
        if here.carriesData, machine.hasBursts {
            if isInBurst { post(here.transferLine.downlink, until: time) }
        } else if here.carriesData, here.isTail {
            let end = isActive ? time : min(time, max(stay.timerSince, stay.booked))
            postStay(here.transferLine.downlink, until: end)
        }
        postStay(here.restingLine, until: time)
    }

    /// Posts to `line`, or to the line of the raised state where dense traffic raised it.
    private mutating func postStay(_ line: Int, until time: Instant) {
        guard delaysBooks else { return post(line, until: time) }
        let raisedLine = rules.dense.map { machine.states[$0.to].transferLine.downlink }
        while stay.booked < time {
            stay.raised.removeAll { $0.upperBound <= stay.booked }
            while let reset = stay.resets.first, reset.time <= stay.booked {
                owner = reset.owner
                stay.resets.removeFirst()
            }
            let isRaised = stay.raised.first.map { $0.contains(stay.booked) } ?? false
            let change = stay.raised.first.map { isRaised ? $0.upperBound : $0.lowerBound }
            let until = min(time, change ?? time, stay.resets.first?.time ?? time)
            post(isRaised ? raisedLine ?? line : line, until: until)
        }
    }

    mutating func post(_ line: Int, until time: Instant) {
        guard time > stay.booked else { return }
        books.post(line, from: stay.booked, until: time, entered: stay.entered, owner: owner)
        stay.booked = time
    }

    /// Decides whether dense traffic raised the state in a window that is over, or whose state is
    /// left.
    private mutating func judgeWindow(
        at time: Instant, isLeaving: Bool = false, isLast: Bool = false
    ) {
        guard let dense = rules.dense, dense.state == state else { return }
        let start = stay.window.start
        guard isLeaving || time >= start + dense.window else { return }
        if !isLast, stay.window.bytes > dense.bytesOver.count {
            if stay.raisedUntil.map({ $0 < start }) ?? true {
                books.enter(lineOfState: machine.states[dense.to].restingLine)
            }
            let end = start + dense.window + dense.lingers
            stay.raised.append(start..<end)
            stay.raisedUntil = end
        }
        let length = dense.window.nanoseconds
        let passed = (time - start).nanoseconds / length
        stay.window = (start + TimeSpan(nanoseconds: passed * length), 0)
    }
}
