/// The samplers of other apps' traffic, compiled once for all runs.
final class TrafficLaws: Sendable {
    private let sources: [TrafficSource]
    private let laws: FixedArray<Law>
    private let hasMulticast: Bool

    struct Law: BitwiseCopyable, Sendable {
        let every: Sampler<Seconds>
        let uplink: Sampler<Bytes>
        let downlink: Sampler<Bytes>
        let roundTrips: Int
    }

    init(_ sources: [TrafficSource]) {
        self.sources = sources
        hasMulticast = sources.contains(where: \.isMulticast)
        laws = FixedArray(
            sources.map { source in
                Law(
                    every: Sampler(source.every), uplink: Sampler(source.uplink),
                    downlink: Sampler(source.downlink), roundTrips: source.roundTrips)
            })
    }

    @inline(__always)
    func isMulticast(_ source: Int) -> Bool { hasMulticast && sources[source].isMulticast }

    @inline(__always)
    func gap(_ source: Int, _ stream: inout RandomStream) -> TimeSpan {
        let law = laws.pointer(to: source)
        return TimeSpan(law.pointee.every.sample(&stream, of: sources[source].every))
    }

    @inline(__always)
    func arrival(_ source: Int, _ stream: inout RandomStream) -> TrafficArrival {
        let law = laws.pointer(to: source)
        let uplink = law.pointee.uplink.sample(&stream, of: sources[source].uplink)
        let downlink = law.pointee.downlink.sample(&stream, of: sources[source].downlink)
        return TrafficArrival(
            roundTrips: law.pointee.roundTrips, uplink: uplink.count, downlink: downlink.count)
    }
}

/// One transfer of an app outside the policies.
struct TrafficArrival: BitwiseCopyable, Hashable, Sendable {
    var roundTrips: Int
    /// In bytes.
    var uplink: Int64
    var downlink: Int64
}
