import DeviceModel
import Kernel
import Traces

/// A TCP connection that was closed long after its last data had passed.
public struct LateClosing: Sendable {
    public let flow: Int32
    /// When its last data passed.
    public let lastData: Instant
    /// When its closing began.
    public let closed: Instant
    /// The packets of the closing, by their numbers in the trace.
    let packets: [(number: Int, packet: Packet)]
}

/// Finds connections that are closed late: more than a burst's pause after their last data, when
/// the radio may have to be woken for nothing but goodbye.
///
/// Memory grows with the number of connections.
struct ClosingWatch: Sendable {
    private struct Connection {
        var lastData: Instant?
        var closing: [(number: Int, packet: Packet)] = []
    }

    /// By the numbers of connections.
    private var connections: [Connection] = []
    private var number = 0
    /// A closing takes a handful of packets; what more comes is left where it is.
    private static let most = 16

    mutating func observe(_ traced: TracedPacket, _ passage: Passage) {
        defer { number += 1 }
        guard let segment = traced.segment else { return }
        let time = traced.packet.time
        let place = Int(passage.flow)
        while connections.count <= place { connections.append(Connection()) }
        if segment.payloadBytes > 0 {
            connections[place].lastData = time
            if !connections[place].closing.isEmpty { connections[place].closing = [] }
        } else if let lastData = connections[place].lastData, time - lastData > BurstCut.gap {
            let ends = segment.flags.contains(.fin) || segment.flags.contains(.rst)
            let count = connections[place].closing.count
            if (ends || count > 0) && count < Self.most {
                connections[place].closing.append((number, traced.packet))
            }
        }
    }

    consuming func finish() -> [LateClosing] {
        let late = connections.enumerated().compactMap { flow, connection -> LateClosing? in
            guard let lastData = connection.lastData, let first = connection.closing.first else {
                return nil
            }
            return LateClosing(
                flow: Int32(flow), lastData: lastData, closed: first.packet.time,
                packets: connection.closing)
        }
        return late.sorted { $0.packets[0].number < $1.packets[0].number }
    }
}
