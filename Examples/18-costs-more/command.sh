# Does this pull request's test run cost more than before, by more than 5 %?
tailwatt replay ../15-trace-budget/after.pcap --radio lte-huang-2012 --horizon 180s --out base --quiet
tailwatt replay ../15-trace-budget/run.pcap --radio lte-huang-2012 --horizon 180s --out new --quiet
tailwatt diff base new --tolerance 5% || echo "exit code $?"
echo
# As a comment on a pull request.
tailwatt diff base new --tolerance 5% --format md || echo "exit code $?"
rm -r base new
