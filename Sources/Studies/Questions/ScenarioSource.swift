/// Makes scenarios that are the same but for some values: points of a sweep, of an optimisation,
/// of an analysis of uncertainty.
public protocol ScenarioSource: Sendable {
    /// The scenario with other values in it or in its profiles.
    ///
    /// - Parameter edits: in order; a later one stands in place of an earlier one.
    /// - Throws: what is wrong with the scenario that the edits make.
    func scenario(with edits: [ValueEdit]) throws -> Scenario
}
