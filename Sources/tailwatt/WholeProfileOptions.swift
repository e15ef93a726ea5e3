struct WholeProfileOptions: ParsableArguments {
    @Option(
        help: """
            Write a whole profile with this name, or into this path that ends in .yaml; \
            --template provides what was not measured.
            """)
    var profile: String?

    @Option(
        help: "Radio, or for standby device, to complete: a shipped profile or a path.",
        completion: .names(ofAny: ()))
    var template: String?

    func validate() throws {
        try refuse(
            (profile == nil) != (template == nil),
            "\(OptionName.profile) and \(OptionName.template) need each other: the template "
                + "provides what was not measured, such as rates.")
        if let profile, !Self.isName(Self.name(of: profile)) {
            throw ValidationError(
                "\(OptionName.profile) has letters, digits and dashes, as in my-radio, not "
                    + "\"\(profile)\".")
        }
    }

    struct Target<Template> {
        let file: OutputFile
        let template: Template
        let name: String

        func publish(_ text: String) throws {
            try Self.check(text, of: file.path)
            try file.publish(Array(text.utf8), sealed: .yaml)
        }

        private static func check(_ text: String, of path: String) throws {
            let library = try ProfilesFolder.library
            do throws(ProfileFailure) {
                _ = try library.profile(path, text)
            } catch {
                let fault = "\(error)".split(separator: "\n").first ?? ""
                throw CommandFailure(
                    message: "no profile was written, since it would not be valid: \(fault)",
                    advice: "Measure longer, complete another radio, or take its fragment "
                        + "(\(OptionName.fragment)) and write the profile by hand.",
                    exitCode: .badData)
            }
        }
    }

    func target<Template>(
        of command: String, reading files: [String], _ options: FitOptions,
        _ load: (String) throws -> Template
    ) throws -> Target<Template>? {
        guard let profile, let template else { return nil }
        let file = OutputFile(
            path: profile.hasSuffix(".yaml") ? profile : "\(profile).yaml",
            claim: OutputClaim(
                command: ["fit", command], inputs: files + [template],
                isForced: options.output.replacing.force))
        try options.output.refuseClashes([(.profile, file)])
        try file.probe()
        return Target(file: file, template: try load(template), name: Self.name(of: profile))
    }

    private static func name(of path: String) -> String {
        let last = path.split(separator: "/").last.map(String.init) ?? ""
        return last.hasSuffix(".yaml") ? String(last.dropLast(".yaml".count)) : last
    }

    static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.count <= 60 && !name.hasPrefix("-")
            && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }
}

extension WholeProfileOptions.Target<ImportedRadio.Template> {
    /// The radio that the fit completes: values that it did not measure stay as they are.
    static func completed(_ name: String) throws -> ImportedRadio.Template {
        let library = try ProfilesFolder.library
        let radio = try library.loadRadio(name).value
        return ImportedRadio.Template(radio, try library.tree(name, .radio))
    }
}
