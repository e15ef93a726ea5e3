// A run with a battery that may become empty.
extension DeviceRun {
    mutating func changeCharging(_ number: Int32) {
        world.changeCharging(number, in: &phone.calendar)
        let isCharging = world.isAtCharger
        guard isCharging != phone.isCharging else { return }
        phone.setCharging(isCharging)
        if phone.deferrals != nil { followDeferrals() }
        if !phone.isOff { tell(.phone(.charging(isCharging))) }
        if phone.battery != nil { followBattery() }
    }

    mutating func lookAtBattery() {
        phone.lookAtBattery()
        followBattery()
    }

    /// Handles the crossed levels, and schedules the next check.
    mutating func followBattery() {
        while let change = phone.battery?.takeChange(at: phone.now) {
            switch change {
            case .lowPower(let isLow):
                if isLow, phone.system.lowPower?.alerts == true { phone.alert(cause: .noActivity) }
                tell(.phone(.lowPower(isLow)))
            case .below(let share): tell(.phone(.batteryBelow(share)))
            case .empty: goOff()
            case .charged: comeOn()
            }
        }
        phone.planBatteryLook()
    }

    private mutating func goOff() {
        phone.battery?.isPhoneCall = world.isPhoneCall
        tell(.phone(.goesOff))
        dropWiFi()
        phone.putDown()
        phone.endPush()
        phone.powerDown()
        if phone.deferrals != nil { followDeferrals() }
    }

    /// The phone enters its network anew, and its apps resume.
    private mutating func comeOn() {
        phone.powerUp()
        world.drawMiddlebox(isOnWiFi: false)
        phone.pushMoves(idleTimeout: world.natIdleTimeout)
        tell(.network(.changed))
        tell(.phone(.restarted))
        // Apps were not told of calls meanwhile.
        if phone.battery?.isPhoneCall != world.isPhoneCall {
            tell(.phone(world.isPhoneCall ? .callBegan : .callEnded))
        }
        while let held = phone.takeHeld() { happen(held) }
        if phone.deferrals != nil { followDeferrals() }
        if let notice = followWiFi() { tell(notice) }
    }

    /// Handles the next event while the phone is off.
    ///
    /// The world goes on, but nothing reaches the phone, and what apps scheduled waits.
    mutating func stepWhileOff() -> Bool {
        guard let key = phone.calendar.nextKey, phone.calendar.goesOn(to: key.time),
            let event = phone.calendar.next()
        else { return false }
        switch event {
        case .traffic(let source): _ = world.arrival(from: Int(source), in: &phone.calendar)
        case .networkChange: world.enterNetwork(isOnWiFi: phone.isOnWiFi, in: &phone.calendar)
        case .incomingCall: world.planIncomingCall(in: &phone.calendar)
        case .phoneCallBegins: beginPhoneCall()
        case .phoneCallEnds: endPhoneCall()
        case .cellChange: _ = world.changeCell(in: &phone.calendar)
        case .alertEnds, .alertSoundEnds, .otherRadio, .tolerantTimer: break
        case .positioning, .app: phone.hold(event, key)
        case .rare(.app(let kind, let place)):
            // The app's server gets messages even now.
            if let notice = liveThrough(.app(kind, place)), kind == .message {
                policy.receive(notice, for: place, on: &phone, in: &world)
            }
        case .rare(let event): _ = liveThrough(event)
        }
        return true
    }
}

extension RunPlan {
    /// `nil` in a world without a battery.
    func gauge() -> BatteryGauge? {
        conditions.world.battery.map {
            BatteryGauge(
                start: $0.start, comesOn: $0.comesOn,
                chargingPower: conditions.world.charging?.power ?? .zero,
                of: conditions.device.battery,
                low: $0.savesPower ? conditions.system.lowPower : nil,
                greatestPower: books.greatestPower)
        }
    }
}
