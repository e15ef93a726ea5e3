# Sourced by the scripts beside it, first of all: where a word is --help or -h, prints the comment at
# the head of the script and ends it. scripts/run asks for its first word alone: it passes on others.
usage() {
    local word
    for word in "$@"; do
        case "$word" in
            -h | --help) awk 'NR > 1 { if (!/^#/) exit; sub(/^# ?/, ""); print }' "$0"; exit 0 ;;
        esac
    done
}
