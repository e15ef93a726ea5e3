import DeviceModel
import Forms

extension ProfileKind {
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
}
