import DeviceModel

/// The keys that say what an entry of `policies:` or `apps:` does.
enum PolicyKeys {
    /// The key of the list of apps, and of a policy that runs several of them.
    static let apps = "apps"

    /// Beside an app that is a file: other values of its parameters.
    static let with = "with"

    /// The keys of an app's behaviours.
    static var behaviours: [String] { Behaviour.all.map(\.key) }
}

extension RawNode {
    /// `messenger` is `{ name: messenger, app: messenger }`, and so is `{ app: messenger }`.
    var asNamedApp: RawNode {
        switch content {
        case .text(let text):
            let app = RawEntry(key: Behaviour.app.key, keyPlace: place, value: self)
            return RawNode(place: place, content: .mapping([name(of: text.text), app]))
        case .mapping(let entries):
            guard entry("name") == nil, let app = text(under: Behaviour.app.key) else {
                return self
            }
            return RawNode(place: place, content: .mapping([name(of: app)] + entries))
        case .list: return self
        }
    }

    private func name(of app: String) -> RawEntry {
        var word = app.split(separator: "/").last.map(String.init) ?? app
        if word.hasSuffix(".yaml") { word = String(word.dropLast(".yaml".count)) }
        let text = RawText(text: word, isPlain: true)
        return RawEntry(
            key: "name", keyPlace: place, value: RawNode(place: place, content: .text(text)))
    }
}
