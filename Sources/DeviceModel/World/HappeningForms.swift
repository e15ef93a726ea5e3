// Forms of recurring events. Required fields have placeholder defaults.

struct WrittenTraffic: Formed {
    var source = TrafficSource.form.standard
    /// `nil`: the traffic is drawn from `source`.
    var recorded: RecordedBehaviour?

    static let form = Form(
        Self(), "Other apps' traffic: a source, or a recording.",
        alternatives: [TrafficSource.form.fields.map(\.key), ["recorded", "repeats"]]
    ).and(TrafficSource.form.fields.map { $0.within(\.source) }).required(
        Field(
            "recorded",
            "A CSV file with lines of bytes sent, bytes received and processor time, or a "
                + "packet capture.",
            content: { _ in .text },
            read: { reader, traffic in
                let moments: [RecordedBehaviour.Moment]? = reader.givenData("recorded")
                traffic.log.moments = moments ?? []
            })
    ).optional(
        .span(
            "repeats", \.log.repeats, "Time from one start of the recording to the next.",
            .aboveZero, otherwise: .without("it plays once"))
    ).checked { $0.recorded?.fault }

    private var log: RecordedBehaviour {
        get { recorded ?? RecordedBehaviour() }
        set { recorded = newValue }
    }
}

/// Calls to an app in a file.
struct Calls: Formed {
    var every: Distribution<Seconds> = .constant(.zero)
    var byHour: DayRhythm?
    var answers: CallAnswers?

    static let form = Form(Self(), "Calls to the app.").required(
        .law("every", \.every, "Time from one call to the next.", .betweenEvents)
    ).optional(
        .byHour("by-hour", \.byHour),
        .part("answered", \.answers, "Answers of the user.", without: "none is answered"))
}
