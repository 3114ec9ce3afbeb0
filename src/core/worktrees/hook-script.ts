/** The hooks that git looks for where a commit is made; those of a server run in its own repository. */
export const hookNames = [
  'applypatch-msg',
  'commit-msg',
  'post-applypatch',
  'post-checkout',
  'post-commit',
  'post-index-change',
  'post-merge',
  'post-rewrite',
  'pre-applypatch',
  'pre-auto-gc',
  'pre-commit',
  'pre-merge-commit',
  'pre-push',
  'pre-rebase',
  'prepare-commit-msg',
  'reference-transaction',
  'sendemail-validate',
] as const

/**
 * One script for every hook: the project's own first, then the branches that agents do not touch. A branch is guarded
 * where refs move, since `--no-verify` leaves that hook on; a push has only `pre-push`, which it leaves out.
 */
export const hookScript = `#!/bin/sh
# Written by Iris. Runs the hook of the project, then keeps agents off protected branches.
name=\${0##*/}
input=
case $name in
  pre-push | post-rewrite | reference-transaction) input=$(cat) ;;
esac
hooks=$(unset GIT_CONFIG_COUNT GIT_CONFIG_PARAMETERS; git rev-parse --git-path hooks 2>/dev/null)
case $hooks in
  '' | "\${0%/*}") hooks= ;;
esac
if [ -n "$hooks" ] && [ -x "$hooks/$name" ]; then
  case $name in
    pre-push | post-rewrite | reference-transaction)
      [ -z "$input" ] || input_lines=$input
      printf '%s' "\${input_lines:+$input
}" | "$hooks/$name" "$@" || exit $?
      ;;
    *) "$hooks/$name" "$@" || exit $? ;;
  esac
fi
is_protected() {
  old_ifs=$IFS
  IFS='
'
  set -f
  for pattern in \${IRIS_PROTECTED_BRANCHES-main
master}; do
    case $1 in
      refs/heads/$pattern) set +f; IFS=$old_ifs; return 0 ;;
    esac
  done
  set +f
  IFS=$old_ifs
  return 1
}
refuse() {
  echo "Iris: \${1#refs/heads/} is protected. $2" >&2
  exit 1
}
case $name in
  reference-transaction)
    [ "$1" = prepared ] || exit 0
    while read -r _ _ ref; do
      if is_protected "$ref"; then refuse "$ref" 'Agents commit to the branch of their task; a person merges it.'; fi
    done <<LINES
$input
LINES
    ;;
  pre-push)
    while read -r _ _ ref _; do
      if is_protected "$ref"; then refuse "$ref" 'Agents push the branch of their task; a person merges it.'; fi
    done <<LINES
$input
LINES
    ;;
esac
exit 0
`
