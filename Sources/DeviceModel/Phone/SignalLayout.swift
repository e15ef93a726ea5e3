import Kernel

/// What a phone has for a world whose signal has levels.
struct SignalLayout: Sendable {
    /// The machine of the radio that the phone is described with, by level of the world. All are
    /// the same where the radio has no levels.
    let machines: [RadioMachine]
    /// The lines that say how long each level was there.
    let lines: [Int]

    /// - Precondition: a radio with levels has those of the world, which are given by their names.
    init(
        _ signal: [String], _ radio: RadioProfile, _ machine: RadioMachine,
        plan: inout LedgerPlan
    ) {
        let levels = signal.map { wanted in radio.levels.first { $0.name == wanted } }
        let known = levels.compactMap { $0 }
        precondition(
            radio.levels.isEmpty || known.count == levels.count,
            "a level of the world that \(radio.name) lacks")
        machines = levels.map { level in
            guard let level else { return machine }
            return RadioMachine(
                machine, at: level, of: radio, slowing: level.slowing(towards: known),
                plan: &plan)
        }
        lines = signal.map {
            plan.add(LedgerLine(.signal, $0, .baseline, .constant(.zero)))
        }
    }
}

extension SignalLevel {
    /// How many times as long as here a transfer takes at the slowest of some levels, at most.
    fileprivate func slowing(towards others: [SignalLevel]) -> Double {
        others.reduce(1) {
            max($0, max(uplink / $1.uplink, downlink / $1.downlink))
        }
    }
}

extension Phone {
    /// The level of the signal at the start of the run.
    mutating func beginSignal(_ level: Int) {
        guard let signal = layout.signal else { return }
        ledger.begin(signal.lines[level])
        radio.come(to: signal.machines[level], at: now, ledger: &ledger)
    }

    /// From now on the radio that the phone is described with has this level of the signal, whether
    /// the phone is in its network just now or in that of Wi-Fi.
    mutating func comeIntoSignal(_ level: Int) {
        guard let signal = layout.signal else { return }
        settle(to: now)
        if hasTwoRadios, isOnWiFi {
            comeIntoSignalBesideWiFi(signal.machines[level])
        } else {
            radio.come(to: signal.machines[level], at: now, ledger: &ledger)
        }
        ledger.change(to: signal.lines[level], cause: .noActivity, at: now)
    }
}

/// Signalling made ready for any number of runs.
struct SignallingPlan: Sendable {
    enum Step: Sendable {
        case transfer(Transfer)
        /// The energy of a line in the books.
        case charge(Int)
    }

    private let cellChange: Step?
    private let areaUpdate: Step?

    /// Adds a line to the plan where an exchange has an energy.
    init(_ radio: RadioProfile, plan: inout LedgerPlan) {
        cellChange = radio.signalling.cellChange.map(Self.transfer)
        areaUpdate =
            switch radio.signalling.areaUpdate {
            case nil: nil
            case .transfer(let shape): Self.transfer(shape)
            case .energy(let energy):
                .charge(
                    plan.add(
                        LedgerLine(
                            radio.technology.component, radio.states[radio.initial].name, .transfer,
                            .constant(.zero), perEvent: energy)))
            }
    }

    private static func transfer(_ shape: TransferShape) -> Step {
        var transfer = shape.transfer(cause: .networkSignalling, ticket: nil)
        // The modem does it without the phone's processor.
        transfer.holdsProcessor = false
        return .transfer(transfer)
    }

    /// What a change of cell asks for.
    ///
    /// - Parameters:
    ///   - change: of the serving cell.
    ///   - isAtRest: whether the radio is in its initial state.
    func step(after change: CellChange, isAtRest: Bool) -> Step? {
        guard change.updatesArea, let areaUpdate else { return isAtRest ? nil : cellChange }
        if case .charge = areaUpdate, !isAtRest { return nil }
        return areaUpdate
    }
}
