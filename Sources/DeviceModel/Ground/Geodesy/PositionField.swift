import Forms
import Kernel

extension Field {
    /// A position: `[48.137 °, 11.575 °]`, north and east; `without` says in words what is so
    /// without it.
    static func position(
        _ key: String, _ path: Path<Position>, _ about: String, isRequired: Bool = false,
        without: String? = nil
    ) -> Field {
        Field(
            key, about, isRequired: isRequired, without: without,
            content: { _ in .defined("position") },
            read: { reader, owner in
                guard let (north, east) = reader.givenAngles(key) else { return }
                do throws(PositionError) {
                    owner[keyPath: path] = try Position(latitude: north, longitude: east)
                } catch {
                    reader.refuse(
                        FormFault(option: key, message: error.message, advice: error.advice))
                }
            },
            text: { _ in nil })
    }

    /// Where a way begins that a file need not place.
    static func home(_ path: Path<Position>) -> Field {
        .position(
            "home", path, "Where it begins; only the map depends on it.", without: "Munich")
    }
}

extension Position {
    /// Where a way begins that does not say where.
    static let munich = Position(48.137, 11.575)

    /// A place where a phone stays.
    public static let still: Form<Position> = Form(
        "A place.", standard: munich, fields: [.home(\.self)])
}
