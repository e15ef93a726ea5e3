struct ResultNotes {
    let result: ExperimentResult

    var end: String {
        switch result.end {
        case .precise: ""
        case .atMost: shortfall
        // Commands stop before such a result is shown.
        case .exceeded: ""
        case .interrupted:
            "Interrupted: these are the \(result.replicationCount) replications that were done.\n"
        }
    }

    var idle: String {
        result.idleErrands.map { app, found in
            let what =
                switch found {
                case .refused(let count):
                    "warning: \(found.words) (\(app)). The system refused all of its errands, "
                        + "\(ReadableNumber.text(count, decimals: count < 10 ? 1 : 0)) a run. "
                case .neverBegan: "note: \(found.words) (\(app)). "
                }
            return WrappedText.line(what + found.advice)
        }.joined()
    }

    var replications: String {
        let count = result.replicationCount
        let pairs = "\(count) replications in \(count / 2) antithetic pairs"
        return result.scenario.replications.isAntithetic ? pairs : "\(count) replications"
    }

    private var shortfall: String {
        guard let worst = result.shortfall else {
            return "Precision not reached: no policy has what the replications are to be precise "
                + "about.\n"
        }
        let what = worst.isDifference ? "difference" : "mean"
        let reached = worst.reached.map { "known to \(percent($0)), not to" } ?? "not known to"
        let needed = worst.needed.map { count in
            if count > ReplicationPlan.most { return "; no number that is allowed would do" }
            let number = ReadableNumber.text(Double(count), decimals: 0)
            return "; about \(number) would be needed: --replications \(count)"
        }
        return WrappedText.line(
            "Precision not reached: after \(result.replicationCount) replications the \(what) of "
                + "\(worst.metric.columnName) of \(worst.policy) is \(reached) "
                + "\(worst.goal)\(needed ?? "").")
    }

    private func percent(_ share: Double) -> String {
        ReadableNumber.text(share * 100, significantDigits: 2) + " %"
    }

    var combination: String {
        let scenario = result.scenario
        let radios = [scenario.radio.name] + [scenario.wifiRadio?.name].compactMap { $0 }
        return Self.combination(of: scenario.device, radios)
    }

    /// Warns about radios that the phone never had.
    static func combination(of device: DeviceProfile, _ radios: [String]) -> String {
        let unlisted = radios.filter { !device.radios.contains($0) }
        if unlisted.isEmpty { return "" }
        return "\(device.name) does not list \(unlisted.joined(separator: " or ")) among "
            + "its radios: a combination that was not measured.\n"
    }
}

extension AppCosts {
    var part: Screen.Part {
        var table = TextTable(columns: [
            .init("of \(policy)"), .init("booked to it [J]", .right),
            .init("with it less without it [J]", .right), .init("95 % interval", .right),
            .init("alone [J]", .right),
        ])
        for app in apps {
            table.add([
                app.name, figure(app.booked), figure(app.marginal?.difference),
                IntervalText.cell(app.marginal?.interval) { figure($0) }, figure(app.alone?.mean),
            ])
        }
        for booked in world where booked.energy > 0 {
            table.add([booked.activity, figure(booked.energy), "", "", ""])
        }
        table.add([
            "sum", figure(world.reduce(booked) { $0 + $1.energy }),
            figure(sum(apps.map { $0.marginal?.difference })), "",
            figure(sum(apps.map { $0.alone?.mean })),
        ])
        return .table(table, below: words)
    }

    private var booked: Double { apps.reduce(0) { $0 + $1.booked } }

    private var words: String {
        let marginal = sum(apps.map { $0.marginal?.difference })
        guard let marginal else { return "" }
        let gap = abs(booked - marginal)
        let (less, why) =
            marginal < booked
            ? (
                "less", "who is left out leaves wake-ups and tails behind that others still need"
            ) : ("more", "who is left out also leaves others less to wait for or to carry")
        return """
            What is booked adds up to the total, because the whole of a shared wake-up or tail is \
            put down to one app.
            What leaving them out one by one would save is \(figure(gap)) J \(less) than the \
            \(figure(booked)) J booked to the apps: \(why).

            """
    }

    /// `nil` if one is missing.
    private func sum(_ values: [Double?]) -> Double? {
        let known = values.compactMap { $0 }
        return known.count == values.count ? known.reduce(0, +) : nil
    }

    private func figure(_ value: Double?) -> String {
        value.map { ReadableNumber.text($0, decimals: 1) } ?? ""
    }
}
