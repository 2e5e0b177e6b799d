import { crc32 } from 'node:zlib';

/** A file of an archive; its bytes come as they are read. */
export interface ZipEntry {
  /** Path in the archive, of characters of ASCII. */
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** APPNOTE 4.4.4: sizes and CRC follow the data, and names are UTF-8. */
const FLAGS = 0x0808;
/** APPNOTE 4.4.3: 2.0, the first with data descriptors. */
const VERSION = 20;

interface Written {
  readonly name: Buffer;
  readonly crc: number;
  readonly size: number;
  readonly offset: number;
}

/**
 * A ZIP archive (APPNOTE 6.3.3) without compression: pictures and PDFs are compressed already. It is made as it is read, a
 * chunk at a time, and holds no clock: every entry has the time given. For less than 4 GB in all.
 *
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
      yield count(Buffer.from(chunk));
    }
    yield count(
      record([
        [0x08074b50, 4],
        [crc, 4],
        [size, 4],
        [size, 4],
      ]),
    );
    written.push({ name, crc, size, offset: start });
  }
  const directory = offset;
  for (const { name, crc, size, offset: start } of written) {
    const head = [[0x02014b50, 4], [VERSION, 2], [VERSION, 2], ...common(time, crc, size, name)] as const;
    // No extra field, no comment, first disk, no attributes.
    yield count(record([...head, [0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [start, 4]], name));
  }
  const size = offset - directory;
  const n = written.length;
  yield record([
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [n, 2],
    [n, 2],
    [size, 4],
    [directory, 4],
    [0, 2],
  ]);
}

type Field = readonly [value: number, bytes: number];

/** What the header of an entry and its line in the directory have in common, from the flags to the length of the name. */
function common([date, time]: readonly [number, number], crc: number, size: number, name: Buffer): Field[] {
  return [
    [FLAGS, 2],
    [0, 2],
    [time, 2],
    [date, 2],
    [crc, 4],
    [size, 4],
    [size, 4],
    [name.length, 2],
  ];
}

function record(fields: readonly Field[], tail: Buffer = Buffer.alloc(0)): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [, length]) => sum + length, 0));
  let at = 0;
  for (const [value, length] of fields) at = bytes.writeUIntLE(value, at, length);
  return Buffer.concat([bytes, tail]);
}

/** APPNOTE 4.4.6: date and time of MS-DOS, from 1980. */
function dosTime(at: number): readonly [date: number, time: number] {
  const moment = new Date(at);
  const date = ((moment.getUTCFullYear() - 1980) << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate();
  const time = (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1);
  return [date, time];
}
