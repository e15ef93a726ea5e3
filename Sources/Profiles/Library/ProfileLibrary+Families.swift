import DeviceModel

extension ProfileLibrary {
    /// The names of the shipped radios of one kind, in alphabetical order.
    ///
    /// - Throws: what is wrong with any shipped radio.
    public func radios(
        of family: RadioProfile.Family
    ) throws(ProfileFailure) -> [String] {
        var members: [String] = []
        for name in names(of: .radio) where try loadRadio(name).value.membership?.family == family {
            members.append(name)
        }
        return members
    }
}
