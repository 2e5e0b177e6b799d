import { hypotenuse } from './hypotenuse.ts';

/** Base-2 fast Fourier transform in place (J. W. Cooley, J. W. Tukey, 1965); lengths must be powers of two. */
function fft(real: Float64Array, imaginary: Float64Array): void {
  const n = real.length;
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [real[i], real[j]] = [real[j]!, real[i]!];
      [imaginary[i], imaginary[j]] = [imaginary[j]!, imaginary[i]!];
    }
  }
  for (let size = 2; size <= n; size *= 2) {
    const half = size / 2;
    const { cosines, sines } = turnsOf(size);
    for (let k = 0; k < half; k++) {
      const cos = cosines[k]!;
      const sin = sines[k]!;
      for (let start = k; start < n; start += size) {
        const end = start + half;
        const re = real[end]! * cos - imaginary[end]! * sin;
        const im = real[end]! * sin + imaginary[end]! * cos;
        real[end] = real[start]! - re;
        imaginary[end] = imaginary[start]! - im;
        real[start]! += re;
        imaginary[start]! += im;
      }
    }
  }
}

interface Turns {
  readonly cosines: Float64Array;
  readonly sines: Float64Array;
}

const knownTurns = new Map<number, Turns>();

/** Cosines and sines of the first half of a turn in `size` steps, clockwise. Kept: there are as many as powers of two. */
function turnsOf(size: number): Turns {
  const known = knownTurns.get(size);
  if (known) return known;
  const turn = (-2 * Math.PI) / size;
  const turns = {
    cosines: Float64Array.from({ length: size / 2 }, (_, k) => Math.cos(turn * k)),
    sines: Float64Array.from({ length: size / 2 }, (_, k) => Math.sin(turn * k)),
  };
  knownTurns.set(size, turns);
  return turns;
}

/** Magnitudes of the spectrum of `size` by `size` values, frequency 0 in the middle, after a Hann window. */
export function spectrumOf(values: Float64Array, size: number): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const hann = Float64Array.from({ length: size }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / (size - 1)));
  const real = new Float64Array(size * size);
  const imaginary = new Float64Array(size * size);
  const [re, im] = [new Float64Array(size), new Float64Array(size)];
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) re[x] = (values[y * size + x]! - mean) * hann[x]! * hann[y]!;
    im.fill(0);
    fft(re, im);
    real.set(re, y * size);
    imaginary.set(im, y * size);
  }
  const out = new Float64Array(size * size);
  const half = size / 2;
  for (let x = 0; x < size; x++) {
    for (let y = 0; y < size; y++) {
      re[y] = real[y * size + x]!;
      im[y] = imaginary[y * size + x]!;
    }
    fft(re, im);
    for (let y = 0; y < size; y++) {
      out[((y + half) % size) * size + ((x + half) % size)] = hypotenuse(re[y]!, im[y]!);
    }
  }
  return out;
}
