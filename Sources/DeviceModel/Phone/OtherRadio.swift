import Kernel

/// The radio of a phone with two that carries nothing new just now.
///
/// It lies apart from the phone, which is as small and as fast as one with a single radio, and the
/// two change places when the phone goes from one network to the other. What it does by itself is
/// known beforehand: each end of what it still carries is a planned event.
final class OtherRadio {
    var radio: Radio
    /// When it next does something that somebody waits for.
    var step: EventKey?

    init(_ layout: WiFiLayout, delays: RandomStream) {
        radio = Radio(layout.machine, delays: delays, standby: layout.off)
    }
}

/// What a phone has for a Wi-Fi radio beside its own.
struct WiFiLayout: Sendable {
    let machine: RadioMachine
    /// Not joined to any network.
    let off: Int
    /// Joining one.
    let joining: Int

    init(_ radio: RadioProfile, _ device: DeviceProfile, plan: inout LedgerPlan) {
        machine = RadioMachine(radio, plan: &plan)
        off = plan.add(LedgerLine(machine.component, "off", .baseline, .constant(.zero)))
        let power = device.wifiJoin?.power ?? .zero
        joining = plan.add(LedgerLine(machine.component, "joining", .promotion, .constant(power)))
    }
}

extension Radio {
    /// Whether it takes no part: `line` is not one of its own states'.
    func stands(by line: Int) -> Bool { phase == .resting && self.line == line }

    /// Whether nothing is queued, so that it does nothing more for anybody.
    var isQuiet: Bool { phase != .excursion && queue.isEmpty }

    /// Draws by `line` and takes no part from `time` on. It carries nothing, and has been advanced
    /// to `time`.
    mutating func stand(
        by line: Int, cause: Cause, at time: Instant, ledger: inout EnergyLedger
    ) {
        precondition(isQuiet, "a radio was switched off that carries data")
        change(to: line, cause: cause, at: time, &ledger)
        phase = .resting
        phaseEnd = .never
    }
}

extension Phone {
    /// Whether transfers go over Wi-Fi just now; always where that is the only radio.
    var isOnWiFi: Bool { radio.machine.component == .wifi }

    /// Whether the phone has a Wi-Fi radio beside its cellular one.
    var hasTwoRadios: Bool { other != nil }

    /// Begins to join the Wi-Fi network that has come.
    ///
    /// - Returns: how long that takes; until then transfers go over the cellular radio.
    mutating func joinWiFi() -> TimeSpan {
        guard let other, let wifi = layout.wifi, other.radio.stands(by: wifi.off) else {
            return .zero
        }
        let time = device.wifiJoin?.time ?? .zero
        if time > .zero {
            other.radio.stand(
                by: wifi.joining, cause: .networkSignalling, at: now, ledger: &ledger)
        }
        return time
    }

    /// The network has gone before the phone had joined it.
    mutating func giveUpWiFi() { standBy() }

    /// From now on transfers go over the other radio; those under way end on the one that they are
    /// on.
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

    /// The radio that is not in use has come to the end of something.
    mutating func otherRadioSteps() {
        guard let other else { return }
        settle(to: now)
        other.step = nil
        other.radio.advance(to: now, ledger: &ledger)
        follow(other)
    }

    /// Cuts off what an app has on its way over the radio that is not in use.
    ///
    /// - Returns: how many bytes of it have not been carried.
    mutating func cutOffTransfersOfOther(_ kind: TransferKind) -> Int64 {
        guard let other else { return 0 }
        other.radio.advance(to: now, ledger: &ledger)
        let left = other.radio.cutOff(kind, at: now, ledger: &ledger)
        follow(other)
        return left
    }

    /// The cellular radio signals while transfers go over Wi-Fi.
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

    /// The cellular radio comes into another level of its signal, while transfers go over Wi-Fi.
    mutating func comeIntoSignalBesideWiFi(_ machine: RadioMachine) {
        guard let other else { return }
        other.radio.advance(to: now, ledger: &ledger)
        other.radio.come(to: machine, at: now, ledger: &ledger)
        follow(other)
    }

    /// Takes what the radio has ended, and plans when it ends what it still carries.
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

    /// A Wi-Fi radio out of reach of its network draws nothing; a cellular one keeps its network.
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

    /// The radio that the phone is described with, and the further one: the streams of their
    /// promotions, always in this order.
    var delayStreams: [RandomStream] {
        guard let other else { return [radio.delays] }
        let streams = [radio.delays, other.radio.delays]
        return isOnWiFi ? streams.reversed() : streams
    }

    /// Promotions of all radios.
    var promotionCount: Int64 { radio.promotionCount + (other?.radio.promotionCount ?? 0) }
}
