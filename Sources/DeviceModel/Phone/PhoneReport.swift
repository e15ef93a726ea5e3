extension Phone {
    /// Writes the metrics that every run has.
    func report(_ table: LedgerTable<Int64>, into metrics: inout MetricValues) {
        let hours = hoursOn
        let sums = ReportSums(
            table, radio: layout.machine, other: layout.wifi, without: layout.off,
            offline: layout.offline, push: layout.push, processor: lines.processor)
        let (energy, radioEnergy) = (sums.energy, sums.radioEnergy)
        let drain = hours > 0 ? 100 * (energy / device.battery.energy) / hours : 0
        metrics[.energy] = energy.magnitude / 1000
        metrics[.radioEnergy] = radioEnergy.magnitude / 1000
        metrics[.drain] = drain
        metrics[.hoursToEmpty] = drain > 0 ? 100 / drain : nil
        metrics[.tailShare] = radioEnergy > .zero ? 100 * (sums.tail / radioEnergy) : nil
        metrics[.promotions] = Double(promotionCount)
        metrics[.wakeUps] = Double(processor.wakeUpCount)
        metrics[.appWakeUps] = Double(sums.appWakeUps)
        metrics[.appAwakeTime] = Double(sums.appAwake) / 1e9
        metrics[.bytesUp] = Double(sums.uplink)
        metrics[.bytesDown] = Double(sums.downlink)
        metrics[.timeToEmpty] = battery?.emptied.map { $0.seconds.magnitude / 3600 }
        reportUse(sums, into: &metrics)
        if let push {
            metrics[.pushHeartbeats] = Double(push.heartbeatCount)
            metrics[.pushConnectionEnergy] = sums.push.magnitude / 1000
        }
        // Time of both radios, so that the shares of on and at rest add up to 100 %.
        let radios: Double = layout.wifi == nil ? 1 : 2
        metrics[.radioOnShare] =
            100 * Double(sums.radioOn) / (radios * Double(calendar.horizon.nanoseconds))
    }

    /// Reports how the phone was used, if it was.
    ///
    /// The shares add up to the whole: display; the rest drawn in hand; sleeping phone; all other.
    private func reportUse(_ sums: ReportSums, into metrics: inout MetricValues) {
        guard layout.user != nil else { return }
        let inHand = self.inHand.time.seconds.magnitude
        metrics[.pickUps] = Double(self.inHand.count)
        metrics[.inHandShare] = 100 * inHand / calendar.horizon.seconds.magnitude
        guard sums.energy > .zero, hoursOn > 0 else { return }
        let foreground = self.inHand.energy - sums.displayInHand
        // A phone draws its sleeping power all the time, roughly evenly.
        let standby = sums.baseline * max(0, 1 - inHand / (hoursOn * 3600))
        let background = sums.energy - sums.display - foreground - standby
        metrics[.displayShare] = 100 * (sums.display / sums.energy)
        metrics[.foregroundShare] = 100 * (foreground / sums.energy)
        metrics[.backgroundShare] = 100 * (max(.zero, background) / sums.energy)
        metrics[.standbyShare] = 100 * (standby / sums.energy)
    }
}

/// Sums over the ledger, in a single pass because it has many cells.
private struct ReportSums {
    var energy = Millijoules.zero
    var radioEnergy = Millijoules.zero
    var tail = Millijoules.zero
    var uplink: Int64 = 0
    var downlink: Int64 = 0
    var display = Millijoules.zero
    var displayInHand = Millijoules.zero
    var baseline = Millijoules.zero
    var push = Millijoules.zero
    /// Nanoseconds in which the radio was not at rest, summed over both radios.
    var radioOn: Int64 = 0
    var appWakeUps: Int64 = 0
    /// Nanoseconds.
    var appAwake: Int64 = 0

    init(
        _ table: LedgerTable<Int64>, radio: RadioMachine, other: WiFiLayout?, without: OffLines?,
        offline: Int?, push pushActivity: Int?, processor: Processor.Lines
    ) {
        let plan = table.plan
        let (component, atRest) = (radio.component, plan.stateOfLine[radio.initialLine])
        let second = other?.machine.component ?? component
        let secondAtRest = other.map { plan.stateOfLine[$0.machine.initialLine] } ?? atRest
        let off = other.map { plan.stateOfLine[$0.off] } ?? atRest
        let noPower = without.map { plan.stateOfLine[$0.radio] } ?? atRest
        let noNetwork = offline.map { plan.stateOfLine[$0] } ?? atRest
        table.forEachCell { line, activity, cell in
            let shape = plan.shapes[line]
            let cost = cell.energy(shape.cost)
            energy += cost
            if activity == pushActivity { push += cost }
            uplink += cell.uplinkBytes
            downlink += cell.downlinkBytes
            if shape.kind == .baseline { baseline += cost }
            if plan.policyActivities.contains(activity) {
                if line == processor.waking { appWakeUps += cell.events }
                if line == processor.awake { appAwake += cell.nanoseconds }
            }
            if shape.component == .display {
                display += cost
                if shape.kind == .use { displayInHand += cost }
            }
            guard shape.component == component || shape.component == second else { return }
            radioEnergy += cost
            if shape.kind == .tail { tail += cost }
            if shape.state != atRest, shape.state != secondAtRest, shape.state != off,
                shape.state != noPower, shape.state != noNetwork
            {
                radioOn += cell.nanoseconds
            }
        }
    }
}
