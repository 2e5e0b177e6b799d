"""Draws lines of machine readable zones as bad cameras and old scans show them."""
import io
import string

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<"
HEIGHT = 32
FOLDER = "/usr/share/fonts/opentype/ocr-b/"
FONTS = [FOLDER + name for name in ("OCRB.otf", "OCRB.otf", "OCRBF.otf", "OCRBS.otf")]
SIZES = (18, 22, 28, 34)
_fonts = {}


def font(path, size):
    if (path, size) not in _fonts:
        _fonts[(path, size)] = ImageFont.truetype(path, size)
    return _fonts[(path, size)]


def word(r, n=None):
    n = n or r.randint(2, 11)
    return "".join(r.choice(string.ascii_uppercase) for _ in range(n))


def alnum(r, n, digits=0.6):
    return "".join(r.choice(string.digits if r.random() < digits else string.ascii_uppercase) for _ in range(n))


def date(r):
    return "%02d%02d%02d" % (r.randint(0, 99), r.randint(1, 12), r.randint(1, 31))


def names(r):
    return "<".join(word(r) for _ in range(r.choice((1, 1, 1, 2)))) + "<<" + "<".join(word(r) for _ in range(r.choice((0, 1, 1, 2, 3))))


def text(r):
    width = r.choice((30, 36, 44))
    kind = r.random()
    if kind < 0.3:
        line = (r.choice("PIACV") + r.choice("<<" + string.ascii_uppercase) + word(r, 3) + names(r)) if width > 30 else names(r)
    elif kind < 0.6:
        line = alnum(r, 9, 0.8) + r.choice(string.digits) + word(r, 3) + date(r) + r.choice(string.digits) + r.choice("MFX<") + date(r) + r.choice(string.digits)
        line += alnum(r, r.randint(0, 14), 0.85) if r.random() < 0.5 else ""
    elif kind < 0.7:
        line = date(r) + r.choice(string.digits) + r.choice("MFX<") + date(r) + r.choice(string.digits) + word(r, 3) + (alnum(r, r.randint(0, 10)) if r.random() < 0.3 else "")
        line = line.ljust(29, "<")[:29] + r.choice(string.digits)
    elif kind < 0.8:
        line = r.choice("IACD") + r.choice("<<1" + string.ascii_uppercase) + word(r, 3) + alnum(r, 9, 0.7) + r.choice(string.digits) + (alnum(r, r.randint(0, 14), 0.8) if r.random() < 0.5 else "")
    else:
        line = "".join(r.choice(ALPHABET) for _ in range(width))
    line = line[:width].ljust(width, "<")
    if r.random() < 0.12:  # fillers and letters mixed anyhow, so that neighbours say nothing
        line = "".join(r.choice("<" + ALPHABET) if r.random() < 0.3 else c for c in line)
    if kind < 0.6 and width > 30 and r.random() < 0.5:
        line = line[:-1] + r.choice(string.digits)
    return line


def background(r, n, w, h):
    """Paper between 0 and 1: slopes, waves of guilloche, patches."""
    if h > 40:
        half = background(r, n, w // 2, h // 2)
        return np.asarray(Image.fromarray(half).resize((w, h), Image.BILINEAR))
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    paper = np.full((h, w), r.uniform(0.55, 1.0), np.float32)
    paper += r.uniform(-0.15, 0.15) * (x / w - 0.5) + r.uniform(-0.15, 0.15) * (y / h - 0.5)
    for _ in range(r.choice((0, 0, 1, 2, 3))):
        period, angle = r.uniform(0.12, 1.5) * h, r.uniform(0, np.pi)
        wave = np.sin((x * np.cos(angle) + y * np.sin(angle) + r.uniform(0, 0.4) * h * np.sin(x / r.uniform(0.5, 4) / h)) * 2 * np.pi / period)
        if r.random() < 0.5:
            wave = np.tanh(wave * 4)
        paper += r.uniform(0.01, 0.12) * wave
    if r.random() < 0.3:
        coarse = n.normal(0, r.uniform(0.02, 0.1), (max(2, h // 12), max(2, w // 12))).astype(np.float32)
        paper += np.asarray(Image.fromarray(coarse).resize((w, h), Image.BICUBIC))
    return paper


def mask(r, line, size, path):
    """Ink between 0 and 1, on a fixed pitch, with what stands above and below in the picture."""
    f = font(path, size)
    pitch = size * 0.602 * r.uniform(0.95, 1.12)
    cap = size * 0.72
    left = pitch * r.uniform(0.1, 1.2)
    w = int(len(line) * pitch + left + pitch * r.uniform(0.1, 1.2))
    h = int(size * 3)
    img = Image.new("L", (w, h), 0)
    d = ImageDraw.Draw(img)
    base = h // 2 + cap / 2

    def put(string, at, dx=0.0):
        for i, c in enumerate(string):
            if c == " ":
                continue
            box = f.getlength(c)
            d.text((left + dx + i * pitch + (pitch - box) / 2, at), c, fill=255, font=f, anchor="ls")

    put(line, base)
    gap = cap * r.uniform(1.7, 2.3)
    if r.random() < 0.6:
        put(text(r)[: len(line)], base - gap)
    if r.random() < 0.6:
        put(text(r)[: len(line)], base + gap)
    return img, cap, pitch


def sample(r, n):
    """A line as an array of HEIGHT rows, and what it says. `r` is a random.Random, `n` a numpy Generator."""
    line = text(r)
    path = r.choice(FONTS)
    size = r.choice(SIZES)
    img, cap, pitch = mask(r, line, size, path)
    w, h = img.size
    weight = r.random()
    if weight < 0.25 and size > 20:
        img = img.filter(ImageFilter.MaxFilter(3))
    elif weight < 0.35 and cap > 22:
        img = img.filter(ImageFilter.MinFilter(3))
    # tilt, shear and a little bend: what is left after straightening
    tilt = r.gauss(0, 0.12) * cap / w * 2
    shear = r.gauss(0, 0.08)
    bend = r.gauss(0, 0.05) * cap
    img = img.transform((w, h), Image.AFFINE, (1, shear, -shear * h / 2, tilt, 1, -tilt * w / 2), Image.BILINEAR)
    ink = np.asarray(img, np.float32) / 255
    if abs(bend) > 0.8:
        cols = (bend * (4 * ((np.arange(w) / w) - 0.5) ** 2 - 0.5)).round().astype(int)
        rows = (np.arange(h)[:, None] + cols[None, :]).clip(0, h - 1)
        ink = ink[rows, np.arange(w)[None, :]]
    paper = background(r, n, w, h)
    dark = r.uniform(0.0, 0.35)
    strength = r.uniform(0.55, 1.0)
    if r.random() < 0.15:  # print that wears off in patches
        coarse = n.uniform(0.4, 1.2, (3, max(2, w // int(cap * 3)))).astype(np.float32)
        ink = ink * np.asarray(Image.fromarray(coarse).resize((w, h), Image.BICUBIC)).clip(0.3, 1)
    page = paper * (1 - ink * strength) + dark * ink * strength
    if r.random() < 0.12:  # a stroke across
        over = Image.new("L", (w, h), 0)
        ImageDraw.Draw(over).line([(r.uniform(0, w), 0), (r.uniform(0, w), h)], fill=255, width=r.randint(1, max(1, int(cap / 8))))
        page = page * (1 - np.asarray(over, np.float32) / 255 * r.uniform(0.2, 0.6))
    img = Image.fromarray((page.clip(0, 1) * 255).astype(np.uint8))
    # the camera: so many pixels a letter
    small = min(pitch, r.choice((r.uniform(6.5, 9), r.uniform(7, 12), r.uniform(10, 22), r.uniform(12, 30))))
    scale = small / pitch
    img = img.filter(ImageFilter.GaussianBlur(r.uniform(0.2, 0.55) / scale * (0.6 if small < 9 else 1)))
    img = img.resize((max(32, int(w * scale)), max(8, int(h * scale))), r.choice((Image.BILINEAR, Image.BICUBIC, Image.BOX)))
    if small > 12 and r.random() < 0.4:
        img = img.filter(ImageFilter.GaussianBlur(r.uniform(0.3, 0.16 * small / 2)))
    if r.random() < 0.35:
        img = img.filter(ImageFilter.UnsharpMask(r.uniform(0.5, 1.5), r.randint(50, 200), 1))
    if r.random() < 0.5:
        a = np.asarray(img, np.float32) + n.normal(0, r.uniform(1, 12), (img.size[1], img.size[0]))
        img = Image.fromarray(a.clip(0, 255).astype(np.uint8))
    if r.random() < 0.65:
        b = io.BytesIO()
        img.save(b, "JPEG", quality=r.randint(35, 95))
        img = Image.open(b).convert("L")
    # the cut: a box about as a detector finds it
    cap *= scale
    w, h = img.size
    high = cap * r.uniform(1.25, 1.95)
    mid = h / 2 + cap * r.gauss(0, 0.07)
    left, right = r.uniform(-0.15, 0.6) * small, r.uniform(-0.15, 0.6) * small
    if r.random() < 0.2:
        left, right = -r.uniform(0, 2) * small, -r.uniform(0, 2) * small
    box = (max(0, left) if left > 0 else left, mid - high / 2, w - right, mid + high / 2)
    pitch_out = r.uniform(13.5, 18.5)
    out = int(pitch_out * (box[2] - box[0]) / small)
    img = img.transform((out, HEIGHT), Image.EXTENT, box, Image.BICUBIC)
    a = np.asarray(img, np.float32)
    if left < 0 or right < 0:  # beyond the picture: the colour of its border
        lo, hi = int(-min(0, left) * out / (box[2] - box[0])), int(-min(0, right) * out / (box[2] - box[0]))
        a = a.copy()
        if lo > 0:
            a[:, :lo + 1] = a[:, lo + 1: lo + 2]
        if hi > 0:
            a[:, -hi - 1:] = a[:, -hi - 2: -hi - 1]
    return normal(a), line


def normal(a):
    """Zero mean and unit deviation."""
    return (a - a.mean()) / max(8.0, a.std())
