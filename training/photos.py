"""Which photos are used for what, and proof that those behind shipped weights may be."""

import re
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image

Image.MAX_IMAGE_PIXELS = None

BACKGROUNDS = Path('/usr/share/backgrounds')
KDE = Path('/usr/share/wallpapers')
SKIMAGE = Path('/usr/lib/python3/dist-packages/skimage/data')
LICENCES = Path('/usr/share/doc/lomiri-wallpapers-16.04/copyright')
FREE = {'CC0-1.0', 'CC-BY-4.0'}


class Photo(NamedTuple):
    name: str
    path: Path


def lomiri(name):
    return Photo(name, BACKGROUNDS / f'{name}.jpg')


def kde(name, file):
    return Photo(name, KDE / name / 'contents/images' / file)


# Every one CC0-1.0 or CC-BY-4.0: `check_licences` reads it again from the package.
TRAINING = [
    lomiri('seeding_by_Clements_Engelhardt'),
    lomiri('aitzgorri_by_Aitzol_Berasategi'),
    lomiri('friends_by_Aitzol_Berasategi'),
    lomiri('life_by_Aitzol_Berasategi'),
    lomiri('picosdeeuropa_by_Aitzol_Berasategi'),
    lomiri('sunset_by_Aitzol_Berasategi'),
    lomiri('Picture_0B_by_freespace'),
    lomiri('Picture_1A_by_freespace'),
    lomiri('Wine_by_Jakkub_Mede'),
    lomiri('umang_by_Abhishek_Mudgal'),
]

# Says which checkpoint is kept. Read only, like those for evaluation: nothing of them ships.
VALIDATION = [
    lomiri('free_by_Peter_Nerlich'),
    kde('OneStandsOut', '1920x1080.jpg'),
]

# Never seen in training, and not used to choose anything.
EVALUATION = [
    lomiri('Bridge_by_Sander_Klootwijk'),
    lomiri('Dragonfly_by_Bolly'),
    kde('BytheWater', '1920x1080.jpg'),
    kde('ColdRipple', '1920x1080.jpg'),
    kde('ColorfulCups', '2560x1600.jpg'),
    kde('EveningGlow', '1920x1080.jpg'),
    kde('FallenLeaf', '1920x1080.jpg'),
    kde('Grey', '1920x1080.jpg'),
    kde('Path', '1920x1080.jpg'),
    Photo('astronaut', SKIMAGE / 'astronaut.png'),
]


def check_licences():
    """Reads the licence of each training photo in the package's own copyright file. Raises ValueError if one is not free."""
    stanzas = LICENCES.read_text().split('\n\n')
    for photo in TRAINING:
        stanza = next((text for text in stanzas if f'Files: 16.04/{photo.path.name}\n' in text), '')
        licence = re.search(r'^License: (\S+)$', stanza, re.MULTILINE)
        if licence is None or licence[1] not in FREE:
            raise ValueError(f'{photo.name}: not CC0-1.0 or CC-BY-4.0 in {LICENCES}')


def load_yuv(photo):
    """The photo as Y, Cb, Cr planes (PIL images, 8 bit, BT.709, limited range), all of full size."""
    red, green, blue = np.moveaxis(np.asarray(Image.open(photo.path).convert('RGB'), np.float32), 2, 0)
    luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    planes = [
        16 + luma * (219 / 255),
        128 + (blue - luma) * (112 / 255 / 0.9278),
        128 + (red - luma) * (112 / 255 / 0.7874),
    ]
    return [Image.fromarray(np.rint(plane).astype(np.uint8)) for plane in planes]
