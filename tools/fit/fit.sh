#!/bin/sh
# Draw worlds, fit the reader's networks to them, and put those into the package: PYTHON FOLDER.
# Worlds that are drawn already are kept, so it can be stopped and begun again.
set -eu
python=$1 out=$2
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 LP_NUM_THREADS=1
mkdir -p "$out/worlds" "$out/simulated" "$out/windows" "$out/squares"
# A few at a time: OpenGL drivers are not good at giving memory back.
seed=3000
while [ "$seed" -lt 3600 ]; do
    "$python" -m tools.pictures.raster --out "$out/worlds" --seeds "$seed" "$((seed + 20))"
    seed=$((seed + 20))
done
"$python" -m tools.fit.simulated "$out/simulated" "$out"/worlds/3*[02468]
"$python" -m tools.fit.samples "$out/windows" "$out"/worlds/* "$out"/simulated/*
"$python" -m tools.fit.scenes "$out/squares" "$out"/worlds/* "$out"/simulated/*
"$python" -m tools.fit.places "$out/places.onnx" "$out/windows"
"$python" -m tools.fit.hands "$out/hands.onnx" "$out/squares"
cp "$out/places.onnx" "$out/hands.onnx" tablet_companion/vision/weights/
# Every eighth world was left out of both fits: they tell when there is a hand, and how the two
# readers are to be weighed.
"$python" -m tools.fit.hand_rule "$out/hands.onnx" $(ls "$out"/squares/*.npz | awk 'NR % 8 == 1')
left=$(ls -d "$out"/worlds/* | awk 'NR % 8 == 1')
"$python" -m tools.fit.joint $left
"$python" -m tools.fit.joint --examples $left
"$python" -m tools.fit.joint --guessed $left
