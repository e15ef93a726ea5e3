import Kernel

/// How time passes, and how it is posted.
extension PacketRadio {
    /// Leaves the state at `time`, for a promotion that a packet needs which finds the radio at
    /// `foundAt`.
    mutating func leave(at time: Instant, foundAt: Instant) {
        pass(to: time)
        let isActive = timers.expiry(by: machine.states[state].timer).time >= foundAt
        close(at: time, isActive: isActive)
    }

    /// Passes the inactivity timers that expire before `time`.
    ///
    /// - Parameter isLast: whether no later packet follows.
    mutating func pass(to time: Instant, isLast: Bool = false) {
        while true {
            let expiry = timers.expiry(by: machine.states[state].timer)
            guard expiry.time < time else { return }
            close(at: expiry.time, isActive: false, isLast: isLast)
            let exit = machine.exit(from: state, isDormancy: expiry.isDormancy)
            if expiry.isDormancy { timers.disarm() }
            if let release = exit.release {
                post(release.line, until: min(time, expiry.time + release.delay))
            }
            enter(exit.to, at: stay.booked)
        }
    }

    mutating func enter(_ state: Int, at time: Instant) {
        self.state = state
        stay.begin(at: time)
        if let raise = machine.states[state].raise {
            stay.window = TrafficWindow(entered: time, raise)
        }
        timers.enter(at: time)
        meter = QueueMeter()
        books.enter(lineOfState: machine.states[state].restingLine)
    }

    // MARK: Data

    mutating func carryHere(_ data: PacketData) {
        if machine.burstGap != nil || machine.states[state].isDiscontinuous {
            book(until: data.time, isActive: true)
        }
        meet(data)
        notice(data)
    }

    /// Updates timer and windows for a packet that was found in this state or brought to it.
    ///
    /// - Parameter isBehind: whether the promotion that brought it lies behind it.
    mutating func meet(_ data: PacketData, isBehind: Bool = false) {
        judgeWindow(at: data.time)
        let timer = machine.states[state].timer
        let resets =
            isBehind
            ? timers.bring(uplink: data.uplink, downlink: data.downlink, by: timer, at: data.time)
            : timers.carry(uplink: data.uplink, downlink: data.downlink, by: timer, at: data.time)
        if let least = machine.states[state].fittedLeast { makeRoom(for: least, behind: data) }
        if resets { reset(by: data) }
        if machine.states[state].raise != nil { stay.window.add(data) }
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

    private mutating func reset(by data: PacketData) {
        rateBytes(until: data.time)
        if machine.states[state].delaysBooks {
            if data.owner != stay.resets.last?.owner ?? owner {
                stay.resets.append((data.time, data.owner))
            }
            let settled =
                machine.states[state].raise != nil
                ? stay.window.start : stay.uplinks.first ?? data.time
            book(until: min(data.time, settled), isActive: true)
        } else if owner != data.owner {
            book(until: data.time, isActive: true)
            owner = data.owner
        }
    }

    /// Counts a packet where it passes, even during a promotion.
    mutating func notice(_ data: PacketData) {
        if machine.burstGap != nil {
            if !isInBurst {
                books.beginBurst()
                books.charge(transferLine(in: carrier), at: data.time, owner: data.owner)
            }
            burstBytes.uplink += data.uplink
            burstBytes.downlink += data.downlink
        }
        last = max(data.time, shiftedUntil)
        if machine.countsBetweenPackets {
            unrated.append(data)
        } else {
            count(data, on: transferLine(in: carrier))
        }
    }

    /// Whether a packet at `time` belongs to the burst of the last one.
    @inline(__always)
    func continuesBurst(at time: Instant) -> Bool {
        guard let last, let gap = machine.burstGap else { return false }
        return time - last <= gap
    }

    mutating func endBurst() {
        guard machine.burstGap != nil else { return }
        books.endBurst(burstBytes.direction)
        burstBytes = BurstBytes()
    }

    /// The line of what is carried; a burst uses the downlink's line until it ends.
    @inline(__always)
    private func transferLine(in state: Int) -> Int { machine.states[state].transferLine.downlink }

    private mutating func count(_ data: PacketData, on line: Int) {
        books.carry(
            uplink: data.uplink, downlink: data.downlink, on: line, at: data.time,
            owner: data.owner)
    }

    /// The activity goes on until `time`, so packets before it have a rate.
    private mutating func rateBytes(until time: Instant) {
        guard !unrated.isEmpty else { return }
        let line = transferLine(in: state)
        for data in unrated where data.time < time { count(data, on: line) }
        unrated.removeAll { $0.time < time }
    }

    /// The activity has ended, so the remaining packets have no rate.
    mutating func writeOffBytes() {
        guard !unrated.isEmpty else { return }
        for data in unrated { count(data, on: machine.states[state].restingLine) }
        unrated.removeAll(keepingCapacity: true)
    }

    // MARK: Books

    /// Posts the rest of the stay, which ends at `time`.
    ///
    /// - Parameters:
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
        let active = machine.states[state].activeLine
        let resting = machine.states[state].restingLine
        if machine.burstGap != nil {
            let carriesData = machine.states[state].carriesData
            if isInBurst, carriesData { post(transferLine(in: state), until: time) }
        } else if active != resting {
            let end = isActive ? time : min(time, max(timers.reset, stay.booked))
            postStay(active, until: end)
        }
        postStay(resting, until: time)
    }

    /// Posts to `line`, or to the line of the raised state where dense traffic raised it.
    private mutating func postStay(_ line: Int, until time: Instant) {
        guard machine.states[state].delaysBooks else { return post(line, until: time) }
        let raisedLine = machine.states[state].raise.map {
            machine.states[$0.rule.to].transferLine.downlink
        }
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
        books.post(
            line, from: stay.booked, until: time, entered: stay.entered, owner: owner)
        stay.booked = time
    }

    /// Decides whether dense traffic raised the state in a window that is over, or whose state is
    /// left.
    private mutating func judgeWindow(
        at time: Instant, isLeaving: Bool = false, isLast: Bool = false
    ) {
        guard let raise = machine.states[state].raise else { return }
        guard isLeaving || stay.window.isOver(at: time, raise) else { return }
        let isJudged = !isLast || raise.rule.judgesOpenWindow
        if isJudged, stay.window.isDense(raise) {
            if stay.window.raisedUntil < stay.window.start {
                books.enter(lineOfState: machine.states[raise.rule.to].restingLine)
            }
            stay.window.raise(raise)
            stay.raised.append(stay.window.start..<stay.window.raisedUntil)
        }
        stay.window.advance(to: time, raise)
    }
}
