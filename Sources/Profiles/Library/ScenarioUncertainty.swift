import DeviceModel
import Studies

extension ScenarioText {
    /// What the scenario does not know, then what its profiles do not: of these only what the
    /// scenario does not speak of itself, and nothing of a profile that is one of several. What an
    /// edit has put is known.
    ///
    /// - Parameters:
    ///   - parts: what the profiles do not know.
    ///   - edits: that take the place of values.
    func uncertain(
        beside parts: [(ValuePath.Part, [(path: String, law: UncertainLaw)])], edits: [ValueEdit]
    ) -> [UncertainParameter] {
        var all = uncertain
        for (part, values) in parts
        where !all.contains(where: { $0.path.keys == [part.rawValue] }) {
            for (path, law) in values {
                let keys = path.split(separator: "[").joined(separator: ".").filter { $0 != "]" }
                let dotted = keys.split(separator: " -> ").joined(separator: ">")
                guard let path = try? ValuePath("\(part.rawValue).\(dotted)"),
                    !all.contains(where: { $0.path.overlaps(path) })
                else { continue }
                all.append(UncertainParameter(path, law))
            }
        }
        return all.filter { parameter in
            !edits.contains { $0.path.overlaps(parameter.path) && $0.path.keys.count > 1 }
        }
    }
}
