/// The satellite receiver.
public struct GNSSProfile: Formed, Hashable, Sendable {
    public var acquiring = Milliwatts.zero
    public var tracking = Milliwatts.zero
    public var lingering: Lingering?
    /// Time to first fix, by what the receiver knows beforehand.
    public var starts = StartTimes(cold: .constant(.zero))
    public var ephemerisAge = TimeSpan.zero
    public var assistance: Assistance?
    public var error = Meters.zero
    public var buffersFixes = false
    public var monitoring = Milliwatts.zero  // SR-032

    /// A power that is drawn for a time.
    public struct Lingering: Formed, Hashable, Sendable {
        public var power = Milliwatts.zero
        public var time = TimeSpan.zero

        public static let form = Form(Self(), "Power drawn for a time.").required(
            .quantity("power", \.power, "Power while lingering, above the floor."),
            .span("time", \.time, "Length of time."))
    }

    /// Time to first fix from the moment that satellites are received.
    public struct StartTimes: Hashable, Sendable {
        public var cold: Distribution<Seconds>
        public var warm: Distribution<Seconds>
        public var hot: Distribution<Seconds>

        /// - `warm`: `nil`: as a cold start.
        /// - `hot`: `nil`: as a warm start.
        public init(
            cold: Distribution<Seconds>, warm: Distribution<Seconds>? = nil,
            hot: Distribution<Seconds>? = nil
        ) {
            self.cold = cold
            self.warm = warm ?? cold
            self.hot = hot ?? self.warm
        }
    }

    /// A-GPS: a download that replaces the wait for the satellites' ephemerides.
    public struct Assistance: Formed, Hashable, Sendable {
        public var download = TransferShape.form.standard
        public var start: Distribution<Seconds> = .constant(.zero)

        public static let form = Form(Self(), "A-GPS: ephemerides from the network.").required(
            .part(
                "download", \.download, "Transfer that downloads the ephemerides.",
                form: TransferShape.measured),
            .law("start", \.start, "Time to first fix, from the end of the download."))
    }

    public static let form = Form(Self(), "Satellite receiver.").required(
        .quantity("acquiring", \.acquiring, "Power until the first fix, above the floor."),
        .quantity("tracking", \.tracking, "Power after the first fix, above the floor.")
    ).optional(
        .quantity(
            "monitoring", \.monitoring,
            "Power while the system watches for changes of place, with the receiver off."),
        .part(
            "lingering", \.lingering,
            "Power that the receiver draws for a time after its last use.", without: "nothing")
    ).required(
        .law("cold-start", \.starts.cold, "Time to first fix without any knowledge.")
    ).optional(
        .law(
            "warm-start", \.starts.warm, "Time to first fix with a place, a time and an almanac."
        ).standing("as a cold start") { $0.starts.warm = $0.starts.cold },
        .law("hot-start", \.starts.hot, "Time to first fix with ephemerides too.")
            .standing("as a warm start") { $0.starts.hot = $0.starts.warm },
        .span("ephemeris-age", \.ephemerisAge, "Age up to which ephemerides make a start hot."),
        .part(
            "assistance", \.assistance, "A-GPS: ephemerides from the network.",
            without: "the receiver waits for the satellites' own")
    ).required(
        .quantity("error", \.error, "Median distance between a fix and the truth under open sky.")
    ).optional(
        .statedFlag(
            "buffers-fixes", \.buffersFixes,
            "Whether the receiver buffers fixes while the processor sleeps."))
}

/// Positions from the Wi-Fi access points around.
public struct WiFiScanProfile: Formed, Hashable, Sendable {
    /// Above the floor, or above the radio's own power where that is Wi-Fi.
    public var power = Milliwatts.zero
    public var time = TimeSpan.zero
    public var lookup = TransferShape.form.standard
    /// Side of the squares for which the server answers; the phone keeps the answers. Zero: it asks
    /// after each scan.
    public var district = Meters.zero
    public var error = Meters.zero

    public static let form = Form(Self(), "Positions from nearby Wi-Fi access points.").required(
        .quantity("power", \.power, "Power while scanning, above the floor."),
        .span("time", \.time, "Time of one scan of all channels."),
        .part(
            "lookup", \.lookup, "Request to a server that knows the access points.",
            form: TransferShape.measured)
    ).optional(
        .quantity(
            "district", \.keptDistrict,
            "Side of the squares that the server answers for and the phone keeps.", .aboveZero,
            otherwise: .without("none"))
    ).required(
        .quantity("error", \.error, "Median distance between this position and the truth."))

    private var keptDistrict: Meters? {
        get { district > .zero ? district : nil }
        set { district = newValue ?? .zero }
    }
}

extension TransferShape {
    /// A transfer of a profile; each number may state its source.
    static let measured = Form<TransferShape>(
        form.standard, "One request and its answer.", name: "transfer"
    ).required(
        .statedCount("round-trips", \.roundTrips, "Number of round trips.", in: 0...1000),
        .quantity("uplink", \.uplink, "Bytes sent."),
        .quantity("downlink", \.downlink, "Bytes received."))
}
