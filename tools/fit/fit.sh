#!/bin/sh
# Draw worlds, fit the reader's networks to them, and put those into the package: PYTHON FOLDER.
# Worlds that are drawn already are kept, so it can be stopped and begun again.
set -eu
python=$1 out=$2
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 LP_NUM_THREADS=1
mkdir -p "$out"
# Two worlds at a time: OpenGL drivers are not good at giving memory back.
seq 3000 2 3599 | xargs -P "${JOBS:-1}" -n 1 tools/fit/draw.sh "$python" "$out"
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
