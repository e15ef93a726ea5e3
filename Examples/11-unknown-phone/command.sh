# Chance or the phone: which of the two makes the answer uncertain, and which value of the phone?
tailwatt compare ./unknown-phone.yaml --uncertain --draws 30 --details
