import { type Channel, SUCCESS } from './apdu.ts';
import { concat, uint } from './bytes.ts';
import { invalidAnswer } from './errors.ts';
import { contentOf, sizeOf, tlv } from './tlv.ts';

/** Bytes of one READ BINARY: with secure messaging, the response stays below 256 bytes. */
const CHUNK = 0xdf;

/** Bytes at the start of a file that are read first: tag and length of most. */
const HEAD = 4;

/** Offsets from here on need READ BINARY with an odd instruction. */
const FAR = 0x8000;

/** Largest file: chips hold 15 to 40 KB with the portrait. */
const LARGEST = 1024 * 1024;

/** Warning that the file ended before the number of bytes that were asked for. */
const END_OF_FILE = 0x6282;

/** Status words of a file that the chip does not have, or does not show. */
const ABSENT = [0x6a82, 0x6a83, 0x6982, 0x6a86, 0x6a88, 0x6986];

/** Selects an application by its identifier. Returns the status. */
export async function selectApplication(channel: Channel, identifier: Uint8Array): Promise<number> {
  return (await channel({ ins: 0xa4, p1: 0x04, p2: 0x0c, data: identifier })).status;
}

/**
 * Reads an elementary file as a whole; null if the chip does not have it.
 *
 * @param onBytes called with the bytes that were read and the size of the file
 */
export async function readFile(
  channel: Channel,
  identifier: number,
  onBytes: (done: number, total: number) => void = () => {},
): Promise<Uint8Array | null> {
  const { status } = await channel({ ins: 0xa4, p1: 0x02, p2: 0x0c, data: uint(identifier, 2) });
  if (ABSENT.includes(status)) return null;
  if (status !== SUCCESS) throw invalidAnswer('The chip refused to select a file', status);
  let content: Uint8Array = new Uint8Array();
  let size = null;
  while (!size) {
    content = concat(content, await readAt(channel, content.length, content.length === 0 ? HEAD : 1));
    size = sizeOf(content);
  }
  const total = size.header + size.length;
  if (total > LARGEST) throw invalidAnswer('The chip has a file that is larger than any chip');
  content = content.subarray(0, total);
  onBytes(content.length, total);
  while (content.length < total) {
    const wanted = Math.min(CHUNK, total - content.length);
    content = concat(content, (await readAt(channel, content.length, wanted)).subarray(0, wanted));
    onBytes(content.length, total);
  }
  return content;
}

async function readAt(channel: Channel, offset: number, length: number): Promise<Uint8Array> {
  const bytes = offset < FAR ? await readNear(channel, offset, length) : await readFar(channel, offset, length);
  if (bytes.length === 0) throw invalidAnswer('The chip sent an empty part of a file');
  return bytes;
}

async function readNear(channel: Channel, offset: number, length: number): Promise<Uint8Array> {
  const { data, status } = await channel({ ins: 0xb0, p1: offset >> 8, p2: offset & 0xff, le: length });
  if (status !== SUCCESS && status !== END_OF_FILE) throw invalidAnswer('The chip refused to read a file', status);
  return data;
}

/** Offset and content are data objects. The tag and length of the content take up to three bytes of the response. */
async function readFar(channel: Channel, offset: number, length: number): Promise<Uint8Array> {
  const data = tlv(0x54, uint(offset, offset > 0xffff ? 3 : 2));
  const wanted = Math.min(length, CHUNK - 3);
  const le = wanted + (wanted < 0x80 ? 2 : 3);
  const answer = await channel({ ins: 0xb1, p1: 0, p2: 0, data, le });
  if (answer.status !== SUCCESS && answer.status !== END_OF_FILE) {
    throw invalidAnswer('The chip refused to read a file', answer.status);
  }
  const content = contentOf(answer.data, 0x53);
  if (!content) throw invalidAnswer('The chip sent an empty part of a file');
  return content;
}
