"""Clips of moving pictures, and what x264 makes of them."""

import subprocess

import numpy as np
from PIL import Image

from network import SCALE

KERNELS = {'area': Image.BOX, 'bicubic': Image.BICUBIC, 'lanczos': Image.LANCZOS}


def run_ffmpeg(arguments, data):
    return subprocess.run(
        ['ffmpeg', '-hide_banner', '-loglevel', 'error', '-nostdin', '-threads', '1', *arguments],
        input=data,
        stdout=subprocess.PIPE,
        check=True,
    ).stdout


def film(planes, boxes, size):
    """
    One picture for each box (left, top, right, bottom, in pixels and fractions) of the photo, shrunk to `size`: a camera
    with sub-pixel motion. Returns a list of [Y, Cb, Cr], all of full size.
    """
    return [[plane.resize(size, Image.LANCZOS, box) for plane in planes] for box in boxes]


def camera_path(random, photo_size, size, frames, tightest=1.3):
    """
    Boxes of a slow pan and zoom. A photo is shrunk at least `tightest` times where it is large enough, because at its
    full size it is softer than video that was rendered at its own size.
    """
    room = min(photo_size[0] / size[0], photo_size[1] / size[1])
    factor = np.exp(random.uniform(np.log(min(tightest, room * 0.95)), np.log(room * 0.95)))
    growth = random.uniform(0.996, 1.004)
    speed = random.uniform(0, 3.0) * factor
    angle = random.uniform(0, 2 * np.pi)
    step = np.array([np.cos(angle), np.sin(angle)]) * speed
    first = np.array([random.uniform(0, photo_size[i] - size[i] * factor) for i in (0, 1)])
    boxes = []
    for index in range(frames):
        extent = np.minimum(np.array(size) * factor * growth**index, photo_size)
        corner = np.clip(first + step * index, 0, np.array(photo_size) - extent)
        boxes.append((*corner, *(corner + extent)))
    return boxes


def shrink(picture, kernel):
    """Halves a picture and, as video does, its chroma once more. Returns Y, Cb, Cr as arrays."""
    width, height = (side // SCALE for side in picture[0].size)
    luma = picture[0].resize((width, height), KERNELS[kernel])
    chroma = [plane.resize((width // 2, height // 2), KERNELS[kernel]) for plane in picture[1:]]
    return [np.asarray(plane) for plane in (luma, *chroma)]


def code(pictures, crf, preset):
    """The luma of 4:2:0 pictures [Y, Cb, Cr] after x264: an array of frames x height x width."""
    height, width = pictures[0][0].shape
    raw = ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', f'{width}x{height}']
    stream = run_ffmpeg(
        [*raw, '-r', '24', '-i', '-', '-c:v', 'libx264', '-preset', preset, '-crf', str(crf)]
        + ['-pix_fmt', 'yuv420p', '-f', 'h264', '-'],
        b''.join(plane.tobytes() for picture in pictures for plane in picture),
    )
    decoded = run_ffmpeg(
        ['-f', 'h264', '-i', '-', '-vsync', '0', '-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-'], stream
    )
    frames = np.frombuffer(decoded, np.uint8).reshape(len(pictures), -1)
    return frames[:, : width * height].reshape(-1, height, width)
