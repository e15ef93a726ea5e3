# What does my ping cost on LTE, on 5G and on Wi-Fi, and where does a longer interval stop paying?
tailwatt compare ./ping.yaml
tailwatt sweep ./ping.yaml --vary radio=pixel-6-2021-lte,pixel-6-2021-nr,pixel-6-2021-wifi \
    --vary policies.my-app.ping=1min,5min,15min,30min --metric marginal-energy
tailwatt optimize ./ping.yaml --vary policies.my-app.ping=30s..60min \
    --minimise marginal-energy --subject-to "message-delay <= 60 s"
# The same app on a phone whose user has not taken it off battery optimisation: Doze holds its
# pings back, and its messages with them.
sed /unrestricted/d my-app.yaml >held-back.yaml
sed s/my-app.yaml/held-back.yaml/ ping.yaml >ping-held-back.yaml
tailwatt compare ./ping-held-back.yaml --details
rm held-back.yaml ping-held-back.yaml
