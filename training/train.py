"""
Trains on the clips of `prepare.py` with one thread: `train.py WORK [--minutes M] [--steps N]`. Writes WORK/best.pt
whenever validation is better, and WORK/curve.csv.
"""

import argparse
import csv
import math
import time
from copy import deepcopy
from pathlib import Path

import numpy as np
import torch

from network import HALO, SCALE, Upscaler

SEED = 7
PAIRS = 8
PATCH = 48
CLEAN_SHARE = 1 / 3
PEAK_RATE = 1.5e-3
LAST_RATE = 1e-5
WARM_UP_STEPS = 200
AVERAGE_DECAY = 0.999
# How much the difference between two frames counts beside the frames themselves.
STEADINESS = 0.2
CHECK_EVERY_STEPS = 1000
# From then on it trains with the rounding it will have.
QUANTISED_FROM = 0.6


def load_clips(folder):
    clips = [np.load(path) for path in sorted(folder.glob('*.npz'))]
    return [(clip['high'], clip['low']) for clip in clips]


def pick_patch(random, high, version):
    """Two neighbouring frames, the same square of both, as (low with its halo, high)."""
    side = PATCH + 2 * HALO
    frame = random.integers(len(version) - 1)
    top = random.integers(version.shape[1] - side + 1)
    left = random.integers(version.shape[2] - side + 1)
    y, x = (top + HALO) * SCALE, (left + HALO) * SCALE
    low = version[frame : frame + 2, top : top + side, left : left + side]
    return low, high[frame : frame + 2, y : y + PATCH * SCALE, x : x + PATCH * SCALE]


def batch(random, clips):
    """Frames 2i and 2i+1 belong together. Of three places the one with most detail is taken: skies teach little."""
    lows, highs = [], []
    for _ in range(PAIRS):
        high, versions = clips[random.integers(len(clips))]
        coded = random.random() >= CLEAN_SHARE
        version = versions[random.integers(1, len(versions)) if coded else 0]
        patches = [pick_patch(random, high, version) for _ in range(3)]
        low, high = max(patches, key=lambda patch: patch[1][0].std())
        turns, mirrored = random.integers(4), random.random() < 0.5
        for target, patch in ((lows, low), (highs, high)):
            patch = np.rot90(patch, turns, (1, 2))
            target.append(patch[:, :, ::-1] if mirrored else patch)
    return tuple(torch.from_numpy(np.concatenate(part)[:, None].astype(np.float32)) / 255 for part in (lows, highs))


def charbonnier(error):
    return torch.sqrt(error * error + 1e-6).mean()


def loss_of(output, high):
    change = (output[1::2] - output[::2]) - (high[1::2] - high[::2])
    return charbonnier(output - high) + STEADINESS * charbonnier(change)


@torch.no_grad()
def validate(network, clips):
    """Mean Y-PSNR of a frame of each clip as the exported network makes it: clean, and coded."""
    psnr = []
    for high, versions in clips:
        for version in versions:
            low = torch.from_numpy(version[3][None, None].astype(np.float32)) / 255
            output = (network(low)[0, 0].numpy() * 255).round().clip(0, 255)
            psnr.append(10 * math.log10(255**2 / np.mean((output - high[3]) ** 2)))
    table = np.array(psnr).reshape(len(clips), -1)
    return table[:, 0].mean(), table[:, 1:].mean()


def rate_at(step, progress):
    warm = min(1, (step + 1) / WARM_UP_STEPS)
    return warm * (LAST_RATE + (PEAK_RATE - LAST_RATE) * 0.5 * (1 + math.cos(math.pi * progress)))


def average_into(average, network):
    with torch.no_grad():
        for slow, fast in zip(average.parameters(), network.parameters()):
            slow.lerp_(fast, 1 - AVERAGE_DECAY)
        average.peaks.copy_(network.peaks)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('work', type=Path)
    parser.add_argument('--steps', type=int, default=40000)
    parser.add_argument('--minutes', type=float, default=math.inf, help='end earlier; the schedule follows')
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(SEED)
    random = np.random.default_rng(SEED)
    training, validation = (load_clips(options.work / split) for split in ('training', 'validation'))
    network = Upscaler()
    average = deepcopy(network).eval()
    average.quantised = True
    optimiser = torch.optim.Adam(network.parameters())
    begun = time.monotonic()
    step, progress, best, loss_mean = 0, 0.0, -math.inf, 0.0
    with open(options.work / 'curve.csv', 'w', newline='') as file:
        curve = csv.writer(file)
        curve.writerow(['seconds', 'step', 'loss', 'clean_psnr_db', 'coded_psnr_db'])
        while progress < 1:
            for group in optimiser.param_groups:
                group['lr'] = rate_at(step, progress)
            network.quantised = progress >= QUANTISED_FROM
            low, high = batch(random, training)
            loss = loss_of(network.inside(low), high)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            # Until a thousand steps are done the average would mostly be of the untrained network.
            if step < 1000:
                average.load_state_dict(network.state_dict())
            else:
                average_into(average, network)
            loss_mean += (loss.item() - loss_mean) / min(step + 1, 500)
            step += 1
            elapsed_s = time.monotonic() - begun
            progress = max(step / options.steps, elapsed_s / 60 / options.minutes)
            if step == 1 or step % CHECK_EVERY_STEPS == 0 or progress >= 1:
                clean, coded = validate(average, validation)
                curve.writerow([round(elapsed_s), step, f'{loss_mean:.5f}', f'{clean:.3f}', f'{coded:.3f}'])
                file.flush()
                if clean + 2 * coded > best:
                    best = clean + 2 * coded
                    torch.save(average.state_dict(), options.work / 'best.pt')


main()
