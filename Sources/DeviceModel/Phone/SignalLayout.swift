/// Machines and ledger lines of a phone for a world with signal levels.
struct SignalLayout: Sendable {
    /// The main radio's machine for each level of the world; all equal if the radio has no levels.
    let machines: [RadioMachine]
    let lines: [Int]

    /// - Precondition: a radio with levels has those that `signal` names.
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
        lines = signal.map { plan.add(LedgerLine(.signal, $0, .baseline, .constant(.zero))) }
    }
}

extension SignalLevel {
    /// Upper bound of how many times longer a transfer takes at the slowest of the levels.
    fileprivate func slowing(towards others: [SignalLevel]) -> Double {
        others.reduce(1) { max($0, max(uplink / $1.uplink, downlink / $1.downlink)) }
    }
}

extension Phone {
    mutating func beginSignal(_ level: Int) {
        guard let signal = layout.signal else { return }
        ledger.begin(signal.lines[level])
        radio.come(to: signal.machines[level], at: now, ledger: &ledger)
    }

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

/// The signalling of a radio, compiled for any number of runs.
struct SignallingPlan: Sendable {
    enum Step: Sendable {
        case transfer(Transfer)
        case charge(Int)
    }

    private let cellChange: Step?
    private let areaUpdate: Step?

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
        // The modem signals without the phone's processor.
        transfer.holdsProcessor = false
        return .transfer(transfer)
    }

    /// The step that a change of serving cell needs.
    ///
    /// - Parameter isAtRest: whether the radio is in its initial state.
    func step(after change: CellChange, isAtRest: Bool) -> Step? {
        guard change.updatesArea, let areaUpdate else { return isAtRest ? nil : cellChange }
        if case .charge = areaUpdate, !isAtRest { return nil }
        return areaUpdate
    }
}
