# What does a keep-alive cost on LTE, on every LTE radio that ships, and on the settings of a live network?
tailwatt compare ./lte-settings.yaml --radio lte --replications 10
tailwatt compare ./lte-settings.yaml --radio lte-cdrx-2022 --uncertain --draws 40 --replications 5
