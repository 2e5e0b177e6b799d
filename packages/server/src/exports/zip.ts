import { crc32 } from 'node:zlib';

/** A file of an archive; its bytes come as they are read. */
export interface ZipEntry {
  /** Path in the archive, of characters of ASCII. */
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** APPNOTE 4.4.4: sizes and CRC follow the data, and names are UTF-8. */
const FLAGS = 0x0808;
/** APPNOTE 4.4.3: 2.0, the first with data descriptors; 4.5, the first with ZIP64. */
const VERSION = 20;
const VERSION_64 = 45;
/** The largest values of fields of 4 and 2 bytes; they say that the true value is in a field of ZIP64. */
const MOST = 0xffff_ffff;
const MOST_ENTRIES = 0xffff;

interface Written {
  readonly name: Buffer;
  readonly crc: number;
  readonly size: number;
  readonly offset: number;
}

/**
 * A ZIP archive (APPNOTE 6.3.3) without compression: pictures and PDFs are compressed already. It is made while it is being read,
 * a chunk at a time, and holds no clock: every entry has the time given. It is a ZIP64 (APPNOTE 4.3.14) only from 4 GB or 65,535
 * entries on: old readers open all others.
 * @param at Unix milliseconds, shown in UTC with the format's precision of two seconds
 */
export async function* zip(entries: Iterable<ZipEntry>, at: number): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  const time = dosTime(at);
  let offset = 0;
  const count = (bytes: Buffer) => {
    offset += bytes.length;
    return bytes;
  };
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const start = offset;
    yield count(record([[0x04034b50, 4], [VERSION, 2], ...common(time, 0, 0, name), [0, 2]], name));
    let [crc, size] = [0, 0];
    for await (const chunk of entry.bytes) {
      crc = crc32(chunk, crc);
      size += chunk.length;
      yield count(Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk));
    }
    const width = size >= MOST ? 8 : 4;
    yield count(
      record([
        [0x08074b50, 4],
        [crc, 4],
        [size, width],
        [size, width],
      ]),
    );
    written.push({ name, crc, size, offset: start });
  }
  const directory = offset;
  for (const { name, crc, size, offset: start } of written) {
    // APPNOTE 4.5.3: the sizes and the place that their own fields can't hold, in this order.
    const large = [...(size >= MOST ? [size, size] : []), ...(start >= MOST ? [start] : [])];
    const version = large.length > 0 ? VERSION_64 : VERSION;
    const extra = large.length === 0 ? [] : [[1, 2] as const, [large.length * 8, 2] as const, ...large.map(wide)];
    const head = [[0x02014b50, 4], [version, 2], [version, 2], ...common(time, crc, size, name)] as const;
    const extraLength = large.length === 0 ? 0 : 4 + large.length * 8;
    // No comment, first disk, no attributes.
    const line = [...head, [extraLength, 2], [0, 2], [0, 2], [0, 2], [0, 4], [Math.min(start, MOST), 4]] as const;
    yield count(Buffer.concat([record(line, name), record(extra)]));
  }
  const size = offset - directory;
  const n = written.length;
  if (n >= MOST_ENTRIES || size >= MOST || directory >= MOST) yield end64(n, size, directory);
  yield record([
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [Math.min(n, MOST_ENTRIES), 2],
    [Math.min(n, MOST_ENTRIES), 2],
    [Math.min(size, MOST), 4],
    [Math.min(directory, MOST), 4],
    [0, 2],
  ]);
}

/** APPNOTE 4.3.14 and 4.3.15: where the directory is and how long, and behind it where that is written. */
function end64(entries: number, size: number, directory: number): Buffer {
  const versions: Field[] = [
    [VERSION_64, 2],
    [VERSION_64, 2],
    [0, 4],
    [0, 4],
  ];
  return record([
    [0x06064b50, 4],
    wide(44),
    ...versions,
    ...[entries, entries, size, directory].map(wide),
    [0x07064b50, 4],
    [0, 4],
    wide(directory + size),
    [1, 4],
  ]);
}

type Field = readonly [value: number, bytes: number];

const wide = (value: number): Field => [value, 8];

/** Fields that the header of an entry and its line in the directory share, from the flags to the length of the name. */
function common([date, time]: readonly [number, number], crc: number, size: number, name: Buffer): Field[] {
  return [
    [FLAGS, 2],
    [0, 2],
    [time, 2],
    [date, 2],
    [crc, 4],
    [Math.min(size, MOST), 4],
    [Math.min(size, MOST), 4],
    [name.length, 2],
  ];
}

function record(fields: readonly Field[], tail: Buffer = Buffer.alloc(0)): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [, length]) => sum + length, 0));
  let at = 0;
  for (const [value, length] of fields) {
    at = length === 8 ? bytes.writeBigUInt64LE(BigInt(value), at) : bytes.writeUIntLE(value, at, length);
  }
  return Buffer.concat([bytes, tail]);
}

/** APPNOTE 4.4.6: date and time of MS-DOS, from 1980. */
function dosTime(at: number): readonly [date: number, time: number] {
  const moment = new Date(at);
  const date = ((moment.getUTCFullYear() - 1980) << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate();
  const time = (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1);
  return [date, time];
}
