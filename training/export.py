"""Writes the trained network for onnxruntime: `export.py WORK FOLDER` makes upscale-x2.onnx and upscale-x2.json."""

import hashlib
import json
import sys
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from network import (
    ACTIVATION_LEVELS,
    CELL,
    CORRECTION_LEVELS,
    CORRECTION_STEP,
    HALO,
    INPUT_STEP,
    SCALE,
    Upscaler,
)

NAME = 'upscale-x2'
OPSET = 13
# Of the ONNX format itself: opset 13 came with 7, and onnxruntime reads all older ones.
IR_VERSION = 7


class Graph:
    """Collects nodes and constants."""

    def __init__(self):
        self.nodes, self.constants = [], []

    def constant(self, name, value):
        self.constants.append(numpy_helper.from_array(np.asarray(value), name))
        return name

    def add(self, kind, inputs, output, **attributes):
        self.nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def scale(self, name, step, zero):
        """How 8-bit numbers are read: (number - zero) * step."""
        return [self.constant(f'{name}_step', np.float32(step)), self.constant(f'{name}_zero', zero)]

    def convolve(self, network, layer, name, before, before_scale, after_scale):
        """A convolution of whole numbers; where `after` begins at zero, cutting off what is less is its ReLU."""
        steps = network.weight_steps(layer)
        weights = (layer.weight / steps).round().to(torch.int8).numpy()
        steps = steps.flatten().numpy().astype(np.float32)
        before_step = next(numpy_helper.to_array(c) for c in self.constants if c.name == before_scale[0])
        bias = np.round(layer.bias.numpy() / (steps * before_step)).astype(np.int32)
        inputs = [
            before,
            *before_scale,
            self.constant(f'{name}_weights', weights),
            self.constant(f'{name}_weight_steps', steps),
            self.constant(f'{name}_weight_zeros', np.zeros(len(steps), np.int8)),
            *after_scale,
            self.constant(f'{name}_bias', bias),
        ]
        return self.add('QLinearConv', inputs, name, kernel_shape=list(layer.kernel_size))


def build(network):
    graph = Graph()
    margin = graph.constant('margin', np.array([0, 0, HALO, HALO] * 2, np.int64))
    padded = graph.add('Pad', ['luma', margin], 'padded', mode='edge')

    scale = graph.scale('cells', INPUT_STEP, np.uint8(0))
    whole = graph.add('QuantizeLinear', [padded, *scale], 'whole')
    y = graph.add('SpaceToDepth', [whole], 'cells', blocksize=CELL)
    for number, layer in enumerate(network.layers):
        after = graph.scale(f'layer{number}', network.peaks[number] / ACTIVATION_LEVELS, np.uint8(0))
        y = graph.convolve(network, layer, f'layer{number}', y, scale, after)
        scale = after
    lowest, _ = CORRECTION_LEVELS
    after = graph.scale('correction', CORRECTION_STEP, np.uint8(-lowest))
    y = graph.convolve(network, network.last, 'last', y, scale, after)
    correction = graph.add('DequantizeLinear', [y, *after], 'correction')

    inner = HALO - CELL
    inside = [
        graph.constant('inside_from', np.array([inner, inner], np.int64)),
        graph.constant('inside_to', np.array([-inner, -inner], np.int64)),
        graph.constant('inside_axes', np.array([2, 3], np.int64)),
    ]
    near = graph.add('Slice', [padded, *inside], 'near')
    weights = graph.constant('linear_weights', network.linear.weight.numpy())
    linear = graph.add('Conv', [near, weights], 'linear', strides=[CELL, CELL], kernel_shape=[3 * CELL] * 2)
    both = graph.add('Add', [linear, correction], 'both')
    graph.add('DepthToSpace', [both], 'upscaled', blocksize=CELL * SCALE, mode='CRD')

    def picture(name, height, width):
        return helper.make_tensor_value_info(name, TensorProto.FLOAT, ['frames', 1, height, width])

    inputs, outputs = picture('luma', 'height', 'width'), picture('upscaled', 'height_x2', 'width_x2')
    model = helper.make_model(
        helper.make_graph(graph.nodes, NAME, [inputs], [outputs], graph.constants),
        opset_imports=[helper.make_opsetid('', OPSET)],
        producer_name='clipwright',
    )
    model.ir_version = IR_VERSION
    onnx.checker.check_model(model)
    return model


def main():
    work, folder = map(Path, sys.argv[1:])
    folder.mkdir(parents=True, exist_ok=True)
    network = Upscaler().eval()
    network.load_state_dict(torch.load(work / 'best.pt'))
    path = folder / f'{NAME}.onnx'
    with torch.no_grad():
        onnx.save(build(network), path)
    description = {
        'file': path.name,
        'sha256': hashlib.sha256(path.read_bytes()).hexdigest(),
        'scale': SCALE,
        'input': {'name': 'luma', 'layout': 'NCHW', 'type': 'float32', 'channels': 1, 'sides': f'multiples of {CELL}'},
        'output': {'name': 'upscaled', 'layout': 'NCHW', 'type': 'float32', 'channels': 1},
        'colour': 'Y of BT.709, limited range as coded: value = byte / 255; clamp to 0..1 and round on the way out',
        'residual': False,
        'border': 'replicated inside the graph',
        'halo_px': HALO,
    }
    (folder / f'{NAME}.json').write_text(json.dumps(description, indent=2) + '\n')
    print(path, path.stat().st_size, 'bytes', description['sha256'])


main()
