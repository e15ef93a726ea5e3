/// A replayed trace, as the terminal shows it: where the energy went, and what would save some.
extension TraceReplayResult {
    public func screen(advice: [ReplayAdvice], battery: Battery?) -> Screen {
        let lines = heading(battery)
        return Screen(
            answer: lines[0], table: .table(states(battery)),
            notes: lines.dropFirst().map { $0 + "\n" }.joined()
                + HorizonNote.text(beyondHorizon)
                + AdviceText.text(advice, of: radio.activeEnergy),
            details: [burstPart, hostPart].compactMap { $0 })
    }

    private func heading(_ battery: Battery?) -> [String] {
        var lines = [
            "The trace caused \(joules(radio.activeEnergy)) J of the radio's "
                + "\(joules(radio.energy)) J: transfer \(joules(radio.energy(of: .transfer))), "
                + "tails \(joules(radio.energy(of: .tail))), promotions "
                + "\(joules(radio.energy(of: .promotion))).",
            "\(radio.radio.name), promotion \(radio.settings.mode.rawValue), "
                + "\(figure(radio.duration.seconds.magnitude)) s",
        ]
        if let on = radio.radioOnShare {
            let promotions = radio.promotionCount == 1 ? "promotion" : "promotions"
            lines.append(
                "\(radio.promotionCount) \(promotions); the radio is on "
                    + "\(ReadableNumber.text(100 * on, decimals: 1)) % of the time")
        }
        if radio.unbilledPromotion > .zero {
            lines.append(
                "\(figure(radio.unbilledPromotion.seconds.magnitude)) s of promotions found no room"
                    + " before their packets and are not billed (the trace begins, or the packet "
                    + "before is nearer)")
        }
        if let battery {
            let share = 100 * (radio.energy / battery.energy)
            lines.append(
                "\(ReadableNumber.text(share, significantDigits: 3)) % of the battery's "
                    + "\(ReadableNumber.text(battery.energy.magnitude / 1000, decimals: 0)) J")
        }
        return lines
    }

    private func states(_ battery: Battery?) -> TextTable {
        let whole = radio.duration.seconds.magnitude
        // The time and energy of a promotion belong to the state that it leaves.
        return TextTable(
            radio.table.residenceRows(),
            [
                .left("state", \.state),
                .right("residence [s]") { figure(Double($0.nanoseconds) / 1e9) },
                .right("share") { percent(Double($0.nanoseconds) / 1e9, of: whole) },
                .right("energy [J]") { joules($0.energy) }, .right("entries") { "\($0.entries)" },
            ]
                + (battery.map { battery in
                    [
                        .right("[\(FamilyCost.drain.unit)]") {
                            FamilyCost.day($0.energy.magnitude / 1000, of: battery, in: whole)
                        }
                    ]
                } ?? []))
    }

    private var burstPart: Screen.Part? {
        var table = TextTable(columns: [
            .init("bursts"), .init("number", .right), .init("energy [J]", .right),
            .init("share", .right), .init("of it tail [J]", .right),
        ])
        for category in Burst.Category.allCases {
            var number = 0
            var energy = CausedEnergy()
            // Not `filter`: there may be hundreds of thousands.
            for burst in bursts where burst.category == category {
                number += 1
                energy.add(burst.energy)
            }
            if number == 0 { continue }
            table.add([
                category.rawValue, "\(number)", joules(energy.total), share(energy.total),
                joules(energy.tail),
            ])
        }
        return bursts.isEmpty ? nil : .table(table)
    }

    private var hostPart: Screen.Part? {
        // The screen's limit; the files have all.
        let most = 5
        let hosts = hosts.filter { $0.address != nil }.sorted { $0.energy.total > $1.energy.total }
        guard !hosts.isEmpty else { return nil }
        let table = hosts.prefix(most).table([
            .left("host", \.address?.description),
            .right("connections") { "\($0.connections)" },
            .right("packets") { "\($0.traffic.packets)" },
            .right("energy [J]") { joules($0.energy.total) },
            .right("share") { share($0.energy.total) },
        ])
        let rest = hosts.count - most
        return .table(table, below: rest > 0 ? "and \(rest) more: --out writes them all\n" : "")
    }

    private func share(_ energy: Millijoules) -> String {
        percent(energy.magnitude, of: radio.activeEnergy.magnitude)
    }
}

extension [ReplayedRadio] {
    /// - Parameter beyondHorizon: The number of packets that were not replayed.
    public func screen(beyondHorizon: Int) -> Screen {
        Screen(answer: spread, table: .table(table), notes: notes(beyondHorizon: beyondHorizon))
    }

    func notes(beyondHorizon: Int) -> String {
        HorizonNote.text(beyondHorizon) + unbilled
            + "caused: what a radio draws because of the trace, all but its rest.\n"
    }

    private var table: TextTable {
        self.table([
            .left("radio", \.radio.name), .right("energy [J]") { joules($0.energy) },
            .right("caused [J]") { joules($0.activeEnergy) },
            .right("tail share") { $0.tailShare.map { percent($0, of: 1) } },
            .right("promotions") { "\($0.promotionCount)" },
            .right("radio on") { $0.radioOnShare.map { percent($0, of: 1) } },
            .right("length [s]") { figure($0.duration.seconds.magnitude) },
        ])
    }

    /// Names the radios whose first promotion precedes the trace and costs nothing, unlike the
    /// others'.
    private var unbilled: String {
        let short = filter { $0.unbilledPromotion > .zero }
        guard !short.isEmpty else { return "" }
        let parts = short.map {
            "\($0.radio.name) \(figure($0.unbilledPromotion.seconds.magnitude)) s"
        }
        return """
            promotions that found no room before their packets (the trace begins, or the packet \
            before is nearer), and are not billed: \(parts.joined(separator: ", "))

            """
    }

    private var spread: String {
        let sorted = sorted { $0.activeEnergy < $1.activeEnergy }
        func words(_ radio: ReplayedRadio) -> String {
            "\(joules(radio.activeEnergy)) J on \(radio.radio.name)"
        }
        guard let least = sorted.first, let most = sorted.last else { return "" }
        guard sorted.count > 1, least.activeEnergy > .zero else {
            return "The trace caused \(words(most))."
        }
        let times = ReadableNumber.text(
            most.activeEnergy / least.activeEnergy, significantDigits: 3)
        return "The trace caused \(words(least)) and \(words(most)), \(times) times as much."
    }
}

private enum HorizonNote {
    static func text(_ packets: Int) -> String {
        switch packets {
        case 0: ""
        case 1: "1 packet at the horizon or later was left out\n"
        default: "\(packets) packets at the horizon or later were left out\n"
        }
    }
}

private func joules(_ energy: Millijoules) -> String { figure(energy.magnitude / 1000) }

private func figure(_ value: Double) -> String { ReadableNumber.text(value, decimals: 3) }

private func percent(_ part: Double, of whole: Double) -> String {
    whole > 0 ? "\(ReadableNumber.text(100 * part / whole, decimals: 1)) %" : ""
}

enum AdviceText {
    /// The observed behaviour, and what to do instead.
    static func sentence(_ advice: ReplayAdvice) -> String {
        "\(observation(advice.kind)): \(remedy(advice.kind))"
    }

    /// Advice with cost and saving as a share of `whole`; empty without advice.
    static func text(_ advice: [ReplayAdvice], of whole: Millijoules) -> String {
        guard !advice.isEmpty, whole > .zero else { return "" }
        let lines = advice.map { advice in
            let cost = advice.energy.map { " and cost \(figure($0, of: whole))" } ?? ""
            return "  \(observation(advice.kind))\(cost).\n"
                + "    To \(remedy(advice.kind)) would \(effect(advice.saving, of: whole)).\n"
        }
        return "advice (shares of what the trace caused; savings by replaying the changed trace)\n"
            + lines.joined()
    }

    private static func observation(_ kind: ReplayAdvice.Kind) -> String {
        switch kind {
        case .closeEarlier(let connections, let delay):
            let what = connections == 1 ? "1 connection is" : "\(connections) connections are"
            return "\(what) closed late, \(time(delay.seconds)) after the last data in the median"
        case .batch(let series, _):
            let whom = series.host.map { " with \($0)" } ?? ""
            return "\(series.bursts.count) bursts\(whom) repeat every \(time(series.cycle.seconds))"
        }
    }

    private static func remedy(_ kind: ReplayAdvice.Kind) -> String {
        switch kind {
        case .closeEarlier: "close with the last data"
        case .batch(_, let every): "send them together every \(time(every.seconds))"
        }
    }

    private static func effect(_ saving: Millijoules, of whole: Millijoules) -> String {
        if saving > .zero { return "save \(figure(saving, of: whole))" }
        if saving == .zero { return "change nothing" }
        return "cost \(figure(.zero - saving, of: whole)) more"
    }

    private static func figure(_ energy: Millijoules, of whole: Millijoules) -> String {
        let joules = ReadableNumber.text(energy.magnitude / 1000, significantDigits: 3)
        let share = ReadableNumber.text(100 * (energy / whole), decimals: 1)
        return "\(joules) J (\(share) %)"
    }

    private static func time(_ time: Seconds) -> String {
        let minutes = time.magnitude / 60
        if minutes >= 10, minutes == minutes.rounded() {
            return "\(ReadableNumber.text(minutes, decimals: 0)) min"
        }
        return "\(ReadableNumber.text(time.magnitude, decimals: 1)) s"
    }
}
