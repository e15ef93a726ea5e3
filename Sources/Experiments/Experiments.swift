// Whoever imports Experiments has what its interface is made of.
@_exported import Statistics
@_exported import Studies
@_exported import Traces
