// Connects the world with the phone; neither knows the other.
extension DeviceRun {
    /// - Returns: what the app must still be told.
    private mutating func happen(_ kind: Event.ForApp, to place: Int32) -> Notice? {
        switch world.happen(kind, to: place, in: &phone.calendar) {
        case .message(let item): return .network(.message(item))
        case .accessory(let isInRange): return .phone(.accessory(isInRange: isInRange))
        case .user(.opens): follow(world.open(place, in: &phone.calendar))
        case .user(.leaves): follow(world.leave(place, in: &phone.calendar))
        case .user(let action): return .user(action)
        }
        return nil
    }

    /// Tells phone and apps about a change of the app in front, unless the phone is off.
    private mutating func follow(_ change: FrontChange?) {
        guard let change, !phone.isOff else { return }
        if let opened = change.opened { phone.bringToFront(opened) } else { phone.putDown() }
        // Deferral ends before the app is opened.
        if phone.deferrals != nil { followDeferrals() }
        if let opened = change.opened, opened < 0, let size = world.profile.otherAppsMemory {
            phone.enterMemory(opened, holding: size)
        }
        if let left = change.left, left >= 0 {
            policy.receive(.user(.leaves), for: left, on: &phone, in: &world)
        }
        if let opened = change.opened, opened >= 0 {
            policy.receive(.user(.opens), for: opened, on: &phone, in: &world)
        }
    }

    /// - Returns: what apps must still be told, or the one app concerned.
    mutating func liveThrough(_ event: Event.Rare) -> Notice? {
        switch event {
        case .app(let kind, let place): return happen(kind, to: place)
        case .recorded(let index): return beginRecorded(index)
        case .recordedCarries(let index, let line): return carryRecorded(index, line)
        case .memoryShort: return .phone(.purges(world.memoryShort(in: &phone.calendar)))
        case .makeRoom: makeRoom()
        case .restart:
            world.restart(in: &phone.calendar)
            return .phone(.restarted)
        case .outageBegins, .outageEnds:
            world.outage(begins: event == .outageBegins, in: &phone.calendar)
            if phone.hasNetwork { return followServers() }
        case .networkGone: loseNetwork()
        case .networkBack: return regainNetwork()
        case .wifiChanges(let number):
            world.changeWiFi(number, in: &phone.calendar)
            return followWiFi()
        case .wifiJoined:
            joining = nil
            return handOver()
        case .pickUp: follow(world.pickUp(in: &phone.calendar))
        case .putDown(let place): follow(world.putDown(place, in: &phone.calendar))
        case .transferInFront:
            guard let arrival = world.user?.transfer(in: &phone.calendar), !phone.isOff,
                phone.hasNetwork, let user = phone.layout.user
            else { return nil }
            var transfer = Transfer(arrival, cause: user)
            transfer.goesFirst = phone.system.lifeCycle.frontGoesFirst
            phone.carry(transfer)
            return .phone(.otherWork)
        case .otherAppOpens:
            world.openOtherApp(in: &phone.calendar)
            follow(world.open(Event.otherApp, in: &phone.calendar))
        case .otherAppLeaves:
            world.leaveOtherApp(in: &phone.calendar)
            follow(world.leave(Event.otherApp, in: &phone.calendar))
        case .sound(let kind): return .user(.sound(happen(kind)))
        case .signalChanges:
            world.changeSignal(in: &phone.calendar)
            if let level = world.signal?.level { phone.comeIntoSignal(level) }
        case .charging(let number): changeCharging(number)
        case .battery: lookAtBattery()
        case .airPlay(let step): airPlay(step)
        case .pushHeartbeat:
            phone.sendHeartbeat()
            return .phone(.otherWork)
        case .scanIsLong: if !phone.isOff { phone.followScans() }
        case .ownWork:
            guard let work = phone.system.ownWork else { return nil }
            let length = world.workForItself(work.duration, in: &phone.calendar)
            if !phone.isOff { _ = phone.wake(for: length, by: .none, cause: .otherApps) }
        case .alarmClock:
            if !phone.isOff { phone.ringAlarmClock() }
            phone.planAlarmClock()
        case .work: return .phone(.work)
        case .deferral(let step): takeUpDeferred(step)
        }
        return nil
    }

    /// Removes apps from memory: suspended before running ones, largest first, never the app in
    /// front.
    private mutating func makeRoom() {
        phone.memory.isBeingMade = false
        for endsRunning in [false, true] {
            if endsRunning && !phone.system.lifeCycle.endsRunningForRoom { return }
            for place in phone.memory.largestFirst where place != phone.front {
                guard phone.memory.isShort else { return }
                if place < 0 {
                    phone.memory.leave(place)
                } else {
                    policy.receive(
                        .phone(.makesRoom(endsRunning: endsRunning)), for: place, on: &phone,
                        in: &world)
                }
            }
        }
    }

    /// Starts a recorded line: processor time first, then its transfer. Skipped while the phone is
    /// off.
    private mutating func beginRecorded(_ index: Int32) -> Notice? {
        let (line, moment) = world.recorded(Int(index), in: &phone.calendar)
        if phone.isOff { return nil }
        guard moment.work > .zero else { return carryRecorded(index, line) }
        let start = phone.wake(for: moment.work, cause: .otherApps)
        phone.compute(moment.work, cause: .otherApps)
        phone.calendar.schedule(
            .rare(.recordedCarries(index, line: line)), at: start + moment.work,
            priority: .arrival)
        return nil
    }

    private mutating func carryRecorded(_ index: Int32, _ line: Int32) -> Notice? {
        let moment = world.profile.recordedTraffic[Int(index)].moments[Int(line)]
        guard !phone.isOff, phone.hasNetwork, moment.uplink > 0 || moment.downlink > 0 else {
            return nil
        }
        let arrival = TrafficArrival(
            roundTrips: 0, uplink: moment.uplink, downlink: moment.downlink)
        phone.carry(Transfer(arrival, cause: .otherApps))
        return .phone(.otherWork)
    }

    private mutating func happen(_ kind: Event.OfSound) -> SoundAction {
        let action = world.happen(kind, in: &phone.calendar)
        if action == .startsOtherPlayer, !world.isPhoneCall { phone.otherPlayer(plays: true) }
        if action == .endsOtherPlayer { phone.otherPlayer(plays: false) }
        return action
    }

    private mutating func airPlay(_ step: Event.OfAirPlay) {
        switch step {
        case .begins, .ends:
            world.airPlay(begins: step == .begins, in: &phone.calendar)
            phone.playAfar(step == .begins ? world.profile.sound?.airPlay?.rate : nil)
        case .sends: phone.sendSound()
        }
    }

    /// A call silences the player outside the modelled apps.
    mutating func beginPhoneCall() {
        world.planPhoneCallEnd(in: &phone.calendar)
        if world.otherPlays { phone.otherPlayer(plays: false) }
    }

    mutating func endPhoneCall() {
        world.planPhoneCall(in: &phone.calendar)
        if world.otherPlays { phone.otherPlayer(plays: true) }
    }

    // MARK: Network

    /// The phone loses every network, or begins without one.
    mutating func loseNetwork() {
        dropWiFi()
        phone.hasNetwork = false
        // Apps take their transfers off the air before the radio drops the rest.
        if let notice = followServers() { tell(notice) }
        phone.deferrals.map { tellReach($0) }
        phone.endPush()
        phone.leaveNetwork()
    }

    /// The phone enters a network.
    private mutating func regainNetwork() -> Notice? {
        phone.enterNetwork()
        world.drawMiddlebox(isOnWiFi: phone.isOnWiFi)
        if let notice = followServers() { tell(notice) }
        if !phone.isOff { phone.pushMoves(idleTimeout: world.natIdleTimeout) }
        if let notice = followWiFi() { tell(notice) }
        return .network(.changed)
    }

    var reaches: Bool { world.isReachable && phone.hasNetwork }

    /// Servers have become reachable, or unreachable.
    ///
    /// - Returns: what apps are told; `nil` if each is told separately.
    private mutating func followServers() -> Notice? {
        phone.pushReaches(reaches)
        guard let deferrals = phone.deferrals else { return .network(.reachable(reaches)) }
        deferrals.isReachable = reaches
        return nil
    }

    // MARK: Wi-Fi

    /// A phone with Wi-Fi at the start has already joined it.
    mutating func beginWiFi() {
        guard phone.hasTwoRadios else { return }
        world.beginWiFi(in: &phone.calendar)
        if world.wifi?.isThere == true { phone.handOver() }
    }

    /// Joins or leaves Wi-Fi.
    ///
    /// - Returns: what apps are told if the phone has changed networks.
    mutating func followWiFi() -> Notice? {
        guard !phone.isOff, phone.hasNetwork, let isThere = world.wifi?.isThere else { return nil }
        if isThere == (phone.isOnWiFi || joining != nil) { return nil }
        if isThere {
            let time = phone.joinWiFi()
            if time == .zero { return handOver() }
            joining = phone.calendar.schedule(
                .rare(.wifiJoined), at: phone.now + time, priority: .arrival)
            return nil
        }
        guard joining != nil else { return handOver() }
        dropWiFi()
        phone.giveUpWiFi()
        return nil
    }

    /// Wi-Fi disappeared before it was joined.
    mutating func dropWiFi() { phone.cancel(&joining) }

    private mutating func handOver() -> Notice {
        phone.handOver()
        phone.followReceiver()
        world.drawMiddlebox(isOnWiFi: phone.isOnWiFi)
        phone.pushMoves(idleTimeout: world.natIdleTimeout)
        return .network(.changed)
    }

    // MARK: Result

    /// Reports metrics that are independent of the policy.
    func reportCells(into metrics: inout MetricValues) {
        guard world.profile.cells != nil else { return }
        metrics[.cellChanges] = Double(world.ground.cellChangeCount)
        metrics[.areaUpdates] = Double(world.ground.areaUpdateCount)
    }
}
