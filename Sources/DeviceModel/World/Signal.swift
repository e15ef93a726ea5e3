/// The signal levels of the phone's radio over time.
///
/// Every level lasts for a random residence time. The next is drawn by weight alone and may equal
/// the last, so shares of time equal shares of weight.
public struct Signal: Formed, Hashable, Sendable {
    /// At least one level; names are unique.
    public var levels: [Level] = []
    public var residence: Distribution<Seconds> = .constant(.zero)

    /// One level, named as in the radio's profile.
    public struct Level: Formed, Hashable, Sendable {
        public var name = ""
        public var weight: Double = 1

        public static let form = Form(Self(), "One signal level.", name: "signalLevel").required(
            .name("name", \.name, "Name of the level in the radio's profile."),
            .decimal("weight", \.weight, "Weight of this level relative to the others.")
        ).checked {
            .when(
                !(1e-6...1e6).contains($0.weight), "weight", "the weight must be from 1e-6 to 1e6",
                advice: "Leave out a level that never occurs.")
        }
    }

    /// More levels than any scale of signal strength has.
    private static let mostLevels = 16

    public static let form = Form(
        Self(), "Signal levels of the phone's radio, in sequence."
    ).required(
        .list(
            "levels", \.levels,
            "Levels; the next is drawn by weight, and may be the current level again.",
            count: 1...mostLevels),
        .law("residence", \.residence, "Time until the next level is drawn.", .betweenEvents)
    ).checked { signal in
        let names = signal.levels.map(\.name)
        let twice = names.indices.first { names[..<$0].contains(names[$0]) }
        return twice.map {
            FormFault(
                option: "levels", message: "two levels are named \(names[$0])",
                advice: "Write each level once, with its total weight.")
        }
    }
}

/// The signal during one run.
struct SignalCourse {
    private let signal: Signal
    private let weights: Double
    private(set) var stream: RandomStream
    /// An index of the profile's levels.
    private(set) var level: Int

    init(_ signal: Signal, _ stream: RandomStream) {
        (self.signal, self.stream) = (signal, stream)
        weights = signal.levels.reduce(0) { $0 + $1.weight }
        level = 0
        draw()
    }

    mutating func residence() -> TimeSpan { TimeSpan(signal.residence.sample(&stream)) }

    /// Draws a level by weight.
    mutating func draw() {
        var left = stream.uniform() * weights
        // Rounding may leave a remainder after the last level.
        level = signal.levels.count - 1
        for (place, next) in signal.levels.enumerated() {
            if left < next.weight {
                level = place
                break
            }
            left -= next.weight
        }
    }
}

extension World {
    mutating func planSignal(in calendar: inout Calendar) {
        guard let span = signal?.residence() else { return }
        calendar.schedule(.rare(.signalChanges), at: calendar.now + span, priority: .arrival)
    }

    mutating func changeSignal(in calendar: inout Calendar) {
        signal?.draw()
        planSignal(in: &calendar)
    }
}
