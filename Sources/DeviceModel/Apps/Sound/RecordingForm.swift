import Forms
import Kernel

extension RecordingOptions: Formed {
    public static let form: Form<RecordingOptions> = Form(
        "Records what its user says.",
        standard: RecordingOptions(bitRate: .zero, roundTrips: 0),
        fields: [
            .span(
                "upload-every", \.uploadEvery,
                "From one upload of what has been recorded to the next.", .aboveZero,
                otherwise: .without("it stays in memory")),
            .quantity(
                "bit-rate", \.bitRate, "Of the sound as it is written.", .aboveZero,
                isRequired: true),
            .count("round-trips", \.roundTrips, "Of each upload.", in: 0...1000)
                .standing("2") { $0.roundTrips = 2 }
                .asked(where: "with upload-every") { $0.uploadEvery != nil },
        ])
}
