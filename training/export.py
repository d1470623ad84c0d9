"""Writes the trained network for onnxruntime: `export.py WORK FOLDER` makes upscale-x2.onnx and upscale-x2.json."""

import hashlib
import json
import sys
from pathlib import Path

import torch

from network import HALO, SCALE, Upscaler

NAME = 'upscale-x2'


def main():
    work, folder = map(Path, sys.argv[1:])
    folder.mkdir(parents=True, exist_ok=True)
    network = Upscaler()
    network.load_state_dict(torch.load(work / 'best.pt'))
    path = folder / f'{NAME}.onnx'
    torch.onnx.export(
        network.eval(),
        torch.rand(1, 1, 48, 64),
        path,
        opset_version=13,
        input_names=['luma'],
        output_names=['upscaled'],
        dynamic_axes={
            'luma': {0: 'frames', 2: 'height', 3: 'width'},
            'upscaled': {0: 'frames', 2: 'height_x2', 3: 'width_x2'},
        },
    )
    description = {
        'file': path.name,
        'sha256': hashlib.sha256(path.read_bytes()).hexdigest(),
        'scale': SCALE,
        'input': {'name': 'luma', 'layout': 'NCHW', 'type': 'float32', 'channels': 1},
        'output': {'name': 'upscaled', 'layout': 'NCHW', 'type': 'float32', 'channels': 1},
        'colour': 'Y of BT.709, limited range as coded: value = byte / 255; clamp to 0..1 and round on the way out',
        'residual': False,
        'border': 'replicated inside the graph',
        'halo_px': HALO,
    }
    (folder / f'{NAME}.json').write_text(json.dumps(description, indent=2) + '\n')
    print(path, path.stat().st_size, 'bytes', description['sha256'])


main()
