# What the scripts share; to be sourced. Sets `root`, the folder of the package, and goes there.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

# The heading of a step.
step() { printf '\n== %s\n' "$*"; }

# Ends the script with a reason.
fail() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# Runs a command and shows only how long it took; if it fails, also what it printed.
#   quietly NAME COMMAND...
quietly() {
  local name=$1 log start=$SECONDS
  shift
  log=$(mktemp)
  if "$@" >"$log" 2>&1; then
    printf 'ok      %s (%d s)\n' "$name" $((SECONDS - start))
    rm -f "$log"
  else
    cat "$log"
    rm -f "$log"
    printf 'FAILED  %s\n' "$name" >&2
    return 1
  fi
}

# Runs a build, in which a warning is a failure. Swift's own are made errors, so that a second build does
# not pass because it has nothing left to compile.
#   without_warnings COMMAND...
without_warnings() {
  local log status=0
  log=$(mktemp)
  "$@" -Xswiftc -warnings-as-errors >"$log" 2>&1 || status=$?
  if grep -E '(^|[ :])(warning|error): ' "$log" >/dev/null; then
    # Each once, with the lines that show the place; a build may say it for every step that fails.
    awk '/(^|[ :])(warning|error): / { shown = seen[$0]++ ? 0 : 5 } shown-- > 0' "$log"
    status=1
  elif ((status)); then
    tail -n 30 "$log"
  fi
  rm -f "$log"
  return "$status"
}

# Ends the script unless README.md has the lines between which a table goes.
#   needs_place_in_readme NAME
needs_place_in_readme() {
  grep -q "^<!-- $1:begin -->\$" README.md && grep -q "^<!-- $1:end -->\$" README.md ||
    fail "README.md has no lines <!-- $1:begin --> and <!-- $1:end -->"
}

# Puts a file there, instead of what there was.
#   put_into_readme NAME FILE
put_into_readme() {
  local text
  text=$(mktemp)
  awk -v name="$1" -v block="$2" '
    $0 == "<!-- " name ":begin -->" { print; while ((getline line < block) > 0) print line; skip = 1; next }
    $0 == "<!-- " name ":end -->" { skip = 0 }
    !skip
  ' README.md >"$text"
  cat "$text" >README.md
  rm -f "$text"
}
