@_exported import Reports

/// FlyingFox has a type of this name, too.
typealias Reply = JSONValue
