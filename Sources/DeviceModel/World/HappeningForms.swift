import Forms
import Kernel

// Forms of recurring events. Required fields have placeholder defaults.

extension TrafficSource: Formed {
    public static let form: Form<TrafficSource> = Form(
        "One source of other apps' traffic.", name: "trafficSource", standard: TrafficSource(),
        fields: [
            .law(
                "every", \.every, "From one transfer to the next.", .betweenEvents,
                isRequired: true),
            .law("uplink", \.uplink, "Sent in one transfer.", isRequired: true),
            .law("downlink", \.downlink, "Received in one transfer.", isRequired: true),
            .count(
                "round-trips", \.roundTrips,
                "Requests that wait for their answers, one after the other.", in: 0...1000),
        ])
}

/// Other apps' traffic in a file: a random source or a recording.
struct WrittenTraffic: Formed {
    var source = TrafficSource.form.standard
    /// `nil`: the traffic is drawn from `source`.
    var recorded: RecordedBehaviour?

    static let form: Form<WrittenTraffic> = Form(
        "Other apps' traffic: a source, or what was recorded.", standard: WrittenTraffic(),
        alternatives: [TrafficSource.form.fields.map(\.key), ["recorded", "repeats"]],
        fields: TrafficSource.form.fields.map { $0.within(\.source) } + [
            Field(
                "recorded",
                "A file with what apps sent, received and computed, line by line (CSV), or a "
                    + "capture of their packets.", isRequired: true,
                content: { _ in .text },
                read: { reader, traffic in
                    let moments: [RecordedBehaviour.Moment]? = reader.givenData("recorded")
                    traffic.log.moments = moments ?? []
                },
                text: { _ in nil }),
            .span(
                "repeats", \.log.repeats, "From one beginning of the recording to the next.",
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
        "Things that come one by one.", name: "items", standard: AppWorldProfile.Items(),
        fields: [
            .law("every", \.every, "From one to the next.", .betweenEvents, isRequired: true),
            .law("size", \.size, "Of one.", isRequired: true),
            .byHour("by-hour", \.byHour),
        ])
}

extension MemoryPressure: Formed {
    public static let form: Form<MemoryPressure> = Form(
        "Times when memory is short.", standard: MemoryPressure(),
        fields: [
            .law("every", \.every, "From one to the next.", .betweenEvents, isRequired: true),
            .law(
                "leaves", \.leaves, "Suspended apps that are larger than this are purged.",
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
            .law("every", \.every, "From one call to the next.", .betweenEvents, isRequired: true),
            .byHour("by-hour", \.byHour),
            .part(
                "answered", \.answers, "What the user does when a call rings.",
                without: "none is answered"),
        ])
}

extension CallAnswers: Formed {
    public static let form: Form<CallAnswers> = Form(
        "Answers to calls.", standard: CallAnswers(),
        fields: [
            .quantity("share", \.share, "The chance that a call is answered.", isRequired: true),
            .law("after", \.after, "From the ring to the answer.", isRequired: true),
            .law(
                "duration", \.duration, "How long the call is, holds not included.",
                .betweenEvents, isRequired: true),
        ])
}

extension AirPlay: Formed {
    public static let form: Form<AirPlay> = Form(
        "Sound that goes to a receiver over Wi-Fi.", standard: AirPlay(),
        fields: [
            .law(
                "every", \.every, "From the end of one to the beginning of the next.",
                .betweenEvents, isRequired: true),
            .law("duration", \.duration, "How long one is.", .betweenEvents, isRequired: true),
            .quantity("rate", \.rate, "Of the stream to the receiver.", .aboveZero),
        ])
}

extension Listening: Formed {
    public static let form: Form<Listening> = Form(
        "A user who listens to music.", standard: Listening(),
        fields: [
            .law(
                "duration", \.duration, "Until the listener stops for good.", .betweenEvents,
                isRequired: true),
            .law(
                "track-length", \.trackLength, "How long a track is.", .betweenEvents,
                isRequired: true),
            .quantity(
                "skipped", \.skipped, "The share of tracks that the listener skips."),
            .law(
                "heard-of-skipped", \.heardOfSkipped, "How much of a skipped track is heard.",
                .betweenEvents
            ).without(nil),
            .law(
                "begins", \.begins, "From the start until the listener begins.",
                otherwise: .without("at once")),
            .count(
                "tracks", \.tracks, "After so many the listener stops.", in: 1...1_000_000,
                otherwise: .without("never")),
        ],
        check: \.fault)

    /// Refuses skipped tracks of which nothing is heard.
    private var fault: FormFault? {
        guard skipped > .zero, heardOfSkipped.mean == .zero else { return nil }
        return FormFault(
            option: "skipped",
            message: "tracks are skipped, but how much of them is heard is not said",
            advice: "Add, for example, heard-of-skipped: { exponential: 30 s }.")
    }
}
