import Studies

extension UncertainLaw {
    /// - Parameters:
    ///   - word: of `words`.
    ///   - node: what stands after it.
    /// - Returns: `nil` if that is no law.
    init?(_ word: String, _ node: RawNode) {
        if word == "lognormal" {
            guard let median = node.text(under: "median"),
                let sigma = node.text(under: "sigma").flatMap(Double.init)
            else { return nil }
            self.init(lognormal: median, sigma: sigma)
            return
        }
        guard case .list(let nodes) = node.content else { return nil }
        if word == Self.weightedWord {
            let weights = nodes.compactMap { $0.text(under: "weight").flatMap(Double.init) }
            let values = nodes.compactMap { $0.entry("value")?.flowText }
            self.init(oneOf: values, weights: weights)
            return
        }
        let values = nodes.map(\.flowText)
        if word == "uniform" {
            self.init(uniform: values)
        } else {
            self.init(triangular: values)
        }
    }
}
