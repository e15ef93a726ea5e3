import DeviceModel

/// A scenario's world as its file has it: movement and cells may still be names.
struct WorldText {
    /// Everything but movement, cells and regions.
    var profile = WorldProfile()
    /// `nil`: the phone stays at one place.
    var movement: PartText<Movement>?
    /// `nil`: there are none.
    var cells: PartText<CellLayout>?
    var regions: [RegionText] = []
    /// `nil`: the scenario does not say who uses the phone.
    var use: UseText?
    /// Where Wi-Fi is described, for later faults; `nil` where it is not.
    var wifiPlace: SourcePlace?
    /// Where each level of the signal is named, for later faults.
    var levelPlaces: [String: SourcePlace] = [:]

    /// A world without anything.
    init() {}

    /// Reads a scenario's `world:`.
    init(_ world: MappingReader) {
        profile = WorldProfile.form.value(from: world)
        wifiPlace = world.has("wi-fi") ? world.keyPlace(of: "wi-fi") : nil
        levelPlaces = Self.levelPlaces(world)
        movement = world.entry("movement").map { PartText($0, world, MovementReader.read) }
        cells = world.entry("cells").map { PartText($0, world, CellsReader.read) }
        regions = world.optionalList("regions", atMost: 1000, RegionText.init)
    }

    private static func levelPlaces(_ world: MappingReader) -> [String: SourcePlace] {
        guard case .list(let levels)? = world.entry("signal")?.value.entry("levels")?.content
        else { return [:] }
        let names = levels.compactMap { level in
            level.text(under: "name").flatMap { name in
                level.entry("name").map { (name, $0.place) }
            }
        }
        return Dictionary(names) { first, _ in first }
    }

    /// Wi-Fi at work needs a movement that has some.
    func checkWiFi(_ movement: Movement, _ log: ReadingLog) {
        guard let wifiPlace, profile.wifi?.needsWork == true, !movement.hasWork else { return }
        log.report(.meaning(.scenario(.wifiAtNoWork)), at: wifiPlace)
    }
}

/// A part of the world that a scenario names, or describes in place.
enum PartText<Value> {
    case named(PlacedText)
    /// `nil` where it has faults, which the log has.
    case inPlace(Value?)

    /// Reads what stands under a key of `world`.
    init(_ entry: RawEntry, _ world: MappingReader, _ read: (MappingReader) -> Value?) {
        if case .text = entry.value.content {
            self = world.plainText(entry.value).map { .named($0) } ?? .inPlace(nil)
        } else {
            self = .inPlace(world.mapping(in: entry, read))
        }
    }
}
