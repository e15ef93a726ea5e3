extension ProfileKind {
    /// The JSON Schema of such files, for editors.
    ///
    /// - Parameter apps: those that are shipped, which scenarios name.
    public func schema(with apps: [ShippedApp]) -> String {
        let shape = self == .app ? AppSchema.file : shape
        return SchemaFile(kind: self, shape: shape, others: others(apps), demands: demands).text
    }

    /// Definitions that no other kind has.
    private func others(_ apps: [ShippedApp]) -> [SchemaNode.Member] {
        switch self {
        case .budget: BudgetSchema.definitions
        case .scenario: ScenarioSchema(apps: apps).definitions
        case .app: AppSchema.definitions
        case .device, .radio, .system, .movement, .cells, .user: []
        }
    }

    /// What no form can say of the whole file.
    private var demands: [SchemaNode.Member] { self == .radio ? RadioSchema.demands : [] }

    /// What the name of such a file is, in a sentence.
    var aboutName: String {
        self == .budget ? "What results call it." : "The same as the file's name, without .yaml."
    }
}
