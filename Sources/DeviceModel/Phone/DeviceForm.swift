import Forms
import Kernel

extension DeviceProfile: Formed {
    /// A device's name is its file's. What is required has a stand-in.
    public static let form: Form<DeviceProfile> = Form(
        "A phone: its battery, and what its parts draw beside the radio.", standard: standard,
        fields: [
            .part("battery", \.battery, "What is printed on the battery.", isRequired: true),
            .quantity(
                "floor", \.floor, "The sleeping phone, everything off and the radio idle.",
                isRequired: true),
            .part(
                "processor", \.processor, "The processor that background code wakes.",
                isRequired: true),
            .part("gnss", \.gnss, "The satellite receiver.", isRequired: true),
            .part(
                "wi-fi-scan", \.wifiScan, "Positions from the Wi-Fi access points around.",
                without: "the phone finds none"),
            .part(
                "wi-fi-join", \.wifiJoin, "Joining a known Wi-Fi network that has come.",
                without: "nothing"),
            .part("audio", \.self, "Sound.", isRequired: true, form: audio),
            .part(
                "display", \.display, "The display.",
                isRequired: true),
            .part(
                "bluetooth", \.bluetooth, "What Bluetooth Low Energy draws.",
                without: "it is not counted"),
            .part(
                "alert", \.alert, "How an alert calls its user beside lighting the display.",
                without: "not at all"),
            .names(
                "radios", \.radios,
                "The radio profiles that were measured on, or suit, this phone."),
            technologies,
            .names(
                "systems", \.systems,
                "The systems that ran on this phone: a scenario with another one is hypothetical.",
                count: 1...100, otherwise: .usual("any")),
            .quantity(
                "memory-for-apps", \.memoryForApps,
                "What the system leaves to all apps together: beyond it the largest are purged.",
                .aboveZero, otherwise: .without("it is never short")),
            .statedFlag(
                "multitasking", \.multitasks,
                "Whether apps stay when they are left, on a system with multitasking."
            ).without("yes"),
            .statedFlag(
                "significant-change", \.supportsSignificantChange,
                "Whether the phone has the cell positioning that significant-change needs.",
                isRequired: true),
            .statedFlag(
                "region-monitoring", \.supportsRegionMonitoring,
                "Whether the phone can tell apps that it enters and leaves regions.",
                isRequired: true),
        ])

    private static let standard = DeviceProfile(
        name: "", battery: Battery.form.standard, floor: .zero,
        processor: ProcessorProfile.form.standard, gnss: GNSSProfile.form.standard,
        audioPlaying: .zero, display: DisplayProfile.form.standard, radios: [],
        supportsSignificantChange: false, supportsRegionMonitoring: false)

    private static let technologies = Field<DeviceProfile>(
        "technologies",
        "What its radios can speak: a scenario with a radio of another one is hypothetical.",
        isRequired: false, without: "any",
        content: { _ in .list(.choice(RadioProfile.Technology.self), 1...4) },
        read: { reader, device in
            let words = RadioProfile.Technology.allCases.map(\.rawValue)
            let found = reader.givenWords("technologies", of: words, what: "technology")
            device.technologies = found?.compactMap(RadioProfile.Technology.init)
        },
        text: { device in
            device.technologies.map { "[\($0.map(\.rawValue).joined(separator: ", "))]" }
        })

    private static let audio: Form<DeviceProfile> = Form(
        "Sound.", standard: standard,
        fields: [
            .quantity(
                "playing", \.audioPlaying,
                "Above the floor, with what the processor does for the sound.", isRequired: true),
            .quantity(
                "playing-afar", \.audioPlayingAfar,
                "The same for sound that goes to a receiver over Wi-Fi, without what the radio "
                    + "draws.", otherwise: .without("as playing")),
            .quantity(
                "recording", \.audioRecording,
                "Above the floor, with what the processor does for it.",
                otherwise: .without("the phone cannot record")),
        ])
}

extension Battery: Formed {
    public static let form: Form<Battery> = Form(
        "What is printed on the battery.", standard: Battery(capacity: .zero, voltage: .zero),
        fields: [
            .quantity(
                "capacity", \.capacity, "Charge of a full battery.", .aboveZero,
                isRequired: true),
            .quantity(
                "voltage", \.voltage, "Nominal: the mean over a discharge.", .aboveZero,
                isRequired: true),
        ])
}

extension ProcessorProfile: Formed {
    public static let form: Form<ProcessorProfile> = Form(
        "The processor that background code wakes.",
        standard: ProcessorProfile(
            wakeUpEnergy: .zero, wakeUpTime: .zero, awakeBackground: .zero,
            awakeForeground: .zero, launchTime: .zero),
        fields: [
            .quantity(
                "wake-up-energy", \.wakeUpEnergy, "What one wake-up costs beside the time awake.",
                isRequired: true),
            .span(
                "wake-up-time", \.wakeUpTime,
                "From the interrupt to the first line of the app's code.", isRequired: true),
            .quantity(
                "awake-background", \.awakeBackground,
                "Running background code, above the floor.", isRequired: true),
            .quantity(
                "awake-foreground", \.awakeForeground,
                "Running what the user has in front, above the floor, without the display.",
                isRequired: true),
            .quantity(
                "busy-background", \.busyBackground,
                "Computing all the time in the background, above the floor.",
                otherwise: .without("as awake-background")),
            .span(
                "launch-time", \.launchTime,
                "How long launching a terminated app keeps the processor busy.",
                isRequired: true),
        ])
}

extension WiFiJoinProfile: Formed {
    public static let form: Form<WiFiJoinProfile> = Form(
        "Joining a known Wi-Fi network that has come.",
        standard: WiFiJoinProfile(energy: .zero, time: TimeSpan(nanoseconds: 1)),
        fields: [
            .quantity("energy", \.energy, "All of it, above the floor.", isRequired: true),
            .span("time", \.time, "Until transfers go over it.", .aboveZero, isRequired: true),
        ])
}

extension DisplayProfile: Formed {
    public static let form: Form<DisplayProfile> = Form(
        "The display.",
        standard: DisplayProfile(minimum: .zero, full: .zero, alertTime: .zero),
        fields: [
            .quantity(
                "minimum", \.minimum, "Lit at its dimmest, above the floor.", isRequired: true),
            .quantity(
                "full", \.full, "What it draws more at its brightest.", isRequired: true),
            .span(
                "alert-time", \.alertTime, "How long an alert keeps it lit.", isRequired: true),
        ])
}

extension BluetoothProfile: Formed {
    public static let form: Form<BluetoothProfile> = Form(
        "What Bluetooth Low Energy draws, above the floor.",
        standard: BluetoothProfile(
            on: .zero, scanning: .zero, connectionEvent: .zero, advertisingEvent: .zero),
        fields: [
            .quantity(
                "on", \.on, "While an app is connected, advertises or scans.", isRequired: true),
            .quantity("scanning", \.scanning, "More than that while one scans.", isRequired: true),
            .quantity(
                "connection-event", \.connectionEvent,
                "To listen once to the other side of a connection, and to answer.",
                isRequired: true),
            .quantity(
                "advertising-event", \.advertisingEvent, "To make the phone known once.",
                isRequired: true),
        ])
}

extension AlertProfile: Formed {
    public static let form: Form<AlertProfile> = Form(
        "How an alert calls its user beside lighting the display.",
        standard: AlertProfile(soundTime: .zero, vibrationPower: .zero, vibrationTime: .zero),
        fields: [
            .span("sound-time", \.soundTime, "How long its sound is.", isRequired: true),
            .quantity("vibration-power", \.vibrationPower, "Of the motor.", isRequired: true),
            .span(
                "vibration-time", \.vibrationTime, "How long it shakes.", isRequired: true),
        ])
}
