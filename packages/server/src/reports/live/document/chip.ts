import { createHash } from 'node:crypto';
import { classifyDocument, type DocumentData, isoOfState, type Mrz, parseMrz } from '@bonafide/verification';
import { ByteReader, Malformed, orNull } from '../../../media-files/byte-reader.ts';
import type { Chip as ChipFile } from '../../../media-files/chip.ts';
import { onlyTlv, readTlv } from '../../../media-files/tlv.ts';
import type { LeafFindings } from '../../outcome.ts';
import { consider, doubtful, unassessed } from '../assessment.ts';

/** What the chip of a document says, as a capture SDK has read it. */
export interface Chip {
  /** Of data group 1; null when it holds no zone. */
  readonly mrz: Mrz | null;
  readonly data: Partial<DocumentData>;
  /** Data groups (1, 2) whose hash is not the one that the security object states; null when that can't be read. */
  readonly changed: readonly number[] | null;
}

/** Tags of ICAO Doc 9303-10: data group 1 with its zone, and the document security object. */
const TAG = { dataGroup1: 0x61, zone: 0x5f1f, securityObject: 0x77 } as const;

/** Universal tags of ASN.1. */
const SEQUENCE = 0x30;
const OCTETS = 0x04;
const INTEGER = 0x02;
const OID = 0x06;
const EXPLICIT_0 = 0xa0;

/** Reads a zone from data group 1 and holds both groups against the security object. `today` is `YYYY-MM-DD`. */
export function readChip({ dg1, dg2, sod }: ChipFile, today: string): Chip {
  const mrz = orNull(() => parseMrz(linesOf(dg1), today));
  const hashes = orNull(() => hashesOf(sod));
  const changed = hashes
    ? [[1, dg1] as const, [2, dg2] as const]
        .filter(([group, bytes]) => {
          const stated = hashes.groups.get(group);
          return stated === undefined || !createHash(hashes.algorithm).update(bytes).digest().equals(stated);
        })
        .map(([group]) => group)
    : null;
  return { mrz, data: mrz ? dataOf(mrz) : {}, changed };
}

/** Characters of a zone and of its lines (ICAO Doc 9303-10, table 36). */
const LINES: Readonly<Record<number, number>> = { 90: 30, 72: 36, 88: 44 };

function linesOf(dg1: Uint8Array): string[] {
  const zone = Buffer.from(onlyTlv(onlyTlv(dg1, TAG.dataGroup1), TAG.zone)).toString('latin1');
  const width = LINES[zone.length];
  if (width === undefined) throw new Malformed(`A zone of ${zone.length} characters`);
  return zone.match(new RegExp(`.{${width}}`, 'gs')) ?? [];
}

function dataOf(mrz: Mrz): Partial<DocumentData> {
  return {
    documentType: classifyDocument({ mrz, page: { width: 0, height: 0, lines: [] } }).documentType,
    issuingCountry: mrz.issuingCountry,
    nationality: isoOfState(mrz.nationality) ?? null,
    surname: mrz.surname || null,
    givenNames: mrz.givenNames || null,
    documentNumber: mrz.documentNumber || null,
    dateOfBirth: mrz.dateOfBirth.day,
    dateOfExpiry: mrz.dateOfExpiry.day,
    sex: mrz.sex,
  };
}

/** Hash functions by object identifier (RFC 5754), hexadecimal. */
const ALGORITHMS: Readonly<Record<string, string>> = {
  '2b0e03021a': 'sha1',
  '608648016503040204': 'sha224',
  '608648016503040201': 'sha256',
  '608648016503040202': 'sha384',
  '608648016503040203': 'sha512',
};

/**
 * The hashes of the data groups that a document security object states: a CMS SignedData (RFC 5652) around an
 * LDSSecurityObject (ICAO Doc 9303-10, 4.6.2). Its signature is not looked at. Throws `Malformed`.
 */
function hashesOf(sod: Uint8Array): { algorithm: string; groups: Map<number, Buffer> } {
  const contentInfo = new ByteReader(onlyTlv(onlyTlv(sod, TAG.securityObject), SEQUENCE));
  next(contentInfo, OID);
  const signedData = new ByteReader(onlyTlv(next(contentInfo, EXPLICIT_0), SEQUENCE));
  next(signedData, INTEGER);
  readTlv(signedData); // the digest algorithms
  const content = new ByteReader(next(signedData, SEQUENCE));
  next(content, OID);
  const object = new ByteReader(onlyTlv(onlyTlv(next(content, EXPLICIT_0), OCTETS), SEQUENCE));
  next(object, INTEGER);
  const identifier = Buffer.from(onlyTlv(next(object, SEQUENCE), OID)).toString('hex');
  const algorithm = ALGORITHMS[identifier];
  if (!algorithm) throw new Malformed('A hash function that no document may use');
  const list = new ByteReader(next(object, SEQUENCE));
  const groups = new Map<number, Buffer>();
  while (list.left > 0) {
    const entry = new ByteReader(next(list, SEQUENCE));
    const number = next(entry, INTEGER);
    groups.set(number[0] ?? 0, Buffer.from(next(entry, OCTETS)));
  }
  return { algorithm, groups };
}

function next(reader: ByteReader, tag: number): Uint8Array {
  const found = readTlv(reader);
  if (found.tag !== tag) throw new Malformed(`Tag ${found.tag.toString(16)} in the place of ${tag.toString(16)}`);
  return found.value;
}

/**
 * `issuing_authority`. Groups that don't have the hashes of the security object were changed. Groups that do prove nothing
 * yet: an attacker who makes groups can make an object for them, unless its signature leads to a state's certificate.
 *
 * @param alone no picture of the document was uploaded, so that its data rest on the chip
 */
export function issuingAuthority({ changed }: Chip, { alone }: { alone: boolean }): LeafFindings {
  const active = unassessed('Data that a capture SDK read from the chip hold no answer to a challenge');
  const undecided = alone ? doubtful : unassessed;
  const passive =
    changed === null
      ? doubtful('The security object of the chip could not be read')
      : changed.length > 0
        ? consider(`Data group ${changed.join(' and ')} differs from what the security object states`, {
            measure: changed.length,
            threshold: 0,
          })
        : undecided(
            'Both data groups have the hashes that the security object states; its signature is not traced to a state, ' +
              'since no certificates of states are configured',
            { measure: 0, threshold: 0 },
          );
  return {
    'issuing_authority.nfc_active_authentication': active,
    'issuing_authority.nfc_passive_authentication': passive,
  };
}
