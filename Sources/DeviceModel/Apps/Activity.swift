/// The kinds of thing under which an app's energy is booked, one case each.
protocol AppActivity: CaseIterable, RawRepresentable, Sendable where RawValue == Int {
    var name: String { get }
}

extension AppActivity {
    static var names: [String] { allCases.map(\.name) }

    /// - Parameter serial: The number of the booking, such as upload 17; zero for what is not
    ///   counted.
    @inline(__always)
    func cause(_ serial: Int = 0) -> Cause {
        Cause(activity: LedgerPlan.firstPolicyActivity + rawValue, serial: serial)
    }
}

/// Activities whose case names are the names in results.
protocol NamedActivity: AppActivity {}

extension NamedActivity { var name: String { "\(self)" } }
