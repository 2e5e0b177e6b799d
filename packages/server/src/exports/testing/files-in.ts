import { inflateRawSync } from 'node:zlib';

/** The files of an archive, found through its directory. */
export function filesIn(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from('504b0506', 'hex'));
  const files = new Map<string, Buffer>();
  let at = bytes.readUInt32LE(end + 16);
  for (let n = bytes.readUInt16LE(end + 10); n > 0; n -= 1) {
    const [method, size, nameLength] = [
      bytes.readUInt16LE(at + 10),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
    ];
    const name = bytes.subarray(at + 46, at + 46 + nameLength).toString();
    const data = bytes.readUInt32LE(at + 42) + 30 + nameLength;
    const content = bytes.subarray(data, data + size);
    files.set(name, method === 0 ? content : inflateRawSync(content));
    at += 46 + nameLength;
  }
  return files;
}
