import Forms
import Kernel
import Testing

/// A visit to a baker, with an option of each kind.
struct Visit: Hashable, Formed {
    enum Mood: String, CaseIterable { case calm, hungry }

    struct Tea: Hashable, Formed {
        var sugar: Bytes
        var stirs: Int

        static let form = Form(Tea(sugar: Bytes(5), stirs: 2), "A pot of tea.").optional(
            .quantity("sugar", \.sugar, "Sugar in the tea."),
            .count("stirs", \.stirs, "Number of stirs.", in: 0...9))
    }

    var lasts = TimeSpan(Seconds(60))
    var mood = Mood.calm
    var rolls = 1
    var isTold = false
    var tea = Tea(sugar: Bytes(7), stirs: 3)
    var second: Tea?
    var names: [String]?
    var weight: Bytes?
    var every: TimeSpan?
    var count: Int?

    static let form = Form(
        Self(), "A visit.", exclusive: [["every", "count"]]
    ).required(.span("lasts", \.lasts, "Length of the visit.", .aboveZero)).optional(
        .choice("mood", \.mood, what: "a mood", "Mood of the guest."),
        .count("rolls", \.rolls, "Number of rolls that are bought.", in: 1...9)
            .standing("1; 4 for a hungry guest") { $0.rolls = $0.mood == .hungry ? 4 : 1 },
        .flag("told", \.isTold, "Whether the price is told.")
            .asked(where: "with mood: hungry") { $0.mood == .hungry },
        .part("tea", \.tea, "The tea."),
        .part("second", \.second, "A second pot.", without: "none"),
        .names("names", \.names, "The guests.", count: 1...3, otherwise: .usual("all")),
        .quantity("weight", \.weight, "Weight of the bag.", otherwise: .usual("20 B")),
        .span("every", \.every, "Time to the next visit.", otherwise: .without("never")),
        .count("count", \.count, "Number of visits.", in: 1...9, otherwise: .without(nil))
            .standing("2") { $0.count = 2 })
}

/// Attempts at equal or growing distances.
struct Attempts: Hashable, Formed {
    var first = TimeSpan.zero
    var factor = 1.0
    var cut: TimeSpan?

    var every: TimeSpan {
        get { first }
        set { (first, factor) = (newValue, 1) }
    }

    static let form = Form(
        Self(), "Attempts.", alternatives: [["every"], ["first", "factor"]]
    ).required(
        .span("every", \.every, "At equal distances.", .aboveZero),
        .span("first", \.first, "The first distance.", .aboveZero),
        .decimal("factor", \.factor, "How fast it grows.")
    ).optional(.span("cut", \.cut, "Where it ends.", orWord: "never"))
}

/// A profile with rules with sources, and laws.
struct Oven: Hashable, Formed {
    enum Heat: String, CaseIterable { case wood, gas }

    var heat = Heat.wood
    var isLit = false
    var loaves = 1
    var bakes = Distribution<Seconds>.constant(.zero)
    var cools: Distribution<Seconds>?
    var tea = Visit.Tea.form.standard
    var marks: [String] = []

    static let form = Form(Self(), "An oven.").required(
        .statedChoice("heat", \.heat, what: "a fuel", "What is burnt.")
    ).optional(
        .statedFlag("lit", \.isLit, "Whether it burns."),
        .statedCount("loaves", \.loaves, "How many go in.", in: 1...9)
    ).required(.law("bakes", \.bakes, "How long.")).optional(
        .law("cools", \.cools, "How long then.", otherwise: .without("not at all"))
    ).required(
        .part("tea", \.tea, "The tea."),
        .names("marks", \.marks, "Whose it is."))
}

@Suite("A form of a profile has rules with sources, laws and required parts")
struct ProfileFormTests {
    @Test("Given values are used, missing required ones reported, and defaults recorded")
    func values() {
        let text = WrittenText(["heat": "gas", "loaves": "3", "bakes": "5 min", "marks": "A B"])
        let oven = Oven.form.value(from: text)
        #expect(oven.heat == .gas && oven.loaves == 3 && oven.marks == ["A", "B"])
        #expect(oven.bakes == .constant(Seconds(300)) && oven.cools == nil)
        #expect(text.missing == [["tea"]])
        #expect(text.defaults == ["lit = false"])
    }

    @Test("The shape of a profile says what may have a source")
    func shape() {
        let shape = Oven.form.shape
        #expect(shape.field("heat")?.content == .stated(.choice(["wood", "gas"])))
        #expect(shape.field("loaves")?.content == .stated(.count(1...9)))
        #expect(shape.field("cools")?.content == .law(QuantityShape(Seconds.self)))
        #expect(shape.field("tea")?.presence == .required)
    }

    @Test("A path leads to the options that have keys of their own")
    func branches() {
        let shape = FormShape(
            "A street.",
            [
                .needed("ovens", .named(.part(Oven.form.shape), 1...9), "By their names."),
                .optional("visits", .list(.part(Visit.form.shape), nil), "One by one."),
                .optional("name", .text, "Name of the street."),
            ])
        #expect(shape.branches(at: []) == ["ovens", "visits"])
        #expect(shape.branches(at: ["ovens", "old"]) == ["bakes", "cools", "tea"])
        #expect(shape.branches(at: ["visits", "2"]) == ["tea", "second"])
        #expect(shape.branches(at: ["name"]) == nil)
    }
}

@Suite("A form makes a value from a text and its defaults")
struct FormTests {
    @Test("Every default that is used is recorded")
    func defaults() {
        let text = WrittenText(["lasts": "5 s"])
        let visit = Visit.form.value(from: text)
        var expected = Visit()
        expected.lasts = TimeSpan(Seconds(5))
        expected.count = 2
        #expect(visit == expected)
        #expect(
            text.defaults == [
                "mood = calm", "rolls = 1", "tea = { sugar: 7 B, stirs: 3 }", "names = all",
                "weight = 20 B", "count = 2",
            ])
        #expect(text.missing.isEmpty && text.refused.isEmpty)
    }

    @Test("A given value is used, and is not recorded as a default")
    func given() {
        let text = WrittenText([
            "lasts": "5 s", "mood": "hungry", "rolls": "3", "told": "true", "tea.sugar": "1 kB",
            "tea.stirs": "0", "second.sugar": "2 B", "second.stirs": "1", "names": "Ann Bo",
            "weight": "1 B", "every": "2 s",
        ])
        let visit = Visit.form.value(from: text)
        #expect(visit.mood == .hungry && visit.rolls == 3 && visit.isTold)
        #expect(visit.tea == Visit.Tea(sugar: Bytes(1000), stirs: 0))
        #expect(visit.second == Visit.Tea(sugar: Bytes(2), stirs: 1))
        #expect(visit.names == ["Ann", "Bo"] && visit.weight == Bytes(1))
        #expect(visit.every == TimeSpan(Seconds(2)) && visit.count == nil)
        #expect(text.defaults.isEmpty)
    }

    @Test("An optional part has its own defaults, a required part its owner's")
    func parts() {
        let text = WrittenText(["lasts": "5 s", "tea.stirs": "1", "second.stirs": "1"])
        let visit = Visit.form.value(from: text)
        #expect(visit.tea == Visit.Tea(sugar: Bytes(7), stirs: 1))
        #expect(visit.second == Visit.Tea(sugar: Bytes(5), stirs: 1))
        #expect(text.defaults.contains("tea.sugar = 7 B"))
        #expect(text.defaults.contains("second.sugar = 5 B"))
    }

    @Test("A default can depend on the options before it")
    func standing() {
        let text = WrittenText(["lasts": "5 s", "mood": "hungry"])
        #expect(Visit.form.value(from: text).rolls == 4)
        #expect(text.defaults.contains("rolls = 4"))
    }

    @Test("An option is read only where the others allow it")
    func conditions() {
        let calm = WrittenText(["lasts": "5 s", "told": "true"])
        #expect(!Visit.form.value(from: calm).isTold)
        #expect(!calm.asked.contains("told"))
        let hungry = WrittenText(["lasts": "5 s", "mood": "hungry"])
        _ = Visit.form.value(from: hungry)
        #expect(hungry.defaults.contains("told = false"))
    }

    @Test("A missing required option is reported, and is not recorded as a default")
    func missing() {
        let text = WrittenText([:])
        #expect(Visit.form.value(from: text).lasts == Visit().lasts)
        #expect(text.missing == [["lasts"]])
        #expect(!text.defaults.contains { $0.hasPrefix("lasts") })
    }

    @Test("Two exclusive options are refused, and one replaces the default")
    func exclusive() {
        let both = WrittenText(["lasts": "5 s", "every": "1 s", "count": "3"])
        _ = Visit.form.value(from: both)
        #expect(both.refused == [["every", "count"]])
        let one = WrittenText(["lasts": "5 s", "every": "1 s"])
        #expect(Visit.form.value(from: one).count == nil)
        #expect(!one.defaults.contains("count = 2"))
    }

    @Test("The alternative that the text begins is read in full")
    func alternatives() {
        let equal = WrittenText(["every": "3 s"])
        #expect(Attempts.form.value(from: equal) == Attempts(first: TimeSpan(Seconds(3))))
        #expect(equal.missing.isEmpty && !equal.asked.contains("factor"))

        let growing = WrittenText(["factor": "2", "cut": "9 s"])
        #expect(Attempts.form.value(from: growing).cut == TimeSpan(Seconds(9)))
        #expect(growing.missing == [["first"]] && !growing.asked.contains("every"))

        let none = WrittenText(["cut": "never"])
        #expect(Attempts.form.value(from: none).cut == nil)
        #expect(none.missing == [["every", "first"]])
        #expect(Set(none.asked).isSuperset(of: ["every", "first", "factor"]))
    }

    @Test("A value is shown as a file would give it")
    func text() {
        var visit = Visit()
        visit.second = Visit.Tea(sugar: Bytes(1), stirs: 0)
        #expect(
            Visit.form.text(of: visit)
                == "{ lasts: 1 min, mood: calm, rolls: 1, tea: { sugar: 7 B, stirs: 3 }, "
                + "second: { sugar: 1 B, stirs: 0 }, names: all, weight: 20 B }")
        #expect(Attempts.form.text(of: Attempts()).hasSuffix("cut: never }"))
    }
}

@Suite("The shape of a form has all that a schema or a page needs")
struct FormShapeTests {
    private let shape = Visit.form.shape

    private func presence(_ key: String) -> Presence? { shape.field(key)?.presence }

    @Test("The shape says whether an option is required, and what holds without it")
    func presences() {
        #expect(presence("lasts") == .required)
        #expect(presence("mood") == .standard("calm"))
        #expect(presence("rolls") == .depending("1; 4 for a hungry guest"))
        #expect(presence("tea") == .standard("{ sugar: 7 B, stirs: 3 }"))
        #expect(presence("second") == .optional("none"))
        #expect(presence("names") == .standard("all"))
        #expect(presence("every") == .optional("never"))
        #expect(shape.field("told")?.condition == "with mood: hungry")
        #expect(shape.field("nothing") == nil)
    }

    @Test("The shape says what follows a key")
    func contents() {
        let time = QuantityShape(Seconds.self)
        #expect(time.word == "time" && time.noun == "a length of time" && time.example == "12 s")
        #expect(time.spellings == ["ns", "µs", "us", "ms", "s", "min", "h", "d"])
        #expect(time.units == ["ns", "µs", "ms", "s", "min", "h", "d"])
        #expect(QuantityShape(Bytes.self).word == "data")
        #expect(shape.field("lasts")?.content == .quantity(time, .aboveZero))
        #expect(shape.field("mood")?.content == .choice(["calm", "hungry"]))
        #expect(shape.field("names")?.content == .list(.text, 1...3))
        #expect(
            Attempts.form.shape.field("cut")?.content
                == .quantityOrWord(time, .zeroOrMore, word: "never"))
        guard case .part(let tea)? = shape.field("tea")?.content,
            case .part(let second)? = shape.field("second")?.content
        else {
            Issue.record("tea is no part")
            return
        }
        #expect(tea.field("sugar")?.presence == .standard("7 B"))
        #expect(second.field("sugar")?.presence == .standard("5 B"))
    }

    @Test("A description names the default and the condition")
    func descriptions() {
        let told = shape.field("told")?.aboutWithDefault
        #expect(told == "Whether the price is told (false), only with mood: hungry.")
        #expect(shape.field("every")?.aboutWithDefault == "Time to the next visit (never).")
        #expect(shape.field("lasts")?.aboutWithDefault == "Length of the visit.")
    }

    @Test("Groups of options are as declared")
    func groups() {
        #expect(shape.exclusive == [["every", "count"]] && shape.alternatives.isEmpty)
        #expect(Attempts.form.shape.alternatives == [["every"], ["first", "factor"]])
    }
}

/// A street of ovens, one of which is chosen by its number or by its colour.
struct Street: Hashable, Formed {
    struct House: Hashable, Formed {
        var number = 0
        var colour = ""
        var size = Bytes(0)

        static let form = Form(Self(), "A house.", alternatives: [["number"], ["colour"]]).required(
            .count("number", \.number, "From the corner.", in: 1...99),
            .name("colour", \.colour, "Of its door.")
        ).optional(.quantity("size", \.size, "How much fits in.")).checked { house in
            house.size < Bytes(100)
                ? nil
                : FormFault(option: "size", message: "it is too big", advice: "Build less.")
        }
    }

    var houses: [House] = []
    var moods: [Visit.Mood] = []
    var tea = Visit.Tea.form.standard

    static let form = Form(Self(), "A street.").optional(
        .list("houses", \.houses, "One by one.", count: 0...9, without: "none")
    ).required(.choices("moods", \.moods, what: "a mood", "Of its people.")).and(
        Visit.Tea.form.fields.map { $0.within(\.tea) })
}

@Suite(
    "Lists, a part's options among its owner's, and values that are checked together have shapes")
struct CheckedFormTests {
    @Test("Entries and words of lists are read, with a part's options among its owner's")
    func lists() {
        let text = WrittenText([
            "houses.1.number": "3", "houses.2.colour": "red", "moods": "calm hungry",
            "sugar": "9 B",
        ])
        let street = Street.form.value(from: text)
        #expect(
            street.houses.map(\.number) == [3, 0] && street.houses.map(\.colour) == ["", "red"])
        #expect(street.moods == [.calm, .hungry])
        #expect(street.tea == Visit.Tea(sugar: Bytes(9), stirs: 2))
        #expect(text.defaults == ["houses.1.size = 0 B", "houses.2.size = 0 B", "stirs = 2"])
        #expect(text.missing.isEmpty && text.refused.isEmpty && text.faults.isEmpty)
    }

    @Test("A value whose options do not fit is refused once all of them can be read")
    func check() {
        let text = WrittenText(["number": "3", "size": "200 B"])
        _ = Street.House.form.value(from: text)
        #expect(text.faults == ["it is too big"])
        let unfinished = WrittenText(["size": "200 B"])
        _ = Street.House.form.value(from: unfinished)
        #expect(unfinished.missing == [["number", "colour"]] && unfinished.faults.isEmpty)
    }

    @Test("Only one of mutually exclusive options is possible")
    func alternatives() {
        let text = WrittenText(["number": "3", "colour": "red"])
        let house = Street.House.form.value(from: text)
        #expect(text.refused == [["number", "colour"]] && house.number == 3)
    }

    @Test("The shape of a part's option does not change among those of its owner")
    func shape() {
        let shape = Street.form.shape
        #expect(shape.fields.map(\.key) == ["houses", "moods", "sugar", "stirs"])
        #expect(shape.field("stirs") == Visit.Tea.form.shape.field("stirs"))
        #expect(shape.field("houses")?.presence == .optional("none"))
    }
}
