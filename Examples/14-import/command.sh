# What does this phone's own power profile say, what in it is wrong, and what does a keep-alive cost
# on the phone that is made of it?
folder=$PWD
cd "$(mktemp -d)"
tailwatt profiles import "$folder/power_profile.xml" --name made-up --out phones \
    --time on-battery=24h --time radio-active=20min --time wifi-rx=10min
echo
tailwatt compare keep-alive-alone --device phones/made-up.yaml --radio phones/made-up-lte.yaml \
    --system android-4 --replications 2
rm -r phones
cd "$folder"
