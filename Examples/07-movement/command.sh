folder=$(mktemp -d)
tailwatt gpx city-cyclist --replication 3 -o "$folder/day.gpx"
head -n 5 "$folder/day.gpx"
echo ...
cd "$folder" && tailwatt compare location --movement day.gpx --replications 20
rm -r "$folder"
