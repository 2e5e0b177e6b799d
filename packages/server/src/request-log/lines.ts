import type { LoggedRequest, RequestShape } from './entry.ts';

/*
 * A request of a batch is a line of ASCII: when it was answered, in milliseconds after the batch began; its latency; the place
 * of its shape; its id; the ids in its path. Lines are written as bytes, since each request of a busy service passes here:
 * what it would leave in memory until the batch is written costs the collector more than all that is done here.
 */

const BLANK = 0x20;
const NEWLINE = 0x0a;
const ZERO = 0x30;

/** The bit that makes letters small; digits and dashes have it. */
const SMALL = 0x20;

const UUID_LENGTH = 36;

const HEX_DIGIT = 1;
const DASH = 2;

/** Kind of a character in a UUID, by its code; nothing for all others. */
const kindOf = new Uint8Array(0x80);
for (const digit of '0123456789abcdefABCDEF') kindOf[digit.charCodeAt(0)] = HEX_DIGIT;
kindOf['-'.charCodeAt(0)] = DASH;

/** Kind of character at each place of a UUID. */
const uuid = Uint8Array.from({ length: UUID_LENGTH }, (_, i) => ([8, 13, 18, 23].includes(i) ? DASH : HEX_DIGIT));

/** Ids of versions before UUIDs. */
const NUMBER = /^\d{1,9}$/;

/** Bytes of a line at most without its ids: three numbers of up to 16 digits, their blanks and the end. */
export const LINE_BYTES = 52;

/** Bytes that an id in the path adds at most. */
export const ID_BYTES = UUID_LENGTH + 1;

/** Writes the beginning of a line, which ends in the request's id. Answers where it ends. */
export function writeRequest(
  bytes: Uint8Array,
  start: number,
  { after, latency, place, id }: { after: number; latency: number; place: number; id: string },
): number {
  const afterLatency = writeNumber(bytes, writeNumber(bytes, start, after), latency);
  return writeText(bytes, writeNumber(bytes, afterLatency, place), id);
}

/** Adds the parts of a path that are ids. Other parts may be personal data and are left out. Returns the end of the line. */
export function writePathId(bytes: Uint8Array, start: number, value: string): number {
  bytes[start] = BLANK;
  if (value.length !== UUID_LENGTH) return NUMBER.test(value) ? writeText(bytes, start + 1, value) : start;
  for (let i = 0; i < UUID_LENGTH; i++) {
    const code = value.charCodeAt(i);
    if (kindOf[code] !== uuid[i]) return start;
    bytes[start + 1 + i] = code | SMALL;
  }
  return start + ID_BYTES;
}

/** Ends a line. Answers where the next one begins. */
export function writeEnd(bytes: Uint8Array, start: number): number {
  bytes[start] = NEWLINE;
  return start + 1;
}

function writeText(bytes: Uint8Array, start: number, text: string): number {
  const { length } = text;
  for (let i = 0; i < length; i++) bytes[start + i] = text.charCodeAt(i);
  return start + length;
}

/** Writes a whole number and a blank; one below zero, as where a clock goes back, as zero. */
function writeNumber(bytes: Uint8Array, start: number, number: number): number {
  if (number >= 10) {
    const end = writeText(bytes, start, String(number));
    bytes[end] = BLANK;
    return end + 1;
  }
  bytes[start] = ZERO + Math.max(number, 0);
  bytes[start + 1] = BLANK;
  return start + 2;
}

/** The requests of lines, in their order. `from` is when their batch began, Unix milliseconds. */
export function readLines(lines: string, shapes: readonly RequestShape[], from: number): LoggedRequest[] {
  const requests: LoggedRequest[] = [];
  for (const line of lines.split('\n')) {
    if (line === '') continue;
    const [after, latency, place, request_id, ...path_ids] = line.split(' ') as [string, string, string, string];
    requests.push({
      ...(shapes[Number(place)] as RequestShape),
      at: from + Number(after),
      request_id,
      latency_ms: Number(latency),
      path_ids,
    });
  }
  return requests;
}
