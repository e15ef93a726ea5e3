# Does the capture of a test run keep its battery budget, by app and by host?
tailwatt check budget.yaml --details
echo
# The same as a comment on a pull request; a stricter budget fails.
sed 's/at-most: 100 J/at-most: 80 J/' budget.yaml >strict.yaml
tailwatt check strict.yaml --format md --link https://ci.example/limits.svg || echo "exit code $?"
rm strict.yaml
echo
# What has changed since: the tracker now sends a beacon a minute.
tailwatt check budget.yaml --out base --quiet
tailwatt check budget.yaml --trace after.pcap --base base --format md
rm -r base
echo
# A horizon that is shorter than the recording leaves packets out, and decides nothing.
sed 's/horizon: 180 s/horizon: 60 s/' budget.yaml >short.yaml
tailwatt check short.yaml --quiet || echo "exit code $?"
rm short.yaml
