# What does a poll every 60 s cost on LTE, 5G and Wi-Fi, and would push be better?
tailwatt compare ./poll-or-push.yaml --radio pixel-6-2021-lte,pixel-6-2021-nr,pixel-6-2021-wifi
# How late are the messages?
tailwatt compare ./poll-or-push.yaml
