import EventKernel
import Forms
import Quantities

extension SignificantChangeOptions: Formed {
    public static let form: Form<SignificantChangeOptions> = Form(
        "Uploads the cell's position on each significant change.",
        standard: SignificantChangeOptions(upload: .positionUpload),
        fields: [
            .part("upload", \.upload, "One upload."),
            .quantity("terminated", \.terminated, ServiceWords.terminated),
            .quantity(
                "memory", \.memory, ServiceWords.memory, otherwise: .usual(ServiceWords.usual)),
        ])
}

extension RegionOptions: Formed {
    public static let form: Form<RegionOptions> = Form(
        "Reports that the phone has entered or left regions of the world.",
        standard: RegionOptions(report: .cell, upload: .positionUpload),
        fields: [
            .names(
                "regions", \.regions.names, ServiceWords.regions, count: 1...1000,
                otherwise: .usual("all")),
            .quantity(
                "radius", \.regions.radius, ServiceWords.radius, .aboveZero,
                otherwise: .without(nil)),
            .choice(
                "report", \.report, what: "what to report",
                "The position of the cell that the phone is then in, or the region."),
            .part("upload", \.upload, "One upload."),
            .quantity("terminated", \.terminated, ServiceWords.terminated),
            .quantity(
                "memory", \.memory, ServiceWords.memory, otherwise: .usual(ServiceWords.usual)),
        ])
}

extension HybridOptions: Formed {
    public static let form: Form<HybridOptions> = Form(
        "Looks for one fix on each significant change, and uploads it.",
        standard: HybridOptions(timeout: TimeSpan(Seconds(60)), upload: .positionUpload),
        fields: [
            .choice(
                "accuracy", \.accuracy, what: "an accuracy", "What the fix must be good for."),
            .span(
                "timeout", \.timeout, "How long the app waits for satellites.", .aboveZero),
            .part("upload", \.upload, "One upload."),
            .quantity("terminated", \.terminated, ServiceWords.terminated),
            .quantity(
                "memory", \.memory, ServiceWords.memory, otherwise: .usual(ServiceWords.usual)),
        ])
}

extension RegionTriggeredOptions: Formed {
    public static let form: Form<RegionTriggeredOptions> = Form(
        "Keeps the satellite receiver on outside its regions, or inside them, and uploads "
            + "positions.",
        standard: RegionTriggeredOptions(
            track: .outside, uploadEvery: TimeSpan(Seconds(60)), timeout: TimeSpan(Seconds(60)),
            upload: .positionUpload),
        fields: [
            .names(
                "regions", \.regions.names, ServiceWords.regions, count: 1...1000,
                otherwise: .usual("all")),
            .quantity(
                "radius", \.regions.radius, ServiceWords.radius, .aboveZero,
                otherwise: .without(nil)),
            .choice("track", \.track, what: "where to track", "Where the receiver is on."),
            .span("upload-every", \.uploadEvery, "How often it uploads meanwhile.", .aboveZero),
            .span(
                "timeout", \.timeout, "How long the app waits for its one fix at the start.",
                .aboveZero),
            .part("upload", \.upload, "One upload."),
            .quantity("terminated", \.terminated, ServiceWords.terminated),
            .quantity(
                "memory", \.memory, ServiceWords.memory, otherwise: .usual(ServiceWords.usual)),
        ])
}

/// Options that several of these have in common.
private enum ServiceWords {
    static let regions = "The names of the regions that it registers."
    static let radius = "Instead of the regions' own."
    static let terminated =
        "The share of events that find the app terminated, so that it is launched."
    static let memory = "What the app holds while it is suspended."
    static var usual: String { "\(AppLifeOptions.usualMemory)" }
}
