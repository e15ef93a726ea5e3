/// A scenario's world as its file has it: movement and cells may still be names.
struct WorldText {
    /// Everything but movement, cells and regions.
    var profile = WorldProfile.empty
    /// `nil`: the phone stays at one place.
    var movement: PartText<Movement>?
    /// `nil`: the world has no cells.
    var cells: PartText<CellLayout>?
    var regions: [RegionText] = []
    /// `nil`: the scenario does not say who uses the phone.
    var use: UseText?
    /// Where Wi-Fi is described, for later faults; `nil` where it is not.
    var wifiPlace: SourcePlace?
    /// Where each level of the signal is named, for later faults.
    var levelPlaces: [String: SourcePlace] = [:]

    init() {}

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
        log.report(Fault(.wifiAtNoWork), at: wifiPlace)
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

/// The form of a scenario's `world:`: the form of a world, and the places in it, which may have
/// files of their own.
enum WorldShape {
    static let world: FormShape = {
        let form = WorldProfile.form.shape
        let first = form.fields.prefix { $0.key != "nat-idle-timeout" }
        return FormShape(form.about, first + places + form.fields.dropFirst(first.count))
    }()

    private static let places: [FieldShape] = [
        .optional(
            "movement", .either([.text, .part(MovementReader.shape)]),
            "Shipped movement, a path that ends in .yaml or .gpx, relative to this file, or the "
                + "movement itself.",
            without: "the phone does not move"),
        .optional(
            "cells", .either([.text, .part(CellsReader.shape)]),
            "Shipped radio cells, a path that ends in .yaml, relative to this file, or the "
                + "cells themselves.",
            without: "none"),
        .optional(
            "regions", .list(.part(Region.form.shape), 0...1000), "Places that policies may watch.",
            without: "none"),
    ]
}

/// A region with the places that later faults point at.
struct RegionText {
    let region: Region
    let namePlace: SourcePlace
    let centerPlace: SourcePlace

    init(_ reader: MappingReader) {
        region = Region.form.value(from: reader)
        let places = reader.valuePlaces
        namePlace = places["name"] ?? reader.place
        centerPlace = places["at"] ?? places["around"] ?? reader.place
    }

    /// Names are given once, and a region around work needs a movement that has some.
    static func check(_ regions: [RegionText], _ movement: Movement, _ log: ReadingLog) {
        let names = regions.map { PlacedText(text: $0.region.name, place: $0.namePlace) }
        log.refuseRepeated(names, "region", "regions")
        for text in regions where text.region.center == .work && !movement.hasWork {
            log.report(Fault(.noWork(region: text.region.name)), at: text.centerPlace)
        }
    }
}

/// The scenario's `use:`: a user, who may still be a name, or a word.
struct UseText {
    enum Content {
        /// The phone lies there, and the user opens nothing.
        case standby
        /// Standby without the system's own work.
        case bare
        /// The user has the phone in hand in the world's sessions alone.
        case sessions
        case user(PartText<UserProfile>)
    }

    let content: Content
    /// For faults that are found later.
    let place: SourcePlace

    var isBare: Bool { if case .bare = content { true } else { false } }

    static let key = "use"
    private static let (standby, bare, sessions) = ("standby", "bare", "sessions")

    init(_ entry: RawEntry, _ root: MappingReader) {
        place = entry.value.place
        let user = PartText(entry, root) { UserProfile.form.value(from: $0) }
        content = Self.content(user)
    }

    /// As a command line has it.
    init(word: String) {
        place = .first
        content = Self.content(.named(PlacedText(text: word, place: .first)))
    }

    private static func content(_ user: PartText<UserProfile>) -> Content {
        guard case .named(let name) = user else { return .user(user) }
        switch name.text {
        case standby: return .standby
        case bare: return .bare
        case sessions: return .sessions
        default: return .user(user)
        }
    }

    static let shape: FieldShape = .optional(
        key, .either([.text, .part(UserProfile.form.shape)]),
        "User of the phone: a shipped user, a path that ends in .yaml, relative to this file, "
            + "or the user itself; standby for an unused phone, bare for an unused phone without "
            + "the system's own work, or sessions for use in the world's sessions only.",
        without: "sessions if the world has any, otherwise standby")
}
