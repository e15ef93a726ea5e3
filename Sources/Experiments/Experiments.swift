// Importing Experiments also imports the modules that its interface uses.
@_exported import Statistics
@_exported import Studies
@_exported import Traces
