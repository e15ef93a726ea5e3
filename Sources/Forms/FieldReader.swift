/// Reads the values of a form from a text.
///
/// Every function for a value returns `nil` if the key is missing or its value is wrong; the reader
/// records the fault itself.
public protocol FieldReader {
    /// Whether `key` has a value. The reader then knows that the key is valid.
    func isThere(_ key: String) -> Bool
    /// Whether `key` has a value, which says nothing about whether the key is valid.
    func has(_ key: String) -> Bool
    /// Records that the required `key` is missing.
    func isMissing(_ key: String)
    /// Records that all of `keys` are missing, of which one is required.
    func isMissing(oneOf keys: [String])
    /// The one of `keys` that has a value; zero or several are faults.
    func givenOne(of keys: [String]) -> String?
    /// Records a fault if several of `keys` have values.
    func refuseSeveral(of keys: [String])
    func recordDefault(_ key: String, _ text: String)

    /// A number with a unit.
    func givenQuantity<Value: Quantity>(_ key: String, _ bound: Bound) -> Value?
    /// A length of time in whole nanoseconds.
    func givenSpan(_ key: String, _ bound: Bound) -> TimeSpan?
    /// A number without a unit.
    func givenDecimal(_ key: String) -> Double?
    /// A whole number.
    func givenCount(_ key: String, in range: ClosedRange<Int>) -> Int?
    /// True or false.
    func givenFlag(_ key: String) -> Bool?
    /// One of `words`; `what` names them in messages, with an article.
    func givenWord(_ key: String, of words: [String], what: String) -> String?
    /// One of `words` that is a rule of the format.
    func givenRule(_ key: String, of words: [String], what: String) -> String?
    /// Whether the value of `key` is `word` alone.
    func isWord(_ word: String, under key: String) -> Bool
    func isList(_ key: String) -> Bool
    /// Whether a mapping of options stands under `key`, and no value with its source.
    func hasOptions(_ key: String) -> Bool
    /// Whether the value of `key` is a number with `unit`.
    func hasUnit(_ unit: String, under key: String) -> Bool
    /// True or false. This and the other stated values may have a source.
    func givenStatedFlag(_ key: String) -> Bool?
    func givenStatedCount(_ key: String, in range: ClosedRange<Int>) -> Int?
    /// Exactly `count` numbers without a unit.
    func givenStatedDecimals(_ key: String, count: Int) -> [Double]?
    func givenStatedWord(_ key: String, of words: [String], what: String) -> String?
    /// A constant, or a distribution whose draws satisfy the rule.
    func givenLaw<Value: Quantity>(_ key: String, _ rule: DrawRule<Value>) -> Distribution<Value>?
    /// Any text that is not empty.
    func givenText(_ key: String) -> String?
    /// The place of a name among those that the file declares under `list`, from 0.
    ///
    /// - `isRule`: whether the name counts as a rule of the format.
    func givenReference(_ key: String, to list: String, isRule: Bool) -> Int?
    /// A name that is valid in results and file names.
    func givenName(_ key: String) -> String?
    /// Degrees north and east: a place that a person chooses, without a source.
    func givenAngles(_ key: String) -> (north: Degrees, east: Degrees)?
    /// A list of at least one of `words`.
    func givenWords(_ key: String, of words: [String], what: String) -> [String]?
    /// One of `words`, or a list of them without duplicates.
    func givenWordOrWords(_ key: String, of words: [String], what: String) -> [String]
    func givenNames(_ key: String) -> [String]?
    /// The data in the file that `key` names, of the type that the form needs.
    func givenData<Content>(_ key: String) -> Content?
    func givenPart<Part>(_ key: String, _ read: (any FieldReader) -> Part) -> Part?
    func givenList<Part>(
        _ key: String, _ count: ClosedRange<Int>, _ read: (any FieldReader) -> Part
    ) -> [Part]?
    /// A mapping whose keys are names that the file declares.
    func givenNamed<Part>(
        _ key: String, _ count: ClosedRange<Int>, _ read: (String, any FieldReader) -> Part
    ) -> [Part]?

    /// Whether the text has no fault. The form has then asked for every key.
    func isFaultless() -> Bool
    /// Records a fault in a combination of values.
    func refuse(_ fault: FormFault)
}
