import DeviceModel
import Kernel

/// Takes the phone's IP packets from a pcap or pcapng file.
///
/// All per-packet work is inlined into one loop, so header fields need not pass through memory
/// between functions: that reads a third more packets a second.
struct PacketCapture {
    private let file: CaptureFile
    private var sieve: PacketSieve
    private var clock = PacketClock()
    private var isFinished = false

    private(set) var summary: TraceSummary

    init(
        _ file: CaptureFile, of trace: TraceFile, _ format: TraceFormat, _ options: TraceOptions
    ) throws(TraceFailure) {
        self.file = file
        summary = try CaptureSurvey.summary(of: trace, format, options)
        sieve = PacketSieve(summary.selection)
    }

    mutating func read<Element: TraceElement>(
        into batch: inout [Element], limit: Int
    ) throws(TraceFailure) {
        while !isFinished, batch.count < limit {
            guard let record = try file.next() else {
                isFinished = true
                return
            }
            guard let (header, direction, time) = phonePacket(in: record) else { continue }
            let packet = Packet(
                time: try self.time(time), bytes: header.bytes, direction: direction)
            batch.append(Element(packet, flow: header.flow(direction), segment: header.segment))
            summary.packets += 1
            summary.bytes += header.bytes
            if header.isLaterFragment { summary.fragments += 1 }
        }
    }

    /// `nil`, and counted as skipped, for packets that are not the phone's or of another radio.
    @inline(__always)
    private mutating func phonePacket(
        in record: CaptureFile.Record
    ) -> (IPHeader, Packet.Direction, CaptureTime)? {
        do throws(SkippedPacket) {
            let (header, found) = try sieve.packet(in: record, of: file)
            let direction = try sieve.direction(of: header, found)
            guard let time = record.time else { throw .withoutTime }
            return (header, direction, time)
        } catch {
            let header = file.interfaces[record.interface].layer?.headerBytes ?? 0
            summary.tally.add(error, bytes: max(0, record.wireBytes - header))
            return nil
        }
    }

    /// Relative to the first packet handed over.
    @inline(__always)
    private mutating func time(_ time: CaptureTime) throws(TraceFailure) -> Instant {
        let origin = summary.firstPacket ?? time
        summary.firstPacket = origin
        guard let span = time.nanoseconds(since: origin), span < Instant.never.nanoseconds
        else { throw TraceFailure(.tooLate(packet: file.packets), path: file.path) }
        do throws(PacketClock.StepBack) {
            let time = try clock.order(span)
            summary.clamped = clock.clamped
            summary.largestStepBack = clock.largestStepBack
            return time
        } catch {
            throw TraceFailure(.stepBack(error.span, packet: file.packets), path: file.path)
        }
    }
}

extension IPHeader {
    func flow(_ direction: Packet.Direction) -> FlowKey {
        switch direction {
        case .uplink:
            FlowKey(
                device: source, remote: destination, devicePort: sourcePort,
                remotePort: destinationPort, protocolNumber: protocolNumber)
        case .downlink:
            FlowKey(
                device: destination, remote: source, devicePort: destinationPort,
                remotePort: sourcePort, protocolNumber: protocolNumber)
        }
    }
}
