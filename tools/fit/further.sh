#!/bin/sh
# Fit both networks further, from the package's own, to new worlds: PYTHON FOLDER [FIRST LAST].
# FIRST and LAST are seeds (LAST left out). Prints the weights of the rule of hands, too. Nothing is
# put into the package: measure it first. With a GPU: DEVICE=cuda JOBS=16 HANDS=12 PLACES=5. An end
# in time: DRAW_UNTIL (seconds since 1970; worlds), SECONDS_EACH (fits).
set -eu
python=$1 out=$2 first=${3:-30000} last=${4:-30186}
weights=tablet_companion/vision/weights
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 LP_NUM_THREADS=1
mkdir -p "$out"
seq "$first" 2 "$((last - 1))" | xargs -P "${JOBS:-2}" -n 1 tools/fit/draw.sh "$python" "$out" ||
    echo "some worlds could not be drawn: the fit goes on without them"
# Of eight worlds one is left out, and so is what the simulated table makes of it.
seq "$first" 8 "$((last - 1))" | sed 'p; s/^/sim/' > "$out/left"
fit() {
    name=$1 samples=$2
    shift 2
    "$python" -m "tools.fit.$name" "$out/$name.onnx" "$out/$samples" --begin "$weights/$name.onnx" \
        --left-out 0 --left-file "$out/left" --threads 1 --device "${DEVICE:-cpu}" \
        --seconds "${SECONDS_EACH:-inf}" "$@" > "$out/$name.log"
}
fit places windows --steps "${PLACES_STEPS:-7173}" --batch 448 --workers "${PLACES:-1}" &
fit hands squares --steps "${HANDS_STEPS:-7824}" --batch 32 --workers "${HANDS:-2}"
wait $!
cat "$out/places.log" "$out/hands.log"
squares=$(sed "s|.*|$out/squares/&.npz|" "$out/left" | while read -r path; do
    [ ! -e "$path" ] || echo "$path"
done)
for hands in "$weights/hands.onnx" "$out/hands.onnx"; do
    "$python" -m tools.fit.hand_rule "$hands" $squares
done
