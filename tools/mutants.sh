#!/bin/sh
# Changes one module in many small ways and counts the changes that its tests do not notice.
#   tools/mutants.sh PYTHON MODULE.py TESTS…
# Works on a copy in build/mutants; `mutmut browse`, run there, shows the mutants one by one.
set -eu

python=$(realpath --no-symlinks "${1:?which Python}")
module=${2:?which module, a path from here}
shift 2
[ -f "$module" ] || { echo "mutants: there is no $module here; name a file such as tablet_companion/games/dog_family/track.py"; exit 1; }
[ $# -gt 0 ] || { echo "mutants: say which tests, such as TESTS=tests/games"; exit 1; }

room=build/mutants
rm -rf "$room"
mkdir -p "$room"
git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents --target-directory "$room" 2>/dev/null || :
cd "$room"
{
    echo "[mutmut]"
    echo "source_paths=tablet_companion"
    echo "only_mutate=$module"
    printf 'also_copy=\n'
    printf '    %s\n' hardware calibration tablet_companion tools docs README.md
    printf 'pytest_add_cli_args=\n'
    printf '    %s\n' -p no:randomly -p no:xdist -p no:cacheprovider
    printf 'pytest_add_cli_args_test_selection=\n'
    printf '    %s\n' "$@"
} >setup.cfg
export PYTHONPATH=
"$python" -m mutmut run --max-children 2 >run.log 2>&1 || { tr '\r' '\n' <run.log | tail -n 20; exit 1; }
"$python" -m mutmut results --all true | awk '{ count[$NF]++ } END { for (kind in count) print count[kind], kind }'
