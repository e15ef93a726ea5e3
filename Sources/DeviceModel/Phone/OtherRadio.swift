/// The second radio of a phone, which carries nothing new just now.
///
/// It is outside `Phone`, so that a phone with one radio stays as small and fast. A change of
/// network swaps the radios. Each end of what this one still carries is a planned event.
final class OtherRadio {
    var radio: Radio
    var step: EventKey?

    init(_ layout: WiFiLayout, delays: RandomStream) {
        radio = Radio(layout.machine, delays: delays, standby: layout.off)
    }
}

/// A Wi-Fi radio beside a cellular one, and its ledger lines.
struct WiFiLayout: Sendable {
    let machine: RadioMachine
    let off: Int
    let joining: Int

    init(_ radio: RadioProfile, _ device: DeviceProfile, plan: inout LedgerPlan) {
        machine = RadioMachine(radio, plan: &plan)
        off = plan.add(LedgerLine(machine.component, "off", .baseline, .constant(.zero)))
        let power = device.wifiJoin?.power ?? .zero
        joining = plan.add(LedgerLine(machine.component, "joining", .promotion, .constant(power)))
    }
}

extension Radio {
    /// Whether it is switched off, on `line`, which is not one of its own states.
    func stands(by line: Int) -> Bool { phase == .resting && self.line == line }

    /// Whether nothing is queued or carried.
    var isQuiet: Bool { phase != .excursion && queue.isEmpty }

    /// Switches the radio off: it draws by `line` from `time` on. It must be quiet, and advanced to
    /// `time`.
    mutating func stand(by line: Int, cause: Cause, at time: Instant, ledger: inout EnergyLedger) {
        precondition(isQuiet, "a radio was switched off that carries data")
        change(to: line, cause: cause, at: time, &ledger)
        phase = .resting
        phaseEnd = .never
    }
}

extension Phone {
    /// Whether transfers go over Wi-Fi just now; always true if that is the only radio.
    var isOnWiFi: Bool { radio.machine.component == .wifi }

    var hasTwoRadios: Bool { other != nil }

    /// Begins to join a Wi-Fi network.
    ///
    /// - Returns: the time that joining takes. Transfers go over the cellular radio meanwhile.
    mutating func joinWiFi() -> TimeSpan {
        guard let other, let wifi = layout.wifi, other.radio.stands(by: wifi.off) else {
            return .zero
        }
        let time = device.wifiJoin?.time ?? .zero
        if time > .zero {
            other.radio.stand(by: wifi.joining, cause: .networkSignalling, at: now, ledger: &ledger)
        }
        return time
    }

    /// The network has gone before the phone had joined it.
    mutating func giveUpWiFi() { standBy() }

    /// Sends new transfers over the other radio. Those under way end where they are.
    mutating func handOver() {
        guard let other else { return }
        settle(to: now)
        other.radio.advance(to: now, ledger: &ledger)
        takeEnds(of: other)
        swap(&radio, &other.radio)
        if let wifi = layout.wifi, radio.stands(by: wifi.off) || radio.stands(by: wifi.joining) {
            radio.start(at: now, ledger: &ledger)
        }
        follow(other)
    }

    mutating func otherRadioSteps() {
        guard let other else { return }
        settle(to: now)
        other.step = nil
        other.radio.advance(to: now, ledger: &ledger)
        follow(other)
    }

    mutating func cutOffTransfersOfOther(_ kind: TransferKind) -> Int64 {
        guard let other else { return 0 }
        other.radio.advance(to: now, ledger: &ledger)
        let left = other.radio.cutOff(kind, at: now, ledger: &ledger)
        follow(other)
        return left
    }

    mutating func signal(_ change: CellChange, on other: OtherRadio) {
        other.radio.advance(to: now, ledger: &ledger)
        switch layout.signalling.step(after: change, isAtRest: other.radio.isAtRest) {
        case nil: break
        case .transfer(let transfer):
            other.radio.submit(transfer, at: now, ledger: &ledger)
            follow(other)
        case .charge(let line): ledger.charge(line, cause: .networkSignalling)
        }
    }

    mutating func comeIntoSignalBesideWiFi(_ machine: RadioMachine) {
        guard let other else { return }
        other.radio.advance(to: now, ledger: &ledger)
        other.radio.come(to: machine, at: now, ledger: &ledger)
        follow(other)
    }

    private mutating func follow(_ other: OtherRadio) {
        takeEnds(of: other)
        cancel(other.step)
        other.step = nil
        if other.radio.isQuiet {
            standBy()
        } else {
            other.step = calendar.schedule(
                .otherRadio, at: other.radio.phaseEnd, priority: .completion)
        }
    }

    /// Switches off a Wi-Fi radio without a network; a cellular one keeps its network.
    private mutating func standBy() {
        guard let other, let wifi = layout.wifi, other.radio.machine === wifi.machine,
            !other.radio.stands(by: wifi.off)
        else { return }
        other.radio.stand(by: wifi.off, cause: .noActivity, at: now, ledger: &ledger)
    }

    private mutating func takeEnds(of other: OtherRadio) {
        if !other.radio.holds.isEmpty {
            take(other.radio.holds)
            other.radio.holds.clear()
        }
        transferEnds += other.radio.ends
        other.radio.ends.removeAll()
    }

    // MARK: No network

    /// Drops all transfers and switches the radios off.
    mutating func leaveNetwork() {
        guard let offline = layout.offline else { return }
        let line = isOff ? layout.off?.radio ?? offline : offline
        settle(to: now)
        if let other, let wifi = layout.wifi {
            other.radio.advance(to: now, ledger: &ledger)
            if isOnWiFi { swap(&radio, &other.radio) }
            cancel(other.step)
            other.step = nil
            other.radio.drop(by: wifi.off, at: now, ledger: &ledger)
            takeEnds(of: other)
        }
        radio.drop(by: line, at: now, ledger: &ledger)
        takeEnds()
        switchModem(on: false)
    }

    /// The radio is on again, unless the phone is off.
    mutating func enterNetwork() {
        hasNetwork = true
        if !isOff { radio.regain(at: now, ledger: &ledger) }
        switchModem(on: !isOff)
    }

    /// The modem beside Wi-Fi, which idles while it is on.
    mutating func switchModem(on isOn: Bool) {
        guard let modem = lines.modem else { return }
        ledger.change(to: isOn ? modem.idle : modem.off, cause: .noActivity, at: now)
    }

    /// A transfer fails at once; the phone's own positioning is told.
    mutating func refuse(_ transfer: Transfer) {
        guard transfer.ticket?.isPhones == true else { return }
        transferEnds.append(TransferEnd(transfer: transfer, time: now))
    }

    var promotionCount: Int64 { radio.promotionCount + (other?.radio.promotionCount ?? 0) }
}
