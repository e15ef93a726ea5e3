// The model's interface is in Kernel's units and times, and its values are forms: whoever imports
// the model has both.
@_exported import Forms
