enum KeepAliveActivity: Int, AppActivity {
    case keepAlive, reconnect, incomingCall, message
    /// The sound of calls, and their packets.
    case call

    var name: String {
        switch self {
        case .keepAlive: "keep-alive"
        case .reconnect: "reconnect"
        case .incomingCall: "incoming call"
        case .message: "message"
        case .call: "call"
        }
    }
}
