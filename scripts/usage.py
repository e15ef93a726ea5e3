"""Imported by the scripts beside it, first of all: where a word is --help or -h, prints what the
script says of itself and ends it. scripts/price asks for its first word alone: it passes on others."""
import sys

import __main__

passes_on = sys.argv[0].endswith("price")
if {"-h", "--help"} & set(sys.argv[1:2] if passes_on else sys.argv[1:]):
    print(__main__.__doc__.strip())
    sys.exit(0)
