#!/bin/sh
# Makes server/models/upscale-x2.onnx again, from nothing but Debian packages and this repository.
# training/run.sh [MINUTES]: how long training may take, 50 by default. Work goes to .cache/training. Debian 12, as root.
set -eu
cd "$(dirname "$0")/.."
minutes=${1:-50}
work=.cache/training
export OMP_NUM_THREADS=1 PATH="$PWD/node_modules/.bin:$PATH"
python=/usr/bin/python3 # Debian's own: the packages below are for no other

apt-get install -y --no-install-recommends ffmpeg python3-numpy python3-pil python3-skimage python3-torch python3-onnx \
  lomiri-wallpapers-16.04 plasma-workspace-wallpapers
rm -rf $work/scenes $work/training $work/validation
mkdir -p $work
echo '{ "private": true }' > $work/package.json
ONNXRUNTIME_NODE_INSTALL=skip npm install --prefix $work onnxruntime-node@1.30.0

node training/render-scenes.mjs $work/scenes
$python training/prepare.py $work
nice -n 19 $python training/train.py $work --minutes "$minutes"
$python training/export.py $work server/models
node training/speed.mjs $work server/models/upscale-x2.onnx
$python training/evaluate.py $work server/models/upscale-x2.onnx --crops $work/crops
