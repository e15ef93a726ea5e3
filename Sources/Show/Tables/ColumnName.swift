/// Names of columns that every program takes as they are: R and its formulas, SQL, data frames.
package enum ColumnName {
    /// A name of letters, digits, points and underscores that begins with a letter.
    ///
    /// - Parameter text: a path, perhaps with a unit behind it: `radio.tail-timer_bit/s`.
    package static func safe(_ text: String) -> String {
        var name = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", ".", "_": name.unicodeScalars.append(scalar)
            case "%": name += "percent"
            case "/": name += "_per_"
            case "\u{B5}", "\u{3BC}": name += "u"
            default: name += "_"
            }
        }
        let isFirst = name.unicodeScalars.first.map { $0.properties.isAlphabetic } ?? false
        return isFirst ? name : "x" + name
    }

    /// The same for several, of which no two have one name: SQL does not tell small letters from
    /// capitals.
    package static func unique(_ texts: [String]) -> [String] {
        var taken: Set<String> = []
        return texts.map { text in
            let name = safe(text)
            var (candidate, number) = (name, 1)
            while !taken.insert(candidate.lowercased()).inserted {
                number += 1
                candidate = "\(name)_\(number)"
            }
            return candidate
        }
    }
}
