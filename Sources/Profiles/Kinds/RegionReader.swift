import DeviceModel
import Quantities
import Studies

/// A region with the places that later faults point at.
struct RegionText {
    let region: Region
    let namePlace: SourcePlace
    /// Of what says where it is.
    let centerPlace: SourcePlace

    /// Reads one entry of `regions:`; `nil` where it has faults, which the log has.
    init?(_ reader: MappingReader) {
        let name = reader.name("name")
        let radius: Meters = reader.quantity("radius")
        guard let entry = reader.exactlyOne(of: ["at", "around"]) else { return nil }
        let center: Region.Center?
        if entry.key == "at" {
            center = reader.position(entry.value).map { .position($0) }
        } else {
            let anchor: Anchor? = reader.optionalChoice("around", what: "a place of the movement")
            center = anchor.map { $0 == .home ? .home : .work }
        }
        guard
            let region = reader.valid({ () throws(MovementError) in
                try Region(name: name.text, center: center ?? .home, radius: radius)
            })
        else { return nil }
        self.region = region
        namePlace = name.place
        centerPlace = entry.value.place
    }

    /// The places that a movement has of its own.
    private enum Anchor: String, CaseIterable {
        case home
        case work
    }

    /// Names are given once, and a region around work needs a movement that has some.
    static func check(_ regions: [RegionText], _ movement: Movement, _ log: ReadingLog) {
        var lines: [String: Int] = [:]
        for text in regions {
            let (name, place) = (text.region.name, text.namePlace)
            if let first = lines[name] {
                log.report(.meaning(.twoRegions(name, firstLine: first)), at: place)
            } else {
                lines[name] = place.line
            }
            if text.region.center == .work && !movement.hasWork {
                let fault = ScenarioError.noWork(region: name)
                log.report(.meaning(.scenario(fault)), at: text.centerPlace)
            }
        }
    }
}
