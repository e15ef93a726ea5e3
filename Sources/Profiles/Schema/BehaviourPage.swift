import DeviceModel
import Forms

/// Every option of every behaviour, as Markdown.
public enum BehaviourPage {
    /// - Parameter apps: those that are shipped, whose names are keys too.
    public static func markdown(with apps: [ShippedApp]) -> String {
        let behaviours = Behaviour.all.map { section($0.key, $0.shape) }
        let parts = shared.map { section($0.name ?? "", $0) }
        let files = [appHead] + apps.map { section($0.key, $0.shape) }
        return ([head] + behaviours + parts + files).joined(separator: "\n")
    }

    /// The parts that several behaviours have, whose defaults are each behaviour's own.
    private static var shared: [FormShape] { [TransferShape.form.shape] }

    private static let head = """
        # Behaviours

        Written by `tailwatt behaviours`. An entry of `policies:` or `apps:` has one of
        these keys, with its options below it:

            policies:
              - name: keep-alive-10
                keep-alive: { interval: 10 min }

        A default counts as a number that was not measured. For an option without a
        default, the words in parentheses tell what applies if the file does not give
        it.

        """

    private static let appHead = """
        # Apps of rules

        The apps of `Profiles/apps` are keys too, with the parameters of their files as
        options:

            policies:
              - name: at-quarters
                flush-every: { every: 15 min, kept-by: audio }

        An option `a.b` is below the key `a`. The rules of an app are in its file, in
        the language of the page [apps](apps.md). Defaults are those of the file, with
        their sources or assumptions.

        """

    private static func section(_ name: String, _ shape: FormShape) -> String {
        let table = OptionTable(shape: shape, owner: "", showsDefaults: shape.name == nil)
        let about = OptionTable.wrapped(shape.about)
        return "## \(name)\n\n\(about)\n\n\(table.markdown)"
    }
}
