#!/bin/sh
# Draw two worlds, the first at the simulated table, too, and make samples: PYTHON FOLDER SEED.
# What is complete is kept. After DRAW_UNTIL (seconds since 1970) nothing more is begun.
set -eu
python=$1 out=$2 seed=$3
[ "$(date +%s)" -lt "${DRAW_UNTIL:-9999999999}" ] || exit 0
mkdir -p "$out/worlds" "$out/simulated" "$out/windows" "$out/squares"
"$python" -m tools.pictures.raster --out "$out/worlds" --seeds "$seed" "$((seed + 2))"
"$python" -m tools.fit.simulated "$out/simulated" "$out/worlds/$seed"
set -- "$out/worlds/$seed" "$out/worlds/$((seed + 1))" "$out/simulated/sim$seed"
"$python" -m tools.fit.samples "$out/windows" "$@"
"$python" -m tools.fit.scenes "$out/squares" "$@"
