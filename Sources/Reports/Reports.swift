// Whoever imports Reports has what its interface is made of.
@_exported import Experiments
