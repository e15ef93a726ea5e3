import Kernel
import Studies
import TestSupport
import Testing

@testable import DeviceModel
@testable import Profiles

@Suite struct ValueEditTests {
    private static let shipped = ProfileLibrary(root: Repository.profiles)

    private static func load(_ edits: String...) throws -> LoadedScenario {
        let parsed = try edits.map { try ValueEdit($0) }
        return try shipped.loadScenario(
            "keep-alive", overrides: ScenarioOverrides(edits: parsed))
    }

    private static func failure(_ edits: String...) throws -> ProfileFailure? {
        let parsed = try edits.map { try ValueEdit($0) }
        do throws(ProfileFailure) {
            _ = try shipped.loadScenario(
                "keep-alive", overrides: ScenarioOverrides(edits: parsed))
            return nil
        } catch { return error }
    }

    @Test("A profile's value is replaced")
    func aProfilesValueIsReplaced() throws {
        let radio = try Self.load("radio.demotions.CELL_FACH.after=5 s").scenario.radio
        let state = try #require(radio.states.first { $0.name == "CELL_FACH" })
        #expect(state.demotion?.after == TimeSpan(Seconds(5)))
    }

    @Test(
        "A policy is named in several ways",
        arguments: [
            "policies.keep-alive-10.keep-alive.interval=20 min",
            "policies.keep-alive-10.interval=20 min", "policies.1.interval=20 min",
        ])
    func aPolicyIsNamedInSeveralWays(_ edit: String) throws {
        let edited = try Self.load(edit).scenario.policies[0].options
        guard let options = edited.options(as: KeepAliveOptions.self) else {
            Issue.record("\(edited)")
            return
        }
        #expect(options.interval == TimeSpan(Seconds(1200)))
    }

    @Test("A missing value is added")
    func aValueThatIsNotThereIsAdded() throws {
        let loaded = try Self.load("radio.fast-dormancy=3 s", "horizon=2 h")
        #expect(loaded.scenario.radio.fastDormancy?.after == TimeSpan(Seconds(3)))
        #expect(loaded.scenario.horizon == TimeSpan(Seconds(7200)))
    }

    @Test("A path can create optional parts of a scenario")
    func aPathOpensWhatIsNotThere() throws {
        let world = try Self.load(
            "world.restarts.every=1 d", "world.memory-pressure.every.exponential=2 h",
            "world.memory-pressure.leaves=5 MB"
        ).scenario.world
        #expect(world.restarts != nil && world.memoryPressure != nil)
        // A list has entries, and a state has a name, that only the file can give.
        for edit in ["world.regions.1.radius=1 km", "radio.states.NEW.power=1 W"] {
            #expect(throws: ProfileFailure.self) { try Self.load(edit) }
        }
    }

    @Test("The last of two edits wins")
    func theLastOfTwoStays() throws {
        #expect(try Self.load("seed=5", "seed=6").scenario.seed == 6)
    }

    @Test("Promotions are named by their ends")
    func promotionsAreNamedByTheirEnds() throws {
        let radio = try Self.load("radio.promotions.IDLE>CELL_DCH.delay=1 s").scenario.radio
        #expect(radio.promotions[0].delay.least == TimeSpan(Seconds(1)))
    }

    /// The bytes remain the file's; the provenance records the change.
    @Test("A change is recorded as the user's")
    func aChangeIsKnownAsTheUsers() throws {
        let plain = try Self.load()
        let edited = try Self.load("radio.demotions.CELL_FACH.after=5 s")
        #expect(plain.files.map(\.bytes) == edited.files.map(\.bytes))
        let changed = edited.files.flatMap(\.provenance).filter {
            if case .changed = $0.origin { true } else { false }
        }
        let change = ValueChange(origin: "--set", was: "12 s", wasSourced: true)
        #expect(changed.map(\.origin) == [.changed(change)])
        #expect(changed.map(\.text) == ["5 s"])
    }

    @Test("Faults name the path", arguments: messages)
    func faultsNameThePath(_ edit: String, _ expected: String) throws {
        let failure = try #require(try Self.failure(edit), "\(edit) loads")
        #expect(failure.description == expected)
        #expect(failure.category == .badData)
    }

    private static let messages: [(String, String)] = [
        (
            "radio.demotions.CELL_FAHC.after=5 s",
            """
            --set:1:17: error: radio.demotions has no "CELL_FAHC"
              1 | radio.demotions.CELL_FAHC.after=5 s
                |                 ^~~~~~~~~
                = Did you mean "CELL_FACH"?
                = Possible are CELL_DCH and CELL_FACH.
            """
        ),
        (
            "radio.demotions.CELL_FACH.after=12 parsecs",
            """
            --set:1:33: error: "parsecs" is not a unit of time
              1 | radio.demotions.CELL_FACH.after=12 parsecs
                |                                 ^~~~~~~~~~
                = Write it as in 12 s; the units are ns, µs, ms, s, min, h, d.
            """
        ),
        (
            "policies.keep-alive-10.interval=5 min",
            """
            --set:1:33: error: keep-alive interval is 5 min, but ios-4 refuses less than 10 min
              1 | policies.keep-alive-10.interval=5 min
                |                                 ^~~~~
                = Set it to 10 min or more. No shipped system of this kind allows it.
            """
        ),
        (
            "radio.demotions.CELL_FACH.after=[1 s",
            """
            --set:1:37: error: this is not YAML: did not find expected ',' or ']' while parsing a \
            flow sequence that begins in line 1
              1 | radio.demotions.CELL_FACH.after=[1 s
                |                                     ^
                = Close every quote, [ and { that is opened.
            """
        ),
        (
            "horizon.hours=3",
            """
            --set:1:9: error: horizon is "24 h", without keys of its own
              1 | horizon.hours=3
                |         ^~~~~
                = Leave out what follows in the path.
            """
        ),
        (
            "horizon=",
            """
            --set:1:9: error: there is no value after the path
              1 | horizon=
                |         ^
                = Write a value as in a profile: 12 s, or { exponential: 3 s }.
            """
        ),
        (
            "world.regions.1.radius=1 km",
            """
            --set:1:7: error: world has no "regions" yet
              1 | world.regions.1.radius=1 km
                |       ^~~~~~~
                = Write all of it, in a path that ends with regions.
            """
        ),
        (
            "wi-fi-radio.round-trip=3 s",
            """
            --set wi-fi-radio.round-trip: error: the scenario has no wi-fi-radio
                = Leave the path out, or name one by --wi-fi-radio.
            """
        ),
    ]

    /// A fault of an edit points at the edit, not at the file's text.
    @Test("A name that leads nowhere is shown in the edit")
    func aNameThatLeadsNowhereIsShownInTheEdit() throws {
        let failure = try #require(try Self.failure("radio=umts-telai"))
        let first = failure.description.split(separator: "\n").prefix(3)
        #expect(
            first == [
                "--set:1:7: error: there is no radio named \"umts-telai\"",
                "  1 | radio=umts-telai", "    |       ^~~~~~~~~~",
            ])
    }

    @Test("An invalid path is refused", arguments: ["", "a..b", ".a", "a.", "horizon"])
    func whatIsNoPathIsRefused(_ text: String) {
        #expect(throws: ValuePathError.self) { try ValueEdit(text) }
    }

    /// Two promotions from one state are distinguished by their targets.
    @Test("Several entries from one state are distinguished")
    func severalEntriesFromOneState() throws {
        let text = """
            kind: radio
            promotions:
              - { from: IDLE, to: A, delay: 1 s }
              - { from: IDLE, to: B, delay: 2 s }
            """
        let source = try SourceText(path: "radio.yaml", bytes: Array(text.utf8))
        let node = try YAMLComposer.compose(source)
        func delays(_ edit: String) throws -> [String?] {
            let (edited, _) = try ValueEditing.apply(
                [try ValueEdit(edit)], skipping: 1, to: node, of: source,
                shape: ProfileKind.radio.shape)
            guard case .list(let nodes)? = edited.entry("promotions")?.content else { return [] }
            return nodes.map { $0.text(under: "delay") }
        }
        #expect(try delays("radio.promotions.IDLE>B.delay=9 s") == ["1 s", "9 s"])
        #expect(try delays("radio.promotions.1.delay=9 s") == ["9 s", "2 s"])
        let failure = try #require(throws: ProfileFailure.self) {
            try delays("radio.promotions.IDLE.delay=9 s")
        }
        #expect(failure.description.contains("Possible are IDLE>A and IDLE>B."))
    }
}
