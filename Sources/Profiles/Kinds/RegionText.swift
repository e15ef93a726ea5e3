import DeviceModel
import Studies

/// A region with the places that later faults point at.
struct RegionText {
    let region: Region
    let namePlace: SourcePlace
    /// Of what says where it is.
    let centerPlace: SourcePlace

    /// Reads one entry of `regions:`.
    init(_ reader: MappingReader) {
        region = Region.form.value(from: reader)
        let places = reader.valuePlaces
        namePlace = places["name"] ?? reader.place
        centerPlace = places["at"] ?? places["around"] ?? reader.place
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
