import Foundation
import TestSupport
import Testing

@testable import DeviceModel
@testable import Profiles

/// The schemas in `Profiles/schema`, read once because hundreds of files are checked against them.
private enum ShippedSchemas {
    static let all = ProfileKind.allCases.reduce(into: [String: JSONValue]()) { all, kind in
        let path = path(of: kind)
        all[path] = try? JSONValue.file(path)
    }

    static func path(of kind: ProfileKind) -> String {
        "\(Repository.profiles)/schema/\(kind.rawValue).schema.json"
    }

    static func of(_ kind: ProfileKind) throws -> JSONValue { try #require(all[path(of: kind)]) }
}

/// Tests of the schemas in `Profiles/schema`, which editors use, against the reader, which decides.
@Suite struct SchemaTests {
    private func schema(_ kind: ProfileKind) throws -> JSONSchema {
        JSONSchema(try ShippedSchemas.of(kind))
    }

    /// The kind of a file, from the beginning of its name if its `kind:` is missing or wrong.
    private func kind(_ value: JSONValue, _ file: String) throws -> ProfileKind {
        let name = file.split(separator: "/").last ?? ""
        let word = value.object?["kind"]?.string ?? ""
        let guess = ProfileKind.allCases.first { name.hasPrefix($0.rawValue) }
        return try #require(ProfileKind(rawValue: word) ?? guess)
    }

    private func faults(_ path: String) throws -> [String] {
        let value = try #require(try JSONValue.file(path))
        return try schema(kind(value, path)).faults(in: value)
    }

    @Test("Every schema keyword is checked", arguments: ProfileKind.allCases)
    func everyKeywordIsChecked(_ kind: ProfileKind) throws {
        #expect(throws: Never.self) { try schema(kind).checkKeywords() }
    }

    /// An editor completes the words that the model knows.
    @Test("Schemas offer the words of the model")
    func schemasOfferTheWordsOfTheModel() throws {
        #expect(try words(.scenario, under: "metric") == Metric.allCases.map(\.rawValue))
        #expect(try words(.budget, under: "metric") == Metric.allCases.map(\.rawValue))
        #expect(
            try words(.radio, under: "technology")
                == RadioProfile.Technology.allCases.map(\.rawValue))
        #expect(
            try words(.radio, under: "last-packet")
                == PeerRules.LastPacket.allCases.map(\.rawValue))
        // A budget's confidence is another word.
        for kind in ProfileKind.allCases where kind != .budget {
            #expect(
                try words(kind, under: "confidence") == Source.Confidence.allCases.map(\.rawValue))
        }
    }

    /// The `enum` of the first property with this name in a schema.
    private func words(_ kind: ProfileKind, under key: String) throws -> [String] {
        let schema = try ShippedSchemas.of(kind)
        return schema.firstMember(key)?.object?["enum"]?.array?.compactMap(\.string) ?? []
    }

    @Test(
        "Good files pass the reader and the schema",
        arguments: Corpus.files("good") + Corpus.files("library"))
    func goodFilesPassBoth(_ file: String) throws {
        #expect(try faults(Corpus.path(file)) == [])
        #expect(Corpus.failure(of: file) == nil)
    }

    @Test(
        "Files of bad structure fail the reader and the schema",
        arguments: Corpus.files("bad-structure"))
    func filesOfBadStructureFailBoth(_ file: String) throws {
        #expect(try faults(Corpus.path(file)) != [])
        #expect(Corpus.failure(of: file) != nil)
    }

    /// No schema can check loops, names that lead nowhere, or a system's limits.
    @Test(
        "Only the reader refuses files of bad meaning; the schema accepts them",
        arguments: Corpus.files("bad-meaning"))
    func filesOfBadMeaningFailTheReaderAlone(_ file: String) throws {
        #expect(try faults(Corpus.path(file)) == [])
        #expect(Corpus.failure(of: file) != nil)
    }
}

extension JSONValue {
    /// The value of the first member with this name, at any depth.
    fileprivate func firstMember(_ name: String) -> JSONValue? {
        if let found = object?[name] { return found }
        let parts = object.map { $0.sorted { $0.key < $1.key }.map(\.value) } ?? array ?? []
        return parts.lazy.compactMap { $0.firstMember(name) }.first
    }
}

/// Tests of the shipped files. Every file in the folders is checked without being listed here.
@Suite struct ShippedProfileTests {
    static let root = Repository.profiles
    static let library = ProfileLibrary(root: root)
    /// Without what imports assume, which has no kind: the tests of imports read it.
    static let files = Corpus.yamlFiles(in: root).filter { !$0.hasPrefix("imports/") }

    @Test("Shipped files load by their names", arguments: files)
    func shippedFilesLoadByTheirNames(_ file: String) throws {
        let name = String((file.split(separator: "/").last ?? "").dropLast(".yaml".count))
        let failure = Corpus.failure { () throws(ProfileFailure) in
            switch file.split(separator: "/").first {
            case "devices": _ = try Self.library.loadDevice(name)
            case "radios": _ = try Self.library.loadRadio(name)
            case "systems": _ = try Self.library.loadSystem(name)
            case "movements": _ = try Self.library.loadMovement(name)
            case "cells": _ = try Self.library.loadCells(name)
            case "users": _ = try Self.library.loadUser(name)
            case "apps": _ = try Self.library.load(name, .app)
            default: _ = try Self.library.loadScenario(name)
            }
        }
        #expect(failure?.description == nil)
    }

    @Test("Shipped files pass the schema that they name", arguments: files)
    func shippedFilesPassTheSchemaThatTheyName(_ file: String) throws {
        let path = "\(Self.root)/\(file)"
        let first = try String(contentsOfFile: path, encoding: .utf8).prefix { $0 != "\n" }
        let mark = "# yaml-language-server: $schema="
        try #require(first.hasPrefix(mark), "\(file) begins with another line")
        let folder = (path as NSString).deletingLastPathComponent
        let named = ("\(folder)/\(first.dropFirst(mark.count))" as NSString).standardizingPath
        let schema = try #require(ShippedSchemas.all[named])
        let value = try #require(try JSONValue.file(path))
        #expect(try JSONSchema(schema).faults(in: value) == [])
        let kind = schema.object?["properties"]?.object?["kind"]?.object?["const"]
        #expect(kind == value.object?["kind"])
    }

    @Test("Names are unique", arguments: ProfileKind.allCases)
    func namesAreUnique(_ kind: ProfileKind) {
        let names = Self.library.names(of: kind)
        #expect(Set(names).count == names.count)
    }

    @Test("Devices name radios that exist")
    func devicesNameRadiosThatExist() throws {
        let radios = Set(Self.library.names(of: .radio))
        for name in Self.library.names(of: .device) {
            let device = try Self.library.loadDevice(name).value
            #expect(radios.isSuperset(of: device.radios), "\(name)")
        }
    }
}
