# What does a keep-alive cost by its interval, on the radio of my meter's log and on two others?
folder=$PWD
cd "$(mktemp -d)"
tailwatt fit tail "$folder/ppk.csv" --voltage 3.7V --activity 0.12s \
    --profile my-radio --template umts-att-2010
cp "$folder/interval.yaml" .
echo
tailwatt sweep ./interval.yaml --metric marginal-energy --out figure \
    --vary radio=./my-radio.yaml,lte-huang-2012,nr-tmobile-sa-2021 \
    --vary policies.keep-alive.interval=1min,5min,15min,60min
rm -r figure interval.yaml my-radio.yaml
cd "$folder"
