import DeviceModel

extension ProfileLibrary {
    /// A refusal with the nearest shipped system of the same kind on which the policy can run,
    /// where it is the system that refuses.
    func advised(
        _ refusal: Refusal, for policy: PolicyOptions, on device: DeviceProfile,
        _ radio: RadioProfile, _ system: SystemRules, in world: WorldProfile
    ) -> Refusal {
        guard refusal.isOfSystem else { return refusal }
        let possible = systems(near: system).filter { other in
            let refused: Void? = try? policy.check(
                system: other, device: device, radio: radio, world: world)
            return refused != nil
        }.map(\.name)
        var refusal = refusal
        let words = Self.words(possible, on: device)
        refusal.advice += refusal.advice.isEmpty ? words : " " + words
        return refusal
    }

    private static func words(_ possible: [String], on device: DeviceProfile) -> String {
        guard let nearest = possible.first else {
            return "No shipped system of this kind allows it."
        }
        guard let own = device.systems else {
            return "The nearest system that allows it is \(nearest)."
        }
        return possible.first(where: own.contains).map {
            "The nearest system that allows it is \($0)."
        } ?? "No system of \(device.name) allows it; \(nearest) does."
    }

    /// The other shipped systems that treat timers alike, as all of one maker do, the nearest
    /// version first, of two the later.
    private func systems(near system: SystemRules) -> [SystemRules] {
        let all = names(of: .system).compactMap { try? loadSystem($0).value }
        let alike = all.filter {
            $0.name != system.name && $0.timers.wakesSuspended == system.timers.wakesSuspended
        }
        let asked = Self.version(of: system.name)
        return alike.sorted {
            let (left, right) = (Self.version(of: $0.name), Self.version(of: $1.name))
            return (abs(left - asked), -left) < (abs(right - asked), -right)
        }
    }

    /// `android-14` is 14; 0 where the name ends otherwise.
    private static func version(of name: String) -> Int {
        name.split(separator: "-").last.flatMap { Int($0) } ?? 0
    }
}
