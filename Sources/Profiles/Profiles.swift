// Whoever imports Profiles has what its interface is made of.
@_exported import Studies
@_exported import Traces
