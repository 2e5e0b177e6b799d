import type { Part } from './file-part.ts';

/**
 * Share of a baseline JPEG's blocks that the zero bytes at the end of its data can stand for. Zeros are the shortest code of
 * each table, which in files with codes of their own often means "no change": a plain margin ends in zeros, and they
 * cover no more of the picture than the margin. 0 where zeros mean something else, or there are none.
 *
 * @param parts the segments `SOF`, `DHT` and `SOS` (ITU-T T.81, B.2)
 */
export function zeroTail(parts: readonly Part[], zeros: number): number {
  const frame = parts.find(({ name }) => name === 'SOF')?.data;
  const scan = parts.findLast(({ name }) => name === 'SOS')?.data;
  if (zeros === 0 || !frame || !scan || frame.length < 6) return 0;
  const tables = new Map(parts.filter(({ name }) => name === 'DHT').flatMap(({ data }) => firstCodes(data)));
  const [height, width, count] = [(frame[1]! << 8) | frame[2]!, (frame[3]! << 8) | frame[4]!, frame[5]!];
  let bits = 0;
  let [widest, highest] = [1, 1];
  for (let i = 0; i < count; i++) {
    const [id, sampling] = [frame[6 + 3 * i], frame[7 + 3 * i] ?? 0x11];
    const [across, down] = [sampling >> 4, sampling & 15];
    const at = [0, 1, 2, 3].slice(0, scan[0]).find((n) => scan[1 + 2 * n] === id);
    const selector = at === undefined ? 0 : scan[2 + 2 * at]!;
    const [dc, ac] = [tables.get(selector >> 4), tables.get(16 + (selector & 15))];
    if (!dc || !ac) return 0;
    bits += across * down * (dc + ac);
    [widest, highest] = [Math.max(widest, across), Math.max(highest, down)];
  }
  const units = Math.ceil(width / (8 * widest)) * Math.ceil(height / (8 * highest));
  return bits === 0 || units === 0 ? 0 : (8 * zeros) / bits / units;
}

/** Length of the first code of each table (16 and up for AC), if that code means 0: no difference, end of block. */
function firstCodes(data: Uint8Array): [table: number, bits: number][] {
  const found: [number, number][] = [];
  for (let at = 0; at + 17 <= data.length; ) {
    const counts = data.subarray(at + 1, at + 17);
    const first = counts.findIndex((count) => count > 0);
    if (first >= 0 && data[at + 17] === 0) found.push([data[at]!, first + 1]);
    at += 17 + counts.reduce((sum, count) => sum + count, 0);
  }
  return found;
}
