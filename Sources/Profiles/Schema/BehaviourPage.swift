import DeviceModel
import Forms

/// Every option of every behaviour, as Markdown.
public enum BehaviourPage {
    public static var markdown: String {
        let behaviours = Behaviour.all.map { section($0.key, $0.shape) }
        return ([head] + behaviours + shared.map { section($0.name ?? "", $0) })
            .joined(separator: "\n")
    }

    /// The parts that several behaviours have, whose defaults are each behaviour's own.
    private static var shared: [FormShape] { [TransferShape.form.shape] }

    private static let head = """
        # Behaviours

        Written by `tailwatt behaviours`, from the forms that files are read with. An entry of
        `policies:` or `apps:` has one of these keys, with the options below it:

            policies:
              - name: keep-alive-10
                keep-alive: { interval: 10 min }

        A default counts among the numbers that were not measured. Of an option without one, the
        parentheses say what is so where the file does not give it.

        """

    private static func section(_ name: String, _ shape: FormShape) -> String {
        let table = OptionTable(shape: shape, owner: "", showsDefaults: shape.name == nil)
        return "## \(name)\n\n\(shape.about)\n\n\(table.markdown)"
    }
}
