# What does a day's MetricKit payload count, and what is the least that it costs?
tailwatt phone payload.json
# What do the same bytes and the same processor time cost if 48 pushes a day start them?
tailwatt compare my-app.yaml --device iphone-13 --system ios-16 --radio lte-cdrx-2022 2>/dev/null
