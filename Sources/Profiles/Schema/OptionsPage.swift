import Forms

/// Every option of every kind of file, as Markdown; those of policies have a page of their own.
public enum OptionsPage {
    public static var markdown: String {
        var named: Set<String> = Set(ProfileKind.allCases.map(\.rawValue))
        let kinds = ProfileKind.allCases.map { kind in
            let parts = kind.shape.namedParts.filter { named.insert($0.name ?? "").inserted }
            let sections = parts.map { section($0.name ?? "", $0, level: "###") }
            return ([section(kind.rawValue, kind.shape, level: "##")] + sections)
                .joined(separator: "\n")
        }
        return ([head] + kinds).joined(separator: "\n")
    }

    private static let head = """
        # Options of files

        Written by `tailwatt schema --table`, from what files are read with. Every file
        has a `kind` and a `name`, and can have a `description`. Profiles also name
        their `sources`; each number and each rule in them can be written as
        `{ value: 5 s, source: NAME }` ([profiles](../guide/profiles.md)). Devices,
        radios and systems can say under `uncertain` how far their values may be off, as
        a [scenario](#scenario) can, with paths that begin within the file
        ([uncertainty](../guide/uncertainty.md)). The options of policies and apps are
        on the page [behaviours](behaviours.md).

        An option `a.b` stands below the key `a`; `a[].b` stands in each entry of the
        list `a`, and `a.NAME.b` below a name that the file gives. Such a path, without
        brackets, is also what `--set` and `--vary` take. The parentheses, and what
        stands behind the value, say what holds where a file does not give the option.

        """

    private static func section(_ name: String, _ shape: FormShape, level: String) -> String {
        let table = OptionTable(shape: shape, owner: name)
        return "\(level) \(name)\n\n\(OptionTable.wrapped(shape.about))\n\n\(table.markdown)"
    }
}
