import { createHash } from 'node:crypto';
import { Integer, ObjectIdentifier, OctetString } from 'asn1js';
import { NotAsn1, parseAny, partsOf, reading } from './asn1.ts';
import { hashOf } from './signature.ts';
import { readSignedMessage, type SignedMessage } from './signed-data.ts';

/** Contents of a document security object (ICAO Doc 9303-10, 4.6.2). */
export interface SecurityObject {
  /** Name of the hash function in Node. */
  readonly hash: string;
  /** Hashes by the number of their data group. */
  readonly groups: ReadonlyMap<number, Buffer>;
  readonly message: SignedMessage;
}

/** Tag of the file that holds the object (ICAO Doc 9303-10, 4.6.2): application 23. */
const FILE_TAG = 0x77;

/** Object identifier of an LDS security object. */
const LDS_SECURITY_OBJECT = '2.23.136.1.1.1';

/** Groups that a chip has (ICAO Doc 9303-10, 4.7). */
const MOST_GROUPS = 16;

/** Reads a document security object without judging its signature. Throws `NotAsn1`. */
export const readSecurityObject = (sod: Uint8Array): SecurityObject =>
  reading('a security object', () => objectOf(sod));

function objectOf(sod: Uint8Array): SecurityObject {
  const message = readSignedMessage(contentOfFile(sod, FILE_TAG));
  if (message.kind !== LDS_SECURITY_OBJECT) throw new NotAsn1('Not a security object of a document');
  const [version, algorithm, list] = partsOf(parseAny(message.content));
  const [identifier] = partsOf(algorithm);
  if (!(version instanceof Integer) || !(identifier instanceof ObjectIdentifier)) throw new NotAsn1('No hash function');
  const hash = hashOf(identifier.getValue());
  if (!hash) throw new NotAsn1('A hash function that no document may use');
  const entries = partsOf(list);
  if (entries.length > MOST_GROUPS) throw new NotAsn1('More groups than a chip has');
  const groups = new Map<number, Buffer>();
  for (const entry of entries) {
    const [number, value] = partsOf(entry);
    if (!(number instanceof Integer) || !(value instanceof OctetString)) throw new NotAsn1('Not a hash of a group');
    const group = number.valueBlock.valueDec;
    if (groups.has(group)) throw new NotAsn1('Two hashes of one group');
    groups.set(group, Buffer.from(value.getValue()));
  }
  return { hash, groups, message };
}

/** Returns whether the security object signs exactly these bytes of a data group; null if it has no hash of the group. */
export function hashMatches({ hash, groups }: SecurityObject, group: number, bytes: Uint8Array): boolean | null {
  const stated = groups.get(group);
  return stated ? createHash(hash).update(bytes).digest().equals(stated) : null;
}

/** The contents of a file of a chip, which are inside the file's own tag. Throws `NotAsn1`. */
export function contentOfFile(file: Uint8Array, tag: number): Uint8Array {
  if (file[0] !== tag) throw new NotAsn1(`Not the file with tag ${tag.toString(16)}`);
  const [first = 0, ...rest] = file.subarray(1, 5);
  const more = first < 0x80 ? 0 : first & 0x7f;
  if (first === 0x80 || more > 3) throw new NotAsn1('A length of more than three bytes, or none');
  const length = more === 0 ? first : rest.slice(0, more).reduce((sum, byte) => sum * 256 + byte, 0);
  const content = file.subarray(2 + more, 2 + more + length);
  if (content.length < length) throw new NotAsn1('A file that was cut off');
  return content;
}
