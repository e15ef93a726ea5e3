import Lab
import Testing
import Traces

@testable import Reports
@testable import Show

/// How tables are written for spreadsheets, and the names that their columns have.
@Suite struct DialectTests {
    private struct Row: Sendable {
        var text: String
        var number: Double?
        var time: Int64?
    }

    private static let table = Table<Row>(
        name: "t",
        columns: [
            .text("name", "A name.", \.text),
            .number("energy_J", "Energy.", \.number),
            .seconds("from_s", "When.", nanoseconds: \.time),
        ],
        rows: [
            Row(text: "a;b", number: 297.725, time: 1_500_000_000),
            Row(text: "1,5 \"x\"", number: -1234567.891, time: 86_400_000_000_000),
            Row(text: "10.0.0.1", number: 1.5e-7, time: 45_574_000_000),
            Row(text: "c", number: 0.25, time: nil),
        ])

    @Test("Each dialect has its mark, its delimiter and its decimal sign; text stays as it is")
    func dialects() {
        func text(_ dialect: CSVDialect) -> String {
            String(decoding: Self.table.csv(dialect), as: UTF8.self)
        }
        let rfc = """
            name,energy_J,from_s
            "a;b",297.7250,1.5
            "1,5 ""x""\",-1234567.8910,86400
            10.0.0.1,1.5e-7,45.5740
            c,0.25,

            """
        #expect(text(.rfc) == rfc)
        #expect(Self.table.csv(.excel) == [0xEF, 0xBB, 0xBF] + Array(rfc.utf8))
        #expect(
            text(.excelEU) == """
                \u{FEFF}name;energy_J;from_s
                "a;b";297,7250;1,5
                "1,5 ""x""\";-1234567,8910;86400
                10.0.0.1;1,5e-7;45,5740
                c;0,25;

                """)
    }

    @Test("No number has exactly three decimals, and each is the same number")
    func threeDecimals() {
        for thousandths in -5000...5000 {
            let value = Double(thousandths) / 1000
            let table = Table<Row>(
                name: "t", columns: [.number("x", "X.", \.number)],
                rows: [Row(text: "", number: value, time: nil)])
            for dialect in CSVDialect.allCases {
                let line = String(decoding: table.csv(dialect), as: UTF8.self)
                    .split(separator: "\n")[1]
                let cell = line.replacing(",", with: ".")
                #expect(Double(cell) == value && !line.isEmpty)
                let decimals = cell.split(separator: ".").dropFirst().first?.count ?? 0
                #expect(decimals != 3, "\(line)")
            }
        }
    }

    @Test("Every dialect reads back as one table")
    func plain() {
        let rfc = Self.table.csv()
        for dialect in CSVDialect.allCases {
            let read = dialect.plain(Self.table.csv(dialect))
            guard dialect == .excelEU else {
                #expect(read == rfc)
                continue
            }
            // Points within text that is not quoted stay what they are.
            #expect(read == rfc, "\(String(decoding: read, as: UTF8.self))")
        }
        #expect(CSVDialect(of: ["compare", "x", "--csv", "excel-eu"]) == .excelEU)
        #expect(CSVDialect(of: ["compare", "x"]) == .rfc)
        #expect(CSVDialect(of: ["compare", "x", "--csv", "lotus"]) == nil)
    }

    @Test("Names of columns are names in R, SQL and data frames")
    func names() {
        for file in ResultCatalogue.all(ResultCatalogue.kinds + LabCatalogue.kinds) {
            for column in file.schema?.columns ?? [] {
                let name = column.header
                #expect(name.wholeMatch(of: /[A-Za-z][A-Za-z0-9._]*/) != nil, "\(name)")
            }
        }
        #expect(
            ColumnName.unique(["a-b_%", "a_b_%", "radio.x[2]_bit/s", "5g"])
                == ["a_b_percent", "a_b_percent_2", "radio.x_2__bit_per_s", "x5g"])
        #expect(
            ColumnName.unique(["p.A", "p.a", "P.a_2", "p.a"]) == [
                "p.A", "p.a_2", "P.a_2_2", "p.a_3",
            ])
    }

    @Test("A sweep's factors are numbers in the unit of their header, or words")
    func factors() throws {
        let design = SweepTables.Design(
            factors: ["policies.p-1.interval", "radio", "loss"],
            [
                .init(point: 1, values: ["5 min", "umts", "2 %"]),
                .init(point: 2, values: ["90s", "lte", ""]),
            ])
        let rows = [1, 2].compactMap {
            SweepRow(["\($0)", "p-1", "energy", "J", "9", "2.5", "1", "1", "4", "t"])
        }
        let text = String(decoding: SweepTables.sweep(rows, design).csv(), as: UTF8.self)
        #expect(
            text == """
                point,policy,metric,unit,n,mean,sd,ci_low,ci_high,ci_method,\
                policies.p_1.interval_s,radio,loss_percent
                1,p-1,energy,J,9,2.5,1,1,4,t,300,umts,2
                2,p-1,energy,J,9,2.5,1,1,4,t,90,lte,

                """)
        let columns = SweepTables.sweep([], design).schema.columns
        #expect(columns.suffix(3).map(\.unit) == ["s", nil, "%"])
        let read = SweepOutcome.Point(
            rows: Array(text.utf8), comparisons: SweepTables.comparison([]).csv(), design)
        #expect(read?.rows.count == 2)
    }

    @Test("datapackage.json says the dialect, and the unit of each column that has one")
    func package() {
        let json = String(
            decoding: JSONText.bytes(
                DataPackage.json(name: "x", [Self.table.schema], .excelEU)), as: UTF8.self)
        let lines = json.split(separator: "\n").map { $0.drop { $0 == " " } }
        for line in [
            "\"delimiter\": \";\",", "\"decimalChar\": \",\"", "\"unit\": \"J\",",
            "\"unit\": \"s\",",
        ] {
            #expect(lines.contains { $0 == line }, "\(line) in \(json)")
        }
        let plain = DataPackage.json(name: "x", [Self.table.schema])
        #expect(!String(decoding: JSONText.bytes(plain), as: UTF8.self).contains("decimalChar"))
    }
}
