/// Rules and limits that may have a source, like the numbers of a profile.
extension Field {
    /// True or false.
    public static func statedFlag(
        _ key: String, _ path: Path<Bool>, _ about: String, isRequired: Bool = false
    ) -> Field {
        always(
            key, path, about, isRequired: isRequired, .stated(.flag),
            given: { $0.givenStatedFlag(key) }, text: { "\($0)" })
    }

    /// A whole number.
    public static func statedCount(
        _ key: String, _ path: Path<Int>, _ about: String, in range: ClosedRange<Int>,
        isRequired: Bool = false
    ) -> Field {
        always(
            key, path, about, isRequired: isRequired, .stated(.count(range)),
            given: { $0.givenStatedCount(key, in: range) }, text: { "\($0)" })
    }

    /// An optional whole number.
    public static func statedCount(
        _ key: String, _ path: Path<Int?>, _ about: String, in range: ClosedRange<Int>,
        otherwise: Otherwise
    ) -> Field {
        perhaps(
            key, path, about, otherwise: otherwise, .stated(.count(range)),
            given: { $0.givenStatedCount(key, in: range) }, text: { "\($0)" })
    }

    /// One of the words of `Choice`; `what` names them in messages, with an article.
    public static func statedChoice<Choice: Choices>(
        _ key: String, _ path: Path<Choice>, what: String, _ about: String,
        isRequired: Bool = false
    ) -> Field {
        always(
            key, path, about, isRequired: isRequired, .stated(.choice(Choice.words)),
            given: { $0.givenStatedWord(key, of: Choice.words, what: what).flatMap(Choice.init) },
            text: \.rawValue)
    }
}
