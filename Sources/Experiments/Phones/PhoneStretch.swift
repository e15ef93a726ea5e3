import Traces

/// A time without charger in which the display stayed on, or off.
public struct PhoneStretch: Sendable {
    public let isScreenOn: Bool
    /// In ms since the first record.
    public let from: Int64
    public private(set) var until: Int64
    /// Time that each part was on, in ms.
    public private(set) var active: [HistoryFlag: Int64] = [:]
    /// How often each part was switched on.
    public private(set) var starts: [HistoryFlag: Int] = [:]
    public private(set) var events: [HistoryEvent: Int] = [:]
    public private(set) var dozed: [DeviceIdle: Int64] = [:]
    /// The first and the last reading of the charge counter, in ms and mAh.
    private(set) var charges: (first: (time: Int64, charge: Int), last: (time: Int64, charge: Int))?
    private var levels: (first: Int, last: Int)

    public var hours: Double { Double(until - from) / 3_600_000 }

    /// Charge drawn and the hours in which it was, by the counter; `nil` without two readings.
    var counted: (charge: Double, hours: Double)? {
        guard let (first, last) = charges, last.time > first.time else { return nil }
        return (Double(first.charge - last.charge), Double(last.time - first.time) / 3_600_000)
    }

    /// The fall of the level in per cent; each end is known to a whole per cent.
    var levelDrop: Int { levels.first - levels.last }

    /// The stretches of a history, in order.
    ///
    /// A stretch begins where display, charger and level are known, and ends where one of the
    /// first two changes, or the record breaks off.
    static func all(of history: BatteryHistory) -> [PhoneStretch] {
        var stretches: [PhoneStretch] = []
        var state = State()
        var open: PhoneStretch?
        func close(at time: Int64) {
            if var stretch = open, time > stretch.from {
                stretch.until = time
                stretches.append(stretch)
            }
            open = nil
        }
        for change in history.changes {
            let now = change.milliseconds
            open?.pass(from: state.time, to: now, state)
            let wasOn = state.flags
            state.take(change)
            if state.isUnknown || open.map({ $0.isScreenOn != state.isOn(.screen) }) ?? false
                || state.isOn(.plugged)
            {
                close(at: now)
            }
            guard !state.isUnknown, !state.isOn(.plugged), let level = state.level else { continue }
            if open == nil {
                open = PhoneStretch(
                    isScreenOn: state.isOn(.screen), from: now, until: now, levels: (level, level))
            }
            open?.take(change, wasOn)
        }
        close(at: state.time)
        return stretches
    }

    private struct State {
        var time: Int64 = 0
        var isUnknown = true
        var level: Int?
        var idle = DeviceIdle.off
        var flags: Set<HistoryFlag> = []

        func isOn(_ flag: HistoryFlag) -> Bool { flags.contains(flag) }

        mutating func take(_ change: HistoryChange) {
            time = change.milliseconds
            switch change.item {
            case .begin: (isUnknown, level, idle, flags) = (false, nil, .off, [])
            case .end: isUnknown = true
            case .level(let now): level = now
            case .idle(let now): idle = now
            case .flag(let flag, true): flags.insert(flag)
            case .flag(let flag, false): flags.remove(flag)
            case .charge, .event, .network: break
            }
        }
    }

    private mutating func pass(from: Int64, to: Int64, _ state: State) {
        let span = to - max(from, self.from)
        guard span > 0 else { return }
        for flag in state.flags { active[flag, default: 0] += span }
        dozed[state.idle, default: 0] += span
    }

    private mutating func take(_ change: HistoryChange, _ wasOn: Set<HistoryFlag>) {
        switch change.item {
        case .charge(let charge):
            let reading = (change.milliseconds, charge)
            charges = (charges?.first ?? reading, reading)
        case .level(let level): levels.last = level
        case .flag(let flag, true) where !wasOn.contains(flag): starts[flag, default: 0] += 1
        case .event(let event, _): events[event, default: 0] += 1
        default: break
        }
    }
}
