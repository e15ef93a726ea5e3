# Sourced by the scripts that build.

# keep_place FOLDER CONFIGURATION: empties a build folder that was made at another place, after a
# checkout was moved or copied: a build knows its files by their whole paths, and would fail here.
# FOLDER/place records where it was made; for a build without it, SwiftPM's manifest shows it.
keep_place() {
    local folder=$1 manifest=$1/$2.yaml here made=
    mkdir -p "$folder"
    here=$(cd "$folder" && pwd -P)
    if [ -e "$folder/place" ]; then
        made=$(cat "$folder/place")
    elif [ ! -e "$manifest" ] || grep -qF -e "$folder/" -e "$here/" "$manifest"; then
        made=$here
    fi
    if [ "$made" != "$here" ]; then
        echo "This checkout was moved or copied: the build in $folder is made anew." >&2
        find "$here" -mindepth 1 -delete
    fi
    printf '%s\n' "$here" >"$folder/place"
}
