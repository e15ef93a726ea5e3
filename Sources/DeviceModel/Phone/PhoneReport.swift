import EventKernel
import Quantities

extension Phone {
    /// What every run yields, whatever its policy.
    ///
    /// - Parameter table: the closed books.
    func report(_ table: LedgerTable<Int64>, into metrics: inout MetricValues) {
        let component = radio.machine.component
        let hours = simulation.horizon.seconds.magnitude / 3600
        let energy = table.totalEnergy
        let radioEnergy = table.energyOfShapes({ $0.component == component })
        let tail = table.energyOfShapes({ $0.component == component && $0.kind == .tail })
        let drain = 100 * (energy / device.battery.energy) / hours
        metrics[.energy] = energy.magnitude / 1000
        metrics[.radioEnergy] = radioEnergy.magnitude / 1000
        metrics[.drain] = drain
        metrics[.hoursToEmpty] = drain > 0 ? 100 / drain : nil
        metrics[.tailShare] = radioEnergy > .zero ? 100 * (tail / radioEnergy) : nil
        metrics[.promotions] = Double(radio.promotionCount)
        metrics[.wakeUps] = Double(processor.wakeUpCount)
        reportTraffic(table, into: &metrics)
    }

    private func reportTraffic(
        _ table: LedgerTable<Int64>, into metrics: inout MetricValues
    ) {
        let plan = table.plan
        let atRest = plan.stateOfLine[radio.machine.initialLine]
        var (on, up, down): (Int64, Int64, Int64) = (0, 0, 0)
        table.forEachCell { line, _, cell in
            up += cell.uplinkBytes
            down += cell.downlinkBytes
            let isRadio = plan.lines[line].component == radio.machine.component
            if isRadio && plan.stateOfLine[line] != atRest { on += cell.nanoseconds }
        }
        metrics[.bytesUp] = Double(up)
        metrics[.bytesDown] = Double(down)
        metrics[.radioOnShare] = 100 * Double(on) / Double(simulation.horizon.nanoseconds)
    }
}

extension Bytes {
    /// The nearest whole number of bytes, within what a sum of half a million of them can hold.
    var count: Int64 { max(0, Int64(nearest: magnitude, limit: 1 << 44)) }
}
