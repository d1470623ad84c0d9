"""The network: luma in, luma of twice the size out."""

import torch
import torch.nn.functional as F
from torch import nn

SCALE = 2
# An output pixel depends on no input pixel farther away than this.
HALO = 4


def bicubic_phases():
    """The four 5x5 kernels that give the four output pixels of an input pixel by bicubic interpolation (a = -0.5)."""

    def weight(distance):
        x = abs(distance)
        if x < 1:
            return 1.5 * x**3 - 2.5 * x**2 + 1
        if x < 2:
            return -0.5 * x**3 + 2.5 * x**2 - 4 * x + 2
        return 0.0

    rows = [[weight(tap - offset) for tap in range(-2, 3)] for offset in (-0.25, 0.25)]
    kernels = [torch.outer(torch.tensor(down), torch.tensor(across)) for down in rows for across in rows]
    return torch.stack(kernels).unsqueeze(1)


class Upscaler(nn.Module):
    """
    A linear path (bicubic before training) plus a correction of three convolutions with ReLU, then pixel shuffle.
    Widths are multiples of 16, which is how onnxruntime blocks its convolutions. The last layer is 1x1: a 3x3 layer
    with four outputs costs as much as one with sixteen, a fifth of the whole.
    """

    def __init__(self, width=32):
        super().__init__()
        self.linear = nn.Conv2d(1, SCALE**2, 5, bias=False)
        self.first = nn.Conv2d(1, width, 5)
        self.second = nn.Conv2d(width, width, 3)
        self.third = nn.Conv2d(width, width, 3)
        self.last = nn.Conv2d(width, SCALE**2, 1)
        with torch.no_grad():
            self.linear.weight.copy_(bicubic_phases())
            self.last.weight.mul_(0.1)
            self.last.bias.zero_()

    def inside(self, x):
        """Upscales all but a margin of HALO pixels: for patches that were cut with their surroundings."""
        y = F.relu(self.first(x))
        y = F.relu(self.second(y))
        y = F.relu(self.third(y))
        margin = HALO - 2
        return F.pixel_shuffle(self.last(y) + self.linear(x[:, :, margin:-margin, margin:-margin]), SCALE)

    def forward(self, x):
        """Upscales a whole frame. The border is repeated outward, so that it neither darkens nor shows a seam."""
        return self.inside(F.pad(x, (HALO,) * 4, mode='replicate'))
