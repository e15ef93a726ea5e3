# Sourced by scripts/benchmark: instructions that whole commands execute, under callgrind.
#
# Unlike times they hardly depend on what else the machine does: from run to run they differ by
# 0.06 % (docs/background/performance.md). The difference of two sizes is the cost of what was
# added, without start-up.

counts_file=$root/Benchmarks/counts.csv
# Within this many times its tolerance a count may differ where it was not recorded with the same
# compiler and C library.
elsewhere=5

# What a count depends on besides the source.
toolchain() {
    local swift libc
    swift=$(swift --version 2>/dev/null | grep -o 'Swift version [0-9.]*' | head -n 1)
    libc=$(getconf GNU_LIBC_VERSION 2>/dev/null || uname -s)
    printf '%s; %s; %s' "$swift" "$libc" "$(uname -m)"
}

# Whether there is a valgrind; installs it where that can be done without asking anybody.
has_valgrind() {
    command -v valgrind >/dev/null 2>&1 && return 0
    if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null 2>&1; then
        complain "installing valgrind by apt-get"
        { apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
            apt-get install -y -qq --no-install-recommends valgrind; } >"$work/apt.log" 2>&1
    fi
    command -v valgrind >/dev/null 2>&1
}

# Two things of ours kill Valgrind 3.19: debug information as Swift 6.3 writes it (so a copy without
# is counted), and libdispatch's constant signal mask (see sigsuspend.c).
prepare_counting() {
    strip --strip-debug -o "$work/tailwatt" "$tailwatt"
    cc -O2 -shared -fPIC -o "$work/sigsuspend.so" "$root/Benchmarks/measure/sigsuspend.c"
    "$work/trace" csv 4000 >"$work/small.csv"
    "$work/trace" csv 24000 >"$work/large.csv"
    "$work/trace" pcap 4000 96 >"$work/small.pcap"
    "$work/trace" pcap 24000 96 >"$work/large.pcap"
}

# instructions WORDS...: of one tailwatt command, by its own threads only. Hashing is seeded by
# chance otherwise, and the environment is part of what a program reads. Runs go one by one, as they
# do on every processor, unless $lanes is set.
instructions() {
    if ! env -i PATH="$PATH" LD_LIBRARY_PATH="${LD_LIBRARY_PATH:-}" LD_PRELOAD="$work/sigsuspend.so" \
        SWIFT_DETERMINISTIC_HASHING=1 TAILWATT_PROFILES="$root/Profiles" \
        TAILWATT_LANES="${lanes:-0}" \
        valgrind --tool=callgrind --callgrind-out-file="$work/callgrind.out" \
        "$work/tailwatt" "$@" >"$work/counted.out" 2>"$work/counted.log"; then
        tail -n 20 "$work/counted.log" >&2
        complain "valgrind could not run: tailwatt $*"
        exit 70
    fi
    local total
    total=$(sed -n 's/^totals: *//p' "$work/callgrind.out")
    if ! [[ $total =~ ^[1-9][0-9]*$ ]]; then
        complain "callgrind counted nothing of: tailwatt $*"
        exit 70
    fi
    printf '%s\n' "$total"
}

# each NAME SMALL LARGE WORDS...: the instructions of one more of what stands as @ in WORDS, SMALL
# and LARGE of them having been counted; and, as NAME-start, what is left for none.
each() {
    local name=$1 small=$2 large=$3 few many
    shift 3
    few=$(instructions "${@//@/$small}")
    many=$(instructions "${@//@/$large}")
    echo "$name,$(((many - few) / (large - small)))"
    echo "$name-start,$((few - small * (many - few) / (large - small)))"
}

# many_policies COUNT: a scenario of as many policies.
many_policies() {
    printf '%s\n' 'kind: scenario' "name: many-$1" 'device: iphone-4' 'radio: umts-att-2010' \
        'system: ios-4' 'hypothetical: true' 'horizon: 1 h' \
        'question: What does a further policy cost the computer?' 'policies:' \
        '  - { name: none, none: {}, baseline: true }'
    local n
    for ((n = 1; n < $1; n++)); do
        printf '  - { name: policy-%d, keep-alive: { interval: %d s } }\n' "$n" $((600 + n))
    done
}

# Every count, as NAME,INSTRUCTIONS lines.
count_all() {
    prepare_counting
    # An assignment fails with its command; an argument would not.
    local few many name
    many=$(instructions --help)
    echo "help,$many"
    many=$(instructions profiles show w1)
    echo "profiles-show,$many"
    each w1-run 50 250 compare w1 --replications @ --jobs 1
    lanes=4 each w1-run-in-step 64 256 compare w1 --replications @ --jobs 1
    each keep-alive-replication 20 60 compare keep-alive --replications @ --jobs 1
    each streaming-replication 4 12 compare streaming --replications @ --jobs 1
    each location-replication 4 12 compare location --replications @ --jobs 1
    # Each into a folder of its own: results that are there are read before they are replaced.
    each keep-alive-files-replication 20 60 \
        compare keep-alive --replications @ --jobs 1 --out "$work/files-@"
    # A policy must cost the same in a folder of few and of many.
    for many in 50 200; do many_policies "$many" >"$work/many-$many.yaml"; done
    each policy-files 50 200 compare "$work/many-@.yaml" \
        --replications 2 --jobs 1 --out "$work/many-@"
    # The replications whose events are in events.csv.
    for name in standby standby-app; do
        each "$name-run" 50 250 \
            compare "$root/Benchmarks/measure/$name.yaml" --replications @ --jobs 1
    done
    for name in rules coded; do
        each "$name-replication" 10 30 \
            compare "$root/Benchmarks/measure/$name.yaml" --replications @ --jobs 1
    done
    each twenty-rules 1 5 profiles check "$root/Benchmarks/measure/apps-@.yaml"
    local format
    for format in csv pcap; do
        few=$(instructions replay "$work/small.$format" --compare umts-att-2010)
        many=$(instructions replay "$work/large.$format" --compare umts-att-2010)
        echo "replay-$format-packet,$(((many - few) / 20000))"
    done
    # A second profile takes far longer to read than 4 000 packets to go through it: what it adds
    # to few packets is taken off what it adds to many. These are very many, for it is a small
    # difference of large numbers, each of which varies by some ten thousand instructions.
    local added=()
    "$work/trace" csv 204000 >"$work/long.csv"
    for format in small long; do
        few=$(instructions replay "$work/$format.csv" --compare umts-att-2010)
        many=$(instructions replay "$work/$format.csv" --compare umts-att-2010,lte-huang-2012)
        added+=($((many - few)))
    done
    echo "replay-further-radio-packet,$(((added[1] - added[0]) / 200000))"
}

# The functions that a command spends its instructions in, with their own share.
show_costs() {
    has_valgrind || { complain "there is no valgrind to count with"; exit 69; }
    prepare_counting
    local all
    all=$(instructions "$@")
    headline "$all instructions: tailwatt $*"
    callgrind_annotate --threshold=90 "$work/callgrind.out" | sed -n 's/ \[.*//; /^ *[0-9,]* (/p' \
        | swift demangle --simplified | sed 's/???://; s/^\(.\{150\}\).*/\1.../' | sed -n 1,30p
}

record_counts() {
    has_valgrind || { complain "there is no valgrind to count with"; exit 69; }
    headline "Counting instructions (a minute or two)"
    count_all >"$work/counts"
    {
        echo "# $(toolchain)"
        echo "name,unit,value,tolerance_percent"
        # Start-up is mostly the system's libraries.
        awk -F, '{ print $1 ",instructions," $2 "," ($1 ~ /start$|help|show/ ? 3 : 2) }' \
            "$work/counts"
    } >"$counts_file"
    cat "$counts_file"
}

# What is said in rules may take so many times the instructions of its coded twin.
most_of_rules=1.5

check_rules() {
    local rules coded
    rules=$(sed -n 's/^rules-replication,//p' "$work/counts")
    coded=$(sed -n 's/^coded-replication,//p' "$work/counts")
    result counts rules-replication "of coded-replication" ratio "$(calc "$rules / $coded")"
    is_true "$rules <= $most_of_rules * $coded" && return 0
    complain "rules take $rules instructions, above $most_of_rules times the $coded of their twins"
    return 1
}

# An event of a phone of today in standby may take so many times the instructions of one of W1, what
# a run takes for nothing included.
most_of_standby=2

# per_event DAY: the instructions of an event of ours.
per_event() {
    local events
    events=$(sed -n "s/^$1,//p" "$root/Benchmarks/measure/events.csv")
    calc "$(sed -n "s/^$1-run,//p" "$work/counts") / $events"
}

check_standby() {
    local w1 standby app
    w1=$(per_event w1)
    standby=$(calc "$(per_event standby) / $w1")
    app=$(calc "$(per_event standby-app) / $w1")
    result counts standby-event "of an event of w1" ratio "$standby"
    result counts standby-app-event "of an event of w1" ratio "$app"
    is_true "$standby <= $most_of_standby" && return 0
    complain "an event in standby takes $standby times the instructions of one of w1"
    return 1
}

# Fails if a count is higher than recorded, by more than its tolerance; says when one is lower by
# more than 5 %, for then a regression back to the recorded count would go unseen.
check_counts() {
    headline "Instructions, against Benchmarks/counts.csv"
    if ! has_valgrind; then
        printf '\n  *** SKIPPED: no valgrind here, so no instruction was counted. ***\n\n'
        return 0
    fi
    local factor=1
    if [ "# $(toolchain)" != "$(head -n 1 "$counts_file")" ]; then
        factor=$elsewhere
        printf '  recorded with %s, this is %s: tolerances are %d times as wide\n' \
            "$(sed -n '1s/^# //p' "$counts_file")" "$(toolchain)" "$factor"
    fi
    count_all >"$work/counts"
    local failed=0 name unit value tolerance found change
    while IFS=, read -r name unit value tolerance || [ -n "$name" ]; do
        found=$(sed -n "s/^$name,//p" "$work/counts")
        if [ -z "$found" ]; then
            complain "$name is recorded, but not counted any more: scripts/benchmark counts --record"
            failed=1
            continue
        fi
        change=$(calc "100 * ($found / $value - 1)")
        result counts "$name" "executed" "$unit" "$found"
        if is_true "$change > $tolerance * $factor"; then
            complain "$name takes $found instructions, $change % more than the $value recorded"
            failed=1
        elif is_true "$change < -50"; then
            complain "$name takes $found instructions, half of the $value recorded: is it counted?"
            failed=1
        elif is_true "$change < -5"; then
            printf '    %s %% since it was recorded: keep it with scripts/benchmark counts --record\n' \
                "$change"
        fi
    done < <(tail -n +3 "$counts_file")
    while IFS=, read -r name found; do
        grep -q "^$name," "$counts_file" && continue
        complain "$name is counted, but not recorded: scripts/benchmark counts --record"
        failed=1
    done <"$work/counts"
    check_rules || failed=1
    check_standby || failed=1
    return "$failed"
}
