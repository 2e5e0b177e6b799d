import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(named.length + 8);
  out.writeUInt32BE(data.length, 0);
  named.copy(out, 4);
  out.writeUInt32BE(crc32(named), named.length + 4);
  return out;
}

/** A square PNG of random colours, which doesn't compress: three bytes a pixel. */
export function noisePng(side: number): Buffer {
  return pngOf(side, randomBytes((side * 3 + 1) * side), 1);
}

/** A square PNG of one colour: a small file that takes as long to decode as any picture of its size. */
export function flatPng(side: number): Buffer {
  return pngOf(side, Buffer.alloc((side * 3 + 1) * side, 128), 9);
}

/** @param rows three bytes a pixel, after a byte of each row that gets its filter */
function pngOf(side: number, rows: Buffer, level: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2], 8); // 8 bits a channel, RGB
  for (let y = 0; y < side; y++) rows[y * (side * 3 + 1)] = 0; // no filter
  const data = deflateSync(rows, { level });
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}
