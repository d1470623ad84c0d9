"""Makes the clips that the network is trained on: `prepare.py WORK`, after the scenes stand in WORK/scenes."""

import sys
from pathlib import Path

import numpy as np
from PIL import Image

from network import SCALE
from photos import TRAINING, VALIDATION, check_licences, load_yuv
from video import KERNELS, camera_path, code, film, shrink

SEED = 7
FRAMES = 8
SIZE = (896, 576)
CLIPS_OF_A_PHOTO = 6
CODED_VERSIONS = 2
CRF = (18, 30)
PRESETS = ('ultrafast', 'veryfast', 'fast', 'medium')


def fitting(photo_size):
    """The frame size for a photo: the usual one, less where the photo is small; chroma of a halved frame is whole."""
    step = 2 * SCALE
    return tuple(min(usual, side * 4 // 5) // step * step for usual, side in zip(SIZE, photo_size))


def save_clip(path, pictures, random):
    kernel = random.choice(list(KERNELS))
    small = [shrink(picture, kernel) for picture in pictures]
    low = [np.stack([picture[0] for picture in small])]
    for _ in range(CODED_VERSIONS):
        # Squared: more at the fine end, where video that is worth enhancing lies.
        crf = CRF[0] + (CRF[1] - CRF[0]) * random.random() ** 2
        low.append(code(small, round(crf, 1), random.choice(PRESETS)))
    high = np.stack([np.asarray(picture[0]) for picture in pictures])
    np.savez(path, high=high, low=np.stack(low))


def scene_pictures(path):
    """The frames of a raw yuv420p file named NAME-WIDTHxHEIGHT.yuv, chroma enlarged to full size."""
    width, height = map(int, path.stem.rsplit('-', 1)[1].split('x'))
    frames = np.fromfile(path, np.uint8).reshape(-1, width * height * 3 // 2)
    half = (height // 2, width // 2)
    for frame in frames:
        luma, blue, red = np.split(frame, [width * height, width * height * 5 // 4])
        chroma = [Image.fromarray(plane.reshape(half)).resize((width, height)) for plane in (blue, red)]
        yield [Image.fromarray(luma.reshape(height, width)), *chroma]


def main():
    work = Path(sys.argv[1])
    check_licences()
    for split, photos, clips in (('training', TRAINING, CLIPS_OF_A_PHOTO), ('validation', VALIDATION, 2)):
        folder = work / split
        folder.mkdir(parents=True, exist_ok=True)
        random = np.random.default_rng(SEED)
        for photo in photos:
            planes = load_yuv(photo)
            size = fitting(planes[0].size)
            for number in range(clips):
                boxes = camera_path(random, planes[0].size, size, FRAMES)
                save_clip(folder / f'{photo.name}-{number}.npz', film(planes, boxes, size), random)
            print(split, photo.name, flush=True)
    random = np.random.default_rng(SEED)
    for path in sorted((work / 'scenes').glob('*.yuv')):
        save_clip(work / 'training' / f'scene-{path.stem}.npz', list(scene_pictures(path)), random)
        print('training scene', path.stem, flush=True)


main()
