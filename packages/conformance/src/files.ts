import { crc32, deflateSync } from 'node:zlib';

interface MadeFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** Bytes that look random and are the same in every run. */
function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = 1;
  for (let index = 0; index < length; index++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[index] = state >>> 24;
  }
  return bytes;
}

function chunk(type: string, data: Buffer): Buffer {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  const content = Buffer.concat([Buffer.from(type), data]);
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, sum]);
}

/** A PNG of grey noise. Noise can't be compressed, so the file has about `side`² bytes. */
function png(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 8;
  // Each row begins with the number of its filter. 0 means no filter.
  const rows = noise((side + 1) * side);
  for (let row = 0; row < side; row++) rows[row * (side + 1)] = 0;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Files that steps upload, by their names in the table. Their content is noise: results in sandbox don't depend on it. */
export const files: Readonly<Record<string, MadeFile>> = {
  '<png>': { name: 'conformance.png', type: 'image/png', bytes: png(256) },
  '<tiny-png>': { name: 'tiny.png', type: 'image/png', bytes: png(32) },
  '<text>': { name: 'notes.txt', type: 'text/plain', bytes: Buffer.alloc(40_000, 'Not a picture. ') },
  '<empty>': { name: 'empty', type: '', bytes: Buffer.alloc(0) },
};
