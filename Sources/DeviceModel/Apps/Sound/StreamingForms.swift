/// The forms of `trickle`, `chunked`, `buffered` and `downloaded`.
extension StreamingOptions {
    static let trickleForm = Form<StreamingOptions>(
        standard(.trickle(every: TimeSpan(Seconds(1)))),
        "Fetches sound at the rate at which it plays."
    ).required(bitRateField).optional(
        .span("every", \.trickleEvery, "Interval between fetches.", .aboveZero),
        startBufferField
    ).and(life)

    static let chunkedForm = Form<StreamingOptions>(
        standard(.chunked(ahead: nil, lead: TimeSpan(Seconds(10)))),
        "Fetches a whole track, or a part of it, at full speed."
    ).required(bitRateField).optional(
        .span(
            "ahead", \.chunk.ahead, "Amount of sound fetched at once, or whole-track.", .aboveZero,
            orWord: "whole-track"),
        .span("lead", \.chunk.lead, "Time before it is needed at which the next piece is fetched."),
        startBufferField
    ).and(life)

    static let bufferedForm = Form<StreamingOptions>(
        standard(.buffered(low: TimeSpan(Seconds(10)), high: TimeSpan(Seconds(60)))),
        "Fetches at full speed up to the high mark, and again from the low mark."
    ).required(bitRateField).optional(
        .span("low", \.marks.low, "Buffer level at which fetching resumes.", .aboveZero),
        .span("high", \.marks.high, "Buffer level at which fetching stops.", .aboveZero),
        startBufferField
    ).and(life)

    static let downloadedForm = Form<StreamingOptions>(
        standard(.downloaded(tracks: 1), startBuffer: Seconds(1)),
        "Fetches whole tracks before the user listens."
    ).optional(
        .count(
            "tracks", \.downloadedTracks, "Number of tracks fetched from the start on.",
            in: 1...1_000_000)
    ).required(bitRateField).and(life)

    private static func standard(
        _ fetch: Fetch, startBuffer: Seconds = Seconds(2)
    ) -> StreamingOptions {
        StreamingOptions(
            bitRate: .zero, fetch: fetch, startBuffer: TimeSpan(startBuffer),
            request: Bytes(65_536))
    }

    private static let bitRateField: Field<StreamingOptions> = .quantity(
        "bit-rate", \.bitRate, "Bit rate of the audio.", .aboveZero)

    private static let startBufferField: Field<StreamingOptions> = .span(
        "start-buffer", \.startBuffer,
        "Amount of buffered sound needed before playback starts or resumes.", .aboveZero)

    /// The largest piece, and the player's life outside of fetching.
    private static let life: [Field<StreamingOptions>] = [
        .quantity(
            "request", \.request, "Largest piece requested at once.", .aboveZero
        ).spelled("64 KiB"),
        .choice(
            "background", \.life.background, what: "a background mode",
            "audio: plays in the background; suspended: does not declare the mode."),
        .choice(
            "level-meters", \.life.levelMeters, what: "a state of level meters",
            "Level meters, drawn by the GPU: none, stopped or running when the app is left."),
        .span(
            "foreground-for", \.life.foregroundFor,
            "Time that the app is in front after listening begins."
        ).standing(
            "0 s; 5 min for an app that is suspended in the background or has level meters"
        ) { options in
            let isSeen =
                options.life.background == .suspended || options.life.levelMeters != .absent
            options.life.foregroundFor = isSeen ? TimeSpan(Seconds(300)) : .zero
        },
        .flag(
            "resumes", \.life.resumes,
            "Whether playback resumes after an interruption if the system allows it."),
    ]
}

/// Options of one way of fetching only.
extension StreamingOptions {
    private var trickleEvery: TimeSpan {
        get { if case .trickle(let every) = fetch { every } else { .zero } }
        set { fetch = .trickle(every: newValue) }
    }

    private var chunk: (ahead: TimeSpan?, lead: TimeSpan) {
        get {
            if case .chunked(let ahead, let lead) = fetch { (ahead, lead) } else { (nil, .zero) }
        }
        set { fetch = .chunked(ahead: newValue.ahead, lead: newValue.lead) }
    }

    private var marks: (low: TimeSpan, high: TimeSpan) {
        get { if case .buffered(let low, let high) = fetch { (low, high) } else { (.zero, .zero) } }
        set { fetch = .buffered(low: newValue.low, high: newValue.high) }
    }

    private var downloadedTracks: Int {
        get { if case .downloaded(let tracks) = fetch { tracks } else { 0 } }
        set { fetch = .downloaded(tracks: newValue) }
    }
}
