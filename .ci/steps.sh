# What .ci/run runs its steps with. To be sourced.

results=$(mktemp -d)
places=2

# Each step beside this one is a process group of its own, so that all of it can be ended.
set -m
end_steps() {
	local group
	for group in $(jobs -p); do kill -- "-$group" 2> /dev/null; done
	rm -rf "$results"
}
trap end_steps EXIT
trap 'exit 130' INT TERM

# A step's output is shown in one piece once it has ended, for another one may run beside it.
step() {
	local name=$1 start=$SECONDS outcome=failed output
	output=$(mktemp -p "$results")
	shift
	echo "=== $name …"
	"$@" < /dev/null > "$output" 2>&1 && outcome=passed
	exec 9>> "$results/outcomes"
	flock 9
	echo "$outcome 1" >&9
	printf '\n=== %s: %s in %d s\n' "$name" "$outcome" $((SECONDS - start))
	cat "$output"
	[ "$outcome" = passed ] || { printf '\n=== failed: %s\n' "$name" && tail -n 60 "$output"; } >> "$results/failures"
	exec 9>&-
}

# Waits until every step so far has ended.
settle() {
	while [ -n "$(jobs -rp)" ]; do wait -n; done
}

# Runs a step by itself.
alone() {
	settle
	step "$@" &
	settle
}

# Runs a step as soon as there is a place for it.
beside() {
	while (($(jobs -rp | wc -l) >= places)); do wait -n; done
	step "$@" &
}

total() {
	awk -v outcome="$1" '$1 == outcome { sum += $2 } END { print sum + 0 }' "$results/outcomes"
}

# What failed once more, for whoever sees only the end, and the last line of all. Gives whether nothing has failed.
conclude() {
	settle
	[ ! -e "$results/failures" ] || cat "$results/failures"
	echo
	echo "$(total passed) passed, $(total failed) failed"
	[ "$(total failed)" -eq 0 ]
}
