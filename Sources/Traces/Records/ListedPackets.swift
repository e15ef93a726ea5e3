/// The packets of a record that has to be read whole before the first packet is known.
struct ListedPackets {
    private let packets: [TracedPacket]
    private var place = 0
    private(set) var summary: TraceSummary

    /// - Parameter packets: In any order; the first gets time 0.
    init(_ packets: [TracedPacket], _ format: TraceFormat, findings: [String]) {
        let first = packets.map(\.packet.time).min() ?? .start
        let order = packets.indices.sorted {
            (packets[$0].packet.time, $0) < (packets[$1].packet.time, $1)
        }
        self.packets = order.map { index in
            var traced = packets[index]
            traced.packet.time = .start + (traced.packet.time - first)
            return traced
        }
        summary = TraceSummary(format: format, directionRule: .column)
        summary.findings = findings
    }

    mutating func read(into batch: inout [some TraceElement], limit: Int) {
        for traced in packets[place...].prefix(limit) {
            batch.append(.init(traced.packet, flow: traced.flow, segment: nil))
            summary.packets += 1
            summary.bytes += traced.packet.bytes
        }
        place += batch.count
    }
}
