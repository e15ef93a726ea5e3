/// An app's recorded transfers and processor time.
public struct RecordedBehaviour: Formed, Hashable, Sendable {
    public var moments: [Moment] = []
    public var repeats: TimeSpan?

    var works: Bool { moments.contains { $0.work > .zero } }

    public struct Moment: Formed, BitwiseCopyable, Hashable, Sendable {
        public var at: TimeSpan
        public var uplink: Int64
        public var downlink: Int64
        public var work: TimeSpan

        public init(at: TimeSpan, uplink: Int64, downlink: Int64, work: TimeSpan = .zero) {
            (self.at, self.uplink, self.downlink, self.work) = (at, uplink, downlink, work)
        }

        public static let form = Form(
            Moment(at: .zero, uplink: 0, downlink: 0), "One line of a log."
        ).required(.span("at", \.at, "Time since the start of the run.").without(nil)).optional(
            .bytes("up", \.uplink, "Bytes sent.").without("nothing"),
            .bytes("down", \.downlink, "Bytes received.").without("nothing"),
            .span("work", \.work, "Processor time, before the transfer.").without("none"))
    }

    public static let form = Form(Self(), "A log of what an app did.", name: "appLog").optional(
        .list("lines", \.moments, "Lines of the log, in order of time.", count: 1...1_000_000),
        .span(
            "repeats", \.repeats, "Time from one start of the log to the next.", .aboveZero,
            otherwise: .without("it plays once"))
    ).checked(\.fault)

    var fault: FormFault? {
        for (before, next) in zip(moments, moments.dropFirst()) where next.at < before.at {
            return FormFault(
                option: "lines",
                message: "a line at \(next.at.seconds) follows one at \(before.at.seconds)",
                advice: "Write the lines in order of time.")
        }
        guard let repeats, let last = moments.last?.at, repeats <= last else { return nil }
        return FormFault(
            option: "repeats",
            message: "repeats is \(repeats.seconds), but the recording lasts \(last.seconds)",
            advice: "Write a time after its last line.")
    }
}
