import Foundation
import Kernel
import TestSupport
import Testing

@testable import DeviceModel
@testable import Profiles

/// Tests of finding profiles by name and by path, and of overrides on a command line.
@Suite struct LibraryTests {
    let library = Corpus.library
    private let shipped = ProfileLibrary(root: Repository.profiles)

    private func failure(_ body: () throws(ProfileFailure) -> Void) throws -> ProfileFailure {
        let failure = Corpus.failure(body)
        return try #require(failure)
    }

    @Test("Names are sorted and found in folders")
    func namesAreSortedAndFoundInFolders() {
        #expect(library.names(of: .device) == ["museum-phone", "old-phone", "phone"])
        #expect(library.names(of: .radio) == ["lte", "umts"])
        #expect(library.names(of: .system) == ["ios-3", "ios-4"])
        #expect(library.names(of: .movement) == ["office", "wander"])
        #expect(library.names(of: .cells) == ["city"])
        #expect(library.names(of: .scenario) == ["day", "night"])
        #expect(ProfileLibrary(root: "/nowhere").names(of: .device).isEmpty)
    }

    @Test(
        "Paths are distinguished from names",
        arguments: [("umts", false), ("umts.yaml", true), ("a/umts", true), ("./umts", true)])
    func pathsAreToldFromNames(_ word: String, _ isPath: Bool) {
        #expect(ProfileLibrary.isPath(word) == isPath)
    }

    @Test("An unknown name is reported as missing input")
    func anUnknownNameIsNoInput() throws {
        let failure = try failure { () throws(ProfileFailure) in
            _ = try library.loadScenario("dya")
        }
        #expect(failure.category.rawValue == 66)
        #expect(
            failure.description == """
                error: there is no scenario named "dya"
                    = Did you mean "day"?
                    = The scenarios are day and night. A path ends in .yaml or .yml.
                """)
    }

    @Test("An empty library is reported")
    func anEmptyLibrarySaysSo() throws {
        let failure = try failure { () throws(ProfileFailure) in
            _ = try ProfileLibrary(root: "/nowhere").loadRadio("umts")
        }
        #expect(failure.description.contains("The library has none"))
    }

    @Test("A shipped file must have its own name")
    func aShippedFileMustHaveItsOwnName() throws {
        let failure = try failure { () throws(ProfileFailure) in
            _ = try library.loadScenario("night")
        }
        #expect(failure.category == .badData)
        #expect(
            failure.description.contains("the name is \"nigth\", but the file is \"night.yaml\""))
        #expect(Corpus.failure(of: "library/scenarios/night.yaml") == nil)
    }

    @Test("A file of another kind is refused")
    func aFileOfAnotherKindIsRefused() throws {
        let path = Corpus.path("library/devices/phone.yaml")
        let failure = try failure { () throws(ProfileFailure) in _ = try library.loadRadio(path) }
        #expect(failure.diagnostics.count == 1)
        #expect(
            failure.diagnostics[0].message == "this is a device, but a radio is needed")
    }

    @Test("All files of a scenario are listed")
    func allFilesOfAScenarioAreListed() throws {
        let files = try library.loadScenario(Corpus.path("good/scenario-full.yaml")).files
        #expect(
            files.map(\.role) == [.scenario, .device, .radio, .system, .data, .data, .data])
        let folder = Corpus.path("good")
        #expect(
            files.map(\.label) == [
                folder + "/scenario-full.yaml", folder + "/../library/devices/phone.yaml",
                "radios/peers/lte.yaml", "systems/ios-4.yaml", folder + "/waits.csv",
                folder + "/way.gpx",
                folder + "/towers.csv",
            ])
        for file in files {
            #expect(file.bytes == [UInt8](try Data(contentsOf: URL(fileURLWithPath: file.path))))
        }
    }

    @Test("A command line can override the scenario")
    func aCommandLineMayChangeTheScenario() throws {
        let overrides = ScenarioOverrides(
            device: "old-phone", radio: Corpus.path("library/radios/peers/lte.yaml"),
            horizon: TimeSpan(Seconds(60)), seed: 7, sampling: .init(replications: 3))
        let loaded = try library.loadScenario("day", overrides: overrides)
        #expect(loaded.scenario.device.name == "old-phone")
        #expect(loaded.scenario.radio.name == "lte")
        #expect(loaded.scenario.horizon == TimeSpan(Seconds(60)))
        #expect(loaded.scenario.seed == 7)
        #expect(loaded.scenario.replications.atLeast == 3)
        #expect(loaded.scenario.replications.atMost == 3)
        #expect(loaded.scenario.replications.metrics == [.energy])
        #expect(loaded.files[1].label == "devices/old-phone.yaml")
    }

    @Test(
        "A path on the command line is relative to the working folder",
        arguments: ["keep-alive", "day-in-the-life"])
    func pathsOfTheCommandLine(_ scenario: String) throws {
        let here = FileManager.default.currentDirectoryPath
        let up = here.split(separator: "/").map { _ in "../" }.joined()
        func path(_ file: String) -> String { "./" + up + Repository.profiles.dropFirst() + file }
        let overrides = ScenarioOverrides(
            device: path("/devices/iphone-4.yaml"), radio: path("/radios/umts-att-2010.yaml"),
            system: path("/systems/ios-4.yaml"), movement: path("/movements/office-by-train.yaml"),
            cells: path("/cells/umts-urban.yaml"), use: path("/users/everyday-2011.yaml"))
        let loaded = try shipped.loadScenario(scenario, overrides: overrides)
        #expect(loaded.files.count { $0.path.contains("../") } == 6)
        let wrong = try failure { () throws(ProfileFailure) in
            _ = try shipped.loadScenario(
                scenario, overrides: ScenarioOverrides(use: "./nobody.yaml"))
        }
        #expect(!wrong.description.contains("scenarios"), "\(wrong)")
    }

    @Test("A wrong override is not the scenario's fault")
    func aWrongOverrideIsNotTheScenariosFault() throws {
        let failure = try failure { () throws(ProfileFailure) in
            _ = try library.loadScenario("day", overrides: ScenarioOverrides(radio: "umtz"))
        }
        #expect(failure.category == .noInput)
        #expect(failure.diagnostics[0].file == nil)
        #expect(failure.diagnostics[0].suggestion == "umts")
    }

    /// The scenario is checked as it will run, not as its file says.
    @Test("Overrides are applied before the scenario is checked")
    func overridesAreMadeBeforeTheScenarioIsChecked() throws {
        let path = Corpus.path("bad-meaning/scenario-no-significant-change.yaml")
        let overrides = ScenarioOverrides(device: "phone")
        #expect(try library.loadScenario(path, overrides: overrides).scenario.policies.count == 2)
        let unknown = Corpus.path("bad-meaning/scenario-unknown-device.yaml")
        #expect(try library.loadScenario(unknown, overrides: overrides).scenario.seed == 1)
    }

    /// SR-026: another radio can lack what a policy of the scenario needs.
    @Test("A radio without cells has no significant changes")
    func aRadioWithoutCellsHasNoSignificantChanges() throws {
        let shipped = ProfileLibrary(root: Repository.profiles)
        let failure = try failure { () throws(ProfileFailure) in
            _ = try shipped.loadScenario(
                "location", overrides: ScenarioOverrides(radio: "wifi-psm"))
        }
        #expect(failure.description.contains("cellular radio, but wifi-psm is not cellular"))
    }

    @Test("A horizon of zero is refused")
    func aHorizonOfNothingIsRefused() throws {
        let failure = try failure { () throws(ProfileFailure) in
            _ = try library.loadScenario("day", overrides: ScenarioOverrides(horizon: .zero))
        }
        #expect(failure.description.contains("the horizon is 0 s"))
    }

    @Test("Any kind of file is loaded by its kind")
    func anyKindOfFileIsLoadedByItsKind() throws {
        let loaded = try library.load(path: Corpus.path("library/systems/ios-4.yaml"))
        #expect(loaded is ProfileDocument<SystemRules>)
    }

    @Test(
        "Every kind of radio has members, each with its reason",
        arguments: RadioProfile.Family.allCases)
    func families(_ family: RadioProfile.Family) throws {
        let library = ProfileLibrary(root: Repository.profiles)
        let members = try library.radios(of: family)
        #expect(members.count >= 3, "\(members)")
        for name in members {
            let radio = try library.loadRadio(name).value
            #expect(radio.membership?.because.isEmpty == false && radio.peer == nil)
        }
    }
}
