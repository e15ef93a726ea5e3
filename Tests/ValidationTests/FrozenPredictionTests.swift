import Foundation
import Profiles
import TestSupport
import Testing
import Traces

@testable import Lab

/// Tests that frozen predictions are scored only if nothing has changed.
@Suite struct FrozenPredictionTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "frozen-\(UUID().uuidString)")
    private let library = ProfileLibrary(root: Repository.profiles)

    private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    private func write(_ name: String, _ text: String) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try text.write(toFile: path(name), atomically: true, encoding: .utf8)
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: path(name), encoding: .utf8)
    }

    private func rows(_ figure: String, _ standing: String = "independent") -> String {
        "group,result,unit,kind,published,class,grade,because_inputs,because,measure,with\n"
            + "g,my radio connected,mW,power: connected,\(figure),\(standing),A,my meter,y,"
            + "level-current,radio=mine.yaml; state=CELL_DCH; of=awake; volts=1\n"
    }

    private func freeze() throws {
        let radio = try String(
            contentsOfFile: Repository.profiles + "/radios/umts-att-2010.yaml", encoding: .utf8)
        try write(
            "mine.yaml", radio.replacing("name: umts-att-2010\n", with: "name: mine\n"))
        try write("rows.csv", rows(""))
        let frozen = try FrozenPredictions(
            rows: path("rows.csv"), version: "1.0.0", library: library)
        try write("frozen.csv", String(decoding: frozen.csv, as: UTF8.self))
        try write("known.csv", rows("812.5"))
    }

    private func reveal(_ version: String = "1.0.0") throws -> [PublishedResult] {
        try FrozenPredictions.reveal(
            path("frozen.csv"), rows: path("known.csv"), version: version, library: library)
    }

    @Test("Frozen predictions are scored with the figures")
    func scored() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try freeze()
        #expect(try text("frozen.csv").contains("mine.yaml"))
        let results = try reveal()
        #expect(results.map(\.ours) == [700] && results.map(\.isKept) == [true])
    }

    @Test("Another program, profile, row, prediction or file is refused")
    func changed() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        func refused(_ word: String, _ version: String = "1.0.0") throws {
            let error = #expect(throws: InputError.self) { try reveal(version) }
            let message = error?.description ?? ""
            #expect(message.contains(word) && message.contains("frozen"), "\(message)")
            try freeze()
        }
        try freeze()
        try refused("program that was frozen", "1.0.1")
        try write("mine.yaml", text("mine.yaml") + "# a word more\n")
        try refused("file that was frozen")
        try write("known.csv", text("known.csv").replacing(",y,", with: ",z,"))
        try refused("row that was frozen")
        try write("known.csv", text("known.csv").replacing(",A,", with: ",B,"))
        try refused("row that was frozen")
        try write("frozen.csv", text("frozen.csv").replacing(",700", with: ",701"))
        try refused("row that was frozen")
        let cut = try text("frozen.csv").split(separator: "\n").dropLast().joined(separator: "\n")
        try write("frozen.csv", cut + "\n")
        try refused("line of row")
    }

    @Test("The committed predictions were made without a figure of theirs")
    func committed() throws {
        let folder = Repository.profiles + "/published/"
        let blind = try LogFile.bytes(of: folder + "held-out-2026-11.csv")
        let rows = try PublishedRows(path: "held-out", bytes: blind, hasFigures: false).rows
        let frozen = try String(contentsOfFile: folder + "frozen-2026-11.csv", encoding: .utf8)
        #expect(rows.count >= 10 && Set(rows.map(\.group)).count >= 10)
        for row in rows {
            #expect(frozen.contains(row.hashWithoutFigure), "\(row.result)")
        }
    }

    @Test("A row with its figure, or of another class, is not frozen")
    func notFrozen() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try freeze()
        for (figure, standing, word) in [
            ("812.5", "independent", "figure that is held out"), ("", "partly", "held out"),
        ] {
            try write("rows.csv", rows(figure, standing))
            let error = #expect(throws: InputError.self) {
                try FrozenPredictions(rows: path("rows.csv"), version: "1.0.0", library: library)
            }
            #expect(error?.description.contains(word) == true, "\(error?.description ?? "")")
        }
    }

    @Test("A held-out figure that stands in a profile is found, in whatever unit")
    func planted() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        for planted in ["0.8125 W", "812.5 mW"] {
            try freeze()
            let radio = try text("mine.yaml")
            try write("mine.yaml", radio + "# once measured: \(planted)\n")
            let frozen = try FrozenPredictions(
                rows: path("rows.csv"), version: "1.0.0", library: library)
            try write("frozen.csv", String(decoding: frozen.csv, as: UTF8.self))
            let error = #expect(throws: InputError.self) { try reveal() }
            #expect(error?.description.contains("mine.yaml has it") == true)
        }
    }
}
