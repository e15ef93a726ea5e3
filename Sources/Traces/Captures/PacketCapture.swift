import DeviceModel
import EventKernel

/// A pcap or pcapng file, from which the phone's IP packets are taken.
///
/// What is done for every packet is inlined into one loop, so that a header's fields need not go
/// through memory between two functions: that reads a third more packets a second.
struct PacketCapture {
    private let file: CaptureFile
    private let layer: LinkLayer
    /// Of the phone; empty where the link layer tells the direction.
    private let addresses: [IPAddress]
    private var clock = PacketClock()
    private var isFinished = false

    private(set) var summary: TraceSummary

    /// The capture at `path`.
    ///
    /// - Throws: if libpcap cannot open it, if its packets cannot be unwrapped, or if nothing says
    ///   which address is the phone's.
    init(
        path: String, format: TraceFormat, deviceAddresses: [IPAddress]
    ) throws(TraceFailure) {
        file = try CaptureFile(path: path)
        layer = try file.linkLayer()
        let rule: TraceSummary.DirectionRule
        if !deviceAddresses.isEmpty {
            rule = .given(deviceAddresses)
        } else if layer.tellsDirection {
            rule = .linkLayer
        } else {
            rule = try DeviceSearch.rule(forCaptureAt: path, layer)
        }
        addresses = rule.addresses
        summary = TraceSummary(format: format, directionRule: rule, linkLayer: file.linkLayerName)
    }

    /// Appends packets to `batch` until it holds `limit`, or the file ends.
    ///
    /// - Throws: why the next packet cannot be used; those before it are in `batch`.
    mutating func read<Element: TraceElement>(
        into batch: inout [Element], limit: Int
    ) throws(TraceFailure) {
        while !isFinished, batch.count < limit {
            guard let record = try file.next() else {
                isFinished = true
                return
            }
            guard let (header, direction) = phonePacket(in: record) else { continue }
            let packet = Packet(
                time: try time(of: record), bytes: header.bytes, direction: direction)
            batch.append(Element(packet, flow: header.flow(direction), segment: header.segment))
            summary.packets += 1
            if header.isLaterFragment { summary.fragments += 1 }
        }
    }

    /// The headers of an IP packet that the phone sent or received; `nil`, and counted, for others.
    @inline(__always)
    private mutating func phonePacket(
        in record: CaptureFile.Record
    ) -> (IPHeader, Packet.Direction)? {
        do throws(SkippedPacket) {
            let (header, unwrapped) = try layer.header(of: record)
            // Addresses come first: who names them knows better than the link layer.
            guard addresses.isEmpty else {
                return (header, try direction(header.source, header.destination))
            }
            guard let direction = unwrapped.direction else { throw .otherHosts }
            return (header, direction)
        } catch {
            summary.tally.add(error)
            return nil
        }
    }

    /// Which way a packet went, by its addresses. What the phone sends to itself is uplink.
    @inline(__always)
    private func direction(
        _ source: IPAddress, _ destination: IPAddress
    ) throws(SkippedPacket) -> Packet.Direction {
        if addresses.contains(source) { return .uplink }
        if addresses.contains(destination) { return .downlink }
        throw destination.reach == .group ? .groupOfOthers : .otherHosts
    }

    /// When a packet was captured, counted from the first one that was handed over.
    @inline(__always)
    private mutating func time(of record: CaptureFile.Record) throws(TraceFailure) -> Instant {
        let origin = summary.firstPacket ?? record.time
        summary.firstPacket = origin
        guard let span = record.time.nanoseconds(since: origin), span < Instant.never.nanoseconds
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
    /// The connection it belongs to, as the phone sees it.
    func flow(_ direction: Packet.Direction) -> FlowKey {
        switch direction {
        case .uplink:
            FlowKey(
                protocolNumber: protocolNumber, device: source, devicePort: sourcePort,
                remote: destination, remotePort: destinationPort)
        case .downlink:
            FlowKey(
                protocolNumber: protocolNumber, device: destination, devicePort: destinationPort,
                remote: source, remotePort: sourcePort)
        }
    }
}
