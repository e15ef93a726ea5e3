# Sourced by scripts/benchmark: what all measurements share. $root is the checkout, $work a folder
# for what is built and written, gone at the end.

complain() { printf 'scripts/benchmark: %s\n' "$*" >&2; }
headline() { printf '\n%s\n' "$*"; }

# The release program, the yardstick (w1), the stopwatch (spend), made-up traces (trace).
build_tools() {
    local flags=(-O3 -std=gnu11 -ffp-contract=off) peers=$root/Benchmarks/peers/c
    local measure=$root/Benchmarks/measure
    "$root/scripts/run" --version >/dev/null
    tailwatt=$root/.build/release/tailwatt
    if ! command -v cc >/dev/null 2>&1; then
        complain "the yardstick needs a C compiler: apt-get install gcc libc6-dev"
        exit 69
    fi
    cc "${flags[@]}" -o "$work/w1" "$peers"/{main,onepass,heap}.c -lm
    cc "${flags[@]}" -o "$work/spend" "$measure/spend.c"
    cc "${flags[@]}" -o "$work/trace" "$measure/trace.c"
}

# result GROUP MEASUREMENT QUANTITY UNIT VALUE: shown, and kept if a report is made.
result() {
    printf '  %-46s %-22s %14s %s\n' "$2" "$3" "$5" "$4"
    printf '%s,%s,%s,%s,%s\n' "$@" >>"${TAILWATT_RESULTS:-/dev/null}"
}

# calc EXPRESSION: awk's arithmetic, four significant digits, in nobody's spelling of numbers.
calc() { LC_ALL=C awk "BEGIN { printf \"%.4g\", $1 }"; }
# is_true COMPARISON: what is no comparison, such as one with an empty number, ends the script.
is_true() {
    local status=0
    LC_ALL=C awk "BEGIN { exit !($1) }" || status=$?
    if [ "$status" -gt 1 ]; then
        complain "cannot tell whether $1"
        exit 70
    fi
    return "$status"
}

# spend TIMES COMMAND...: a line a command: median, least and most CPU time, least wall time
# [ms], peak memory [KiB]. Into the arrays cpu (median), best (least), wall (least) and peak.
spend() {
    local median least most elapsed memory
    cpu=() best=() wall=() peak=()
    "$work/spend" "$@" >"$work/spent"
    while read -r median least most elapsed memory; do
        cpu+=("$median") best+=("$least") wall+=("$elapsed") peak+=("$memory")
    done <"$work/spent"
}

# Everything, and then the table as a file. What fails its gate is in the table nevertheless.
write_report() {
    export TAILWATT_RESULTS=$work/results.csv
    printf 'group,measurement,quantity,unit,value\n' >"$TAILWATT_RESULTS"
    local failed=0
    each_of counts ratios engines scaling || failed=1
    cp "$TAILWATT_RESULTS" "$root/Reports/performance.csv"
    headline "Reports/performance.csv is written."
    return "$failed"
}
