"""The network: luma in, luma of twice the size out. It works on cells of 2x2 pixels, in 8-bit whole numbers."""

import torch
import torch.nn.functional as F
from torch import nn

SCALE = 2
CELL = 2
WIDTH = 48
LAYERS = 4
# An output pixel depends on no input pixel farther away than this: each layer looks one cell around.
HALO = CELL * (1 + LAYERS)
# What 8-bit numbers stand for. Weights keep to 7 bits: processors without VNNI add two products in 16 bits.
INPUT_STEP = 1 / 255
WEIGHT_LEVELS = 63
ACTIVATION_LEVELS = 255
# The correction in quarters of a level of 8 bits, up to 32 levels.
CORRECTION_STEP = 0.25 / 255
CORRECTION_LEVELS = (-128, 127)


def bicubic_cell():
    """
    The sixteen 6x6 kernels that give the 4x4 output pixels of a cell by bicubic interpolation (a = -0.5), row by row.
    """

    def weight(distance):
        x = abs(distance)
        if x < 1:
            return 1.5 * x**3 - 2.5 * x**2 + 1
        if x < 2:
            return -0.5 * x**3 + 2.5 * x**2 - 4 * x + 2
        return 0.0

    # The cell's own pixels lie at taps 2 and 3; the output pixels a quarter of a pixel beside them.
    places = [pixel + offset for pixel in range(CELL) for offset in (-0.25, 0.25)]
    rows = [[weight(tap - CELL - place) for tap in range(3 * CELL)] for place in places]
    kernels = [torch.outer(torch.tensor(down), torch.tensor(across)) for down in rows for across in rows]
    return torch.stack(kernels).unsqueeze(1)


def rounded(value, step, lowest, highest):
    """The nearest whole step; gradients pass as if nothing had been rounded."""
    exact = (value / step).clamp(lowest, highest)
    return (exact + (exact.round() - exact).detach()) * step


class Upscaler(nn.Module):
    """
    A linear path (bicubic before training) plus a correction of convolutions with ReLU. Both give 4x4 output pixels for each
    cell: a quarter of the pixels with more channels costs less than all of them with fewer, and sees farther.

    While `quantised`, it computes with the rounding that the exported network has.
    """

    def __init__(self):
        super().__init__()
        outputs = (CELL * SCALE) ** 2
        self.linear = nn.Conv2d(1, outputs, 3 * CELL, stride=CELL, bias=False)
        sizes = [CELL**2] + [WIDTH] * (LAYERS + 1)
        self.layers = nn.ModuleList(nn.Conv2d(before, after, 3) for before, after in zip(sizes, sizes[1:]))
        self.last = nn.Conv2d(WIDTH, outputs, 1)
        self.quantised = False
        # The largest activation of each layer, lately.
        self.register_buffer('peaks', torch.ones(LAYERS + 1))
        with torch.no_grad():
            self.linear.weight.copy_(bicubic_cell())
            for layer in self.layers:
                nn.init.kaiming_normal_(layer.weight, nonlinearity='relu')
                layer.bias.zero_()
            # As if grey were zero: otherwise brightness drowns all else.
            self.layers[0].bias.copy_(-0.5 * self.layers[0].weight.sum((1, 2, 3)))
            self.last.weight.mul_(0.01)
            self.last.bias.zero_()

    def weight_of(self, layer):
        if not self.quantised:
            return layer.weight
        return rounded(layer.weight, self.weight_steps(layer), -WEIGHT_LEVELS, WEIGHT_LEVELS)

    @staticmethod
    def weight_steps(layer):
        """One for each output channel."""
        return layer.weight.detach().abs().amax((1, 2, 3), keepdim=True).clamp(min=1e-8) / WEIGHT_LEVELS

    def correction(self, cells):
        y = cells
        for number, layer in enumerate(self.layers):
            y = F.relu(F.conv2d(y, self.weight_of(layer), layer.bias))
            if self.training:
                self.peaks[number].lerp_(y.detach().max(), 0.02)
            if self.quantised:
                y = rounded(y, self.peaks[number] / ACTIVATION_LEVELS, 0, ACTIVATION_LEVELS)
        y = F.conv2d(y, self.weight_of(self.last), self.last.bias)
        return rounded(y, CORRECTION_STEP, *CORRECTION_LEVELS) if self.quantised else y

    def inside(self, x):
        """Upscales all but a margin of HALO pixels: for patches that were cut with their surroundings. Even sides."""
        margin = HALO - CELL
        linear = self.linear(x[:, :, margin:-margin, margin:-margin])
        return F.pixel_shuffle(linear + self.correction(F.pixel_unshuffle(x, CELL)), CELL * SCALE)

    def forward(self, x):
        """Upscales a whole frame of even sides. The border is repeated outward: it neither darkens nor shows a seam."""
        return self.inside(F.pad(x, (HALO,) * 4, mode='replicate'))
