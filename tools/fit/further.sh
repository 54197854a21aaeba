#!/bin/sh
# Fit the network of hands and things further, from the package's own, to new worlds: PYTHON FOLDER.
# Prints the weights of its rule, too. Neither is put into the package: measure them first.
set -eu
python=$1 out=$2
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 LP_NUM_THREADS=1
mkdir -p "$out/worlds" "$out/simulated" "$out/squares"
seed=20000
while [ "$seed" -lt 20080 ]; do
    "$python" -m tools.pictures.raster --out "$out/worlds" --seeds "$seed" "$((seed + 10))"
    seed=$((seed + 10))
done
# Of six worlds one is left out, and so is what the simulated table makes of it.
left=$(ls "$out/worlds" | awk 'NR % 6 == 1')
also=$(ls "$out/worlds" | awk 'NR % 6 == 2')
for world in $left $also; do
    "$python" -m tools.fit.simulated "$out/simulated" "$out/worlds/$world"
done
"$python" -m tools.fit.scenes "$out/squares" "$out"/worlds/* "$out"/simulated/*
for world in $left; do printf '%s\nsim%s\n' "$world" "$world"; done > "$out/left"
"$python" -m tools.fit.hands "$out/hands.onnx" "$out/squares" --steps 2800 --threads 1 \
    --begin tablet_companion/vision/weights/hands.onnx --left-out 0 --left-file "$out/left"
"$python" -m tools.fit.hand_rule "$out/hands.onnx" $(sed "s|.*|$out/squares/&.npz|" "$out/left")
