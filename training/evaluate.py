"""
Compares ways to double a video on held-out photos: `evaluate.py WORK MODEL [--also NAME=MODEL]... [--crops FOLDER]`.
Prints Markdown tables: Y-PSNR, SSIM and flicker, against ffmpeg's Lanczos.
"""

import argparse
import re
import subprocess
import tempfile
from pathlib import Path

import numpy as np
from PIL import Image

from network import SCALE
from photos import EVALUATION, load_yuv
from video import camera_path, code, film, run_ffmpeg, shrink

SEED = 11
FRAMES = 6
SIZE = (1664, 960)
PRESET = 'veryfast'
CONDITIONS = {'clean': None, 'CRF 18': 18, 'CRF 23': 23, 'CRF 28': 28}
CROP = 144
HERE = Path(__file__).parent


def fitting(photo_size):
    step = 2 * SCALE
    return tuple(min(usual, side * 9 // 10) // step * step for usual, side in zip(SIZE, photo_size))


def by_lanczos(low):
    height, width = low.shape[1:]
    raw = ['-f', 'rawvideo', '-pix_fmt', 'gray']
    scale = f'scale={width * SCALE}:{height * SCALE}:flags=lanczos'
    out = run_ffmpeg([*raw, '-s', f'{width}x{height}', '-i', '-', '-vf', scale, *raw, '-'], low.tobytes())
    return np.frombuffer(out, np.uint8).reshape(-1, height * SCALE, width * SCALE)


def by_model(work, model):
    def upscale(low):
        height, width = low.shape[1:]
        out = subprocess.run(
            ['node', HERE / 'upscale-frames.mjs', work, model, str(width), str(height)],
            input=low.tobytes(),
            stdout=subprocess.PIPE,
            check=True,
        ).stdout
        return np.frombuffer(out, np.uint8).reshape(-1, height * SCALE, width * SCALE)

    return upscale


def ssim(ours, original):
    """ffmpeg's SSIM, mean over the frames."""
    height, width = original.shape[1:]
    with tempfile.TemporaryDirectory() as folder:
        inputs = []
        for name, frames in (('ours', ours), ('original', original)):
            (Path(folder) / name).write_bytes(frames.tobytes())
            inputs += ['-f', 'rawvideo', '-pix_fmt', 'gray', '-s', f'{width}x{height}', '-i', Path(folder) / name]
        command = ['ffmpeg', '-hide_banner', '-nostdin', *inputs, '-lavfi', 'ssim', '-f', 'null', '-']
        log = subprocess.run(command, stderr=subprocess.PIPE, check=True, text=True).stderr
    return float(re.search(r'SSIM.* All:([\d.]+)', log)[1])


def measure(ours, original):
    """[PSNR in dB (mean over frames), SSIM, flicker: mean absolute change of the error from frame to frame, in levels]."""
    error = ours.astype(np.float32) - original
    psnr = np.mean(10 * np.log10(255**2 / np.mean(error**2, axis=(1, 2))))
    return [psnr, ssim(ours, original), np.abs(np.diff(error, axis=0)).mean()]


def save_crops(path, pictures, original):
    """The square with most fine detail of the last frame, side by side at twice its size."""
    height, width = original.shape
    corners = [(y, x) for y in range(0, height - CROP, CROP // 2) for x in range(0, width - CROP, CROP // 2)]
    edges = np.abs(np.diff(original.astype(np.int16), axis=1))
    y, x = max(corners, key=lambda corner: edges[corner[0] :, corner[1] :][:CROP, :CROP].mean())
    strip = np.hstack([picture[y : y + CROP, x : x + CROP] for picture in (*pictures, original)])
    image = Image.fromarray(strip)
    image.resize((image.width * 2, image.height * 2), Image.NEAREST).save(path)


def evaluate_photo(photo, methods, crops):
    """Figures as an array: condition x method x (PSNR, SSIM, flicker)."""
    planes = load_yuv(photo)
    size = fitting(planes[0].size)
    random = np.random.default_rng([SEED, EVALUATION.index(photo)])
    pictures = film(planes, camera_path(random, planes[0].size, size, FRAMES), size)
    original = np.stack([np.asarray(picture[0]) for picture in pictures])
    small = [shrink(picture, 'bicubic') for picture in pictures]
    table = []
    for name, crf in CONDITIONS.items():
        low = np.stack([picture[0] for picture in small]) if crf is None else code(small, crf, PRESET)
        results = [upscale(low) for upscale in methods.values()]
        table.append([measure(result, original) for result in results])
        if crops:
            kept = [results[0][-1], results[-1][-1]]
            save_crops(crops / f'{photo.name}-{name.replace(" ", "").lower()}.png', kept, original[-1])
    return np.array(table)


def print_tables(figures, methods):
    """`figures`: photo x condition x method x (PSNR, SSIM, flicker). The first method is what the others are held against."""
    names = list(methods)
    for number, condition in enumerate(CONDITIONS):
        print(f'\n**{condition}**\n')
        print('| photo | ' + ' | '.join(f'{name}: PSNR / SSIM / flicker' for name in names) + ' | gain |')
        print('| --- |' + ' --- |' * (len(names) + 1))
        rows = [*zip((photo.name for photo in EVALUATION), figures[:, number])]
        for name, row in [*rows, ('**mean**', figures[:, number].mean(axis=0))]:
            cells = ' | '.join(f'{psnr:.2f} / {like:.4f} / {flicker:.3f}' for psnr, like, flicker in row)
            print(f'| {name} | {cells} | {row[-1][0] - row[0][0]:+.2f} dB |')


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('work', type=Path)
    parser.add_argument('model', type=Path)
    parser.add_argument('--also', action='append', default=[], help='NAME=MODEL to compare with')
    parser.add_argument('--crops', type=Path, help='folder for PNGs: Lanczos, ours, original side by side')
    options = parser.parse_args()
    if options.crops:
        options.crops.mkdir(parents=True, exist_ok=True)
    others = dict(pair.split('=', 1) for pair in options.also)
    models = {**others, 'ours': options.model}
    methods = {'Lanczos': by_lanczos, **{name: by_model(options.work, path) for name, path in models.items()}}
    figures = np.array([evaluate_photo(photo, methods, options.crops) for photo in EVALUATION])
    print_tables(figures, methods)


main()
