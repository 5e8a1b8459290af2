# Functions shared by the scripts. Source this file: it sets `root` to the package's folder and changes to it.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

# As many tests at a time as there are processors. Otherwise all begin at once, and the time limit of a test includes its
# wait for the others. Older versions of Swift ignore the variable.
SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$(getconf _NPROCESSORS_ONLN)
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH

# The options of a debug build: of the tests, and of packages that depend on this one. With the same options, SwiftPM compiles
# the libraries once for all of them. It keeps the plan of a build for one environment, so that each of these packages is
# built with another STREAMMAP_ROOT_PACKAGE.
debug_build=(--scratch-path "$root/.build/checked" -Xswiftc -warnings-as-errors)

# The targets with the tests of the library and of the program.
library_targets=CodableTests,DifferentialTests,ModelTests,ParsingTests,StreamTests,StreamMapCommandTests,StreamMapCompressionTests

# The test targets of the release build: those that compare both engines, and the coders, on random input. The others, whose
# release builds take half an hour of a processor, run for release in `.ci/nightly others`.
release_targets=CodableTests,DifferentialTests

# Builds or runs the tests for release, in a folder of their own, so that a debug build can run at the same time. Tests use
# internal declarations, which needs -enable-testing. Instructions are not counted with it: it makes some code a third slower.
#   optimized build|test OPTION...
optimized() {
  STREAMMAP_TEST_TARGETS=${STREAMMAP_TEST_TARGETS-$release_targets} swift "$1" -c release \
    --scratch-path "$root/.build/optimized" -Xswiftc -warnings-as-errors -Xswiftc -enable-testing "${@:2}"
}

# The folder of the products that a release build has made.
products=$root/.build/release

# Builds products for release, without output on standard output. SwiftPM takes one or all, and compiles what it takes at the
# same time. Without test targets, all is little more than two programs.
#   release PRODUCT...
release() {
  if (($# > 1)); then
    STREAMMAP_TEST_TARGETS= swift build --quiet -c release >&2
  else
    swift build --quiet -c release --product "$1" >&2
  fi
}

as_root() { if [[ $(id -u) == 0 ]]; then "$@"; else sudo -n "$@"; fi; }

# Installs packages of Debian.
apt_install() { as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"; }

# Prints the path of a tool of the toolchain. `swift` links into it.
tool() {
  local beside
  beside=$(dirname "$(readlink -f "$(command -v swift)")")/$1
  if [[ -x $beside ]]; then echo "$beside"; else xcrun --find "$1"; fi
}

# Sets `modules` to the options by which a compiler finds the modules of a debug build.
#   find_modules FOLDER
find_modules() {
  local module
  read -ra modules < <(pkg-config --cflags yajl && echo)
  modules+=(-I "$1/Modules")
  for module in CYajl CZlib CZstd; do modules+=(-Xcc -fmodule-map-file="Sources/$module/module.modulemap"); done
  for module in CStructure CDecimal; do modules+=(-Xcc -fmodule-map-file="$1/$module.build/module.modulemap"); done
}

# Writes the public symbols of a module of a debug build into an empty folder.
#   symbol_graph MODULE FOLDER-OF-THE-BUILD FOLDER [OPTION...]
symbol_graph() {
  local modules triple options=("${@:4}")
  find_modules "$2"
  triple=$(swift -print-target-info | sed -n 's/^ *"triple": "\(.*\)",$/\1/p')
  rm -rf "$3"
  mkdir -p "$3"
  "$(tool swift-symbolgraph-extract)" -module-name "$1" -target "$triple" "${modules[@]}" \
    -minimum-access-level public -output-dir "$3" ${options[@]+"${options[@]}"}
}

# Prints the heading of a step.
step() { printf '\n== %s\n' "$*"; }

# Ends the script with an error message.
fail() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# Prints an error message, with details that are indented, and lets `end_checks` fail.
#   complain MESSAGE [DETAILS]
failures=0
complain() {
  printf '%s: %s\n' "$(basename "$0")" "$1" >&2
  [[ -z ${2-} ]] || sed 's/^/  /' <<<"$2" >&2
  failures=$((failures + 1))
}

# Ends the script with a message, unless there were complaints.
end_checks() {
  ((failures == 0)) || exit 1
  printf '%s: %s\n' "$(basename "$0")" "$*"
}

# Runs a command and prints only its duration. On failure, also prints its output.
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

# Runs a build with -warnings-as-errors, and fails on any warning, of the linker too. Prints only the warnings and errors.
#   without_warnings COMMAND...
without_warnings() {
  local log status=0
  log=$(mktemp)
  "$@" >"$log" 2>&1 || status=$?
  if grep -E '(^|[ :])(warning|error): ' "$log" >/dev/null; then
    # Prints each message once, with its source lines. A build may repeat it for every failed step.
    awk '/(^|[ :])(warning|error): / { shown = seen[$0]++ ? 0 : 5 } shown-- > 0' "$log"
    status=1
  elif ((status)); then
    tail -n 30 "$log"
  fi
  rm -f "$log"
  return "$status"
}

# The pages with measured tables.
measured=(README.md Benchmarks/RESULTS.md)

# Fails unless one of the pages has the markers around the table.
#   needs_place_in_readme NAME
needs_place_in_readme() {
  grep -q "^<!-- $1:begin -->\$" "${measured[@]}" && grep -q "^<!-- $1:end -->\$" "${measured[@]}" ||
    fail "${measured[*]} have no lines <!-- $1:begin --> and <!-- $1:end -->"
}

# Replaces the text between the markers with a file.
#   put_into_readme NAME FILE
put_into_readme() {
  local page text
  page=$(grep -l "^<!-- $1:begin -->\$" "${measured[@]}")
  text=$(mktemp)
  awk -v name="$1" -v block="$2" '
    $0 == "<!-- " name ":begin -->" { print; while ((getline line < block) > 0) print line; skip = 1; next }
    $0 == "<!-- " name ":end -->" { skip = 0 }
    !skip
  ' "$page" >"$text"
  cat "$text" >"$page"
  rm -f "$text"
}
