import { deflateSync } from 'node:zlib';
import { Tag, writeCbor } from './cbor-writer.ts';
import { coseSign1, jws, type State } from './issuer.ts';

/** Makes lists of revoked credentials (Token Status List) for tests. */

export interface StatusListOptions {
  readonly uri?: string;
  /** Status of each credential, by its index. */
  readonly statuses?: readonly number[];
  readonly bits?: 1 | 2 | 4 | 8;
  /** Unix seconds. */
  readonly iat?: number;
  readonly exp?: number;
  /** Seconds. */
  readonly ttl?: number;
  /** The compressed list, in place of one made of `statuses`. */
  readonly compressed?: Uint8Array;
  /** Header `typ` in place of the right one. */
  readonly typ?: string;
}

export const LIST_URI = 'https://state.example/statuses/7';

/** Statuses as bytes, the lowest bits of each byte first. */
export function packed(statuses: readonly number[], bits: number): Buffer {
  const each = 8 / bits;
  const bytes = Buffer.alloc(Math.ceil(statuses.length / each));
  for (const [i, status] of statuses.entries()) bytes[Math.floor(i / each)]! |= status << ((i % each) * bits);
  return bytes;
}

const compressedOf = ({ statuses = [], bits = 2, compressed }: StatusListOptions): Uint8Array =>
  compressed ?? deflateSync(packed(statuses, bits), { level: 9 });

/** A list as a JWT (5.1). */
export function statusListJwt(
  { signer: { certificate, signing } }: Pick<State, 'signer'>,
  options: StatusListOptions,
): Buffer {
  const { uri = LIST_URI, bits = 2, iat = 1_767_225_600, exp, ttl, typ = 'statuslist+jwt' } = options;
  const lst = Buffer.from(compressedOf(options)).toString('base64url');
  const payload = { sub: uri, iat, exp, ttl, status_list: { bits, lst } };
  return Buffer.from(jws(signing.privateKey, { typ, x5c: [certificate.toString('base64')] }, payload));
}

/** A list as a CWT (5.2). */
export function statusListCwt(
  { signer: { certificate, signing } }: Pick<State, 'signer'>,
  options: StatusListOptions,
): Buffer {
  const { uri = LIST_URI, bits = 2, iat = 1_767_225_600, exp, ttl, typ = 'application/statuslist+cwt' } = options;
  const payload = writeCbor(
    new Map<number, unknown>([
      [2, uri],
      [6, iat],
      ...(exp === undefined ? [] : ([[4, exp]] as const)),
      ...(ttl === undefined ? [] : ([[65534, ttl]] as const)),
      [
        65533,
        new Map<string, unknown>([
          ['bits', bits],
          ['lst', compressedOf(options)],
        ]),
      ],
    ]),
  );
  return writeCbor(new Tag(18, coseSign1(signing.privateKey, payload, { certificate, header: [[16, typ]] })));
}
