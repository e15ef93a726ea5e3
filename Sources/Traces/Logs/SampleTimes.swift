import Kernel

/// The time of each sample of a log in which all samples of a packet may share a time.
///
/// Some meters send samples in packets, and some programs write the packet's time into each line.
/// The samples are then spread evenly until the next packet. After the last packet, and before a
/// gap, they are as far apart as in a typical packet.
struct SampleTimes {
    /// Strictly ascending, in the file's unit.
    let times: [Double]
    /// The median distance of samples, in the file's unit.
    let sampling: Double
    /// The samples that share a time, and the most that share one.
    private let shared: Int
    private let largest: Int

    /// `nil` where all stamps, which must ascend, are equal.
    init?(_ stamps: [Double]) {
        let starts = [0] + stamps.indices.dropFirst().filter { stamps[$0] != stamps[$0 - 1] }
        guard starts.count > 1 else { return nil }
        sampling = Self.median(stamps, starts)
        guard starts.count < stamps.count else {
            (times, shared, largest) = (stamps, 0, 1)
            return
        }
        var times = stamps
        var (shared, largest) = (0, 1)
        for (number, start) in starts.enumerated() {
            let end = number + 1 < starts.count ? starts[number + 1] : stamps.count
            let count = end - start
            guard count > 1 else { continue }
            (shared, largest) = (shared + count, max(largest, count))
            let room = end < stamps.count ? (stamps[end] - stamps[start]) / Double(count) : sampling
            let step = room > 10 * sampling ? sampling : room
            for place in start..<end { times[place] += Double(place - start) * step }
        }
        (self.times, self.shared, self.largest) = (times, shared, largest)
    }

    /// Some thousand packets suffice; sorting millions would dominate the run time.
    private static func median(_ stamps: [Double], _ starts: [Int]) -> Double {
        let distances = stride(from: 1, to: starts.count, by: 1 + starts.count / 10_000)
            .map { number in
                let (first, next) = (starts[number - 1], starts[number])
                return (stamps[next] - stamps[first]) / Double(next - first)
            }.sorted()
        return distances[distances.count / 2]
    }

    var notes: [String] {
        if shared == 0 { return [] }
        return [
            "\(shared) of \(times.count) samples share their time with others, up to "
                + "\(largest): each packet of samples is spread evenly until the next"
        ]
    }

    /// The factor from times to seconds, with a note where it contradicts the header.
    ///
    /// The maker's own library writes a millisecond header over seconds; a sampling interval that
    /// the meter cannot have reveals it.
    func factor(of columns: MeterColumns) -> (Double, notes: [String]) {
        let stated = columns.time.factor
        guard stated == 1e-3, let fastest = columns.format.fastest,
            sampling * stated < fastest * (1 - 1e-6)
        else { return (stated, []) }
        let (found, least) = (Seconds(sampling * stated), Seconds(fastest))
        return (
            1,
            [
                "the header says ms, but a sample each \(found.rounded) is too fast for a "
                    + "\(columns.format.name), which takes \(least) or more: times are read as "
                    + "seconds"
            ]
        )
    }
}

extension Seconds {
    fileprivate var rounded: Seconds {
        Seconds((magnitude * 1e9).rounded() / 1e9)
    }
}
