/** Power of the two-dimensional Fourier transform of `side` × `side` samples, `side` a power of 2; row by row, zero first. */
export function powerSpectrum(samples: Float64Array, side: number): Float64Array {
  const waves = Array.from({ length: side / 2 }, (_, k) => (-2 * Math.PI * k) / side);
  const turns = { cos: Float64Array.from(waves, Math.cos), sin: Float64Array.from(waves, Math.sin) };
  const real = samples.slice();
  const imaginary = new Float64Array(samples.length);
  const [re, im] = [new Float64Array(side), new Float64Array(side)];
  // Rows, then columns: element i of line n lies at n * line + i * step.
  for (const [line, step] of [
    [side, 1],
    [1, side],
  ] as const) {
    for (let n = 0; n < side; n++) {
      for (let i = 0; i < side; i++) {
        re[i] = real[n * line + i * step]!;
        im[i] = imaginary[n * line + i * step]!;
      }
      transform(re, im, turns);
      for (let i = 0; i < side; i++) {
        real[n * line + i * step] = re[i]!;
        imaginary[n * line + i * step] = im[i]!;
      }
    }
  }
  return real.map((value, i) => value * value + imaginary[i]! * imaginary[i]!);
}

/** Transforms in place, by halves (J. Cooley and J. Tukey, 1965). */
function transform(re: Float64Array, im: Float64Array, turns: { cos: Float64Array; sin: Float64Array }): void {
  const n = re.length;
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [re[i], re[j]] = [re[j]!, re[i]!];
      [im[i], im[j]] = [im[j]!, im[i]!];
    }
  }
  for (let size = 2; size <= n; size *= 2) {
    for (let k = 0; k < size / 2; k++) {
      const c = turns.cos[(k * n) / size]!;
      const s = turns.sin[(k * n) / size]!;
      for (let i = k; i < n; i += size) {
        const j = i + size / 2;
        const x = re[j]! * c - im[j]! * s;
        const y = re[j]! * s + im[j]! * c;
        re[j] = re[i]! - x;
        im[j] = im[i]! - y;
        re[i]! += x;
        im[i]! += y;
      }
    }
  }
}
