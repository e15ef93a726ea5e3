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
        } catch { throw TraceFailure(.stepBack(error.span, packet: file.packets), path: file.path) }
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

/// Examines the beginning of a capture to decide which interfaces and addresses are the phone's.
struct CaptureSurvey {
    /// In IP packets.
    static let look = 100_000

    private var sieve: PacketSieve
    private var interfaces = PacketTally<InterfaceID>()
    private var device = DeviceSearch()
    private var packets = 0
    private var silent = 0
    /// The remote ends of 464XLAT's packets, and the IPv4 addresses that IPv6 addresses may embed.
    ///
    /// These are the last four bytes, or those behind 64 bits (RFC 6052, section 2.2).
    private var translated: Set<UInt32> = []
    private var embedded: Set<UInt32> = []

    /// Throws if the capture cannot be opened or unwrapped, or if nothing decides.
    static func summary(
        of trace: TraceFile, _ format: TraceFormat, _ options: TraceOptions
    ) throws(TraceFailure) -> TraceSummary {
        var selection = CaptureSelection(interfaces: options.interfaces)
        var file = try CaptureFile(trace, format)
        let all = CaptureSurvey(of: file, CaptureSelection())
        try all.refuseUnknown(file)
        let facts = all.interfaces.counts.map { (InterfaceFacts($0.key, in: file), $0.packets) }
        selection.choose(among: facts, options.preferred)
        file = try CaptureFile(trace, format)
        var survey = CaptureSurvey(of: file, selection)
        if survey.packets == 0, !options.interfaces.isEmpty {
            let possible = facts.map(\.0.text).joined(separator: ", ")
            let fault = InputFault(
                "no packet passed an interface \(options.interfaces.joined(separator: " or "))",
                facts.isEmpty
                    ? "The capture has no IP packet."
                    : "Use one of \(possible); or the kind, as in wifi.")
            throw TraceFailure(fault, path: trace.path)
        }
        if !survey.translated.isDisjoint(with: survey.embedded) {
            selection.leavesTranslatedOut = true
            file = try CaptureFile(trace, format)
            survey = CaptureSurvey(of: file, selection)
        }
        let rule = try survey.rule(options.deviceAddresses, trace.path)
        selection.take(rule)
        return TraceSummary(
            format: format, directionRule: rule,
            linkLayer: Self.linkLayer(of: survey.interfaces.counts.isEmpty ? all : survey, file),
            interfaces: facts.map {
                .init(
                    name: $0.name, kind: $0.kind, packets: $1,
                    isTaken: selection.refusal(of: $0) == nil)
            }, selection: selection)
    }

    private init(of file: CaptureFile, _ selection: CaptureSelection) {
        sieve = PacketSieve(selection)
        // Later faults are thrown after the packets before them were handed over.
        while packets < Self.look, let record = try? file.next() { look(at: record, of: file) }
    }

    private mutating func look(at record: CaptureFile.Record, of file: CaptureFile) {
        do throws(SkippedPacket) {
            let (header, found) = try sieve.packet(in: record, of: file)
            packets += 1
            interfaces.add(sieve.interface)
            note(header)
            guard found.direction == nil else { return }
            silent += 1
            let layer = file.interfaces[record.interface].layer
            let link = layer?.linkAddresses(of: record.captured.span)
            device.look(at: header, link, of: record.interface)
        } catch {
            // Skipped packets are counted when the file is read.
        }
    }

    private mutating func note(_ header: IPHeader) {
        if let remote = header.translatedRemote {
            translated.insert(UInt32(truncatingIfNeeded: remote.low))
        }
        for address in [header.source, header.destination] where !address.isVersion4 {
            embedded.insert(UInt32(truncatingIfNeeded: address.low))
            embedded.insert(UInt32(truncatingIfNeeded: address.low >> 24))
        }
    }

    private func refuseUnknown(_ file: CaptureFile) throws(TraceFailure) {
        guard let first = file.interfaces.first, file.interfaces.allSatisfy({ $0.layer == nil })
        else { return }
        throw TraceFailure(
            .linkLayer(LinkLayer.name(of: first.linkType), possible: LinkLayer.names),
            path: file.path)
    }

    private func rule(
        _ given: [IPAddress], _ path: String
    ) throws(TraceFailure) -> TraceSummary.DirectionRule {
        if !given.isEmpty { return .given(given) }
        if packets == 0 { return .nothingToDecide }
        return silent == 0 ? .linkLayer : .found(try device.found(path))
    }

    private static func linkLayer(of survey: CaptureSurvey, _ file: CaptureFile) -> String {
        let places = Set(survey.interfaces.counts.map(\.key.place))
        let used = file.interfaces.enumerated().filter { place, _ in
            places.isEmpty || places.contains(place)
        }
        return used.map { LinkLayer.name(of: $1.linkType) }.firstOfEach.joined(separator: " and ")
    }
}

extension CaptureSelection {
    /// The preferred radio, else the one with most packets, if the caller did not choose.
    fileprivate mutating func choose(
        among interfaces: [(InterfaceFacts, packets: Int)], _ preferred: InterfaceKind?
    ) {
        guard self.interfaces.isEmpty else { return }
        var radios: [(kind: InterfaceKind, packets: Int)] = []
        for (facts, packets) in interfaces where facts.kind != .tunnel {
            if let place = radios.firstIndex(where: { $0.kind == facts.kind }) {
                radios[place].packets += packets
            } else {
                radios.append((facts.kind, packets))
            }
        }
        leavesTunnelsOut = !radios.isEmpty
        guard radios.count > 1 else { return }
        let most = radios.map(\.packets).max()
        radio = (radios.first { $0.kind == preferred } ?? radios.first { $0.packets == most })?.kind
    }

    fileprivate mutating func take(_ rule: TraceSummary.DirectionRule) {
        switch rule {
        case .given(let given): (addresses, areAddressesGiven) = (given, true)
        case .found(let devices): addresses = devices.flatMap(\.addresses)
        case .column, .linkLayer, .nothingToDecide: break
        }
    }
}
