import Kernel

/// The time of each sample of a log, whose lines may have that of their packet.
///
/// A meter sends its samples in packets, and some programs write the packet's time into each line.
/// Its samples are spread evenly until the next packet. After the last packet, and where a gap
/// follows, they are as far apart as those of a typical packet.
struct SampleTimes {
    /// Strictly ascending, in the unit of the file.
    let times: [Double]
    /// The median distance of two samples within a packet or between two, in the same unit.
    let sampling: Double
    /// How many samples have a time with others, and the most that one time has.
    private let shared: Int
    private let largest: Int

    /// - Parameter stamps: ascending, not always strictly.
    /// - Returns: `nil` where all are the same.
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

    /// Some thousand packets tell it; sorting millions would take longer than all the rest.
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
            "\(shared) of \(times.count) samples share their time with others, up to \(largest): "
                + "each packet is spread evenly until the next"
        ]
    }

    /// What makes seconds of the times, and a note where it is not what the header says.
    ///
    /// A library of the meter's own maker writes a header in milliseconds over seconds. A sampling
    /// that the meter cannot have gives it away.
    func factor(of columns: MeterColumns) -> (Double, notes: [String]) {
        let stated = columns.time.factor
        guard stated == 1e-3, let fastest = columns.format.fastest,
            sampling * stated < fastest * (1 - 1e-6)
        else { return (stated, []) }
        let (found, least) = (Seconds(sampling * stated), Seconds(fastest))
        return (
            1,
            [
                "the header says ms, which gives a sample each \(found.rounded), and a "
                    + "\(columns.format.name) takes \(least) at least: the times are read as "
                    + "seconds"
            ]
        )
    }
}

extension Seconds {
    /// To a nanosecond.
    fileprivate var rounded: Seconds {
        Seconds((magnitude * 1e9).rounded() / 1e9)
    }
}
