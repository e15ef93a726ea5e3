/// A file of `kind: radio`, before it is known whether its machine can run.
struct RadioFile: Formed {
    private var technology = RadioProfile.Technology.umts
    private var initial = 0
    private var states: [RadioState] = []
    private var timers: [Timer] = []
    private var promotions: [Promotion] = []
    private var dormancy: FastDormancy?
    private var roundTrip: Seconds?
    private var transferPower: TransferPower?
    private var camped = Milliwatts.zero
    private var bursts: BurstPower?
    private var levels: [SignalLevel] = []
    private var signalling = CellSignalling.none
    private var membership: RadioProfile.Membership?
    private var peer: PeerRules?

    // More than any standard has, and few enough to follow every path through the promotions.
    private static let mostStates = 16
    private static let mostPromotions = 32

    static let form = Form(
        Self(),
        "Power of a radio under a network operator and a modem: states, inactivity timers, "
            + "promotions."
    ).optional(scale).required(
        .choice("technology", \.technology, what: "a technology", "Technology of the network."),
        .reference("initial", \.initial, to: "states", "State at the start of a run."),
        .named(
            "states", \.states, name: \.name, "States by name, as in 3GPP.", count: 1...mostStates)
    ).optional(
        .list(
            "demotions", \.timers, "Inactivity timers, at most one per state.",
            count: 0...mostStates, without: "none"),
        .list(
            "promotions", \.promotions, "Promotions, in the order in which they are tried.",
            count: 0...mostPromotions, without: "none"),
        release,
        .named(
            "levels", \.levels, name: \.name,
            "Transfers by signal level, for worlds with signal; the profile chooses the names.",
            count: 1...16, without: "the same at any signal"),
        .quantity(
            "round-trip", \.roundTrip,
            "Time of one request and its answer, without the time that the bytes take.",
            otherwise: .without("only with peer")),
        .part(
            "transfer-power", \.transferPower, "Power during a transfer, by bit rate.",
            without: "none"),
        .quantity(
            "camped", \.camped,
            "Power of the modem that waits for pages, if the states' powers are above the idle "
                + "phone's; drawn in every state."
        ).without("nothing"),
        .part(
            "bursts", \.bursts,
            "Power of sending and receiving by bursts, instead of the state's own power.",
            without: "nothing"),
        .part(
            "cell-change", \.signalling.cellChange,
            "Signalling on each cell change while the radio is not in its initial state.",
            without: "none", form: TransferShape.signalling),
        update,
        .part(
            "member", \.membership,
            "Place among the radios of one kind, which for example --radio lte compares.",
            without: "it belongs to no kind"),
        .part(
            "peer", \.peer,
            "Another tool's rules for recorded packets. The radio can replay traces, but no "
                + "scenario can use it.", without: "packets are carried like transfers"))

    /// The options as schemas and pages list them; messages list them as they are read.
    static var shape: FormShape {
        form.shape.moving("levels", after: "bursts").moving("scale", after: "area-update")
    }

    /// Read before the numbers that it scales.
    private static let scale = Field<RadioFile>.own(
        "scale", .part(RadioScale.form.shape),
        "Factor of the file's powers and energies, if they are relative.",
        without: "they are absolute"
    ) { reader, _ in
        reader.log.scale = reader.givenPart("scale") { RadioScale.form.value(from: $0) }
    }

    /// A time, or a mapping that says more.
    private static let release = Field<RadioFile>(
        "fast-dormancy",
        "Fast dormancy: time without data after which the phone asks for its release.",
        without: "none",
        content: { _ in
            .either([.quantity(Seconds.self, .aboveZero), .part(FastDormancy.form.shape)])
        },
        read: { reader, file in
            var usual = FastDormancy.form.standard
            usual.to = file.initial
            if reader.hasOptions("fast-dormancy") {
                let form = FastDormancy.form.with(standard: usual)
                file.dormancy = reader.givenPart("fast-dormancy") { form.value(from: $0) }
            } else if let after = reader.givenSpan("fast-dormancy", .aboveZero) {
                usual.after = after
                file.dormancy = usual
            }
        })

    /// An energy, or a transfer.
    private static let update = Field<RadioFile>(
        "area-update", "Signalling on each change of the location area.",
        without: "none",
        content: { _ in
            let transfer = TransferShape.signalling.shape.fields
            return .part(
                FormShape(
                    "Signalling.", alternatives: [["energy"], transfer.map(\.key)],
                    energy.shape.fields + transfer))
        },
        read: { reader, file in
            file.signalling.areaUpdate = reader.givenPart("area-update") { part in
                part.isThere("energy")
                    ? .energy(energy.value(from: part))
                    : .transfer(TransferShape.signalling.value(from: part))
            }
        })

    private static let energy = Form<Millijoules>(.zero, "Signalling.").required(
        .quantity("energy", \.self, "Energy from the initial state and back; none in other states.")
    )

    private struct Timer: Formed {
        var from = 0
        var demotion = Demotion.form.standard

        static let form = Form(
            Self(), Demotion.form.about, name: Demotion.form.name
        ).required(.reference("from", \.from, to: "states", "State before the demotion.")).and(
            Demotion.form.fields.map { $0.within(\.demotion) })
    }

    /// The radio, or `nil` where the file has faults, which the log has.
    static func read(_ root: MappingReader, name: String) -> RadioProfile? {
        let file = form.value(from: root)
        let known = root.log.names(under: "states")
        root.log.refuseRepeated(
            root.nodes("demotions").compactMap { $0.entry("from")?.placedText }
                .filter { known.contains($0.text) }
        ) { state, line in
            Fault(
                "\(state) has a demotion already, in line \(line)",
                advice: "A state has one inactivity timer; remove one of the two.")
        }
        root.finish()
        guard root.log.isFaultless else { return nil }
        do throws(RadioProfileError) {
            return try file.profile(name)
        } catch {
            root.log.report(error.message, advice: error.advice, at: root.place(of: error.path))
            return nil
        }
    }

    private func profile(_ name: String) throws(RadioProfileError) -> RadioProfile {
        var states = states
        for timer in timers { states[timer.from].demotion = timer.demotion }
        return try RadioProfile(
            name: name, technology: technology, states: states, initial: initial,
            promotions: promotions, roundTrip: roundTrip, transferPower: transferPower,
            camped: camped, bursts: bursts, fastDormancy: dormancy, signalling: signalling,
            levels: levels,
            membership: membership, peer: peer)
    }
}
