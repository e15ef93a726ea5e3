// Whoever imports Show has what its interface is made of.
@_exported import Kernel
