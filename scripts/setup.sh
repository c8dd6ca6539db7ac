# shellcheck shell=bash
# setup — what ./run, ./check and .ci/run share. Sourced by bash; expects nothing, changes no directory.
#
#   setup_packages SET     the Debian packages of scripts/packages are installed, or the script ends with status 4
#   setup_build PRESET     build/PRESET is up to date; $setup_dir is its directory
#
# Output of apt-get and of the compiler goes to a log, which is shown only when something failed.

setup_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
readonly setup_root

setup_say()
{
	printf 'bulkhead: %s\n' "$*" >&2
}

setup_fail()
{
	setup_say "$@"
	exit 4
}

# A cache directory of this user, for what must not lie in the clone.
setup_cache()
{
	printf '%s/.cache/%s\n' "${HOME:-/nonexistent}" "$1"
}

setup_set()
{
	local name
	# shellcheck disable=SC2013 # words of one line
	for name in $(sed -n "s/^$1  *//p" "$setup_root/scripts/packages"); do
		case $name in
		+*) setup_set "${name#+}" ;;
		*) printf '%s\n' "$name" ;;
		esac
	done
}

setup_missing()
{
	local installed
	installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null | sed -n 's/^installed //p') || true
	printf '%s\n' "$@" | grep -vxF -e "$installed" || true
}

# The words to put before a command that needs root; fails where there is no way to become root without a question.
setup_as_root()
{
	if [ "$(id -u)" -eq 0 ]; then
		echo env
	elif sudo -n true 2>/dev/null; then
		echo sudo -n env
	else
		return 1
	fi
}

setup_packages()
{
	local missing root log
	# shellcheck disable=SC2046 # names of packages have no spaces
	missing=$(setup_missing $(setup_set "$1"))
	[ -n "$missing" ] || return 0
	missing=${missing//$'\n'/ }
	command -v apt-get >/dev/null ||
		setup_fail "these programs and libraries are missing and this is no Debian that could install them: $missing"
	root=$(setup_as_root) ||
		setup_fail "packages are missing and there is no way to become root here; as root, run: apt-get install $missing"
	setup_say "installing $missing (this happens once)"
	log=$(mktemp)
	# shellcheck disable=SC2086 # words, not one string
	{
		$root DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300 update || true
		$root DEBIAN_FRONTEND=noninteractive NEEDRESTART_SUSPEND=1 apt-get -q -y --no-install-recommends \
			-o DPkg::Lock::Timeout=300 -o Dpkg::Options::=--force-confold install $missing
	} >"$log" 2>&1 </dev/null && { rm -f "$log"; return 0; }
	tail -n 15 "$log" >&2
	rm -f "$log"
	setup_fail "apt-get could not install: $missing"
}

# Where PRESET is built: in the clone, or in the user's cache where the clone is another user's.
setup_directory()
{
	local in_clone=$setup_root/build
	if mkdir -p "$in_clone/$1" 2>/dev/null && [ -w "$in_clone/$1" ]; then
		printf '%s\n' "$in_clone/$1"
	else
		printf '%s/%s\n' "$(setup_cache "bulkhead-build/$(printf %s "$setup_root" | cksum | tr ' ' -)")" "$1"
	fi
}

# Configure when there is nothing to build with yet, or when the clone was moved. Ninja sees to later changes.
setup_configure()
{
	local dir=$1 preset=$2
	if [ -f "$dir/build.ninja" ] && grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$setup_root" "$dir/CMakeCache.txt"; then
		return 0
	fi
	rm -rf "$dir/CMakeCache.txt" "$dir/CMakeFiles" "$dir/build.ninja"
	(cd "$setup_root" && cmake --preset "$preset" -B "$dir")
}

setup_build() # PRESET [TARGET...]
{
	local preset=$1 log teller status=0
	shift
	setup_dir=$(setup_directory "$preset")
	mkdir -p "$setup_dir" || setup_fail "cannot make the build directory $setup_dir"
	log=$setup_dir/build.log
	# Something is said when it takes longer than a moment; sleep must not keep the caller's pipes open.
	(sleep 1 >/dev/null 2>&1 && setup_say "building $preset (log: $log)") &
	teller=$!
	(
		flock 9 # two starts at once build one after the other
		setup_configure "$setup_dir" "$preset" && ninja -C "$setup_dir" "$@"
	) 9>"$setup_dir/.lock" >"$log" 2>&1 </dev/null || status=$?
	kill "$teller" 2>/dev/null || true
	wait "$teller" 2>/dev/null || true
	[ "$status" -eq 0 ] && return 0
	if grep -q '^FAILED' "$log"; then
		sed -n '/^FAILED/,$p' "$log" | head -n 60 >&2
	else
		tail -n 30 "$log" >&2
	fi
	setup_fail "the build of $preset failed; all of its output is in $log"
}
