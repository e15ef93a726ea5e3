import Foundation
import Reports

/// The folder that `--out` names, and what it holds already: results are written there, and nothing
/// else in it is touched.
struct ResultFolder {
    let path: String

    /// Every table that a result can have.
    static let schemas =
        ResultTables.schemas + FrontierTables.schemas + ReplayTables.schemas + FitTables.schemas
        + SweepTables.schemas + UncertaintyTables.schemas + SelectionTables.schemas
        + OptimumTables.schemas + CheckTables.schemas + ValidationTables.schemas

    /// Every file that a result can have.
    static let names =
        schemas.map { $0.name + ".csv" } + [
            FrontierChart.fileName, TornadoChart.fileName, TradeOffChart.fileName,
            TrackMap.fileName, "datapackage.json", "manifest.json",
        ]

    /// Says now, not after the work, that the results could not be written, or would be written
    /// over what they are made from.
    ///
    /// - Parameter inputs: the paths of the files that are read.
    func probe(inputs: [String] = []) throws {
        for input in inputs {
            guard let identity = Self.identity(of: input) else { continue }
            for name in Self.names where Self.identity(of: "\(path)/\(name)") == identity {
                throw CommandFailure(
                    message: "\(input) would be written over: the results have a file \(name)",
                    advice: "Name another folder with --out.", exitCode: .cannotCreate)
            }
        }
        try OutputDirectory(path: path).probe()
    }

    /// What tells a file from any other, whatever it is called.
    static func identity(of path: String) -> [UInt64]? {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            let device = attributes[.systemNumber] as? NSNumber,
            let number = attributes[.systemFileNumber] as? NSNumber
        else { return nil }
        return [device.uint64Value, number.uint64Value]
    }

    /// The files of an earlier result, by its manifest, that are as it wrote them.
    var earlierFiles: [String] {
        guard let data = FileManager.default.contents(atPath: "\(path)/manifest.json"),
            let manifest = try? JSONDecoder().decode(EarlierManifest.self, from: data)
        else { return [] }
        return manifest.outputs.filter { output in
            guard Self.names.contains(output.name),
                let bytes = FileManager.default.contents(atPath: "\(path)/\(output.name)")
            else { return false }
            return SHA256.hexadecimal(of: [UInt8](bytes)) == output.sha256
        }.map(\.name)
    }

    private struct EarlierManifest: Decodable {
        let outputs: [Output]

        struct Output: Decodable {
            let name: String
            let sha256: String
        }
    }
}
