import DeviceModel
import Forms

extension ProfileKind {
    /// The JSON Schema of such files, for editors.
    public var schema: String {
        SchemaFile(kind: self, shape: shape, others: others, demands: demands).text
    }

    /// What a file of the kind can say.
    var shape: FormShape {
        switch self {
        case .device: DeviceProfile.form.shape
        case .radio: RadioShape.radio
        case .system: SystemRules.form.shape
        case .movement: MovementShape.movement
        case .cells: CellsShape.cells
        case .scenario: ScenarioShape.scenario
        case .budget: BudgetShape.budget
        }
    }

    /// Definitions that no other kind has.
    private var others: [SchemaNode.Member] {
        switch self {
        case .budget: BudgetShape.definitions
        case .scenario: ScenarioSchema.definitions
        case .device, .radio, .system, .movement, .cells: []
        }
    }

    /// What no form can say of the whole file.
    private var demands: [SchemaNode.Member] { self == .radio ? RadioShape.demands : [] }

    /// What the name of such a file is, in a sentence.
    var aboutName: String {
        self == .budget ? "What results call it." : "The same as the file's name, without .yaml."
    }
}
