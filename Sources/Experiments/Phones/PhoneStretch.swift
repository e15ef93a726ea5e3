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
    /// first two changes, or the record breaks off. Changes of one record come at once.
    static func all(of history: BatteryHistory) -> [PhoneStretch] {
        var stretches: [PhoneStretch] = []
        var state = State()
        var open: PhoneStretch?
        var rest = history.changes[...]
        while let first = rest.first {
            let record = rest.prefix { $0.record == first.record }
            rest = rest.dropFirst(record.count)
            let before = state
            for change in record { state.take(change) }
            let isBreak = record.contains { $0.item == .begin }
            // Nothing tells of the time before a beginning.
            let now = isBreak ? before.time : state.time
            let isOver = isBreak || state.isUnknown || state.isOn(.plugged)
            if var stretch = open, isOver || stretch.isScreenOn != state.isOn(.screen) {
                stretch.pass(to: now, before)
                // A charger lifts the level at once.
                if !isBreak { stretch.read(record, withLevel: !state.isOn(.plugged)) }
                if now > stretch.from { stretches.append(stretch) }
                open = nil
            }
            guard !state.isUnknown, !state.isOn(.plugged), let level = state.level else { continue }
            if open == nil {
                open = PhoneStretch(
                    isScreenOn: state.isOn(.screen), from: state.time, until: state.time,
                    levels: (level, level))
            }
            open?.pass(to: state.time, before)
            open?.read(record, withLevel: true)
            open?.count(record, before.flags)
        }
        if let open, open.until > open.from { stretches.append(open) }
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

    private mutating func pass(to now: Int64, _ state: State) {
        let span = now - until
        guard span > 0 else { return }
        for flag in state.flags { active[flag, default: 0] += span }
        dozed[state.idle, default: 0] += span
        until = now
    }

    private mutating func read(_ record: ArraySlice<HistoryChange>, withLevel: Bool) {
        for change in record {
            switch change.item {
            case .charge(let charge):
                let reading = (change.milliseconds, charge)
                charges = (charges?.first ?? reading, reading)
            case .level(let level) where withLevel: levels.last = level
            default: break
            }
        }
    }

    private mutating func count(_ record: ArraySlice<HistoryChange>, _ wasOn: Set<HistoryFlag>) {
        for change in record {
            switch change.item {
            case .flag(let flag, true) where !wasOn.contains(flag): starts[flag, default: 0] += 1
            case .event(let event, _): events[event, default: 0] += 1
            default: break
            }
        }
    }
}
