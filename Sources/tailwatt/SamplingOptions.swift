import Foundation

struct SamplingOptions: ParsableArguments {
    @Option(help: "Exact number of replications, from 2, instead of the scenario's precision.")
    var replications: Int?

    @Option(
        help: "Half-width of each mean's 95 % interval, as a share of the mean: 1%.",
        transform: quantity)
    var precision: Fraction?

    @Option(
        help: "Half-width of each paired difference's interval, as a share of the difference: 5%.",
        transform: quantity)
    var pairedPrecision: Fraction?

    @Flag(
        help: "Draw replications in antithetic pairs; docs/guide/designs.md tells when they help.")
    var antithetic = false

    // Not an option group: a nested group takes 1 % of a command's start.
    @Option(help: JobsOption.help)
    var jobs: Int = JobsOption.processors

    func validate() throws {
        try OptionName.replications.require(replications, in: 2...ReplicationPlan.most)
        let goals = [("precision", precision), ("paired-precision", pairedPrecision)]
        for case (let name, let share?) in goals where share <= .zero {
            throw ValidationError("--\(name) must be above 0 %, not \(share).")
        }
        try refuse(
            replications != nil && (precision != nil || pairedPrecision != nil),
            "--replications is a number, --precision as many as it needs: give one of them.")
        try OptionName.jobs.require(jobs, in: 1...1024)
    }

    var overrides: ScenarioOverrides.Sampling {
        ScenarioOverrides.Sampling(
            replications: replications, precision: precision, pairedPrecision: pairedPrecision,
            isAntithetic: antithetic ? true : nil)
    }

    /// Throws if antithetic pairs are requested where replications are always independent.
    func refuseAntitheticPairs(_ reason: String) throws {
        try refuse(antithetic, "\(OptionName.antithetic) has no effect here: \(reason).")
    }
}

extension OptionName {
    /// Throws if a value is given and outside the range.
    func require(_ value: Int?, in range: ClosedRange<Int>) throws {
        guard let value, !range.contains(value) else { return }
        throw ValidationError(
            "\(self) must be from \(range.lowerBound) to \(range.upperBound), not \(value).")
    }
}

struct JobsOption: ParsableArguments {
    @Option(help: JobsOption.help)
    var jobs: Int = JobsOption.processors

    static let help: ArgumentHelp =
        "Number of replications that run at the same time; results do not depend on it."

    static let processors = ProcessInfo.processInfo.activeProcessorCount

    func validate() throws { try OptionName.jobs.require(jobs, in: 1...1024) }
}

struct UncertaintyOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Also draw unknown values of the phone, and separate their spread from chance.",
            discussion: """
                Draws profile values that are distributions, and the values that the scenario \
                lists under uncertain:. On LTE or 5G it also draws the phone and the radio, unless \
                --device or --radio chooses them. Writes uncertainty.csv, tornado.csv and \
                tornado.svg.
                """))
    var uncertain = false

    @Option(help: "Number of profiles drawn, from 2; with --uncertain.")
    var draws: Int?

    @Option(
        help: ArgumentHelp(
            "Equally likely radios, separated by commas; implies --uncertain.", valueName: "names"))
    var uncertainRadio: String?

    @Option(
        help: ArgumentHelp(
            "Compute Sobol' indices from this number of base points, from 2; implies --uncertain.",
            valueName: "points"))
    var sobol: Int?

    var isWanted: Bool { uncertain || uncertainRadio != nil || sobol != nil }

    static let standardDraws = 40

    func validate() throws {
        try refuse(draws != nil && !isWanted, "\(OptionName.draws) needs \(OptionName.uncertain).")
        try OptionName.draws.require(draws, in: 2...100_000)
        try OptionName.sobol.require(sobol, in: 2...100_000)
        if let uncertainRadio { _ = try RadioNames(uncertainRadio, of: .uncertainRadio) }
        if let uncertainRadio, radioNames.count < 2 {
            throw ValidationError(
                "\(OptionName.uncertainRadio) needs two radios or more, not \"\(uncertainRadio)\".")
        }
    }

    var radioNames: [String] {
        (uncertainRadio ?? "").split(separator: ",").map { PolicyNames.trimmed(String($0)) }
    }

    /// - `isChosen`: Whether the user named the value at a key, such as `radio`.
    func parameters(
        of loaded: LoadedScenario, from source: EditedScenario, isChosen: (String) -> Bool
    ) throws -> [UncertainParameter] {
        var parameters = loaded.uncertain
        let scenario = loaded.scenario
        func draw(_ key: String, _ names: [String], _ own: String) throws {
            let law = UncertainLaw(oneOf: names, central: own)
            parameters.insert(UncertainParameter(try ValuePath(key), law), at: 0)
        }
        func isPossible(_ edits: [ValueEdit]) -> Bool {
            (try? source.scenario(with: edits)) != nil
        }
        func edits(_ key: String, _ names: [String]) throws -> [ValueEdit] {
            try names.map { ValueEdit(try ValuePath(key), $0, origin: "uncertain") }
        }
        var (radios, devices) = (radioNames, [ValueEdit]())
        let kind = scenario.radio.kind
        func ran(_ device: DeviceProfile) -> Bool? {
            device.systems?.contains(scenario.system.name)
        }
        if radios.isEmpty, [.lte, .nr].contains(kind), scenario.world.signal == nil,
            ran(scenario.device) ?? true
        {
            // A phone of today is one of those that run its system, on a network of its kind.
            let library = try ProfilesFolder.library
            if !isChosen("device"), library.names(of: .device).contains(scenario.device.name) {
                let all = try edits("device", library.names(of: .device))
                devices = all.filter { edit in
                    (try? source.scenario(with: [edit])).flatMap {
                        $0.device.name == edit.text ? ran($0.device) : false
                    } ?? false
                }
            }
            let own = scenario.radio.name
            if !isChosen("radio"), library.names(of: .radio).contains(own) {
                let all = try edits("radio", (try library.radios(of: kind) + [own]).firstOfEach)
                radios = all.filter { radio in
                    isPossible([radio]) && devices.allSatisfy { isPossible([$0, radio]) }
                }.map(\.text)
            }
        }
        if radios.count > 1 {
            // Listed radios are used as they are; uncertainties of the scenario's own radio do not
            // apply.
            parameters.removeAll { $0.path.keys[0] == "radio" }
            try draw("radio", radios, scenario.radio.name)
        }
        if devices.count > 1 {
            parameters.removeAll { parameter in
                !devices.allSatisfy { isPossible([$0, parameter.central]) }
            }
            try draw("device", devices.map(\.text), scenario.device.name)
        }
        if !parameters.isEmpty { return parameters }
        throw CommandFailure(
            message: "nothing is uncertain in \(loaded.scenario.name)",
            advice: "Add uncertain: with paths to the scenario, a distribution to a profile, or "
                + "--uncertain-radio. The shipped scenario keep-alive shows how.", exitCode: .usage)
    }
}
