import Reports
import Show

/// The measures that a table of published results can name.
public enum MeasureText {
    public static func screen(_ measures: [PublishedMeasure]) -> Screen {
        var table = TextTable(columns: [.init("measure"), .init("with"), .init("what is found")])
        for measure in measures {
            table.add([
                measure.name, measure.arguments.joined(separator: "; "), measure.meaning,
            ])
        }
        return Screen(
            answer: "\(measures.count) measures find a figure of ours for a published one.\n",
            table: .table(table))
    }

    public static func dataset(_ measures: [PublishedMeasure]) -> Dataset {
        Dataset(
            Table<PublishedMeasure>("measures").with(columns: [
                .text("measure", "Its name.", \.name),
                .text("with", "Its arguments; those in brackets can be left out.") {
                    $0.arguments.joined(separator: "; ")
                },
                .text("meaning", "What is found.", \.meaning),
            ]).with(measures))
    }
}
