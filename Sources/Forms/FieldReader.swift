import Kernel

/// What a form asks of the text that a person wrote.
///
/// Every question about a value is answered by `nil` where the text has no such key, and where what
/// stands there is wrong; the reader then notes the fault itself.
public protocol FieldReader {
    /// Whether a value stands under `key`. The reader knows from then on that the key is possible.
    func isThere(_ key: String) -> Bool
    /// Whether a value stands under `key`; says nothing of whether the key is possible.
    func has(_ key: String) -> Bool
    /// Notes that a value must stand under `key`, where none does.
    func isMissing(_ key: String)
    /// Notes that one of `keys` must be there, where none is.
    func isMissing(oneOf keys: [String])
    /// The one of `keys` under which something stands; none, and more than one, are faults.
    func givenOne(of keys: [String]) -> String?
    /// Notes a fault where more than one of `keys` is there.
    func refuseSeveral(of keys: [String])
    /// Notes a value that the form has, and the text does not.
    func recordDefault(_ key: String, _ text: String)

    /// A number with a unit.
    func givenQuantity<Value: LimitedQuantity>(_ key: String, _ bound: Bound) -> Value?
    /// A length of time in whole nanoseconds.
    func givenSpan(_ key: String, _ bound: Bound) -> TimeSpan?
    /// A number without a unit.
    func givenDecimal(_ key: String) -> Double?
    /// A whole number.
    func givenCount(_ key: String, in range: ClosedRange<Int>) -> Int?
    /// True or false.
    func givenFlag(_ key: String) -> Bool?
    /// One of `words`; `what` says for messages what they are, with an article.
    func givenWord(_ key: String, of words: [String], what: String) -> String?
    /// The same; the word counts as a rule of the format.
    func givenRule(_ key: String, of words: [String], what: String) -> String?
    /// Whether `word` and nothing else stands under `key`.
    func isWord(_ word: String, under key: String) -> Bool
    /// Whether a list stands under `key`.
    func isList(_ key: String) -> Bool
    /// Whether a mapping of options stands under `key`, and no value with its source.
    func hasOptions(_ key: String) -> Bool
    /// Whether `unit` stands under `key`, behind a number.
    func hasUnit(_ unit: String, under key: String) -> Bool
    /// True or false; as the two below, it may say where it is from.
    func givenStatedFlag(_ key: String) -> Bool?
    func givenStatedCount(_ key: String, in range: ClosedRange<Int>) -> Int?
    /// So many numbers without a unit.
    func givenStatedDecimals(_ key: String, count: Int) -> [Double]?
    func givenStatedWord(_ key: String, of words: [String], what: String) -> String?
    /// A constant, or a law whose draws keep the rule.
    func givenLaw<Value: LimitedQuantity>(
        _ key: String, _ rule: DrawRule<Value>
    ) -> Distribution<Value>?
    /// Any text that is not empty.
    func givenText(_ key: String) -> String?
    /// The place of a name among those that the file declares under `list`, from 0.
    ///
    /// - Parameter isRule: whether the name counts as a rule of the format.
    func givenReference(_ key: String, to list: String, isRule: Bool) -> Int?
    /// A name that results and file names can have in them.
    func givenName(_ key: String) -> String?
    /// Degrees north and degrees east: a place that a person chooses, which needs no source.
    func givenAngles(_ key: String) -> (north: Degrees, east: Degrees)?
    /// A list of such words, at least one of them.
    func givenWords(_ key: String, of words: [String], what: String) -> [String]?
    /// One such word, or a list of them, of which each counts once.
    func givenWordOrWords(_ key: String, of words: [String], what: String) -> [String]
    /// A list of names.
    func givenNames(_ key: String) -> [String]?
    /// What the file holds that is named under `key`: such data as the form asks for.
    func givenData<Content>(_ key: String) -> Content?
    /// What `read` makes of the part under `key`.
    func givenPart<Part>(_ key: String, _ read: (any FieldReader) -> Part) -> Part?
    /// What `read` makes of the entries of the list under `key`, as many as `count`.
    func givenList<Part>(
        _ key: String, _ count: ClosedRange<Int>, _ read: (any FieldReader) -> Part
    ) -> [Part]?
    /// The same of a mapping whose keys are names that the file declares.
    func givenNamed<Part>(
        _ key: String, _ count: ClosedRange<Int>, _ read: (String, any FieldReader) -> Part
    ) -> [Part]?

    /// Whether nothing was wrong with the text. By now the form has asked for every key.
    func isFaultless() -> Bool
    /// Notes what is wrong with the values together.
    func refuse(_ fault: FormFault)
}
