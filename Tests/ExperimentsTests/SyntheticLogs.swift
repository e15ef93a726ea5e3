import Experiments
import Kernel

/// The log of a synthetic radio by a synthetic meter.
struct SyntheticLog {
    /// Samples per second.
    var rate = 100.0
    /// The standard deviation of a sample's noise, in mW.
    var noise = 10.0
    /// The drift of the meter's zero over the log, in mW.
    var drift = 0.0
    var seed: UInt64 = 1
    /// The number of times that the radio wakes.
    var wakes = 10

    /// Power in mW and length in s of each stay; a peak is activity and its timer.
    static let promotion = (power: 530.0, length: 2.0)
    static let peak = (power: 700.0, timer: 5.0)
    static let tail = (power: 350.0, length: 12.0)
    static let idle = 20.0

    /// The true course: each power with its end.
    private(set) var truth: [(power: Double, until: Double)] = []
    private(set) var times: [Double] = []
    private(set) var powers: [Double] = []
    /// The lengths of the peaks, activity included.
    private(set) var peaks: [Double] = []

    mutating func make() {
        var stream = RandomStream(StreamKey(seed: seed, replication: 0, purpose: "log"))
        var now = 0.0
        func add(_ power: Double, _ length: Double) {
            now += length
            truth.append((power, now))
        }
        for _ in 0..<wakes {
            add(Self.idle, 20 + 20 * stream.uniform())
            add(Self.promotion.power, Self.promotion.length)
            let activity = 0.3 + stream.uniform()
            peaks.append(activity + Self.peak.timer)
            add(Self.peak.power, activity + Self.peak.timer)
            add(Self.tail.power, Self.tail.length)
        }
        add(Self.idle, 25)
        sample(&stream, until: now)
    }

    private mutating func sample(_ stream: inout RandomStream, until end: Double) {
        var place = 0
        let count = Int(end * rate)
        times.reserveCapacity(count)
        powers.reserveCapacity(count)
        for index in 0..<count {
            let time = Double(index) / rate
            while truth[place].until <= time { place += 1 }
            times.append(time)
            powers.append(
                truth[place].power + noise * stream.normal() + drift * (time / end - 0.5))
        }
    }
}

/// Probes of a synthetic radio: timers, promotions, listening cycles and outliers.
struct SyntheticProbes {
    /// Seconds of silence after which each state ends, ascending.
    var timers: [Double] = [10]
    /// The extra delay of each state in ms, beginning with the first state's 0.
    var delays: [Double] = [0, 260]
    /// The listening cycle of each state in ms.
    var cycles: [Double] = [320, 1280]
    /// The longest silence, in seconds; the shortest is 0.
    var longest = 20.0
    var step = 0.1
    var rounds = 5
    /// The share of probes that find the radio woken by other traffic.
    var awake = 0.0
    /// The share of probes that take several seconds more.
    var lost = 0.0
    /// The share of probes that something on the way answered, within a millisecond.
    var madeUp = 0.0
    /// The standard deviation between probes of each timer in seconds: the network's clock starts
    /// with a packet that the prober does not observe.
    var timerSpread = 0.0
    var seed: UInt64 = 1

    func probes() -> [ProbeFit.Probe] {
        var stream = RandomStream(StreamKey(seed: seed, replication: 0, purpose: "probes"))
        let silences = Int((longest / step).rounded())
        return (0..<rounds).flatMap { _ in
            (0..<silences).map { number in
                let silence = Double(number) * step
                let isAwake = stream.uniform() < awake
                let late = timerSpread > 0 ? timerSpread * stream.normal() : 0
                let state = isAwake ? 0 : timers.count { $0 + late <= silence }
                // The wait falls as the silence grows, and starts over with the next cycle.
                let cycle = cycles[state]
                let wait = cycle - (silence * 1000).truncatingRemainder(dividingBy: cycle)
                let loss = stream.uniform() < lost ? 5000.0 : 0
                var time = 50 + delays[state] + wait + 8 * stream.normal().magnitude + loss
                if madeUp > 0, stream.uniform() < madeUp { time = stream.uniform() }
                return ProbeFit.Probe(
                    silence: Seconds(silence), roundTrip: Seconds(time / 1000))
            }
        }
    }
}
