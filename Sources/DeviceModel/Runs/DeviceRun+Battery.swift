import EventKernel
import Quantities

// A run in a world with a battery, which may be empty before the run is over.
extension DeviceRun {
    /// A charger comes or goes.
    mutating func changeCharging(_ number: Int32) {
        guard let isCharging = world.changeCharging(number, on: &phone) else { return }
        if !phone.isOff { tell(.phone(.charging(isCharging))) }
        if phone.battery != nil { followBattery() }
    }

    /// It is time to look at the battery.
    mutating func lookAtBattery() {
        phone.lookAtBattery()
        followBattery()
    }

    /// Lives through the levels that the battery has crossed, and plans when to look again.
    mutating func followBattery() {
        while let change = phone.battery?.takeChange(at: phone.now) {
            switch change {
            case .lowPower(let isLow):
                if isLow, phone.system.lowPower?.alerts == true { phone.alert(cause: .nobody) }
                tell(.phone(.lowPower(isLow)))
            case .empty: goOff()
            case .charged: comeOn()
            }
        }
        phone.planBatteryLook()
    }

    private mutating func goOff() {
        phone.battery?.isPhoneCall = world.isPhoneCall
        tell(.phone(.goesOff))
        world.dropWiFi(on: &phone)
        phone.powerDown()
    }

    /// A phone that comes on is in its network anew, and its apps take up where they were.
    private mutating func comeOn() {
        phone.powerUp()
        world.drawMiddlebox(isOnWiFi: false)
        tell(.networkChanged)
        tell(.phone(.restarted))
        // What began or ended meanwhile nobody was told of.
        if phone.battery?.isPhoneCall != world.isPhoneCall {
            tell(world.isPhoneCall ? .phoneCallBegan : .phoneCallEnded)
        }
        while let held = phone.takeHeld() { happen(held) }
        if let notice = world.followWiFi(on: &phone) { tell(notice) }
    }

    /// Lives through what happens while the phone is off: the world goes on and plans what follows,
    /// nothing reaches the phone, and what apps have planned waits.
    mutating func stepWhileOff() -> Bool {
        guard let key = phone.simulation.nextKey, phone.simulation.goesOn(to: key.time),
            let event = phone.simulation.next()
        else { return false }
        switch event {
        case .traffic(let source): _ = world.arrival(from: Int(source), on: &phone)
        case .networkChange: world.enterNetwork(on: &phone)
        case .incomingCall: world.planIncomingCall(on: &phone)
        case .phoneCallBegins: world.planPhoneCallEnd(on: &phone)
        case .phoneCallEnds: world.planPhoneCall(on: &phone)
        case .cellChange: _ = world.changeCell(on: &phone)
        case .alertEnds, .alertSoundEnds, .otherRadio, .tolerantTimer: break
        case .positioning, .policy: phone.hold(event, key)
        case .world(let event): happenWhileOff(event)
        }
        return true
    }

    private mutating func happenWhileOff(_ event: WorldEvent) {
        switch event {
        case .app(let kind, let place): _ = world.happen(kind, to: place, on: &phone)
        case .memoryShort: _ = world.memoryShort(on: &phone)
        case .restart: _ = world.restart(on: &phone)
        case .outageBegins: _ = world.outage(isReachable: false, on: &phone)
        case .outageEnds: _ = world.outage(isReachable: true, on: &phone)
        case .wifi(let step): _ = world.happen(step, on: &phone)
        case .otherAppOpens: world.openOtherApp(on: &phone)
        case .otherAppLeaves: world.leaveOtherApp(on: &phone)
        case .sound(let kind): _ = world.happen(kind, on: &phone)
        case .charging, .battery: happen(event)
        }
    }
}

extension RunPlan {
    /// The battery at the start of a run; `nil` where the world has none.
    func gauge() -> BatteryGauge? {
        conditions.world.battery.map {
            BatteryGauge(
                $0, charging: conditions.world.charging, of: conditions.device.battery,
                low: conditions.system.lowPower, greatestPower: books.greatestPower)
        }
    }
}
