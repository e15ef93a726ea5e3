# What does my ping cost on LTE, on 5G and on Wi-Fi, and where does a longer interval stop paying?
tailwatt compare ./ping.yaml --details
tailwatt compare ./ping.yaml --radio nr-tmobile-sa-2021
tailwatt compare ./ping.yaml --radio wifi-psm
tailwatt sweep ./ping.yaml --vary policies.ping-60-s.ping=30s,60s,5min,15min,29min \
    --metric marginal-energy
