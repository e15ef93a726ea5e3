import Forms
import Kernel

// Forms of recurring events. Required fields have placeholder defaults.

extension TrafficSource: Formed {
    public static let form: Form<TrafficSource> = Form(
        "A source of other apps' traffic.", name: "trafficSource", standard: TrafficSource(),
        fields: [
            .law(
                "every", \.every, "Time from one transfer to the next.", .betweenEvents,
                isRequired: true),
            .law("uplink", \.uplink, "Bytes sent in one transfer.", isRequired: true),
            .law("downlink", \.downlink, "Bytes received in one transfer.", isRequired: true),
            .count(
                "round-trips", \.roundTrips,
                "Requests that each wait for their answer, in sequence.", in: 0...1000),
            .flag(
                "multicast", \.isMulticast,
                "Whether it is for all devices of a Wi-Fi network, so that only Wi-Fi has it."),
        ])
}

/// Other apps' traffic in a file: a random source or a recording.
struct WrittenTraffic: Formed {
    var source = TrafficSource.form.standard
    /// `nil`: the traffic is drawn from `source`.
    var recorded: RecordedBehaviour?

    static let form: Form<WrittenTraffic> = Form(
        "Other apps' traffic: a source, or a recording.", standard: WrittenTraffic(),
        alternatives: [TrafficSource.form.fields.map(\.key), ["recorded", "repeats"]],
        fields: TrafficSource.form.fields.map { $0.within(\.source) } + [
            Field(
                "recorded",
                "A CSV file with lines of bytes sent, bytes received and processor time, or a "
                    + "packet capture.", isRequired: true,
                content: { _ in .text },
                read: { reader, traffic in
                    let moments: [RecordedBehaviour.Moment]? = reader.givenData("recorded")
                    traffic.log.moments = moments ?? []
                },
                text: { _ in nil }),
            .span(
                "repeats", \.log.repeats, "Time from one start of the recording to the next.",
                .aboveZero, otherwise: .without("it happens once")),
        ],
        check: { $0.recorded?.fault })

    private var log: RecordedBehaviour {
        get { recorded ?? RecordedBehaviour() }
        set { recorded = newValue }
    }
}

extension AppWorldProfile.Items: Formed {
    public static let form: Form<AppWorldProfile.Items> = Form(
        "Items that arrive one by one.", name: "items", standard: AppWorldProfile.Items(),
        fields: [
            .law(
                "every", \.every, "Time from one item to the next.", .betweenEvents,
                isRequired: true),
            .law("size", \.size, "Size of an item.", isRequired: true),
            .byHour("by-hour", \.byHour),
        ])
}

extension MemoryPressure: Formed {
    public static let form: Form<MemoryPressure> = Form(
        "Times when memory is short.", standard: MemoryPressure(),
        fields: [
            .law(
                "every", \.every, "Time from one such time to the next.", .betweenEvents,
                isRequired: true),
            .law(
                "leaves", \.leaves, "Size above which suspended apps are purged.",
                isRequired: true),
        ])
}

/// Calls to an app in a file.
struct Calls: Formed {
    var every: Distribution<Seconds> = .constant(.zero)
    var byHour: DayRhythm?
    var answers: CallAnswers?

    static let form: Form<Calls> = Form(
        "Calls to the app.", standard: Calls(),
        fields: [
            .law(
                "every", \.every, "Time from one call to the next.", .betweenEvents,
                isRequired: true),
            .byHour("by-hour", \.byHour),
            .part("answered", \.answers, "Answers of the user.", without: "none is answered"),
        ])
}

extension CallAnswers: Formed {
    public static let form: Form<CallAnswers> = Form(
        "Answers to calls.", standard: CallAnswers(),
        fields: [
            .quantity("share", \.share, "Probability that a call is answered.", isRequired: true),
            .law("after", \.after, "Time from the ring to the answer.", isRequired: true),
            .law(
                "duration", \.duration, "Length of the call, without holds.",
                .betweenEvents, isRequired: true),
        ])
}

extension AirPlay: Formed {
    public static let form: Form<AirPlay> = Form(
        "Sound sent to a receiver over Wi-Fi.", standard: AirPlay(),
        fields: [
            .law(
                "every", \.every, "Time from the end of one to the start of the next.",
                .betweenEvents, isRequired: true),
            .law("duration", \.duration, "Length of one.", .betweenEvents, isRequired: true),
            .quantity("rate", \.rate, "Bit rate of the stream to the receiver.", .aboveZero),
        ])
}

extension Listening: Formed {
    public static let form: Form<Listening> = Form(
        "A user who listens to music.", standard: Listening(),
        fields: [
            .law(
                "duration", \.duration, "Time until the listener stops for good.", .betweenEvents,
                isRequired: true),
            .law(
                "track-length", \.trackLength, "Length of a track.", .betweenEvents,
                isRequired: true),
            .quantity("skipped", \.skipped, "Share of tracks that the listener skips."),
            .law(
                "heard-of-skipped", \.heardOfSkipped, "Part of a skipped track that is heard.",
                .betweenEvents
            ).without(nil),
            .law(
                "begins", \.begins, "Time from the start until the listener begins.",
                otherwise: .without("at once")),
            .count(
                "tracks", \.tracks, "Number of tracks after which the listener stops.",
                in: 1...1_000_000,
                otherwise: .without("never")),
        ],
        check: \.fault)

    /// Refuses skipped tracks of which nothing is heard.
    private var fault: FormFault? {
        guard skipped > .zero, heardOfSkipped.mean == .zero else { return nil }
        return FormFault(
            option: "skipped",
            message: "tracks are skipped, but heard-of-skipped is missing",
            advice: "Add, for example, heard-of-skipped: { exponential: 30 s }.")
    }
}
