import Kernel

/// What the energy of an app is booked under: one case for each kind of thing that it does.
protocol AppActivity: CaseIterable, RawRepresentable, Sendable where RawValue == Int {
    /// As results show it.
    var name: String { get }
}

extension AppActivity {
    static var names: [String] { allCases.map(\.name) }

    /// What is booked under it.
    ///
    /// - Parameter serial: which one: upload 17; zero for what is not counted.
    @inline(__always)
    func cause(_ serial: Int = 0) -> Cause {
        Cause(activity: LedgerPlan.firstPolicyActivity + rawValue, serial: serial)
    }
}

/// The activities of an app whose cases are their own names.
protocol NamedActivity: AppActivity {}

extension NamedActivity {
    var name: String { "\(self)" }
}
