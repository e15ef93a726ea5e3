import DeviceModel
import Forms

extension ProfileKind {
    /// What a file of the kind can say.
    var shape: FormShape {
        switch self {
        case .device: DeviceProfile.form.shape
        case .radio: RadioShape.radio
        case .system: SystemRules.form.shape
        case .movement: MovementReader.shape
        case .cells: CellsReader.shape
        case .user: UserProfile.form.shape
        case .app: Behaviour.app.shape
        case .scenario: ScenarioShape.scenario
        case .budget: BudgetShape.budget
        }
    }
}
