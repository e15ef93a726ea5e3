extension SignificantChangeOptions: Formed {
    public static let form = Form(
        SignificantChangeOptions(upload: .positionUpload),
        "Uploads the cell's position on each significant change."
    ).optional(
        .upload(\.upload),
        .terminated(\.terminated),
        .asksForTime(\.asksForTime))
}

extension RegionOptions: Formed {
    public static let form = Form(
        Self(), "Reports that the phone entered or left a region of the world."
    ).optional(
        .regions(\.regions.names),
        .radius(\.regions.radius),
        .choice(
            "report", \.report, what: "a kind of report",
            "Reports the position of the phone's cell, or the region."),
        .flag(
            "significant-changes", \.significantChanges,
            "Whether the app also listens for significant changes, and reports its cell on each."),
        .flag(
            "alerts", \.alerts,
            "Whether the app alerts its user when the system tells it of a region."),
        .upload(\.upload),
        .terminated(\.terminated),
        .asksForTime(\.asksForTime))
}

extension HybridOptions: Formed {
    public static let form = Form(
        Self(), "Looks for one fix on each significant change, and uploads it."
    ).optional(
        .choice("accuracy", \.accuracy, what: "an accuracy", "Accuracy that the fix must have."),
        .span("timeout", \.timeout, "Time that the app waits for satellites.", .aboveZero),
        .upload(\.upload),
        .terminated(\.terminated),
        .asksForTime(\.asksForTime))
}

extension RegionTriggeredOptions: Formed {
    public static let form = Form(
        Self(),
        "Keeps the satellite receiver on inside or outside its regions, and uploads positions."
    ).optional(
        .regions(\.regions.names),
        .radius(\.regions.radius),
        .choice("track", \.track, what: "a place to track", "Side of its regions where it tracks."),
        .span(
            "upload-every", \.uploadEvery, "Interval between uploads while the receiver is on.",
            .aboveZero),
        .span(
            "timeout", \.timeout, "Time that the app waits for its one fix at the start.",
            .aboveZero),
        .upload(\.upload),
        .terminated(\.terminated))
}

extension Field {
    fileprivate static func upload(_ path: Path<TransferShape>) -> Field {
        .part("upload", path, "One upload.")
    }

    fileprivate static func terminated(_ path: Path<Fraction>) -> Field {
        .quantity(
            "terminated", path,
            "Share of events that find the app terminated, so that the system launches it.")
    }

    fileprivate static func asksForTime(_ path: Path<Bool>) -> Field {
        .flag(
            "asks-for-time", path,
            "Whether the app asks for task completion; otherwise it is suspended when the "
                + "time for an event is over."
        ).without("yes")
    }

    fileprivate static func regions(_ path: Path<[String]?>) -> Field {
        .names(
            "regions", path, "Names of the regions that the app registers.", count: 1...1000,
            otherwise: .usual("all"))
    }

    fileprivate static func radius(_ path: Path<Meters?>) -> Field {
        .quantity(
            "radius", path, "Radius instead of the regions' own.", .aboveZero,
            otherwise: .without(nil))
    }
}
