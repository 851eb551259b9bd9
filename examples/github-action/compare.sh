#!/usr/bin/env bash
# Compares the two folders. Leaves the comment and what was said in RUNNER_TEMP and the exit code as an
# output; always ends well, because the next step speaks and decides.
set -u

comment="$RUNNER_TEMP/eip-comment.md"
log="$RUNNER_TEMP/eip-log.txt"
rm -f "$comment"

# "npx --yes PACKAGE" is several words; nothing in them is expanded.
read -r -a program <<< "${EIP_PROGRAM:-npx --yes @eip-eval/lm-eval-adapter}"

args=(--format github --suite "${EIP_SUITE:-core}" -o "$comment")
[ -n "${EIP_POOL:-}" ] && args+=(--pool "$EIP_POOL")
[ -n "${EIP_MAX_DROP:-}" ] && args+=("--max-drop=$EIP_MAX_DROP")
[ -n "${EIP_MIN_GAIN:-}" ] && args+=("--min-gain=$EIP_MIN_GAIN")

# Names in logs must not be taken for workflow commands.
guard="eip-$RANDOM$RANDOM$RANDOM"
echo "::stop-commands::$guard"
"${program[@]}" compare "${args[@]}" -- "$EIP_BASELINE" "$EIP_CANDIDATE" 2> "$log"
code=$?
cat "$log"

# A page, where a file for it was named. It decides nothing.
case "${EIP_REPORT:-}" in
  "" | http://* | https://*) ;;
  *)
    paths=()
    for path in "$EIP_BASELINE" "$EIP_CANDIDATE" "${EIP_POOL:-}"; do
      [ -n "$path" ] && [ -e "$path" ] && paths+=("$path")
    done
    "${program[@]}" report -o "$EIP_REPORT" -- "${paths[@]}" || echo "The page was not written."
    ;;
esac
echo "::$guard::"

echo "code=$code" >> "$GITHUB_OUTPUT"
exit 0
