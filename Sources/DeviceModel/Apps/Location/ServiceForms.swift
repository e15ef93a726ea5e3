import Forms
import Kernel

extension SignificantChangeOptions: Formed {
    public static let form: Form<SignificantChangeOptions> = Form(
        "Uploads the cell's position on each significant change.",
        standard: SignificantChangeOptions(upload: .positionUpload),
        fields: [
            .upload(\.upload), .terminated(\.terminated), .asksForTime(\.asksForTime),
        ])
}

extension RegionOptions: Formed {
    public static let form: Form<RegionOptions> = Form(
        "Reports that the phone has entered or left regions of the world.",
        standard: RegionOptions(),
        fields: [
            .regions(\.regions.names), .radius(\.regions.radius),
            .choice(
                "report", \.report, what: "what to report",
                "The position of the cell that the phone is then in, or the region."),
            .flag(
                "significant-changes", \.significantChanges,
                "Whether it is told of significant changes too, and reports its cell then."),
            .flag("alerts", \.alerts, "Whether it calls its user when it is told of a region."),
            .upload(\.upload), .terminated(\.terminated), .asksForTime(\.asksForTime),
        ])
}

extension HybridOptions: Formed {
    public static let form: Form<HybridOptions> = Form(
        "Looks for one fix on each significant change, and uploads it.",
        standard: HybridOptions(),
        fields: [
            .choice(
                "accuracy", \.accuracy, what: "an accuracy", "What the fix must be good for."),
            .span(
                "timeout", \.timeout, "How long the app waits for satellites.", .aboveZero),
            .upload(\.upload), .terminated(\.terminated), .asksForTime(\.asksForTime),
        ])
}

extension RegionTriggeredOptions: Formed {
    public static let form: Form<RegionTriggeredOptions> = Form(
        "Keeps the satellite receiver on outside its regions, or inside them, and uploads "
            + "positions.",
        standard: RegionTriggeredOptions(),
        fields: [
            .regions(\.regions.names), .radius(\.regions.radius),
            .choice("track", \.track, what: "where to track", "Where the receiver is on."),
            .span("upload-every", \.uploadEvery, "How often it uploads meanwhile.", .aboveZero),
            .span(
                "timeout", \.timeout, "How long the app waits for its one fix at the start.",
                .aboveZero),
            .upload(\.upload), .terminated(\.terminated),
        ])
}

extension Field {
    fileprivate static func upload(_ path: Path<TransferShape>) -> Field {
        .part("upload", path, "One upload.")
    }

    fileprivate static func terminated(_ path: Path<Fraction>) -> Field {
        .quantity(
            "terminated", path,
            "The share of events that find the app terminated, so that it is launched.")
    }

    fileprivate static func asksForTime(_ path: Path<Bool>) -> Field {
        .flag(
            "asks-for-time", path,
            "Whether it does its work under task completion; without that it is suspended when the "
                + "time of an event is over."
        ).without("yes")
    }

    fileprivate static func regions(_ path: Path<[String]?>) -> Field {
        .names(
            "regions", path, "The names of the regions that it registers.", count: 1...1000,
            otherwise: .usual("all"))
    }

    fileprivate static func radius(_ path: Path<Meters?>) -> Field {
        .quantity(
            "radius", path, "Instead of the regions' own.", .aboveZero, otherwise: .without(nil))
    }
}
