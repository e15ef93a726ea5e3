import DeviceModel
import Experiments
import Show
import Studies

/// What the cost of an app on several radios is told in.
enum FamilyCost {
    case energy
    case drain

    /// As the scenario's own answer tells it.
    init(of scenario: Scenario) {
        let quantities = scenario.answer?.figures.flatMap { $0.terms.map(\.quantity) } ?? []
        let isDrain =
            quantities.contains(.metric(.drain))
            || quantities.contains(.metric(.marginalDrain))
        self = isDrain ? .drain : .energy
    }

    /// Of a day: a drain is measured by the hour.
    static let hours = 24.0

    /// What is due to the app; `nil` without an app.
    func app(_ policy: PolicyResult) -> Double? {
        switch self {
        case .energy: policy.summary(of: .marginalEnergy).mean
        case .drain: policy.summary(of: .marginalDrain).mean.map { Self.hours * $0 }
        }
    }

    func phone(_ policy: PolicyResult) -> Double? {
        switch self {
        case .energy: policy.summary(of: .energy).mean
        case .drain: policy.summary(of: .drain).mean.map { Self.hours * $0 }
        }
    }

    var unit: String {
        switch self {
        case .energy: "J"
        case .drain: "% a day"
        }
    }

    /// Of what a sentence says that it is.
    var inWhat: String {
        switch self {
        case .energy: ""
        case .drain: ", of the battery a day"
        }
    }

    func text(_ value: Double?, signed: Bool = false) -> String {
        guard let value else { return "" }
        return switch self {
        case .energy: ReadableNumber.text(value, decimals: 1, signed: signed)
        case .drain: ReadableNumber.text(value, significantDigits: 3, signed: signed)
        }
    }
}

/// Why a radio costs what it does, in half a sentence.
struct RadioReason {
    private let radio: RadioProfile

    init(_ radio: RadioProfile) { self.radio = radio }

    /// As its profile says, or else what is drawn after data, state by state.
    var text: String {
        if let membership = radio.membership { return membership.because }
        let stays = radio.states.reversed().compactMap { state in
            state.demotion.map { demotion in
                "\(state.name) at \(power(of: state)) for \(demotion.after.seconds)"
            }
        }
        if stays.isEmpty { return "no timer ends any of its states" }
        return "after data " + stays.joined(separator: ", ")
    }

    private func power(of state: RadioState) -> String {
        switch state.draw {
        case .constant(let power):
            Self.text(power.magnitude)
                + (state.reception == nil ? "" : ", asleep between on-durations,")
        case .cycle(let cycle):
            Self.text(
                cycle.offPower.magnitude
                    + (cycle.onPower.magnitude - cycle.offPower.magnitude)
                    * Double(cycle.on.nanoseconds) / Double(cycle.period.nanoseconds)
                    + cycle.transition.magnitude * 1e9 / Double(cycle.period.nanoseconds))
        }
    }

    private static func text(_ milliwatts: Double) -> String {
        ReadableNumber.text(milliwatts, significantDigits: 3) + " mW"
    }
}
