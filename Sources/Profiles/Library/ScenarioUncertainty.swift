import DeviceModel
import Studies

extension ScenarioText {
    /// What the scenario does not know, then what its profiles do not: of these only what the
    /// scenario does not speak of itself, and nothing of a profile that is one of several. What an
    /// edit has put is known. What the scenario says of its own radio, device or system is nothing
    /// that is known of another.
    ///
    /// - Parameters:
    ///   - parts: what the profiles do not know.
    ///   - replaced: for which the command line names others.
    ///   - edits: that take the place of values.
    func uncertain(
        beside parts: [(ValuePath.Part, [(path: String, law: UncertainLaw)])],
        replaced: [ValuePath.Part], edits: [ValueEdit]
    ) -> [UncertainParameter] {
        var all = uncertain.filter { parameter in
            !replaced.contains { $0.rawValue == parameter.path.keys[0] }
        }
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

    /// The parts of the phone in whose place the command line has others by name.
    func parts(replacedBy overrides: ScenarioOverrides) -> [ValuePath.Part] {
        let own: [(ValuePath.Part, String?)] = [
            (.radio, radio.text), (.wiFiRadio, wifiRadio?.text), (.device, device.text),
            (.system, system.text),
        ]
        return own.filter { part, name in
            overrides.name(of: part).map { $0 != name } ?? false
        }.map(\.0)
    }
}
