# shellcheck shell=bash
# scratch — a private directory for tests, outside every temporary directory. Sourced after setup.sh.
#
#   scratch_make          $scratch is a fresh directory; it is removed when the script ends, however it ends
#   scratch_run CMD...    CMD with nothing of the caller's environment but what is named below
#
# A script that is killed leaves its directory behind: the next one finds its lock free and removes it.

scratch_is_temporary()
{
	local place
	for place in /tmp /var/tmp "${TMPDIR:-/tmp}"; do
		place=$(realpath -m "$place")
		case $(realpath -m "$1")/ in "$place"/*) return 0 ;; esac
	done
	return 1
}

scratch_base()
{
	local home_cache
	home_cache=$(setup_cache bulkhead-check)
	if [ -n "${HOME:-}" ] && ! scratch_is_temporary "$home_cache"; then
		printf '%s\n' "$home_cache"
	elif [ -w /var/cache ]; then
		setup_say "the home directory lies in a temporary directory, so the tests use /var/cache/bulkhead-check"
		printf '/var/cache/bulkhead-check\n'
	else
		setup_fail "the tests need a home directory outside /tmp, /var/tmp and TMPDIR: set HOME to one"
	fi
}

scratch_remove()
{
	chmod -R u+rwX "$1" 2>/dev/null || true # tests make directories that cannot be entered
	rm -rf --one-file-system "$1"
}

# Directories of scripts that were killed: nobody holds their lock.
scratch_sweep()
{
	local left
	for left in "$1"/run-*; do
		[ -d "$left" ] || continue
		flock -n "$left.lock" true 2>/dev/null || continue
		scratch_remove "$left"
		rm -f "$left.lock"
	done
}

scratch_end()
{
	scratch_remove "$scratch"
	rm -f "$scratch.lock"
}

scratch_make()
{
	local base
	base=$(scratch_base) || exit 4
	mkdir -p "$base" || setup_fail "cannot make the tests' directory $base"
	base=$(realpath "$base")
	exec 7>"$base/.lock"
	flock 7
	scratch_sweep "$base"
	scratch=$(mktemp -d "$base/run-XXXXXX")
	exec 8>"$scratch.lock"
	flock 8
	exec 7>&-
	trap scratch_end EXIT
	trap 'exit 130' INT
	trap 'exit 143' TERM HUP
	mkdir -p "$scratch/home"
}

scratch_run()
{
	env -i HOME="$scratch/home" BULKHEAD_TEST_SCRATCH="$scratch" PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
		LANG=C.UTF-8 TERM=xterm-256color USER="$(id -un)" PYTHONDONTWRITEBYTECODE=1 CI="${CI:-}" \
		${BULKHEAD_CODEX:+BULKHEAD_CODEX="$BULKHEAD_CODEX"} ${BULKHEAD_CLAUDE:+BULKHEAD_CLAUDE="$BULKHEAD_CLAUDE"} "$@" 7>&- 8>&-
}
