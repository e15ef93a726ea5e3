/// Finds out which address is the phone's, where nothing says it: the private one that most
/// packets have.
///
/// A phone takes part in all of its own traffic, a server in a part of it; and servers on the
/// Internet have no private addresses. A link-local address is taken only if no other is private.
struct DeviceSearch {
    /// How many IP packets are looked at.
    static let look = 100_000
    /// How many addresses a message lists.
    static let listed = 5

    private var places: [IPAddress: Int] = [:]
    private var counts: [TraceFault.AddressCount] = []
    private var packets = 0

    /// The rule for the capture at `path`.
    ///
    /// - Throws: if the file cannot be opened, or no address is private.
    static func rule(
        forCaptureAt path: String, _ layer: LinkLayer
    ) throws(TraceFailure) -> TraceSummary.DirectionRule {
        let file = try CaptureFile(path: path)
        var search = DeviceSearch()
        // What is wrong further on is said when the packets before it have been handed over.
        while search.packets < look, let record = try? file.next() {
            search.look(at: record, layer)
        }
        if search.packets == 0 { return .nothingToDecide }
        for reach in [IPAddress.Reach.privateNetwork, .linkLocal] {
            if let best = search.ranked.first(where: { $0.address.reach == reach }) {
                return .mostFrequent(best.address, packets: best.packets, among: search.packets)
            }
        }
        let most = Array(search.ranked.prefix(listed))
        throw TraceFailure(.noDeviceAddress(most), path: path)
    }

    private mutating func look(at record: CaptureFile.Record, _ layer: LinkLayer) {
        do throws(SkippedPacket) {
            let (header, _) = try layer.header(of: record)
            packets += 1
            add(header.source)
            if header.destination != header.source { add(header.destination) }
        } catch {
            // It is counted when the file is read.
        }
    }

    private mutating func add(_ address: IPAddress) {
        if let place = places[address] {
            counts[place] = .init(address: address, packets: counts[place].packets + 1)
        } else {
            places[address] = counts.count
            counts.append(.init(address: address, packets: 1))
        }
    }

    /// Most frequent first; of those that are as frequent, the one that came first.
    private var ranked: [TraceFault.AddressCount] {
        let order = counts.indices.sorted { (-counts[$0].packets, $0) < (-counts[$1].packets, $1) }
        return order.map { counts[$0] }
    }
}

extension LinkLayer {
    /// The headers of the IP packet in a captured frame, and which way it went if that is told.
    ///
    /// - Throws: why there is none.
    @inline(__always)
    func header(
        of record: CaptureFile.Record
    ) throws(SkippedPacket) -> (IPHeader, Unwrapped) {
        let frame = record.captured.span
        let found = try unwrap(frame)
        let wire = record.wireBytes - found.start - found.trailer
        return (try IPHeader(frame, at: found.start, wire: wire), found)
    }
}
